// Repeatable random choices: the same seed and index give the same case on every machine.

/** FNV-1a, so that neighbouring seeds and indices give unrelated streams. */
function hash(text) {
  let value = 0x811c9dc5;
  for (const byte of Buffer.from(text)) value = Math.imul(value ^ byte, 0x01000193);
  return value >>> 0;
}

/** mulberry32. */
function stream(seed) {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}

export class Random {
  constructor(...parts) {
    this.next = stream(hash(parts.join(':')));
  }

  /** An integer from 0 up to, but not including, `limit`. */
  below(limit) {
    return Math.floor(this.next() * limit);
  }

  between(low, high) {
    return low + this.below(high - low + 1);
  }

  chance(probability) {
    return this.next() < probability;
  }

  pick(list) {
    return list[this.below(list.length)];
  }

  /** One of `[weight, value]` pairs. */
  weighted(pairs) {
    let rest = this.next() * pairs.reduce((sum, [weight]) => sum + weight, 0);
    for (const [weight, value] of pairs) {
      rest -= weight;
      if (rest < 0) return value;
    }
    return pairs[pairs.length - 1][1];
  }

  /** Mostly `usual`, else one of `odd`. */
  mostly(usual, odd, oddity = 0.1) {
    return this.chance(oddity) ? this.pick(odd) : usual;
  }

  times(low, high, make) {
    return Array.from({ length: this.between(low, high) }, (_, index) => make(index));
  }

  shuffled(list) {
    return list.map((item) => [this.next(), item]).sort((a, b) => a[0] - b[0]).map(([, item]) => item);
  }
}
