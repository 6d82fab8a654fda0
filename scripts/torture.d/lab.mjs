// A home, a project and a place for temporary files, made for one run and removed after it.

import { execFileSync } from 'node:child_process';
import { chmodSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';

export class Lab {
  constructor(base, data) {
    this.root = mkdtempSync(path.join(base, 'lab-'));
    chmodSync(this.root, 0o755);
    for (const name of ['home', 'tmp', 'work']) mkdirSync(path.join(this.root, name));
    this.cwd = this.at('work');
    this.env = { PATH: process.env.PATH, HOME: this.at('home'), TMPDIR: this.at('tmp'), TERM: 'xterm-256color', NO_COLOR: '1' };
    this.undo = [];
    this.data = data;
    this.names = Object.entries({ ...data.texts, ROOT: this.root, WORK: this.cwd, PATH: process.env.PATH });
    for (const [name, content] of Object.entries(data.files)) this.file(name, this.named(content));
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

  /** A string with `@NAME@` replaced; the replacement may contain names, too. */
  named(text) {
    const replaced = (whole) => this.names.reduce((it, [name, value]) => it.replaceAll(`@${name}@`, () => value), whole);
    return replaced(replaced(text));
  }

  /** What Claude Code sends, with some fields changed by the case, and without others. */
  payload(changes = {}, without = []) {
    const payload = { ...this.data.payload, ...changes };
    for (const name of without) delete payload[name];
    return JSON.stringify(payload, (_, value) => (typeof value === 'string' ? this.named(value) : value));
  }

  remove() {
    for (const step of this.undo.reverse()) step();
    rmSync(this.root, { recursive: true, force: true, maxRetries: 5 });
  }
}
