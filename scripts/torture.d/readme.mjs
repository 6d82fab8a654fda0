// Writes the table into tests/README.md, between its marks.

import { readFileSync, writeFileSync } from 'node:fs';

const BEGIN = '<!-- torture: written by `scripts/torture readme` -->';
const END = '<!-- torture: end -->';

/** Shows each case that not every program has a good answer to; the rest are counted. */
export function writeReadme(path, programs, rows) {
  const telling = rows.filter((row) => !row.cells.every((answer) => good(row, answer)));
  const cells = (texts) => `| ${texts.join(' | ')} |`;
  const header = ['', ...programs.map(({ name }) => name)];
  const lines = [cells(header), cells(header.map(() => '---'))];
  let group = '';
  for (const row of telling) {
    const title = row.group === group ? '' : `**${row.group}** `;
    group = row.group;
    lines.push(cells([`${title}${row.name}`, ...row.cells.map((answer) => word(row, answer))]));
  }
  const of = (at) => rows.filter((row) => row.cells[at].verdict !== '–');
  const count = programs.map(({ name, version }, at) => `${name} ${version}: ${of(at).filter((row) => good(row, row.cells[at])).length} of ${of(at).length}`);
  const date = new Date().toISOString().slice(0, 10);
  const report = `On ${date}, of ${rows.length} cases (those about a state file only for programs that read one), answered well:\n${count.map((line) => `- ${line}`).join('\n')}`;
  const summary = `<details><summary>The ${telling.length} cases that not all of them answer well</summary>`;
  const text = readFileSync(path, 'utf8');
  const [begin, end] = [text.indexOf(BEGIN), text.indexOf(END)];
  if (begin < 0 || end < begin) throw new Error(`no place for the table in ${path}: ${BEGIN} … ${END}`);
  writeFileSync(path, `${text.slice(0, begin)}${BEGIN}\n\n${report}\n\n${summary}\n\n${lines.join('\n')}\n\n</details>\n\n${text.slice(end)}`);
}

/** A program that shows something where we show nothing is not wrong. */
const good = (row, { verdict }) => [row.wanted, 'line', '–'].includes(verdict);

/** A bad answer in bold. */
const word = (row, answer) => (good(row, answer) ? answer.verdict : `**${answer.verdict}**`);
