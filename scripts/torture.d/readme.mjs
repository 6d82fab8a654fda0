// Writes the table into the README, between its marks.

import { readFileSync, writeFileSync } from 'node:fs';

const BEGIN = '<!-- torture: written by `scripts/torture readme` -->';
const END = '<!-- torture: end -->';

/** Shows each case that not every program has a good answer to; the rest are counted. */
export function writeReadme(path, programs, rows) {
  const good = (row, told) => told.verdict === row.wanted || told.verdict === '–';
  const telling = rows.filter((row) => !row.cells.every((told) => good(row, told)));
  const cells = (texts) => `| ${texts.join(' | ')} |`;
  const header = ['', ...programs.map(({ name, version }) => `${name} ${version}`)];
  const lines = [cells(header), cells(header.map(() => '---'))];
  let group = '';
  for (const row of telling) {
    const title = row.group === group ? '' : `**${row.group}** `;
    group = row.group;
    lines.push(cells([`${title}${row.name}`, ...row.cells.map((told) => word(row, told))]));
  }
  const of = (at) => rows.filter((row) => row.cells[at].verdict !== '–');
  const count = programs.map(({ name }, at) => `${name} ${of(at).filter((row) => good(row, row.cells[at])).length} of ${of(at).length}`);
  const date = new Date().toISOString().slice(0, 10);
  const told = `${date}, ${rows.length} cases; good answers: ${count.join(', ')}. Shown are the cases that not all of them answer well.`;
  const text = readFileSync(path, 'utf8');
  const [begin, end] = [text.indexOf(BEGIN), text.indexOf(END)];
  if (begin < 0 || end < begin) throw new Error(`no place for the table in ${path}: ${BEGIN} … ${END}`);
  writeFileSync(path, `${text.slice(0, begin)}${BEGIN}\n${told}\n\n${lines.join('\n')}\n${text.slice(end)}`);
}

/** A good answer with its time, a bad one in bold. */
function word(row, told) {
  if (told.verdict === '–') return '–';
  const ms = told.verdict === 'hang' ? '' : ` ${Math.max(1, Math.round(told.ms))} ms`;
  return told.verdict === row.wanted ? `${told.verdict}${ms}` : `**${told.verdict}**${ms}`;
}
