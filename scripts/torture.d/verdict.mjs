// Rates an answer in one word.

/** Colours and links, which are a program's own to print. */
const OWN = /\x1b\[[0-9;:]*m|\x1b\]8;[^\x00-\x1f\x7f-\x9f]{0,2048}(?:\x07|\x1b\\)/g;

/** What no program may pass on from a file: it moves the cursor, renames the window, reverses the text. */
const CONTROL = /[\x00-\x09\x0b-\x1f\x7f-\x9f\u2028\u2029\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]/u;

/** Returns the answer without its colours and links. */
export const plain = (stdout) => stdout.toString('utf8').replace(OWN, '');

/** The most bytes that a line may have, with colours. More is a flood, which a host has to store and measure. */
const LINE_LIMIT = 4096;

/** line, blank, flood, leak, error, killed or hang. */
export function verdict({ code, signal, late, stdout }) {
  if (late) return 'hang';
  if (signal) return `killed`;
  // A host shows nothing of a program that fails.
  if (code !== 0) return `exit ${code}`;
  const text = plain(stdout);
  if (CONTROL.test(text)) return 'leak';
  if (stdout.toString('latin1').split('\n').some((line) => line.length > LINE_LIMIT)) return 'flood';
  return text.trim() === '' ? 'blank' : 'line';
}
