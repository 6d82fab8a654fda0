// Reads tests/torture/cases.json: the environment that each case sets up, and its input.

import { spawn } from 'node:child_process';
import { chmodSync, closeSync, mkdirSync, openSync, readFileSync, rmSync, symlinkSync, truncateSync } from 'node:fs';
import { createServer } from 'node:net';
import { closed, large, open, parts, signalled, slowly } from './run.mjs';

export const DATA = JSON.parse(readFileSync(new URL('../../tests/torture/cases.json', import.meta.url), 'utf8'));

/** The bytes that a value describes: a string with names in it, a list of parts, or an object with one of these keys. */
export function bytes(lab, value) {
  if (typeof value === 'string') return Buffer.from(lab.named(value));
  if (Array.isArray(value)) return Buffer.concat(value.map((part) => bytes(lab, part)));
  const [[kind, inner]] = Object.entries(value);
  const text = (it) => bytes(lab, it).toString('utf8');
  const payload = () => lab.payload(inner, value.without);
  const kinds = {
    repeat: () => text(inner[0]).repeat(inner[1]),
    replace: () => text(inner[0]).replaceAll(text(inner[1]), () => text(inner[2])),
    before: () => text(inner[0]).slice(0, text(inner[0]).indexOf(inner[1])),
    from: () => text(inner[0]).slice(text(inner[0]).indexOf(inner[1])),
    fields: () => Array.from({ length: inner }, (_, at) => `"k${at}":1,`).join(''),
    latin1: () => Buffer.from(text(inner), 'latin1'),
    utf16: () => Buffer.from(text(inner), 'utf16le'),
    payload,
    open_payload: () => payload().slice(0, -1),
    rest_of_payload: () => payload().slice(1),
    every_field: () => JSON.stringify(flattened(DATA.payload, inner)),
    every_section: () => JSON.stringify(Object.fromEntries(Object.keys(DATA.payload).map((key) => [key, inner]))),
  };
  return Buffer.from(kinds[kind]());
}

const isObject = (it) => it !== null && typeof it === 'object' && !Array.isArray(it);

/** `value` in place of everything that is not an object. */
const flattened = (whole, value) => (isObject(whole) ? Object.fromEntries(Object.entries(whole).map(([key, inner]) => [key, flattened(inner, value)])) : value);

/** The standard input: a string, after which the pipe is closed, or an object with one of these keys. */
function stdin(lab, value = { payload: {} }) {
  const [[kind, inner]] = isObject(value) ? Object.entries(value) : [['text']];
  const text = (it) => bytes(lab, it);
  const kinds = {
    none: () => null,
    path: () => openSync(lab.named(inner)),
    open: () => open(text(inner)),
    slowly: () => slowly(text(inner), 10),
    parts: () => parts(inner.map(text), 50),
    large: () => large(text(inner[0]), 'x', inner[1], text(inner[2])),
    signal: () => signalled(inner, 40),
  };
  return (kinds[kind] ?? (() => closed(text(value))))();
}

const STEPS = {
  file: (lab, path, content) => lab.file(path, bytes(lab, content)),
  folder: (lab, path) => mkdirSync(lab.at(path)),
  remove: (lab, path) => rmSync(lab.at(path), { recursive: true }),
  fifo: (lab, path) => lab.make('mkfifo', path),
  device: (lab, path) => lab.make('mknod', path, 'c', '1', '5'),
  link: (lab, target, path) => symlinkSync(lab.named(target), lab.at(path)),
  size: (lab, path, size) => truncateSync(lab.at(path), size),
  mode: (lab, path, mode) => chmodSync(lab.at(path), mode),
  touch: (lab, path, seconds) => lab.make('touch', '-d', `@${seconds}`, path),
  'give-away': (lab) => lab.make('chown', '-R', '65534:65534', '.'),
  mount: (lab, path, options) => {
    lab.make('mount', '-t', 'tmpfs', '-o', options, 'tmpfs', path);
    lab.undo.push(() => lab.make('umount', '-l', path));
  },
  fill: (lab, path) => {
    // Until the disk is full.
    try { lab.make('dd', 'if=/dev/zero', `of=${path}`, 'bs=4k'); } catch { /* it is */ }
  },
  socket: (lab, path) => new Promise((resolve) => {
    const server = createServer().listen(lab.at(path), resolve);
    lab.undo.push(() => server.close());
  }),
  'full-pipe': (lab, path) => {
    lab.make('mkfifo', path);
    const holder = spawn('bash', ['-c', 'exec 3<>"$0"; dd if=/dev/zero bs=4096 count=16 >&3 2>/dev/null; echo ready; exec sleep 60', path], { cwd: lab.root, stdio: ['ignore', 'pipe', 'ignore'] });
    lab.undo.push(() => holder.kill('SIGKILL'));
    return new Promise((resolve) => holder.stdout.once('data', resolve));
  },
  many: (lab, path, count) => {
    mkdirSync(lab.at(path), { recursive: true });
    for (let at = 0; at < count; at += 1) closeSync(openSync(`${lab.at(path)}/${at}`, 'w'));
  },
  writer: (lab, path, way) => {
    const script = `
      const fs = require('node:fs');
      const [, place, way] = process.argv;
      const text = fs.readFileSync(place);
      for (;;) {
        const target = way === 'rename' ? place + '.new' : place;
        fs.writeFileSync(target, text);
        if (way === 'rename') fs.renameSync(target, place);
        // Without a pause between the writes, the state file would never exist.
        Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 1);
      }`;
    const writer = spawn(process.execPath, ['-e', script, lab.at(path), way], { stdio: 'ignore' });
    lab.undo.push(() => writer.kill('SIGKILL'));
  },
};

/** Creates what the case needs, and returns how to run a program in it. */
export async function prepare(lab, one) {
  for (const [step, ...words] of one.make ?? []) await STEPS[step](lab, ...words);
  for (const [name, value] of Object.entries(one.env ?? {})) {
    if (value === null) delete lab.env[name];
    else lab.env[name] = lab.named(value);
  }
  return { stdin: stdin(lab, one.stdin), shell: one.shell ?? null };
}

/** Whether the files that a program must not change are unchanged. */
export const isKept = (lab, one) => Object.entries(one.kept ?? {}).every(([path, text]) => readFileSync(lab.at(path), 'utf8') === text);
