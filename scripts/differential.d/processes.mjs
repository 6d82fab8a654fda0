// Runs programs the way hosts do, several at a time.

import { spawn } from 'node:child_process';
import os from 'node:os';

const PATIENCE_MS = 10_000;

/** Runs a program and returns its output; one that does not exit in time is killed, with code `timeout`. */
export function execute(program, args, { env, cwd, input = null }) {
  return new Promise((resolve, reject) => {
    const child = spawn(program, args, { env, cwd, stdio: [input === null ? 'ignore' : 'pipe', 'pipe', 'pipe'] });
    const streams = { stdout: [], stderr: [] };
    for (const [name, chunks] of Object.entries(streams)) child[name].on('data', (chunk) => chunks.push(chunk));
    let late = false;
    const timer = setTimeout(() => { late = true; child.kill('SIGKILL'); }, PATIENCE_MS);
    child.on('error', (error) => { clearTimeout(timer); reject(error); });
    child.on('close', (code, signal) => {
      clearTimeout(timer);
      resolve({ stdout: Buffer.concat(streams.stdout), stderr: Buffer.concat(streams.stderr).toString('utf8'), code: late ? 'timeout' : code ?? signal });
    });
    if (input === null) return;
    // A program may exit before it has read everything.
    child.stdin.on('error', () => {});
    child.stdin.end(input);
  });
}

/** Calls `work(item, lane)` for every item, a bounded number at once; a lane never does two things at once. */
export async function inLanes(items, lanes, work) {
  const queue = items[Symbol.iterator]();
  const lane = async (number) => {
    for (const item of queue) await work(item, number);
  };
  await Promise.all(Array.from({ length: lanes }, (_, number) => lane(number)));
}

export const LANES = Math.max(2, os.cpus().length * 2);
