// Draws what `tmux capture-pane -e` prints as a terminal window in SVG, cell by cell.
//
// The cells of a bar are drawn as boxes, and every run of text is stretched to its cells, so that the
// picture looks the same with any font.

import { readFileSync } from "node:fs";

const columns = Number(process.argv[2]);
const CELL = { width: 8.4, height: 22, baseline: 15.5, size: 14 };
const PAD = { side: 20, top: 48, bottom: 18 };
const GROUND = "#0d1117";
const EDGE = "#30363d";
const TEXT = "#e6edf3";
const FAINT = "#8b949e";

// The sixteen colours in the order of the terminal; the others are a cube and a scale of greys.
const NAMED = ["#484f58", "#ff7b72", "#7ee787", "#e3b341", "#79c0ff", "#d2a8ff", "#56d4dd", "#c9d1d9"];
const BRIGHT = ["#6e7681", "#ff6b61", "#aff5b4", "#f8e3a1", "#a5d6ff", "#e2c5ff", "#b3f0ff", "#ffffff"];
const LEVELS = [0, 95, 135, 175, 215, 255];
const rgb = (...parts) => `#${parts.map((part) => part.toString(16).padStart(2, "0")).join("")}`;
const indexed = (index) => {
  if (index < 16) return [...NAMED, ...BRIGHT][index];
  if (index >= 232) return rgb(...Array(3).fill(8 + 10 * (index - 232)));
  const cube = index - 16;
  return rgb(LEVELS[Math.floor(cube / 36)], LEVELS[Math.floor(cube / 6) % 6], LEVELS[cube % 6]);
};

/** Reads rows of text with colours into rows of cells. */
function cells(text) {
  let style = {};
  return text.split("\n").map((row) => {
    const out = [];
    for (const [piece, parameters] of row.matchAll(/\x1b\[([\d;:]*)m|[^\x1b]/gu)) {
      if (piece.startsWith("\x1b")) style = styled(style, parameters);
      else out.push({ glyph: piece, ...style });
    }
    return out;
  });
}

function styled(style, parameters) {
  const codes = parameters.split(";").map(Number);
  let next = { ...style };
  while (codes.length > 0) {
    const code = codes.shift();
    if (code === 0) next = {};
    else if (code === 1) next.bold = true;
    else if (code === 2) next.dim = true;
    else if (code === 22) next = { ...next, bold: false, dim: false };
    else if (code >= 30 && code <= 37) next.color = NAMED[code - 30];
    else if (code >= 90 && code <= 97) next.color = BRIGHT[code - 90];
    else if (code === 38 && codes[0] === 5) next.color = indexed(codes.splice(0, 2)[1]);
    else if (code === 39) delete next.color;
  }
  return next;
}

const fill = (cell) => cell.color ?? (cell.dim ? FAINT : TEXT);
const escaped = (text) => text.replace(/&/g, "&amp;").replace(/</g, "&lt;").replace(/>/g, "&gt;");
const number = (value) => String(Math.round(value * 100) / 100);

/** Draws a run of cells of the same style. */
function run(cells, row, column) {
  const [x, y] = [PAD.side + column * CELL.width, PAD.top + row * CELL.height];
  const width = cells.length * CELL.width;
  const glyphs = cells.map((cell) => cell.glyph).join("");
  const color = fill(cells[0]);
  if (/^[█░]+$/.test(glyphs)) {
    const faint = glyphs.startsWith("░") ? ' opacity=".25"' : "";
    const top = y + CELL.height / 2 - 6;
    return `<rect x="${number(x)}" y="${number(top)}" width="${number(width)}" height="12" fill="${color}"${faint}/>`;
  }
  const bold = cells[0].bold ? ' font-weight="bold"' : "";
  return (
    `<text x="${number(x)}" y="${number(y + CELL.baseline)}" textLength="${number(width)}" ` +
    `fill="${color}"${bold}>${escaped(glyphs)}</text>`
  );
}

/** Splits a row into runs of the same style; blanks between two words of a run belong to it. */
function runs(row) {
  const same = (one, other) =>
    fill(one) === fill(other) && one.bold === other.bold && isBar(one) === isBar(other);
  const isBar = (cell) => (/[█░]/.test(cell.glyph) ? cell.glyph : "");
  const out = [];
  row.forEach((cell, column) => {
    const last = out.at(-1);
    if (last && same(last.cells[0], cell)) last.cells.push(cell);
    else out.push({ cells: [cell], column });
  });
  for (const run of out) {
    while (run.cells.length > 0 && run.cells[0].glyph === " ") {
      run.cells.shift();
      run.column += 1;
    }
    while (run.cells.at(-1)?.glyph === " ") run.cells.pop();
  }
  return out.filter((run) => run.cells.length > 0);
}

const rows = cells(readFileSync(0, "utf8").trimEnd());
// The cursor is after the prompt; capture-pane does not report it.
const cursor = { row: rows.length - 1, column: rows.at(-1).length + 1 };
const width = columns * CELL.width + 2 * PAD.side;
const height = PAD.top + rows.length * CELL.height + PAD.bottom;
const dots = ["#ff5f57", "#febc2e", "#28c840"].map(
  (color, index) => `<circle cx="${24 + 20 * index}" cy="22" r="6" fill="${color}"/>`,
);
const drawn = rows.flatMap((row, index) => runs(row).map((part) => run(part.cells, index, part.column)));

console.log(`<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${number(width)} ${height}" width="${number(width)}" height="${height}" role="img" aria-label="stateline in a terminal">
<rect x=".5" y=".5" width="${number(width - 1)}" height="${height - 1}" rx="10" fill="${GROUND}" stroke="${EDGE}"/>
${dots.join("\n")}
<text x="${number(width / 2)}" y="27" text-anchor="middle" font-family="system-ui, sans-serif" font-size="13" fill="${FAINT}">stateline</text>
<g font-family="ui-monospace, SFMono-Regular, Menlo, Consolas, 'DejaVu Sans Mono', monospace" font-size="${CELL.size}" xml:space="preserve">
${drawn.join("\n")}
<rect x="${number(PAD.side + cursor.column * CELL.width)}" y="${PAD.top + cursor.row * CELL.height + 2}" width="${CELL.width}" height="${CELL.height - 4}" fill="${TEXT}" opacity=".7"/>
</g>
</svg>`);
