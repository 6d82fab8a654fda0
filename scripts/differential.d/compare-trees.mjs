// Compares both programs on one whole tree, one after the other in the same directory.

import { execFile } from 'node:child_process';
import { createHash } from 'node:crypto';
import { lstat, mkdir, readFile, readdir, readlink, realpath, rm, symlink, utimes, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { promisify, isDeepStrictEqual } from 'node:util';
import { execute } from './processes.mjs';
import { build } from './repositories.mjs';
import { sanitisedBetweenStyles } from './published.mjs';

const copy = (from, to) => promisify(execFile)('cp', ['-a', from, to]);
const PAD = 'y'.repeat(300 * 1024);

/** Builds the tree at `root`. What a path is called depends on `root`, so both programs run at the same one. */
export async function raise(root, made) {
  for (const name of ['home', 'tmp', 'work']) await mkdir(path.join(root, name), { recursive: true });
  for (const [link, target] of Object.entries(made.links)) {
    if (target !== 'nowhere') await mkdir(path.join(root, target), { recursive: true });
    await mkdir(path.dirname(path.join(root, link)), { recursive: true });
    await symlink(path.join(root, target), path.join(root, link));
  }
  const stamped = made.git ? await build(root, made.git) : (text) => text;
  for (const [name, text] of Object.entries(made.files)) await put(path.join(root, name), stamped(text).replaceAll('@PAD@', PAD));
  for (const { planning, key, text } of made.pointers) {
    const project = createHash('sha1').update(await realpath(path.join(root, planning))).digest('hex').slice(0, 16);
    await put(path.join(root, 'tmp', 'gsd-workstream-sessions', project, key), text);
  }
  for (const [name, seconds] of Object.entries(made.times)) await utimes(path.join(root, name), seconds, seconds).catch(() => {});
}

async function put(file, text) {
  await mkdir(path.dirname(file), { recursive: true });
  await writeFile(file, text);
}

/** How to run either program in the tree at `root`. */
export function setting(root, made) {
  const located = (text) => text.replaceAll('@ROOT@', root);
  const env = { PATH: process.env.PATH, HOME: path.join(root, 'home'), TMPDIR: path.join(root, 'tmp') };
  for (const [name, value] of Object.entries(made.env)) env[name] = located(value);
  return { env, cwd: path.join(root, 'work'), input: located(made.stdinText) };
}

/** Runs the published hook in a tree that was built; `line` is null if it threw and printed nothing. */
export async function askHook(hook, root, made) {
  const { stdout } = await execute(process.execPath, [hook.script], setting(root, made));
  return { line: stdout.length === 0 ? null : sanitisedBetweenStyles(stdout.toString('utf8')), bridges: await bridges(root) };
}

/** Returns `{ outcome: 'same' | 'silent' | 'differs', what, expected, actual, code, stderr }`. */
export async function compareTree({ hook, stateline, folder }, made) {
  const root = path.join(folder, 'root');
  const pristine = path.join(folder, 'pristine');
  try {
    await raise(root, made);
    await copy(root, pristine);
    const expected = await askHook(hook, root, made);
    await rm(root, { recursive: true });
    await copy(pristine, root);
    const run = await execute(stateline, [], setting(root, made));
    const actual = { line: run.stdout, bridges: await bridges(root), contents: await contents(root) };
    return { ...verdict(expected, actual, await contents(pristine), run.code), code: run.code, stderr: run.stderr };
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

function verdict(expected, actual, before, code) {
  const shown = actual.line.toString('utf8');
  const differs = (what, wanted, got) => ({ outcome: 'differs', what, expected: wanted, actual: got });
  if (code !== 0) return differs('exit code', 0, code);
  if (expected.line !== null && !Buffer.from(expected.line).equals(actual.line)) return differs('line', expected.line, shown);
  if (expected.line !== null && !isDeepStrictEqual(expected.bridges, actual.bridges)) return differs('context bridge', expected.bridges, actual.bridges);
  if (!isDeepStrictEqual(before, actual.contents)) return differs('tree after the run', ...unequal(before, actual.contents));
  if (expected.line !== null) return { outcome: 'same' };
  return /[\n\r]/.test(shown) ? differs('line, where the hook prints nothing', 'at most one line', shown) : { outcome: 'silent' };
}

/** The context bridges by name, without their time; a time that is not an integer is kept, so that it shows. */
async function bridges(root) {
  const found = {};
  for (const name of (await readdir(path.join(root, 'tmp'))).filter((entry) => entry.startsWith('claude-ctx-')).sort()) {
    const text = await readFile(path.join(root, 'tmp', name), 'utf8').catch((error) => error.code);
    try {
      const { timestamp, ...rest } = JSON.parse(text);
      found[name] = Number.isInteger(timestamp) ? rest : { ...rest, timestamp };
    } catch {
      found[name] = text;
    }
  }
  return found;
}

/** Every path with its kind and content, but for what either program may write: the bridge, and git's index of times. */
async function contents(root, below = '', found = {}) {
  for (const entry of await readdir(path.join(root, below), { withFileTypes: true })) {
    const name = path.join(below, entry.name);
    const full = path.join(root, name);
    if (/^tmp\/claude-ctx-[^/]*$/.test(name) || name.endsWith('.git/index') || /\.git\/worktrees\/[^/]+\/index$/.test(name)) continue;
    const mode = (await lstat(full)).mode.toString(8);
    if (entry.isDirectory()) {
      found[name] = mode;
      await contents(root, name, found);
    } else {
      const text = entry.isSymbolicLink() ? await readlink(full) : await readFile(full);
      found[name] = `${mode} ${createHash('sha1').update(text).digest('hex')}`;
    }
  }
  return found;
}

function unequal(before, after) {
  const names = [...new Set([...Object.keys(before), ...Object.keys(after)])].filter((name) => before[name] !== after[name]);
  return [before, after].map((side) => Object.fromEntries(names.map((name) => [name, side[name] ?? null])));
}
