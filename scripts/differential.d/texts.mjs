// Generates the content of STATE.md. Each kind tests one part of the hook's reader: if another situation hid
// the field, reading it wrongly would go unnoticed.

import { Random } from './random.mjs';
import { mutated } from './mutate.mjs';
import { phaseLine, statusLine, nextPhases, progress } from './blocks.mjs';
import * as words from './vocabulary.mjs';

const KINDS = [
  [22, everything], [13, aboutNextPhases], [13, aboutProgress], [13, aboutStatus], [12, aboutBody],
  [5, aboutFences], [9, soup], [11, mutatedText], [2, large],
];

/** The bytes of text `index`; stateline reads at most 1 MiB of a file, so none comes near that. */
export function stateText(seed, index) {
  const random = new Random(seed, 'text', index);
  return words.encode(random.weighted(KINDS)(random)).subarray(0, 512 * 1024);
}

/** A state for a whole tree. It has no ESC, which could not be distinguished from the hook's own colours. */
export function treeText(random) {
  const make = random.weighted([[6, ordinary], [2, everything], [1, aboutNextPhases], [1, aboutStatus], [1, aboutBody]]);
  return words.encode(make(random)).toString('utf8').replaceAll('\u001b', '');
}

/** A value as YAML writers and people write it, and as neither does. */
function written(random, value) {
  if (random.chance(0.12)) value = sprinkled(random, value);
  const shape = random.weighted([
    [50, (v) => v], [14, (v) => `"${v}"`], [9, (v) => `'${v}'`], [2, (v) => `"${v}`], [2, (v) => `${v}'`], [2, (v) => `'${v}"`],
    [2, (v) => `""${v}""`], [1, (v) => `"'${v}'"`], [2, (v) => `" ${v} "`], [2, (v) => `${v} # note`], [1, (v) => `${v}"x`],
    [3, (v) => random.pick(words.BLANKS) + v], [3, (v) => v + random.pick(words.BLANKS)],
    [2, () => random.pick(['null', '""', "''", '"', "'", '"null"', "'null", '" null"', '0', '"0"', '""""'])], [1, () => ''],
    [1, () => random.times(1, 3, () => random.pick(words.BLANKS)).join('')],
  ]);
  return shape(value);
}

function sprinkled(random, value) {
  const at = random.mostly(random.between(0, value.length), [0, value.length], 0.4);
  return value.slice(0, at) + random.times(1, 2, () => random.pick(words.ODD_CHARACTERS)).join('') + value.slice(at);
}

function keyLine(random, key, value) {
  const shape = random.weighted([
    [88, () => `${key}: ${value}`], [2, () => `${key}:${value}`], [1, () => `${key} : ${value}`], [1, () => ` ${key}: ${value}`],
    [1, () => `\t${key}: ${value}`], [2, () => `${key}:${random.pick(words.BLANKS)}${value}`], [1, () => `${key}:\r${value}`],
    [1, () => `${key}:\u2028 ${value}\u2028tail`], [1, () => `${key}: ${value}\r${key}: second`], [1, () => `${key.toUpperCase()}: ${value}`],
    [1, () => `# ${key}: ${value}`], [1, () => `"${key}": ${value}`], [1, () => `\ufeff${key}: ${value}`], [1, () => `${key}:\n${value}`],
    [1, () => `${key}:\n  ${value}`], [1, () => `${key}é: ${value}`], [1, () => `${key}:: ${value}`], [1, () => `\u2028${key}: ${value}`],
  ]);
  return shape();
}

const FIELD_VALUES = {
  status: (random) => random.pick(random.chance(0.5) ? words.STATUSES : words.NEAR_STATUSES),
  milestone: (random) => random.pick(words.MILESTONES),
  milestone_name: (random) => random.pick(words.NAMES),
  active_phase: (random) => random.pick(words.PHASES),
  next_action: (random) => random.pick(words.ACTIONS),
  state_head: (random) => random.pick(['abcdef1', 'null', '', '0123456789abcdef0123456789abcdef01234567']),
  current_phase: (random) => random.pick(words.PHASES),
  stopped_at: () => 'Phase 4 P3: complete',
};

function field(random, key) {
  return keyLine(random, key, written(random, FIELD_VALUES[key](random)));
}

/** The fields named in `odds`, each included with its probability, sometimes twice. */
function fields(random, odds) {
  const lines = [];
  for (const [key, probability] of Object.entries(odds)) {
    if (!random.chance(probability)) continue;
    lines.push(field(random, key));
    if (random.chance(0.05)) lines.push(field(random, key));
  }
  return lines;
}

function everything(random) {
  const blocks = fields(random, {
    milestone: 0.85, milestone_name: 0.6, status: 0.8, active_phase: 0.3, next_action: 0.4, state_head: 0.1, current_phase: 0.2, stopped_at: 0.2,
  });
  if (random.chance(0.5)) blocks.push(nextPhases(random, written));
  if (random.chance(0.6)) blocks.push(progress(random));
  if (random.chance(0.1)) blocks.push(random.pick(['# comment', '', '- item', '  nested: 1', 'Phase: 3 of 4 (inside)', 'Status: planning', '--- x', '----']));
  return document(random, random.chance(0.5) ? random.shuffled(blocks) : blocks, body(random, 0.6, 0.3));
}

function aboutNextPhases(random) {
  const blocks = [...fields(random, { milestone: 0.7, status: 0.2 }), random.mostly('next_action: plan-phase', ['next_action: " go "'])];
  blocks.push(...random.times(1, random.chance(0.25) ? 3 : 1, () => nextPhases(random, written)));
  if (random.chance(0.3)) blocks.push(progress(random));
  return document(random, random.chance(0.4) ? random.shuffled(blocks) : blocks, random.chance(0.2) ? body(random, 0.2, 0.2) : '');
}

function aboutProgress(random) {
  const blocks = ['milestone: v2.0', ...fields(random, { milestone_name: 0.2, status: 0.5 })];
  blocks.push(...random.times(1, random.chance(0.25) ? 3 : 1, () => progress(random)));
  return document(random, random.chance(0.3) ? random.shuffled(blocks) : blocks, body(random, 0.3, 0.2));
}

function aboutStatus(random) {
  const blocks = fields(random, { milestone: 0.3, status: 1, active_phase: 0.15, next_action: 0.2, current_phase: 0.2 });
  return document(random, blocks, body(random, 0.3, 0.15));
}

function aboutBody(random) {
  const text = random.times(1, 8, () => random.weighted([
    [3, () => phaseLine(random)], [3, () => statusLine(random)], [3, () => random.pick(words.FILLER)],
  ])()).join('\n') + random.mostly('\n', ['', '\n\n', ' ']);
  if (random.chance(0.4)) return withLineEnds(random, text);
  return document(random, random.chance(0.5) ? ['milestone: v3.1'] : fields(random, { milestone: 0.6, milestone_name: 0.3, active_phase: 0.1 }), text);
}

function aboutFences(random) {
  const fences = random.times(2, 5, () => random.pick(['---', '---', '---', '--- ', '----', ' ---', '--', '---\r', '---x', '\ufeff---', '...', '']));
  const between = fences.map(() => fields(random, { milestone: 0.7, status: 0.5, active_phase: 0.2 }).join('\n'));
  return withLineEnds(random, fences.map((fence, index) => `${fence}\n${between[index]}`).join('\n') + random.pick(['', '\n', '\n---', '\n---\n']));
}

const TOKENS = [
  '\n', '\n', '\n', '\n  ', '\n- ', '\n  - ', '\r\n', '\r', '\u2028', ' ', '\t', '---', '\n---', '\n---\n', '[', ']', ',', '"', "'", ':', '-', '#', '(', ')',
  '1', '5', '100', '4.5', 'x', 'null', 'milestone:', 'milestone_name: ', 'status: ', 'active_phase: ', 'next_action: ', 'next_phases:', '\nnext_phases:', 'next_phases: [',
  'progress:', '\nprogress:\n', '\nprogress:\n  percent: ', '  percent:', '  total_phases: ', '  completed_phases: ', '\nPhase: ', ' of ', '\nStatus: ', 'planning',
  'executing', '\u00a0', '\ufeff', '\u0085', '\u2029', '🚀',
];

function soup(random) {
  const start = random.mostly('---\nmilestone: v1\nnext_action: plan-phase\n', ['---\n', '---\r\nmilestone: v1\r\n', '', '---\nmilestone_name: x\n']);
  const tokens = random.times(5, 60, () => random.pick(TOKENS)).join('');
  return start + tokens + random.mostly('\n---\n', ['', '\n---', '\r\n---\r\n', '---'], 0.2) + random.mostly('', ['Phase: 2 of 3 (x)\n', 'Status: planning\n'], 0.4);
}

/** A state as today's tools write it. */
export function ordinary(random) {
  const blocks = ["gsd_state_version: '1.0'", `milestone: ${random.pick(['v1.0', 'v2.0', '"v3.1"'])}`];
  if (random.chance(0.7)) blocks.push(`milestone_name: ${random.pick(['Code Quality', 'milestone', 'Größe 日本', '"Auth: login"'])}`);
  if (random.chance(0.9)) blocks.push(`status: ${random.pick([...words.STATUSES, 'archived'])}`);
  if (random.chance(0.3)) blocks.push(`active_phase: ${random.pick(['"4.5"', 'null', '11'])}`);
  if (random.chance(0.4)) blocks.push(`next_action: ${random.pick(['execute-phase', 'null'])}`, `next_phases: ${random.pick(['["4.5"]', '[]', '[12, 13]', 'null'])}`);
  if (random.chance(0.7)) blocks.push(`progress:\n  total_phases: 17\n  completed_phases: ${random.pick([0, 10, 17])}\n  percent: ${random.pick([0, 9, 59, 100])}`);
  const position = random.weighted([[5, 'Phase: 4 of 17 (Observability)\n'], [2, 'Phase: 4 of 17\n'], [2, 'Phase: 5 (slug) — EXECUTING\n'], [1, '']]);
  const text = `---\n${blocks.join('\n')}\n---\n\n# Project State\n\n## Current Position\n\n${position}Status: ${random.pick(words.BODY_STATUSES)}\n`;
  return random.chance(0.15) ? text.replaceAll('\n', '\r\n') : text;
}

function mutatedText(random) {
  return mutated(random, random.chance(0.6) ? ordinary(random) : everything(random));
}

function large(random) {
  const lines = random.times(100, 400, () => random.weighted([
    [8, () => random.pick(words.FILLER)], [4, () => '- ' + 'decision '.repeat(random.between(1, 12))], [1, () => 'y'.repeat(random.between(100, 3000))],
  ])()).join('\n').slice(0, 30000);
  const tail = random.pick(['', `\n${phaseLine(random)}\n`, `\n${statusLine(random)}\n`, '\n---\nPhase: 4 of 5 (the end)\n']);
  if (random.chance(0.3)) return `---\nmilestone: v1\n${lines}\nmilestone_name: late\n---${tail}`;
  return document(random, fields(random, { milestone: 0.9, status: 0.5, next_action: 0.3 }), lines + tail);
}

function body(random, phaseOdds, statusOdds) {
  const lines = random.chance(0.5) ? ['', '# Project State', '', '## Current Position', ''] : [];
  if (random.chance(phaseOdds)) lines.push(phaseLine(random));
  if (random.chance(statusOdds)) lines.push(statusLine(random));
  if (random.chance(0.3)) lines.push(random.pick(words.FILLER));
  if (random.chance(phaseOdds / 4)) lines.push(phaseLine(random));
  if (random.chance(statusOdds / 4)) lines.push(statusLine(random));
  return lines.join('\n') + random.mostly('\n', ['', '\n\n', '\r']);
}

function document(random, blocks, text) {
  const open = random.mostly('---\n', ['--- \n', '----\n', ' ---\n', '\ufeff---\n', '# title\n---\n', '\n---\n', '---\r', '--\n', '---\u2028', '+++\n', '', '---\n\n', '---\n---\n'], 0.06);
  const close = random.mostly('\n---\n', ['\n--- \n', '\n----\n', '\n---tail\n', '\n ---\n', '\n--\n', '\n', '\r---\n', '\u2028---\n', '\n\n---\n', '\n\r---\n', '\n...\n', '\n---', '---\n'], 0.08);
  return withLineEnds(random, open + blocks.join('\n') + close + text);
}

/** Adds the line ends. The oddest ones are not used on the first line, or there would be no frontmatter. */
function withLineEnds(random, text) {
  const style = random.weighted([[55, 'lf'], [20, 'crlf'], [8, 'either'], [9, 'one odd'], [8, 'some odd']]);
  if (style === 'lf') return text;
  if (style === 'crlf') return text.replaceAll('\n', '\r\n');
  const ends = text.split('\n').length - 1;
  const target = random.between(1, Math.max(1, ends - 1));
  let count = -1;
  return text.replace(/\n/g, (end) => {
    count += 1;
    if (style === 'either') return random.chance(0.5) ? '\r\n' : end;
    if (style === 'one odd') return count === target ? random.pick(words.LINE_ENDS) : end;
    return count > 0 && random.chance(0.2) ? random.pick(words.LINE_ENDS) : end;
  });
}
