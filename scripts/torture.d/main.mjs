// Puts every program through every case, one at a time, and says what became of it. The usage is in scripts/torture.

import { chmodSync, mkdtempSync, rmSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { INPUT } from './cases-input.mjs';
import { STATES } from './cases-state.mjs';
import { SURROUNDINGS } from './cases-surroundings.mjs';
import { Lab } from './lab.mjs';
import { programs } from './programs.mjs';
import { writeReadme } from './readme.mjs';
import { PATIENCE_MS, run } from './run.mjs';
import { plain, verdict } from './verdict.mjs';

/** What the README promises. */
const PROMISED_MS = 150;

/** A busy machine may keep a program waiting; one that is slow is slow each time. */
const ATTEMPTS = 5;

const GROUPS = [INPUT, SURROUNDINGS, STATES];
for (const one of STATES.cases) one.aboutState = true;
const isRoot = process.geteuid() === 0;

const { MODE, ONLY = '', README } = process.env;
const base = mkdtempSync(path.join(os.tmpdir(), 'stateline-torture-'));
const labs = new Set();
process.on('exit', () => {
  for (const lab of labs) lab.remove();
  rmSync(base, { recursive: true, force: true, maxRetries: 5 });
});
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, () => process.exit(1));
// Some cases are run as another user.
chmodSync(base, 0o755);

/** Runs one program on one case, in surroundings of their own. */
async function attempt(program, one) {
  const lab = new Lab(base);
  labs.add(lab);
  try {
    one.before?.(lab);
    const how = await one.prepare(lab) ?? {};
    const before = lab.changes ? '' : lab.listing();
    let worst = null;
    const times = one.times ?? 1;
    for (let time = 0; time < (program.isOurs ? times : Math.min(times, 5)); time += 1) {
      const result = await run(program.command(lab), { cwd: lab.cwd, env: lab.env, patience: program.patience, ...how });
      const told = { ...result, verdict: verdict(result), wrong: [] };
      // Whatever it printed: what it should have left alone counts for more.
      if (one.after && one.after(lab) !== true) told.verdict = 'overwrites';
      if (program.isOurs) told.wrong = [...faults(one, lab, told, before), ...await lineFaults(program, one, lab, how)];
      if (worst === null || told.wrong.length > worst.wrong.length || rank(told) > rank(worst)) worst = told;
    }
    return worst;
  } finally {
    labs.delete(lab);
    lab.remove();
  }
}

/** The worse the higher. */
const rank = ({ verdict }) => ['line', 'blank', 'flood', 'leak', 'overwrites', 'killed', 'hang'].indexOf(verdict.replace(/^exit.*/, 'killed'));

/** In scripts/test nothing depends on how busy the machine is. */
const isLate = ({ ms }, limit = PROMISED_MS) => MODE !== 'short' && ms > limit;

/** What is not as it should be in one of our own answers. */
function faults(one, lab, told, before) {
  const wrong = [];
  const text = told.stdout.toString('utf8');
  const expected = one.verdict ?? 'line';
  if (told.verdict !== expected) wrong.push(`${told.verdict} instead of ${expected}`);
  if (one.says !== null && text !== one.says) wrong.push(`printed ${shortened(text)} instead of ${shortened(one.says)}`);
  if (text.includes('\n')) wrong.push('printed more than one line');
  if (!one.coloured && text !== plain(told.stdout)) wrong.push('printed colours in spite of NO_COLOR or TERM=dumb');
  if (told.stderr !== '') wrong.push(`complained: ${shortened(told.stderr)}`);
  if (isLate(told, one.limit)) wrong.push(`took ${Math.round(told.ms)} ms`);
  if (before !== '' && lab.listing() !== before) wrong.push('left something behind');
  return wrong;
}

/** The same state, as a prompt asks for it. */
async function lineFaults(program, one, lab, how) {
  if (!one.aboutState) return [];
  const told = await run([...program.command(lab), 'line'], { cwd: lab.cwd, env: lab.env, ...how, stdin: null });
  const text = told.stdout.toString('utf8');
  const wrong = [];
  if (!['line', 'blank'].includes(verdict(told))) wrong.push(verdict(told));
  if (!/^([^\n]+\n)?$/.test(text)) wrong.push(`printed ${shortened(text)}`);
  // All that the hook shows of the state, and nothing else.
  if (one.says && !one.says.includes(text.trim())) wrong.push(`printed ${shortened(text)}, the hook ${shortened(one.says)}`);
  if (told.stderr !== '') wrong.push(`complained: ${shortened(told.stderr)}`);
  if (isLate(told)) wrong.push(`took ${Math.round(told.ms)} ms`);
  return wrong.map((fault) => `line: ${fault}`);
}

const shortened = (text) => JSON.stringify(text.length > 160 ? `${text.slice(0, 80)}…${text.slice(-40)} (${text.length})` : text);

/** Tries again where the machine, not the program, may have been too slow. */
async function cell(program, one) {
  let told = await attempt(program, one);
  for (let tries = 1; tries < ATTEMPTS && told.wrong.length > 0; tries += 1) {
    const again = await attempt(program, one);
    if (again.wrong.length <= told.wrong.length) told = again;
  }
  return told;
}

/** Gives a program more time where it needs more for what is usual: a busy machine is no fault of its. */
async function calibrate([, ...peers]) {
  const [usual] = INPUT.cases;
  await Promise.all(peers.map(async (peer) => {
    const { ms } = await attempt({ ...peer, patience: 10 * PATIENCE_MS }, usual);
    peer.patience = Math.max(PATIENCE_MS, 3 * ms);
  }));
}

function skipped(program, one) {
  if (one.only && !program.isOurs) return '–';
  // Only a program that reads a state file can stumble over it.
  if (one.aboutState && !program.readsState) return '–';
  if (one.root && !isRoot) return 'needs root';
  return null;
}

async function main() {
  const all = programs(MODE);
  console.log(`torture: ${all.map(({ name, version }) => `${name} ${version}`).join(', ')}`);
  await calibrate(all);
  const rows = [];
  const wrong = [];
  let unprivileged = 0;
  for (const group of GROUPS) {
    console.log(`\n${group.title}`);
    for (const one of group.cases) {
      if ((MODE === 'short' && one.long) || !`${group.title}: ${one.name}`.includes(ONLY)) continue;
      const result = async (program) => {
        const why = skipped(program, one);
        return why ? { verdict: why } : cell(program, one);
      };
      // Ours is timed, so it is alone; most of the others only wait.
      const [ours, ...peers] = all;
      const cells = [await result(ours), ...await Promise.all(peers.map(result))];
      if (cells[0].verdict === 'needs root') unprivileged += 1;
      for (const fault of cells[0].wrong ?? []) wrong.push(`${group.title}: ${one.name}: ${fault}`);
      rows.push({ group: group.title, name: one.name, wanted: one.verdict ?? 'line', cells });
      console.log(row(one.name, cells));
    }
  }
  if (unprivileged > 0) console.log(`\ntorture: ${unprivileged} cases were left out, because only root can make them`);
  for (const fault of wrong) console.log(`torture: ${fault}`);
  console.log(`torture: ${rows.length} cases, ${wrong.length} with a bad answer of stateline's`);
  if (MODE === 'readme') writeReadme(README, all, rows);
  return wrong.length === 0 ? 0 : 1;
}

/** What came out, the exit code and the time of ours in full; of the others in a word. */
function row(name, [ours, ...others]) {
  const time = ({ ms }) => (ms === undefined ? '' : ` ${ms < 10 ? ms.toFixed(1) : Math.round(ms)} ms`);
  const mark = ours.wrong?.length ? '✗' : ' ';
  const words = others.map((told) => `${told.verdict}${time(told)}`.padEnd(16)).join('');
  const output = ours.stdout === undefined ? '' : `exit ${ours.code ?? ours.signal} ${shortened(ours.stdout.toString('utf8'))}`;
  return `${mark} ${name.padEnd(46)} ${`${ours.verdict}${time(ours)}`.padEnd(14)} ${others.length > 0 ? words : output}`.trimEnd();
}

process.exitCode = await main();
