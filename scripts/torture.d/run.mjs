// Runs one program on one case the way a host does, and returns the result.

import { spawn } from 'node:child_process';
import { setTimeout as sleep } from 'node:timers/promises';

/** Longer than any user waits, and longer than the published hook's own limit of three seconds. */
export const PATIENCE_MS = 3500;

/** The most bytes of an answer that are kept; the rest is only counted. */
const OUTPUT_LIMIT = 4 << 20;

/**
 * Runs `command` with what the case says, and returns { code, signal, late, stdout, stderr, ms }.
 *
 * `stdin` is null (nothing there), a file descriptor, or a function that is given the child's standard input and
 * the child, and does with them what a host would: write, wait, close or not, send a signal.
 */
export async function run(command, { cwd, env, stdin = null, shell = null, patience = PATIENCE_MS }) {
  // With a socket as its input, Bash assumes a remote shell and reads its start-up file.
  const [program, ...args] = shell === null ? command : ['bash', '--norc', '-c', shell, 'bash', ...command];
  const feed = typeof stdin === 'function' ? stdin : null;
  const begun = performance.now();
  const child = spawn(program, args, {
    cwd,
    env,
    // Its own group, so that the processes that it leaves running can be killed.
    detached: true,
    stdio: [feed ? 'pipe' : stdin ?? 'ignore', 'pipe', 'pipe'],
  });
  const kept = { stdout: [], stderr: [] };
  for (const name of ['stdout', 'stderr']) {
    let size = 0;
    child[name]?.on('data', (chunk) => {
      size += chunk.length;
      if (size <= OUTPUT_LIMIT) kept[name].push(chunk);
    });
  }
  const end = new Promise((resolve, reject) => {
    child.on('error', reject);
    child.on('exit', (code, signal) => resolve({ code, signal, ms: performance.now() - begun }));
  });
  const closed = new Promise((resolve) => child.on('close', resolve));
  let late = false;
  const timer = setTimeout(() => {
    late = true;
    stopGroup(child);
  }, patience);
  if (feed) {
    // A program may exit before it has read everything.
    child.stdin.on('error', () => {});
    feed(child.stdin, child).catch(() => {});
  }
  const { code, signal, ms } = await end;
  clearTimeout(timer);
  stopGroup(child);
  child.stdin?.destroy();
  await Promise.race([closed, sleep(500)]);
  const text = (name) => Buffer.concat(kept[name]);
  return { code, signal, late, ms, stdout: text('stdout'), stderr: text('stderr').toString('utf8') };
}

/** Kills the processes that a program has left running. */
function stopGroup(child) {
  try {
    process.kill(-child.pid, 'SIGKILL');
  } catch {
    // There are none.
  }
}

/** A host that writes `bytes` and closes. */
export const closed = (bytes) => async (pipe) => pipe.end(bytes);

/** A host that writes `bytes` and leaves the pipe open. */
export const open = (bytes = '') => async (pipe) => {
  if (bytes.length > 0) pipe.write(bytes);
};

/** A host that writes one byte at a time. */
export const slowly = (bytes, ms) => async (pipe, child) => {
  for (const byte of Buffer.from(bytes)) {
    if (child.exitCode !== null || pipe.destroyed) return;
    pipe.write(Buffer.from([byte]));
    await sleep(ms);
  }
};

/** A host that writes in parts, with a pause before each but the first, and leaves the pipe open. */
export const parts = (all, ms) => async (pipe) => {
  for (const [at, part] of all.entries()) {
    if (at > 0) await sleep(ms);
    pipe.write(part);
  }
};

/** A host that writes `head`, then `filling` until there are `size` bytes, then `tail`; nothing of it is kept. */
export const large = (head, filling, size, tail) => async (pipe, child) => {
  const block = Buffer.alloc(1 << 20, filling);
  pipe.write(head);
  for (let written = 0; written < size; written += block.length) {
    if (child.exitCode !== null || pipe.destroyed) return;
    if (!pipe.write(block)) await roomIn(pipe);
  }
  pipe.end(tail);
};

const roomIn = (pipe) => new Promise((resolve) => {
  const done = () => {
    pipe.off('drain', done).off('close', done);
    resolve();
  };
  pipe.on('drain', done).on('close', done);
});

/** A host that says nothing and sends a signal after a moment. */
export const signalled = (signal, ms) => async (_, child) => {
  await sleep(ms);
  child.kill(signal);
};
