// A home, a project and a place for temporary files, made anew for every run.

import { execFileSync } from 'node:child_process';
import { chmodSync, mkdirSync, mkdtempSync, readdirSync, lstatSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';

export const STATE = `---
milestone: v2.0
milestone_name: Code Quality
status: executing
active_phase: "4.5"
progress:
  total_phases: 17
  completed_phases: 10
  percent: 59
---
`;

/** How the parts of the line look. */
export const MODEL = 'Opus 5';
export const STATE_LINE = 'v2.0 Code Quality [█████░░░░░] 59% · Phase 4.5 executing';
export const METER = '██████░░░░ 60%';

/** Whom file modes bind, which they do not root. */
export const NOBODY = 65534;

export class Lab {
  constructor(base) {
    this.root = mkdtempSync(path.join(base, 'lab-'));
    chmodSync(this.root, 0o755);
    for (const name of ['home', 'tmp', 'work']) mkdirSync(path.join(this.root, name));
    this.cwd = this.at('work');
    this.env = { PATH: process.env.PATH, HOME: this.at('home'), TMPDIR: this.at('tmp'), TERM: 'xterm-256color', NO_COLOR: '1' };
    this.undo = [];
    this.file('work/.planning/STATE.md', STATE);
    this.file('home/.claude/projects/p/s1.jsonl', this.transcript());
  }

  at(name) {
    return path.join(this.root, name);
  }

  file(name, content) {
    mkdirSync(path.dirname(this.at(name)), { recursive: true });
    writeFileSync(this.at(name), content);
  }

  /** Runs a command in the root, to make what Node cannot. */
  make(program, ...args) {
    return execFileSync(program, args, { cwd: this.root, stdio: ['ignore', 'pipe', 'pipe'] });
  }

  /** Hands everything to a user whom file modes bind. */
  giveAway() {
    this.make('chown', '-R', `${NOBODY}:${NOBODY}`, '.');
  }

  transcript() {
    const usage = { input_tokens: 1000, cache_read_input_tokens: 90000, cache_creation_input_tokens: 1000, output_tokens: 500 };
    const time = '2026-01-15T12:00:00.000Z';
    const common = { sessionId: 's1', cwd: this.cwd, version: '2.1.260', timestamp: time };
    return [
      { ...common, type: 'user', uuid: 'u1', message: { role: 'user', content: 'hello' } },
      { ...common, type: 'assistant', uuid: 'u2', requestId: 'r1', costUSD: 0.1, message: { id: 'm1', role: 'assistant', model: 'claude-opus-5', content: [], usage } },
    ].map((row) => `${JSON.stringify(row)}\n`).join('');
  }

  /** What Claude Code sends, with some fields as the case wants them. */
  payload(changes = {}) {
    return {
      hook_event_name: 'Status',
      session_id: 's1',
      transcript_path: this.at('home/.claude/projects/p/s1.jsonl'),
      cwd: this.at('work'),
      model: { id: 'claude-opus-5', display_name: MODEL },
      workspace: { current_dir: this.at('work'), project_dir: this.at('work') },
      version: '2.1.260',
      output_style: { name: 'default' },
      cost: { total_cost_usd: 0.5, total_duration_ms: 60000, total_api_duration_ms: 2000, total_lines_added: 1, total_lines_removed: 1 },
      context_window: { remaining_percentage: 50, used_percentage: 50, context_window_size: 200000, total_input_tokens: 92000, total_output_tokens: 500, current_usage: { input_tokens: 1000, output_tokens: 500, cache_creation_input_tokens: 1000, cache_read_input_tokens: 90000 } },
      exceeds_200k_tokens: false,
      ...changes,
    };
  }

  json(changes) {
    return JSON.stringify(this.payload(changes));
  }

  /** Everything below the root but the bridge, to see what a run has left behind. */
  listing() {
    const found = [];
    const open = [''];
    for (let dir = open.pop(); dir !== undefined; dir = open.pop()) {
      for (const name of readdirSync(this.at(dir))) {
        const below = path.join(dir, name);
        const about = lstatSync(this.at(below));
        if (/^tmp\/claude-ctx-[^/]*\.json$/.test(below)) continue;
        found.push(`${below} ${about.mode} ${about.isDirectory() ? '' : about.mtimeMs}`);
        if (about.isDirectory()) open.push(below);
      }
    }
    return found.sort().join('\n');
  }

  remove() {
    for (const step of this.undo.reverse()) step();
    rmSync(this.root, { recursive: true, force: true, maxRetries: 5 });
  }
}
