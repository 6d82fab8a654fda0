// Damages text the way editors, merges and broken writers do, byte by byte.

import { INVALID_UTF8, LINE_ENDS, ODD_CHARACTERS, encode, raw } from './vocabulary.mjs';

const MUTATIONS = [remove, duplicate, exchange, insert, insert, overwrite, truncate];

export function mutated(random, text) {
  let bytes = encode(text);
  for (let rounds = random.between(1, 4); rounds > 0; rounds -= 1) bytes = random.pick(MUTATIONS)(random, bytes);
  // Back to a string in which each byte encodes to itself.
  return Array.from(bytes, (byte) => (byte < 0x80 ? String.fromCharCode(byte) : raw(byte))).join('');
}

/** A stretch of the text: mostly a few bytes of the first half, where the fields are. */
function range(random, bytes) {
  const start = random.below((random.chance(0.7) ? Math.ceil(bytes.length / 2) : bytes.length) + 1);
  return [start, Math.min(bytes.length, start + random.weighted([[5, 1], [3, random.between(2, 8)], [1, random.between(9, 80)]]))];
}

function remove(random, bytes) {
  const [start, end] = range(random, bytes);
  return Buffer.concat([bytes.subarray(0, start), bytes.subarray(end)]);
}

function duplicate(random, bytes) {
  const [start, end] = range(random, bytes);
  return Buffer.concat([bytes.subarray(0, end), bytes.subarray(start)]);
}

function exchange(random, bytes) {
  const [[start, end], [from, to]] = [range(random, bytes), range(random, bytes)].sort((a, b) => a[0] - b[0]);
  if (end > from) return bytes;
  const part = (a, b) => bytes.subarray(a, b);
  return Buffer.concat([part(0, start), part(from, to), part(end, from), part(start, end), part(to)]);
}

function insert(random, bytes) {
  const [start] = range(random, bytes);
  const piece = random.pick([...ODD_CHARACTERS, ...LINE_ENDS, ...INVALID_UTF8, '\n---\n', ': ', '\n', ' ', raw(random.below(256))]);
  return Buffer.concat([bytes.subarray(0, start), encode(piece), bytes.subarray(start)]);
}

function overwrite(random, bytes) {
  const [start, end] = range(random, bytes);
  const copy = Buffer.from(bytes);
  for (let at = start; at < end; at += 1) copy[at] = random.chance(0.7) ? random.between(0x20, 0x7e) : random.below(256);
  return copy;
}

function truncate(random, bytes) {
  return random.chance(0.3) ? bytes.subarray(0, random.between(Math.floor(bytes.length / 3), bytes.length)) : bytes;
}
