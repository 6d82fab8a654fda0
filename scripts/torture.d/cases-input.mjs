// Cases about what comes in by standard input.

import { openSync } from 'node:fs';
import { METER, MODEL, STATE_LINE } from './lab.mjs';
import { closed, large, open, signalled, slowly } from './run.mjs';

export const WHOLE = `${MODEL} │ ${STATE_LINE} │ work ${METER}`;
const named = (model) => `${model} │ ${STATE_LINE} │ work ${METER}`;

/** The line of a directory whose name is too long for it: 4,095 bytes in all. */
function cutDirectory() {
  const frame = Buffer.byteLength(`${MODEL} │ … ${METER}`);
  return `${MODEL} │ ${'x'.repeat(4095 - frame)}… ${METER}`;
}

const GIGABYTE = 1e9;

/** A payload whose every field is `value`, at every depth. */
function flattened(payload, value) {
  const walk = (it) => (it !== null && typeof it === 'object' ? Object.fromEntries(Object.entries(it).map(([key, inner]) => [key, walk(inner)])) : value);
  return JSON.stringify(walk(payload));
}

const of = (name, stdin, says, more = {}) => ({ name, prepare: (lab) => ({ stdin: stdin(lab) }), says, ...more });

const withModel = (name, model, shown) => of(name, (lab) => closed(lab.json({ model: { id: 'x', display_name: model } })), named(shown));

export const INPUT = {
  title: 'Standard input',
  cases: [
    of('a payload, closed behind it', (lab) => closed(lab.json()), WHOLE),
    of('open pipe, nothing in it', () => open(), STATE_LINE),
    of('open pipe, a payload in it', (lab) => open(lab.json()), WHOLE),
    of('open pipe, half a payload in it', (lab) => open(lab.json().slice(0, lab.json().indexOf('"version"'))), `${MODEL} │ ${STATE_LINE} │ work`),
    // Nobody can wait for it: it would take five seconds.
    of('a byte every 10 ms', (lab) => slowly(lab.json({ a: 'x'.repeat(200) }), 10), STATE_LINE),
    of('a payload in two parts, 50 ms apart', (lab) => async (pipe) => {
      const text = lab.json();
      pipe.write(text.slice(0, 100));
      setTimeout(() => pipe.write(text.slice(100)), 50);
    }, WHOLE),
    of('empty', () => closed(''), STATE_LINE),
    of('/dev/null', () => null, STATE_LINE),
    { name: 'closed', prepare: () => ({ shell: 'exec "$@" <&-' }), says: STATE_LINE },
    of('a directory', (lab) => openSync(lab.root), STATE_LINE),
    of('/dev/zero', () => openSync('/dev/zero'), STATE_LINE),
    of('broken JSON', () => closed('{"model":{"display_name":"Opus 5"},,}'), STATE_LINE),
    of('not JSON at all', () => closed('Error: something went wrong\n'), STATE_LINE),
    of('JSON of another kind', () => closed('[1, "two", null]'), STATE_LINE),
    of('JSON, then rubbish', (lab) => closed(`${lab.json()}}}]] rubbish \u0000`), WHOLE),
    of('two payloads', (lab) => closed(lab.json() + lab.json({ model: { display_name: 'Other' } })), WHOLE),
    of('cut in the middle', (lab) => closed(lab.json().slice(0, lab.json().indexOf('"version"'))), `${MODEL} │ ${STATE_LINE} │ work`),
    of('1 GB of JSON, the fields first', (lab) => large(`${lab.json().slice(0, -1)},"filling":"`, 'x', GIGABYTE, '"}'), WHOLE, { long: true }),
    of('1 GB of JSON, the fields last', (lab) => large('{"filling":"', 'x', GIGABYTE, `",${lab.json().slice(1)}`), STATE_LINE, { long: true }),
    of('1,000,000 brackets deep', (lab) => closed(`${lab.json().slice(0, -1)},"deep":${'['.repeat(1e6)}`), WHOLE),
    of('1,000,000 objects deep', (lab) => closed('{"a":'.repeat(1e6)), STATE_LINE),
    of('200,000 fields before those that count', (lab) => closed(`{${Array.from({ length: 2e5 }, (_, at) => `"k${at}":1`).join()},${lab.json().slice(1)}`), STATE_LINE),
    of('every field null', (lab) => closed(flattened(lab.payload(), null)), `Claude │ ${STATE_LINE} │ work`),
    of('every section null', (lab) => closed(JSON.stringify(Object.fromEntries(Object.keys(lab.payload()).map((key) => [key, null])))), `Claude │ ${STATE_LINE} │ work`),
    of('every field a list', (lab) => closed(flattened(lab.payload(), [])), `Claude │ ${STATE_LINE} │ work`),
    of('every field an object', (lab) => closed(flattened(lab.payload(), {})), `Claude │ ${STATE_LINE} │ work`),
    of('every field true', (lab) => closed(flattened(lab.payload(), true)), `Claude │ ${STATE_LINE} │ work`),
    of('every section a string', (lab) => closed(JSON.stringify(Object.fromEntries(Object.keys(lab.payload()).map((key) => [key, 'text'])))), `text │ ${STATE_LINE} │ text`),
    of('every section a number', (lab) => closed(JSON.stringify(Object.fromEntries(Object.keys(lab.payload()).map((key) => [key, 42])))), `42 │ ${STATE_LINE} │ 42`),
    of('numbers that are none', (lab) => closed(lab.json().replace(/:50[,}]/g, (end) => `:-1e999${end.at(-1)}`)), `${MODEL} │ ${STATE_LINE} │ work 💀 ██████████ 100%`),
    of('only model and directory', (lab) => closed(JSON.stringify({ model: { display_name: MODEL }, workspace: { current_dir: lab.cwd } })), `${MODEL} │ ${STATE_LINE} │ work`),
    of('no transcript', (lab) => closed(lab.json({ transcript_path: undefined })), WHOLE),
    of('bytes that are not UTF-8', (lab) => closed(Buffer.concat([Buffer.from('{"model":"Op\xffus\xc3",', 'latin1'), Buffer.from(lab.json({ model: undefined }).slice(1))])), named('Op\ufffdus\ufffd')),
    of('half a surrogate pair', (lab) => closed(lab.json().replace(MODEL, 'Op\\ud800us')), named('Op\ufffdus')),
    of('UTF-16', (lab) => closed(Buffer.from(`\ufeff${lab.json()}`, 'utf16le')), STATE_LINE),
    of('a byte-order mark', (lab) => closed(`\ufeff${lab.json()}`), WHOLE),
    of('a NUL before the payload', (lab) => closed(`\0${lab.json()}`), STATE_LINE),
    withModel('a NUL in a name', 'Op\0us', 'Op us'),
    withModel('an escape sequence in a name', 'Op\x1b]0;owned\x07\x1b[2Jus', 'Op ]0;owned  [2Jus'),
    withModel('a C1 control in a name', 'Op\u009b2J\u0085us', 'Op 2J us'),
    withModel('line ends in a name', 'Op\r\nus\u2028', 'Op  us '),
    withModel('a name that runs backwards', 'Op\u202eus', 'Opus'),
    withModel('marks of direction in a name', '\u200fOp\u200eus\u061c', 'Opus'),
    of('a name of 100,000 characters without a width', (lab) => closed(lab.json({ model: { id: 'x', display_name: `Opus${'\u200b'.repeat(1e5)}` } })), null),
    of('an escape sequence in the directory', (lab) => {
      lab.file('work/\x1b]0;owned\x07/x', '');
      return closed(lab.json({ cwd: lab.at('work/\x1b]0;owned\x07'), workspace: { current_dir: lab.at('work/\x1b]0;owned\x07') } }));
    }, `${MODEL} │ ${STATE_LINE} │  ]0;owned  ${METER}`),
    of('a directory that is not there', (lab) => closed(lab.json({ cwd: '/nowhere', workspace: { current_dir: '/nowhere/at/all', project_dir: '/nowhere' } })), `${MODEL} │ all ${METER}`),
    of('a directory with a NUL', (lab) => closed(lab.json({ cwd: undefined, workspace: { current_dir: 'a\0b' } })), `${MODEL} │ ${STATE_LINE} │ a b ${METER}`),
    of('a directory of 100,000 letters', (lab) => closed(lab.json({ cwd: undefined, workspace: { current_dir: `/${'x'.repeat(1e5)}` } })), cutDirectory()),
    of('a session that names a path', (lab) => closed(lab.json({ session_id: '../../../home/owned' })), WHOLE),
    of('a transcript that is /dev/zero', (lab) => closed(lab.json({ transcript_path: '/dev/zero' })), WHOLE),
    {
      name: 'a transcript that is a FIFO',
      prepare: (lab) => {
        lab.make('mkfifo', 'fifo');
        lab.file('work/.planning/config.json', '{"statusline":{"show_last_command":true}}');
        return { stdin: closed(lab.json({ transcript_path: lab.at('fifo') })) };
      },
      says: WHOLE,
    },
    ...['SIGTERM', 'SIGINT', 'SIGHUP'].map((signal) => of(`${signal} while it waits`, () => signalled(signal, 40), '', { verdict: 'killed' })),
  ],
};
