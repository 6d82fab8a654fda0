// Compares, counts, and shows the first difference in full. The usage is at the top of scripts/differential.

import { mkdir, mkdtemp, writeFile } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { STYLES, compareText, shortened } from './compare-texts.mjs';
import { compareTree, raise, setting } from './compare-trees.mjs';
import { LANES, inLanes } from './processes.mjs';
import { published } from './published.mjs';
import { stateText } from './texts.mjs';
import { tree } from './trees.mjs';
import { printVectors } from './vectors.mjs';

const { PUBLISHED, STATELINE, SCRATCH, TREES, ONLY } = process.env;
const hook = published(PUBLISHED);

async function main(args) {
  if (args[0] === '--vectors') return printVectors(hook, SCRATCH, args[1], wholeNumber(args[2], 1), wholeNumber(args[3], 100));
  const seed = wholeNumber(args[0], 1);
  const count = wholeNumber(args[1], 2000);
  const [kind, only] = (ONLY ?? '').split(':');
  const chosen = (name, length) => (ONLY ? (kind === name ? [wholeNumber(only, 0)] : []) : Array.from({ length }, (_, index) => index));
  const texts = await compareTexts(seed, chosen('text', count));
  const trees = await compareTrees(seed, chosen('tree', wholeNumber(TREES, Math.max(20, Math.floor(count / 200)))));
  // Texts first: a difference in reading explains the same one in a whole tree.
  await report(seed, texts.differences, reportText);
  await report(seed, trees.differences, reportTree);
  const differ = texts.differences.length + trees.differences.length;
  console.log(`differential: ${texts.blank} of ${texts.runs} text runs had nothing to show; in ${trees.silent} of ${trees.count} trees the hook printed nothing, so only the exit, the one line and the tree were checked`);
  console.log(`differential: ${texts.runs} text runs and ${trees.count} trees compared, ${differ} differ`);
  return differ === 0 ? 0 : 1;
}

function wholeNumber(text, otherwise) {
  if (text === undefined || text === '') return otherwise;
  if (/^\d+$/.test(text)) return Number(text);
  console.error(`differential: \`${text}\` is not an integer; usage: scripts/differential [SEED] [COUNT]`);
  process.exit(2);
}

async function compareTexts(seed, indices) {
  const result = { runs: 0, blank: 0, differences: [] };
  await inLanes(indices, LANES, async (index, lane) => {
    const bytes = stateText(seed, index);
    for (const style of STYLES) {
      const compared = await compareText({ hook, stateline: STATELINE, folder: path.join(SCRATCH, `text-${lane}`) }, bytes, style);
      result.runs += 1;
      if (compared.expected.length === 0) result.blank += 1;
      if (!compared.same) result.differences.push({ ...compared, name: `text:${index} ${style}`, index, style, bytes });
    }
  });
  result.differences.sort((a, b) => a.index - b.index || STYLES.indexOf(a.style) - STYLES.indexOf(b.style));
  return result;
}

async function compareTrees(seed, indices) {
  const result = { count: 0, silent: 0, differences: [] };
  // One lane per processor: the hook gives git 1.5 seconds, which may not be enough on a busy machine.
  await inLanes(indices, os.cpus().length, async (index, lane) => {
    const made = tree(seed, index);
    const compared = await compareTree({ hook, stateline: STATELINE, folder: path.join(SCRATCH, `tree-${lane}`) }, made);
    result.count += 1;
    if (compared.outcome === 'silent') result.silent += 1;
    if (compared.outcome === 'differs') result.differences.push({ ...compared, name: `tree:${index}`, index, made });
  });
  result.differences.sort((a, b) => a.index - b.index);
  return result;
}

// How many of the others are shown, to see whether they have the same cause.
const ALSO = 8;

async function report(seed, [first, ...others], inFull) {
  if (!first) return;
  await inFull(seed, first);
  for (const difference of others.slice(0, ALSO)) console.log(brief(difference));
  if (others.length > ALSO) console.log(`and ${others.slice(ALSO, 60).map(({ name }) => name).join(', ')}${others.length > 60 ? ', …' : ''}`);
}

function brief({ name, what = '', expected, actual }) {
  const cut = (value) => (value instanceof Buffer ? quoted(value) : JSON.stringify(value) ?? '').slice(0, 300);
  return `also ${name} ${what}\n  expected:  ${cut(expected)}\n  actual:    ${cut(actual)}`;
}

const quoted = (bytes) => JSON.stringify(bytes.toString('utf8'));

/** Anything printable is quoted, so that a difference in blanks or controls can be seen. */
function show(title, facts) {
  console.log(`\n${title}`);
  for (const [name, value] of Object.entries(facts)) if (value !== '') console.log(`  ${`${name}:`.padEnd(10)} ${value}`);
  console.log('');
}

async function keptFolder(name) {
  return mkdtemp(path.join(os.tmpdir(), `differential-${name}-`));
}

async function reportText(seed, { index, style, bytes, expected, actual, code, stderr }) {
  const sides = { hook, stateline: STATELINE, folder: path.join(SCRATCH, 'shortening') };
  const short = await shortened(sides, bytes, style);
  const again = await compareText(sides, short, style);
  const folder = await keptFolder('text');
  await mkdir(path.join(folder, 'short'));
  await Promise.all([['STATE.md', bytes], ['expected', expected], ['actual', actual], ['short/STATE.md', short]].map(([name, content]) => writeFile(path.join(folder, name), content)));
  show(`text ${index} of seed ${seed} differs in --style ${style}`, {
    text: quoted(bytes), note: Buffer.from(bytes.toString('utf8')).equals(bytes) ? '' : 'the file is not UTF-8; the kept one is exact',
    expected: quoted(expected), actual: `${quoted(actual)}, exit code ${code}`, stderr: stderr && JSON.stringify(stderr),
    short: quoted(short), gives: `expected ${quoted(again.expected)}, actual ${quoted(again.actual)}, exit code ${again.code}`,
    kept: folder, again: `ONLY=text:${index} scripts/differential ${seed}`,
  });
}

async function reportTree(seed, { index, made, what, expected, actual, code, stderr }) {
  const folder = await keptFolder('tree');
  const root = path.join(folder, 'root');
  await raise(root, made);
  const { env, cwd, input } = setting(root, made);
  const words = (text) => `'${text.replaceAll("'", "'\\''")}'`;
  const variables = Object.entries(env).map(([name, value]) => words(`${name}=${value}`)).join(' ');
  await writeFile(path.join(folder, 'stdin'), input);
  await writeFile(path.join(folder, 'case.json'), JSON.stringify(made, null, 2));
  await writeFile(path.join(folder, 'run'), `#!/bin/sh\n# run PROGRAM [ARGUMENT…]: as the host would, in this tree\ncd ${words(cwd)} && env -i ${variables} "$@" <${words(path.join(folder, 'stdin'))}\n`, { mode: 0o755 });
  show(`tree ${index} of seed ${seed} differs: ${what}`, {
    tree: JSON.stringify(made), expected: JSON.stringify(expected), actual: `${JSON.stringify(actual)}, exit code ${code}`, stderr: stderr && JSON.stringify(stderr),
    kept: `${folder}, where ./run PROGRAM repeats it`, again: `ONLY=tree:${index} scripts/differential ${seed}`,
  });
}

process.exitCode = await main(process.argv.slice(2));
