// Fresh vectors in the shape of conformance/*.jsonl, from the published hook alone.

import { mkdir, realpath, rm } from 'node:fs/promises';
import path from 'node:path';
import { askHook, raise } from './compare-trees.mjs';
import { STYLES } from './compare-texts.mjs';
import { stateText } from './texts.mjs';
import { tree } from './trees.mjs';

export async function printVectors(hook, scratch, kind, seed, count) {
  const makers = { gsd: textVectors, hook: treeVectors };
  if (!makers[kind]) {
    console.error('differential: usage: scripts/differential --vectors gsd|hook [SEED] [COUNT]');
    return 2;
  }
  for await (const vector of makers[kind](hook, seed, count, scratch)) process.stdout.write(`${JSON.stringify(vector)}\n`);
  return 0;
}

function* textVectors(hook, seed, count) {
  for (let id = 0; id < count; id += 1) {
    // A JSON string cannot hold bytes that are not UTF-8; their replacement characters can be compared.
    const text = stateText(seed, id).toString('utf8');
    const [full, compact] = STYLES.map((style) => hook.line(Buffer.from(text), style));
    yield { id, text, full, compact };
  }
}

async function* treeVectors(hook, seed, count, scratch) {
  const root = path.join(await realpath(scratch), 'vector');
  let id = 0;
  for (let index = 0; id < count; index += 1) {
    const made = tree(seed, index, { portable: true });
    await mkdir(root, { recursive: true });
    await raise(root, made);
    const { line, bridges } = await askHook(hook, root, made);
    await rm(root, { recursive: true });
    // If the hook throws, there is nothing to compare with.
    if (line === null) continue;
    const [bridge] = Object.entries(bridges).map(([file, content]) => ({ file, ...content }));
    yield { id, files: made.files, stdin: made.stdin, env: made.env, stdout: line.replaceAll(root, '@ROOT@'), bridge: bridge ?? null };
    id += 1;
  }
}
