// Compares both readers on one state file.

import { mkdir, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { execute } from './processes.mjs';

export const STYLES = ['full', 'compact'];

/** Returns `{ same, expected, actual, code, stderr }` for the bytes in one style. */
export async function compareText({ hook, stateline, folder }, bytes, style) {
  await mkdir(folder, { recursive: true });
  const file = path.join(folder, 'STATE.md');
  await writeFile(file, bytes);
  const line = hook.line(bytes, style);
  // A state with nothing to show prints no line, not an empty one.
  const expected = Buffer.from(line === '' ? '' : `${line}\n`);
  const env = { PATH: process.env.PATH, HOME: '/nonexistent' };
  const { stdout, stderr, code } = await execute(stateline, ['line', '-f', file, '--as', 'gsd', '--style', style], { env });
  return { same: code === 0 && expected.equals(stdout), expected, actual: stdout, code, stderr };
}

const ATTEMPTS = 600;

/** The shortest text found that still differs: what is left shows what the difference is about. */
export async function shortened(sides, bytes, style) {
  let shortest = bytes;
  let attempts = 0;
  for (let size = Math.ceil(bytes.length / 2); size >= 1; size = size === 1 ? 0 : Math.ceil(size / 2)) {
    for (let start = 0; start < shortest.length && attempts < ATTEMPTS;) {
      attempts += 1;
      const shorter = Buffer.concat([shortest.subarray(0, start), shortest.subarray(start + size)]);
      if ((await compareText(sides, shorter, style)).same) start += size;
      else shortest = shorter;
    }
  }
  return shortest;
}
