// The parts of STATE.md that the hook reads with a pattern of their own.

import { BLANKS, BODY_STATUSES, NAMES, NUMBERS, ODD_CHARACTERS, PHASES } from './vocabulary.mjs';

/** Blanks for where a pattern allows them: usually one space. */
function gap(random, oddity = 0.15) {
  return random.mostly(' ', [...BLANKS, '', '\n', '\n  ', '\r', '\u2028', '\u2029', '\r\n', '\n\n'], oddity);
}

/** phases = "next_phases:" ( flow | list | scalar ) */
export function nextPhases(random, written) {
  const key = random.mostly('next_phases:', ['next_phases :', ' next_phases:', '\u2028next_phases:', 'x\rnext_phases:', 'Next_phases:', 'next_phases:\ufeff'], 0.08);
  const items = random.times(0, 4, () => written(random, random.pick(PHASES)));
  const shape = random.weighted([[45, flow], [40, list], [15, scalar]]);
  return key + shape(random, items);
}

function flow(random, items) {
  const comma = random.mostly(', ', [',', ' ,', ',\n  ', ',,', ';', ',\r', ',\u2028', ' '], 0.5);
  const before = random.mostly(' ', ['', '\n', '\n  ', '  ', '\t', '\u00a0', '\r', '\u2028', '\n\n', '\r\n\t', ' # x\n'], 0.3);
  const [open, close] = random.mostly(['[', ']'], [['[\n  ', '\n]'], ['[ ', ' ]'], ['[', ''], ['[[', ']]'], ['', ']'], ['[\r', '\r]'], ['["', '"]'], ['[', '\nmilestone: v8 ]']], 0.35);
  return before + open + items.join(comma) + close + random.mostly('', [' # note', ' tail', ',', '\n- 9'], 0.1);
}

function list(random, items) {
  const header = random.mostly('\n', [' \n', '\t\n', '\n\n', '\n  \n', ' # note\n', '\r', '\u2028\n', '\u00a0\n', '\r\n', '\n \t\n\n', ' |\n'], 0.3);
  const indent = random.pick(['', '  ', '  ', '\t', '    ', ' \t']);
  const lines = items.map((item) => {
    const dash = random.mostly('- ', ['-', '-  ', '-\t', '- - ', '-\u00a0', '* ', '--', '', '-\ufeff'], 0.2);
    return random.mostly(indent, ['', ' ', '\u00a0'], 0.05) + dash + item;
  });
  if (random.chance(0.15)) lines.splice(random.between(0, lines.length), 0, random.pick(['', '  ', '-', '- ', '  -', '# comment', '  # comment', '- #', '-\t ', 'x: y']));
  return header + lines.join(random.mostly('\n', ['\r', '\r\n', '\u2028', '\n\n', '\r\r\n'], 0.15));
}

function scalar(random) {
  return random.pick(['', ' ', ' null', ' ""', ' 4', ' "4"', ' ~', ' {}', ' 4.5, 5', ' []', ' [ ]', ' [,]', ' ["", \'\']', ' [" "]', ' [null]', '\n', '\n\n[3]']);
}

const COUNTERS = ['total_phases', 'completed_phases', 'percent'];

/** progress = "progress:" line-end 1*( blanks word ":" text line-end ) */
export function progress(random) {
  const header = random.mostly('progress:\n', [
    'progress: \n', 'progress:\t\n', 'progress: # note\n', 'progress: {percent: 5}\n', 'progress: null\n', 'progress:\u00a0\n', 'progress:\r', 'progress:\n\n',
    'progress:\n  \n', ' progress:\n', 'Progress:\n', 'progress :\n', 'progress:\u2028\n', 'progress:\r\n', 'x\u2028progress:\n', 'progress:\n  # note\n', 'progress:\v\n', 'progress: ',
  ], 0.2);
  const keys = random.shuffled([...COUNTERS, ...COUNTERS.filter(() => random.chance(0.1)), 'total_plans', 'completed_plans', 'bar'].filter(() => random.chance(0.75)));
  const lines = keys.map((key) => counter(random, key));
  if (random.chance(0.2)) lines.splice(random.between(0, lines.length), 0, random.pick(['', '  ', '  # comment', '# comment', '  5: x', '  -', 'other: 1', '\t', '  percent:', '  note:', '  total_plans:', '\tbar:\r', '  a-b: 1', '  é: 1']));
  // Counts that agree are the only way into `milestone complete`, and chance alone rarely makes them agree.
  if (random.chance(0.25)) lines.push(...agreeing(random));
  return header + lines.join(random.mostly('\n', ['\r', '\r\n', '\u2028', '\n\n', '', '\r\r\n'], 0.12));
}

function counter(random, key) {
  const indent = random.mostly('  ', ['', ' ', '\t', '    ', '\u00a0\u00a0', ' \t ', '  \n  '], 0.12);
  const colon = random.mostly(': ', [':', ' : ', ':\t', ':  ', ':\u00a0', ': \n  ', ':\n', ': \n', ':\u2028', ':\r', ': \r\n\t', ':\ufeff', ': \n\n', ':\v'], 0.14);
  const tail = random.mostly('', [' ', ' # note', 'x', '.5', '%', '\t', '\u2028  percent: 1', '\r  percent: 2', '\u0085'], 0.1);
  return indent + random.mostly(key, [key.toUpperCase(), `x_${key}`, `${key}_x`], 0.04) + colon + random.pick(NUMBERS) + tail;
}

function agreeing(random) {
  const [total, completed] = random.pick([
    ['17', '17'], ['17', '017'], ['0', '0'], ['00', '0'], ['9007199254740992', '9007199254740993'], ['1' + '0'.repeat(309), '9'.repeat(350)], ['5', '5abc'], ['5', '05.9'], ['5', '"5"'],
    ['18014398509481984', '18014398509481985'], ['18014398509481984', '18014398509481987'],
  ]);
  return [`  total_phases: ${total}`, `  completed_phases: ${completed}`, ...(random.chance(0.3) ? ['  percent: 0100'] : [])];
}

/** phase = "Phase:" number "of" number [ "(" name ")" ], but the forms people write are many more */
export function phaseLine(random) {
  if (random.chance(0.2)) {
    return random.pick([
      'Phase: none active (planning next)', 'Phase: 5 (slug) — EXECUTING', 'Phase: 5', 'Phase: 5 — Name', 'Phase: —', 'Phase: 8.1 of 8.2 (x)', '**Phase:** 3 of 4 (x)',
      'phase: 3 of 4', 'Phase 3 of 4', 'PHASE: 3 of 4', ' Phase: 3 of 4', 'Phase: 3 OF 4', 'Phase: 3of4', 'Phase: 3 of 4(name)', 'Phase: 3/4 (name)', 'Phase: of 4',
      'Phase: 5 of 12 — x (y)', 'Phase: 5 of ?', '- Phase: 3 of 4', 'Phase : 3 of 4', 'Phase: -3 of 4', 'x\u2028Phase: 3 of 4 (after)', 'x\rPhase: 3 of 4 (after)', 'Phase: ５ of 7', 'Phase: Phase: 3 of 4',
    ]);
  }
  const number = () => random.mostly(String(random.between(1, 20)), ['0', '00', '005', '9'.repeat(30), '4.5', '5a', '٣'], 0.1);
  return `Phase:${gap(random)}${number()}${gap(random)}of${gap(random)}${number()}${phaseName(random)}`;
}

function phaseName(random) {
  if (random.chance(0.3)) return random.mostly('', [' ', '.', ' (', ' ()', ' ( )', '\n(next line)', ' — x'], 0.3);
  let name = random.pick(NAMES);
  if (random.chance(0.15)) name = name.slice(0, 3) + random.pick([...ODD_CHARACTERS, '\n', '\n\n', '\r\n', '\nStatus: planning\n']) + name.slice(3);
  return gap(random) + random.mostly(`(${name})`, [`(${name}`, `((${name})`, `(${name})) tail`, `[${name}]`, `(${name}\nover\nlines)`, `(${name}) (again)`, `（${name}）`, `("${name}")`], 0.15);
}

export function statusLine(random) {
  const key = random.mostly('Status:', ['status:', '**Status:**', ' Status:', 'STATUS:', 'Status :', 'x\u2029Status:', 'x\rStatus:', '- Status:', 'Status:\n', 'Status:\n\n', 'Status: \n'], 0.2);
  let value = random.pick(BODY_STATUSES);
  if (random.chance(0.2)) value = value.toUpperCase();
  if (random.chance(0.1)) value = value.slice(0, 4) + random.pick(ODD_CHARACTERS) + value.slice(4);
  return key + gap(random) + value;
}
