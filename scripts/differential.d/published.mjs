// Runs the published hook as the reference, with the one change that SPEC makes to its output.

import { createRequire } from 'node:module';
import path from 'node:path';

/** Loads the hook's own functions; its whole program is `script`. */
export function published(folder) {
  const script = path.join(folder, 'hooks', 'gsd-statusline.js');
  const { parseStateMd, formatGsdState, formatGsdStateCompact } = createRequire(import.meta.url)(script);
  const format = { full: formatGsdState, compact: formatGsdStateCompact };
  // The hook reads a state file as UTF-8 with replacement characters, so the same bytes go in here.
  const line = (bytes, style) => wellFormed(sanitised(format[style](parseStateMd(bytes.toString('utf8')))));
  return { script, line };
}

/** Text from a file never reaches a terminal raw: controls are blanks, bidirectional controls are dropped. */
export function sanitised(text) {
  return text.replace(/[\u0000-\u001f\u007f-\u009f\u2028\u2029]/g, ' ').replace(/[\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]/g, '');
}

/** Keeps the hook's own colours; trees contain no ESC that could be mistaken for them. */
export function sanitisedBetweenStyles(text) {
  return text.split(/(\u001b\[[\d;]*m)/).map((piece, index) => (index % 2 ? piece : sanitised(piece))).join('');
}

/** A string cut inside a surrogate pair is written as a replacement character. */
function wellFormed(text) {
  return Buffer.from(text).toString('utf8');
}
