// The words that texts and trees are made of, chosen for what JavaScript's regexes do with them.

/** A byte that need not be UTF-8, written as a private-use character until the text is encoded. */
export const raw = (...bytes) => bytes.map((byte) => String.fromCharCode(0xe000 + byte)).join('');

/** The bytes of a string, with `raw` characters as the bytes that they represent. */
export function encode(text) {
  return Buffer.concat(text.split(/([\ue000-\ue0ff]+)/).map((piece, index) =>
    index % 2 ? Buffer.from(Array.from(piece, (mark) => mark.charCodeAt(0) - 0xe000)) : Buffer.from(piece)));
}

/** Characters that are blanks for some of JavaScript, Rust and YAML, but not for all. */
export const BLANKS = [
  ' ', '  ', '\t', '\u00a0', '\u3000', '\u2003', '\u2000', '\u200a', '\u202f', '\u205f', '\u1680', '\ufeff',
  '\v', '\f', '\u180e', '\u200b', '\u2060', '\u0085', '\u001c', '\u001f', '\u0000',
];

/** Everything that some program treats as a line end; only the first two end a line for the hook. */
export const LINE_ENDS = ['\n', '\r\n', '\r', '\u2028', '\u2029', '\u0085', '\v', '\f', '\n\n', '\r\r\n', '\n\r', '\r\n\r\n'];

export const INVALID_UTF8 = [
  raw(0xff), raw(0x80), raw(0xc3), raw(0xc0, 0x80), raw(0xe2, 0x80), raw(0xed, 0xa0, 0x80),
  raw(0xed, 0xa0, 0xbd, 0xed, 0xb8, 0x80), raw(0xf0, 0x9f, 0x98), raw(0xf4, 0x90, 0x80, 0x80), raw(0xfe, 0xff),
];

/** Characters that a terminal obeys, that take two UTF-16 units, or that change under toLowerCase. */
export const ODD_CHARACTERS = [
  ...BLANKS, '\r', '\u2028', '\u2029', '"', "'", '`', '#', ':', '-', '[', ']', ',', '(', ')', '\\', '|', '·',
  '\u001b[31m', '\u001b]0;title\u0007', '\u0007', '\b', '\u007f', '\u009b31m', '\u202e', '\u202a', '\u2066', '\u2069',
  '\u200f', '\u061c', 'é', 'e\u0301', '日本', '🚀', '👩‍💻', '𝔸', 'İ', 'ı', 'ſ', '\u212a', 'ß', 'ﬁ', '—', '–', '\ufffd', '٣',
  '\ud7ff', '\ue100', '\uffff', ...INVALID_UTF8,
];

// `constructor` and `__proto__` are missing on purpose: the hook's compact lookup finds them on
// Object.prototype and shows the word `function`, which stateline does not imitate.
export const STATUSES = [
  'paused', 'stopped', 'executing', 'in progress', 'ready to execute', 'planning', 'ready to plan', 'planning complete',
  'discussing', 'verifying', 'completed', 'done', 'complete', 'phase complete', 'phase complete — ready for verification',
  'all phases complete', 'milestone complete', 'unknown', 'Executing Phase 5', 'planning phase 4.5', 'VERIFYING PHASE x',
  'Phase 7 complete', 'v1.2 milestone complete', 'Complete ✓', 'complete✔', 'complete ✅', 'complete  ☑',
];

export const NEAR_STATUSES = [
  'paused.', 'in-progress', 'in_progress', 'ready_to_plan', 'ready  to   plan', 'EXECUTING', 'Paused', 'Done!', 'executing phase',
  'executing phase 5 6', 'executing phase 5 — last stretch', 'phase complete', 'phase a b complete', 'phase complete - ready for verification',
  'a b milestone complete', 'milestone complete v2', 'complete ✔️', 'complete ✓✓', 'complete x', 'un\u212anown', 'UNKNOWN', 'plannıng',
  'PLANNİNG', 'verifying\u00a0phase\u30003', 'phase\u20282\u2029complete', 'in\tprogress', 'executing\u0085phase 2', 'archived', 'blocked',
  'shipped', 'awaiting next milestone', 'defining_requirements', 'null', 'Null', '~', 'true', '0', '00', '5', '3.14', '-', '--', '- x', '—',
  '–x', '— done', '-paused', 'planning-complete', 'a—b', 'a–b c', 'toString', 'valueOf', 'hasOwnProperty', '__defineGetter__',
  'the release is nearly there, two reviews are open', 'Überprüfung läuft', '実行中', 'abcdefghijklmnop', 'abcdefghijklmnopq',
  'abcdefghijklmno🚀', 'abcdefghijklmn🚀x', '🚀🚀🚀🚀🚀🚀🚀🚀🚀', 'a🚀🚀🚀🚀🚀🚀🚀🚀', 'éééééééééééééééééé', 'ééééééééé',
  '\u001b[31mpaused\u001b[0m', '\u202eexecuting', 'done\u0007',
];

export const BODY_STATUSES = [
  ...STATUSES, 'Ready to plan', 'READY TO PLAN next', 'Planning', 'planning/', 'Executing', 'execution under way', 'EXECUTED', 'Completed',
  'incomplete', 'Archived', 'archive', 'in progress', 'paused', 'Ready to  plan', 'ready to\u00a0plan', 'PLANNİNG', 'COMPLETİNG', '[planning]',
  '**Executing**', 'not complete, planning', 'execut', 'complet', '',
];

export const MILESTONES = ['v1.0', 'v2.0', 'v1.12.3', 'M001', '2', '1.10', '007', 'v1.0-beta.2', 'null', '~', '0', 'true', 'v1 # note', '—', 'milestone'];

export const NAMES = [
  'Code Quality', 'milestone', 'Milestone', 'null', 'Null', 'auth & login', "don't", 'Größe', '日本語 名', '[x]', '{a: b}', '&anchor', '*star', '!tag',
  '|', '>', '`tick`', '# not a comment', 'v2: the "big" one', '**bold**', '🚀 launch', 'a · b', 'null null', '0', 'x'.repeat(120),
];

export const PHASES = ['1', '4', '4.5', '07', '17.2.1', '3a', 'INSERTED-2', '100', '0', 'null', '~', 'M3', '16.10', '', ' ', 'false', '5 of 7', '日本'];

export const ACTIONS = ['discuss-phase', 'plan-phase', 'execute-phase', 'verify-phase', '/gsd-plan-phase 4', 'null', '', 'run the tests first', '0', 'Null'];

export const NUMBERS = [
  '0', '1', '2', '5', '7', '9', '10', '11', '17', '42', '59', '99', '100', '0100', '101', '100.0', '99.9', '1e2', '00', '007', '250', '3', '3', '17', '100',
  '59%', '100%', '100abc', '5٣', '10０', '-5', '+5', '0x10', '٣', '５', '', '"59"', "'100'", 'null', '~', '5 # five', '5 6', '.5', '1_000',
  '9007199254740992', '9007199254740993', '18446744073709551616', '99999999999999999999999999', '4294967296', '2147483648',
  '1' + '0'.repeat(308), '1' + '0'.repeat(309), '9'.repeat(400),
];

export const FILLER = [
  '# Project State', '## Current Position', '', 'Progress: [████░░░░░░] 40%', 'Last activity: 2026-06-01 — wrote the plan', '- [x] done', '- [ ] open',
  '| Phase | Plans |', '| --- | --- |', '---', '> quote', '```', 'status: executing', 'progress:', '  percent: 12', 'next_phases: [9]', 'milestone: v9',
  '**Phase:** 3 of 9', 'Plan: 2 of 5', '日本語の行です。', 'see `.planning/ROADMAP.md`', 'Phases: 4 of 5', 'Statuses: many', '\u001b[1mbold\u001b[0m',
];
