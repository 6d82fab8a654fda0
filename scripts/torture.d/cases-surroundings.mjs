// Cases about what surrounds a run: home, directories, limits, streams, clock, terminal.

import { execFileSync, spawn } from 'node:child_process';
import { chmodSync, closeSync, openSync, readFileSync, symlinkSync } from 'node:fs';
import { METER, MODEL, NOBODY, STATE, STATE_LINE } from './lab.mjs';
import { WHOLE } from './cases-input.mjs';
import { closed } from './run.mjs';

const NO_STATE = `${MODEL} │ work ${METER}`;

/** A case whose payload is the usual one. */
const usual = (name, change, says = WHOLE, more = {}) => ({
  name,
  prepare: async (lab) => ({ stdin: closed(lab.json()), ...await change(lab) }),
  says,
  ...more,
});

const env = (name, variables, says = WHOLE, more = {}) => usual(name, (lab) => { Object.assign(lab.env, variables); }, says, more);

const shell = (name, script, says = WHOLE, more = {}) => usual(name, () => ({ shell: script }), says, more);

/** Runs what follows as a user whom file modes bind. */
const AS_NOBODY = `setpriv --reuid=${NOBODY} --regid=${NOBODY} --clear-groups`;

/** A pipe that is full and that nobody reads. */
function fullPipe(lab) {
  lab.make('mkfifo', 'full');
  const holder = spawn('bash', ['-c', 'exec 3<>full; dd if=/dev/zero bs=4096 count=16 >&3 2>/dev/null; echo ready; exec sleep 60'], { cwd: lab.root, stdio: ['ignore', 'pipe', 'ignore'] });
  lab.undo.push(() => holder.kill('SIGKILL'));
  return new Promise((resolve) => holder.stdout.once('data', resolve));
}

export const SURROUNDINGS = {
  title: 'Surroundings',
  cases: [
    usual('HOME unset', (lab) => { delete lab.env.HOME; }),
    env('HOME empty', { HOME: '' }),
    env('HOME that is not there', { HOME: '/nowhere' }),
    env('HOME that is a file', { HOME: '/etc/passwd' }),
    usual('no environment at all', (lab) => { for (const name of Object.keys(lab.env)) if (name !== 'PATH') delete lab.env[name]; return { shell: 'exec env -i "$@"' }; }, null, { coloured: true }),
    shell('working directory removed', 'mkdir gone && cd gone && rmdir ../gone && exec "$@"'),
    { name: 'working directory removed, no payload', prepare: () => ({ shell: 'mkdir gone && cd gone && rmdir ../gone && exec "$@"' }), says: '', verdict: 'blank' },
    usual('working directory unreadable', (lab) => { lab.giveAway(); chmodSync(lab.cwd, 0); lab.undo.push(() => chmodSync(lab.cwd, 0o755)); return { shell: `exec ${AS_NOBODY} "$@"` }; }, NO_STATE, { root: true }),
    env('TMPDIR that is not there', { TMPDIR: '/nowhere' }),
    env('TMPDIR that is a file', { TMPDIR: '/etc/passwd' }),
    usual('TMPDIR read-only', (lab) => { lab.giveAway(); chmodSync(lab.at('tmp'), 0o555); return { shell: `exec ${AS_NOBODY} "$@"` }; }, WHOLE, { root: true }),
    usual('disk full', (lab) => {
      lab.make('mount', '-t', 'tmpfs', '-o', 'size=64k', 'tmpfs', 'tmp');
      lab.undo.push(() => execFileSync('umount', ['-l', lab.at('tmp')]));
      try { lab.make('dd', 'if=/dev/zero', 'of=tmp/filling', 'bs=4k'); } catch { /* until it is full */ }
      return {};
    }, WHOLE, { root: true }),
    usual('no inodes left', (lab) => {
      lab.make('mount', '-t', 'tmpfs', '-o', 'nr_inodes=1', 'tmpfs', 'tmp');
      lab.undo.push(() => execFileSync('umount', ['-l', lab.at('tmp')]));
      return {};
    }, WHOLE, { root: true }),
    shell('no file may grow', 'ulimit -f 0; exec env --default-signal=XFSZ "$@"'),
    shell('no file descriptors left', 'ulimit -n 3; exec "$@"', NO_STATE),
    shell('32 MB of memory', 'ulimit -v 32768; exec "$@"'),
    shell('64 KB of stack', 'ulimit -s 64; exec "$@"'),
    // 64 KB hid it: the kernel and the C library use most of 16 KB before the program begins.
    shell('16 KB of stack', 'ulimit -s 16; exec "$@"'),
    usual('no more processes, git wanted', (lab) => {
      lab.file('work/.planning/config.json', '{"statusline":{"show_git":true}}');
      lab.giveAway();
      return { shell: `exec ${AS_NOBODY} bash --norc -c 'ulimit -u 1; exec "$@"' bash "$@"` };
    }, WHOLE, { root: true }),
    // It answers the first question late and the others never.
    ...[['never answers', 'exec sleep 60'], ['answers late, then never', 'case "$*" in *--list*) sleep 1;; *) exec sleep 60;; esac']].map(([name, script]) => (
      usual(`a git that ${name}`, (lab) => {
        lab.file('work/.planning/config.json', '{"statusline":{"show_git":true,"show_state_freshness":true}}');
        lab.file('work/.planning/STATE.md', STATE.replace('status:', 'state_head: abcdef0\nstatus:'));
        lab.file('work/.git/HEAD', 'ref: refs/heads/main\n');
        lab.file('bin/git', `#!/bin/sh\n${script}\n`);
        chmodSync(lab.at('bin/git'), 0o755);
        lab.env.PATH = `${lab.at('bin')}:${lab.env.PATH}`;
      }, WHOLE, { limit: 1700 })
    )),
    shell('standard output closed', 'exec "$@" >&-', '', { verdict: 'blank' }),
    shell('standard error closed', 'exec "$@" 2>&-'),
    shell('every stream closed', 'exec "$@" <&- >&- 2>&-', '', { verdict: 'blank' }),
    shell('standard output full', 'exec "$@" >/dev/full', '', { verdict: 'blank' }),
    usual('standard output a full pipe', async (lab) => { await fullPipe(lab); return { shell: 'cd .. && exec "$@" 1<>full' }; }, '', { verdict: 'blank' }),
    shell('the reader has gone (SIGPIPE)', '"$@" | exec true; exit "${PIPESTATUS[0]}"', '', { verdict: 'blank' }),
    shell('SIGPIPE ignored, the reader gone', 'trap "" PIPE; "$@" | exec true; exit "${PIPESTATUS[0]}"', '', { verdict: 'blank' }),
    env('no PATH', { PATH: '' }, WHOLE, { only: 'stateline' }),
    env('TERM=dumb', { TERM: 'dumb', NO_COLOR: '' }),
    env('NO_COLOR', {}),
    env('COLUMNS=0', { COLUMNS: '0' }),
    env('COLUMNS=1', { COLUMNS: '1' }, '…'),
    env('COLUMNS=40', { COLUMNS: '40' }, '[█████░░░░░] 59% · Phase 4.5 executing'),
    env('COLUMNS=100000', { COLUMNS: '100000' }),
    env('COLUMNS=abc', { COLUMNS: 'abc' }),
    env('COLUMNS=-5', { COLUMNS: '-5' }),
    env('COLUMNS of 30 digits', { COLUMNS: '9'.repeat(30) }),
    env('a time zone that there is not', { TZ: 'Nowhere/Land' }),
    env('a time zone that is /dev/zero', { TZ: ':/dev/zero' }),
    env('a locale that there is not', { LC_ALL: 'xx_YY.ISO-8859-99', LANG: 'xx' }),
    env('the locale C', { LC_ALL: 'C', LANG: 'C' }),
    shell('variables that are not UTF-8', 'export COLUMNS=$\'\\xff\' GSD_WORKSTREAM=$\'\\xff\' LANG=$\'\\xff\' XDG_CONFIG_HOME=$\'\\xff\'; exec "$@"'),
    usual('1 MB of environment', (lab) => { for (let at = 0; at < 16; at += 1) lab.env[`FILLING_${at}`] = 'x'.repeat(1 << 16); }),
    ...['1901-12-14T00:00:00Z', '1969-12-31T23:59:59Z', '2106-02-08T00:00:00Z', '9999-12-31T23:59:59Z'].map((time) => (
      usual(`a clock that says ${time.slice(0, 4)}`, (lab) => { lab.env.STATELINE_NOW = time; }, WHOLE, { only: 'stateline' })
    )),
    usual('a bridge that is a link to a file of the user', (lab) => { lab.file('home/precious', 'precious'); symlinkSync(lab.at('home/precious'), lab.at('tmp/claude-ctx-s1.json')); }, WHOLE, { after: (lab) => readFileSync(lab.at('home/precious'), 'utf8') === 'precious' }),
    usual('a bridge that is a FIFO', (lab) => { lab.make('mkfifo', 'tmp/claude-ctx-s1.json'); }),
    usual('a bridge that is a directory', (lab) => { lab.file('tmp/claude-ctx-s1.json/x', ''); }),
    usual('20,000 todo lists', (lab) => {
      for (let at = 0; at < 20000; at += 1) closeSync(openSync(lab.at('home/.claude/todos') + `/${at}`, 'w'));
    }, WHOLE, { long: true, only: 'stateline', before: (lab) => lab.file('home/.claude/todos/x', '') }),
  ],
};
