// Cases about the state file itself: what stands in its place, what is in it, and who is writing it.

import { spawn } from 'node:child_process';
import { chmodSync, mkdirSync, rmSync, symlinkSync, truncateSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { METER, MODEL, NOBODY, STATE, STATE_LINE } from './lab.mjs';
import { WHOLE } from './cases-input.mjs';
import { closed } from './run.mjs';

const PLACE = 'work/.planning/STATE.md';
const NO_STATE = `${MODEL} │ work ${METER}`;

/** A case where something else stands in the place of the state file. */
const instead = (name, change, says = NO_STATE, more = {}) => ({
  name,
  prepare: async (lab) => {
    rmSync(lab.at(PLACE));
    return { stdin: closed(lab.json()), ...await change(lab) };
  },
  says,
  ...more,
});

const text = (name, content, says, more) => instead(name, (lab) => lab.file(PLACE, content), says, more);

const shown = (state) => `${MODEL} │ ${state} │ work ${METER}`;

const MEBIBYTE = 1 << 20;

export const STATES = {
  title: 'The state file is',
  cases: [
    instead('missing', () => {}),
    instead('a FIFO', (lab) => { lab.make('mkfifo', PLACE); }),
    instead('a socket', (lab) => new Promise((resolve) => {
      const server = createServer().listen(lab.at(PLACE), resolve);
      lab.undo.push(() => server.close());
    })),
    instead('a directory', (lab) => mkdirSync(lab.at(PLACE))),
    instead('a device', (lab) => { lab.make('mknod', PLACE, 'c', '1', '5'); }, NO_STATE, { root: true }),
    instead('a link to /dev/zero', (lab) => symlinkSync('/dev/zero', lab.at(PLACE))),
    instead('a link to /dev/tty', (lab) => symlinkSync('/dev/tty', lab.at(PLACE))),
    instead('a link to itself', (lab) => symlinkSync('STATE.md', lab.at(PLACE))),
    instead('a link to nowhere', (lab) => symlinkSync('/nowhere', lab.at(PLACE))),
    instead('a link to a state', (lab) => { lab.file('home/other.md', STATE); symlinkSync(lab.at('home/other.md'), lab.at(PLACE)); }, WHOLE),
    instead('a link to /proc/self/mem', (lab) => symlinkSync('/proc/self/mem', lab.at(PLACE))),
    instead('a link to /proc/kmsg', (lab) => symlinkSync('/proc/kmsg', lab.at(PLACE))),
    instead('unreadable', (lab) => { lab.file(PLACE, STATE); lab.giveAway(); chmodSync(lab.at(PLACE), 0); return { shell: `exec setpriv --reuid=${NOBODY} --regid=${NOBODY} --clear-groups "$@"` }; }, NO_STATE, { root: true }),
    text('empty', '', NO_STATE),
    instead('empty, and every other state too, all just made', (lab) => {
      for (const name of ['agent-state.json', 'orchestrator-exec-phase.local.md', 'orchestrator-plan-phase.local.md']) lab.file(`work/.claude/${name}`, '');
      for (let at = 0; at < 12; at += 1) lab.file(`work/.workflow/sessions/WFR-${at}/session-state.json`, '');
      lab.file(PLACE, '');
      lab.file('work/.planning/config.json', '');
    }, null),
    instead('10 GB, sparse', (lab) => { lab.file(PLACE, STATE); truncateSync(lab.at(PLACE), 10e9); }, WHOLE),
    instead('10 GB of nothing, sparse', (lab) => { lab.file(PLACE, ''); truncateSync(lab.at(PLACE), 10e9); }),
    text('1 MB of one letter', 'x'.repeat(MEBIBYTE), NO_STATE),
    text('1 MB of dashes', '---\n'.repeat(MEBIBYTE / 4), NO_STATE),
    text('1 MB of colons', `---\n${'a:\n'.repeat(MEBIBYTE / 3)}`, NO_STATE),
    text('1 MB of open brackets', `---\nstatus: executing\nnext_phases: ${'['.repeat(MEBIBYTE)}\n---\n`, null),
    text('a name of 100,000 letters', STATE.replace('Code Quality', 'x'.repeat(1e5)), shown(STATE_LINE.replace('Code Quality', 'x'.repeat(1e5)))),
    text('a name of 1 MB', STATE.replace('Code Quality', 'x'.repeat(MEBIBYTE)), null),
    // Only the default style was tried, and only one directory at a time.
    instead('a phase of 1 MB, in the smart style', (lab) => {
      lab.file(PLACE, STATE.replace('"4.5"', '(- '.repeat(MEBIBYTE / 3)));
      lab.file('work/.stateline.toml', 'style = "smart"\n');
    }, null),
    instead('a crowd of 20,000 sessions in each of ten directories', (lab) => {
      rmSync(lab.at('work/.planning'), { recursive: true });
      for (let number = 0; number < 20000; number += 1) lab.file(`crowd/sessions/WFR-${number}`, '');
      let dir = 'work';
      for (let level = 0; level < 10; level += 1) {
        lab.make('ln', '-s', lab.at('crowd'), `${dir}/.workflow`);
        if (level < 9) { dir += '/below'; lab.make('mkdir', dir); }
      }
      return { stdin: closed(lab.json({ cwd: lab.at(dir), workspace: { current_dir: lab.at(dir) } })) };
    }, null),
    text('NULs', '\0'.repeat(4096), NO_STATE),
    text('UTF-16', Buffer.from(`\ufeff${STATE}`, 'utf16le'), NO_STATE),
    text('with a byte-order mark', `\ufeff${STATE}`, null),
    text('with line ends of DOS', STATE.replaceAll('\n', '\r\n'), WHOLE),
    text('not UTF-8', Buffer.from(STATE.replace('Code', 'C\xf6de'), 'latin1'), shown(STATE_LINE.replace('Code', 'C\ufffdde'))),
    text('with an escape sequence in a name', STATE.replace('Code', '\x1b]0;owned\x07\x1b[2JCode'), shown(STATE_LINE.replace('Code', ' ]0;owned  [2JCode'))),
    text('with C1 controls in a name', STATE.replace('Code', '\u009b2JCode'), shown(STATE_LINE.replace('Code', ' 2JCode'))),
    text('with a name that runs backwards', STATE.replace('Code', '\u202eCode'), WHOLE),
    text('without an end to its frontmatter', STATE.replace(/---\n$/, ''), NO_STATE),
    instead('before 1970', (lab) => { lab.file(PLACE, STATE); lab.make('touch', '-d', '@-1000000000', PLACE); }, WHOLE),
    instead('after 2100', (lab) => { lab.file(PLACE, STATE); lab.make('touch', '-d', '@5000000000', PLACE); }, WHOLE),
    instead('a config that is a FIFO', (lab) => { lab.file(PLACE, STATE); lab.make('mkfifo', 'work/.planning/config.json'); }, WHOLE),
    instead('below a FIFO', (lab) => { rmSync(lab.at('work/.planning'), { recursive: true }); lab.make('mkfifo', 'work/.planning'); }),
    ...[['truncated and written again', 'truncate'], ['replaced by another', 'rename']].map(([name, way]) => (
      instead(`${name}, all the time`, (lab) => rewritten(lab, way), WHOLE, { times: 25 })
    )),
    { name: 'a session of 1 MB', prepare: (lab) => session(lab, `{"session_id":"WFR-1","status":"running","node_states":[${'{"status":"completed"},'.repeat(45000)}{}]}`), says: null },
    { name: 'a session cut in half', prepare: (lab) => session(lab, '{"session_id":"WFR-1","template_name":"Feature TDD","status":"running","node_sta'), says: shown('Feature TDD · running') },
    { name: 'an agent state 300,000 brackets deep', prepare: (lab) => replaced(lab, '.claude/agent-state.json', `{"orchestrator":{"status":"planning"},"a":${'['.repeat(3e5)}`), says: null },
    { name: 'an exec file of 1 MB of modules', prepare: (lab) => replaced(lab, '.claude/orchestrator-exec-phase.local.md', `---\nmodules_status:\n${'  - id: "m"\n    status: complete\n'.repeat(30000)}---\n`), says: null },
  ],
};

function replaced(lab, name, content) {
  rmSync(lab.at('work/.planning'), { recursive: true });
  lab.file(`work/${name}`, content);
  return { stdin: closed(lab.json()) };
}

const session = (lab, content) => replaced(lab, '.workflow/sessions/WFR-1/session-state.json', content);

/** Starts a writer that does nothing else until the case is over. */
function rewritten(lab, way) {
  writeFileSync(lab.at(PLACE), STATE);
  const script = `
    const fs = require('node:fs');
    const [, place, text, way] = process.argv;
    for (;;) {
      const target = way === 'rename' ? place + '.new' : place;
      fs.writeFileSync(target, text);
      if (way === 'rename') fs.renameSync(target, place);
      // A state that is written without a pause has no time to be there.
      Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 1);
    }`;
  const writer = spawn(process.execPath, ['-e', script, lab.at(PLACE), STATE, way], { stdio: 'ignore' });
  lab.undo.push(() => writer.kill('SIGKILL'));
  lab.changes = true;
}
