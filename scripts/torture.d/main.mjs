// Runs every program on every case and prints the results. The usage is in scripts/torture.

import { chmodSync, mkdtempSync, rmSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { DATA, isKept, prepare } from './cases.mjs';
import { Lab } from './lab.mjs';
import { programs } from './programs.mjs';
import { writeReadme } from './readme.mjs';
import { PATIENCE_MS, run } from './run.mjs';
import { verdict } from './verdict.mjs';

/** What the README promises. */
const PROMISED_MS = 150;

/** How often to try: a busy machine may delay a program, but a slow program is slow each time. */
const ATTEMPTS = 5;

/** How often to run a program at most in cases where a single run may succeed by chance. */
const MOST_TIMES = 5;

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

/** Runs one program on one case, in a directory of its own, and returns the worst of its answers. */
async function attempt(program, one) {
  const lab = new Lab(base, DATA);
  labs.add(lab);
  try {
    let worst = null;
    const how = await prepare(lab, one);
    for (let time = 0; time < Math.min(one.times ?? 1, MOST_TIMES); time += 1) {
      const result = await run(program.command(lab), { cwd: lab.cwd, env: lab.env, patience: program.patience, ...how });
      // What a program must leave alone matters more than what it printed.
      const answer = { ...result, verdict: isKept(lab, one) ? verdict(result) : 'overwrites' };
      if (worst === null || rank(answer) > rank(worst)) worst = answer;
    }
    return worst;
  } finally {
    labs.delete(lab);
    lab.remove();
  }
}

/** The worse the higher. */
const rank = ({ verdict }) => ['line', 'blank', 'flood', 'leak', 'overwrites', 'killed', 'hang'].indexOf(verdict.replace(/^exit.*/, 'killed'));

/** What is wrong with an answer of ours, if anything. */
function fault(one, { verdict: what, ms }) {
  if (![one.verdict ?? 'line', 'needs root'].includes(what)) return what;
  return ms > (one.limit ?? PROMISED_MS) ? `took ${Math.round(ms)} ms` : null;
}

/** Gives a program more time if its usual work takes longer, because the machine may be busy. */
async function calibrate([, ...peers]) {
  const [usual] = DATA.groups[0].cases;
  await Promise.all(peers.map(async (peer) => {
    const { ms } = await attempt({ ...peer, patience: 10 * PATIENCE_MS }, usual);
    peer.patience = Math.max(PATIENCE_MS, 3 * ms);
  }));
}

function skipped(program, one) {
  if (one.only && !program.isOurs) return '–';
  // Only a program that reads a state file can stumble over it.
  if (one.state !== undefined && !program.readsState) return '–';
  if (one.root && !isRoot) return 'needs root';
  return null;
}

async function main() {
  const all = programs();
  console.log(`torture: ${all.map(({ name, version }) => `${name} ${version}`).join(', ')}`);
  await calibrate(all);
  const rows = [];
  const wrong = [];
  for (const group of DATA.groups) {
    console.log(`\n${group.title}`);
    for (const one of group.cases) {
      if (!`${group.title}: ${one.name}`.includes(ONLY)) continue;
      const result = async (program) => {
        const why = skipped(program, one);
        return why ? { verdict: why } : attempt(program, one);
      };
      // Ours is timed, so it runs alone; the others can run at the same time.
      const [ours, ...peers] = all;
      let answer = await result(ours);
      for (let tries = 1; tries < ATTEMPTS && fault(one, answer); tries += 1) answer = await result(ours);
      if (fault(one, answer)) wrong.push(`${group.title}: ${one.name}: ${fault(one, answer)}`);
      const cells = [answer, ...await Promise.all(peers.map(result))];
      rows.push({ group: group.title, name: one.name, wanted: one.verdict ?? 'line', cells });
      console.log(row(one.name, cells));
    }
  }
  const unprivileged = rows.filter(({ cells }) => cells[0].verdict === 'needs root').length;
  if (unprivileged > 0) console.log(`\ntorture: ${unprivileged} cases were left out, because only root can make them`);
  for (const line of wrong) console.log(`torture: ${line}`);
  console.log(`torture: ${rows.length} cases, ${wrong.length} with a bad answer from stateline`);
  if (MODE === 'readme') writeReadme(README, all, rows);
  return wrong.length === 0 ? 0 : 1;
}

/** The result of each program in one word, and its time. */
function row(name, cells) {
  const time = ({ ms }) => (ms === undefined ? '' : ` ${ms < 10 ? ms.toFixed(1) : Math.round(ms)} ms`);
  return `${name.padEnd(48)} ${cells.map((answer) => `${answer.verdict}${time(answer)}`.padEnd(16)).join('')}`.trimEnd();
}

process.exitCode = await main();
