// SHA-256 and HMAC-SHA-256 (FIPS 180-4, RFC 2104). Implemented here because
// `crypto.subtle` is not available to pages served over plain HTTP in a local
// network: the same code runs everywhere and is checked against test vectors.

import { hex } from '../random';

/** Returns the first 32 bits of the fractional parts of the `root`-th roots of
 * the first `count` primes. */
function fractions(count: number, root: number): Uint32Array {
  const out = new Uint32Array(count);
  for (let n = 2, found = 0; found < count; n += 1) {
    let isPrime = true;
    for (let d = 2; d * d <= n; d += 1) if (n % d === 0) isPrime = false;
    if (!isPrime) continue;
    const value = n ** (1 / root);
    out[found] = (value - Math.floor(value)) * 2 ** 32;
    found += 1;
  }
  return out;
}

const START = fractions(8, 2);
const ROUNDS = fractions(64, 3);

const turn = (word: number, by: number): number => (word >>> by) | (word << (32 - by));

/** Returns the SHA-256 hash of `message`. */
export function sha256(message: Uint8Array): Uint8Array {
  const length = Math.ceil((message.length + 9) / 64) * 64;
  const padded = new Uint8Array(length);
  padded.set(message);
  padded[message.length] = 0x80;
  const view = new DataView(padded.buffer);
  view.setUint32(length - 8, Math.floor(message.length / 2 ** 29));
  view.setUint32(length - 4, (message.length * 8) >>> 0);

  const hash = START.slice();
  const w = new Uint32Array(64);
  const at = (words: Uint32Array, n: number): number => words[n] ?? 0;
  for (let block = 0; block < length; block += 64) {
    for (let n = 0; n < 16; n += 1) w[n] = view.getUint32(block + n * 4);
    for (let n = 16; n < 64; n += 1) {
      const [a, b] = [at(w, n - 15), at(w, n - 2)];
      const s0 = turn(a, 7) ^ turn(a, 18) ^ (a >>> 3);
      const s1 = turn(b, 17) ^ turn(b, 19) ^ (b >>> 10);
      w[n] = at(w, n - 16) + s0 + at(w, n - 7) + s1;
    }
    let [a = 0, b = 0, c = 0, d = 0, e = 0, f = 0, g = 0, h = 0] = hash;
    for (let n = 0; n < 64; n += 1) {
      const s1 = turn(e, 6) ^ turn(e, 11) ^ turn(e, 25);
      const one = (h + s1 + ((e & f) ^ (~e & g)) + at(ROUNDS, n) + at(w, n)) >>> 0;
      const s0 = turn(a, 2) ^ turn(a, 13) ^ turn(a, 22);
      const two = (s0 + ((a & b) ^ (a & c) ^ (b & c))) >>> 0;
      [h, g, f, e, d, c, b, a] = [g, f, e, (d + one) >>> 0, c, b, a, (one + two) >>> 0];
    }
    [a, b, c, d, e, f, g, h].forEach((word, n) => {
      hash[n] = at(hash, n) + word;
    });
  }
  const out = new Uint8Array(32);
  hash.forEach((word, n) => {
    new DataView(out.buffer).setUint32(n * 4, word);
  });
  return out;
}

/** Returns the HMAC-SHA-256 of `text`. */
export function hmac(key: Uint8Array, text: string): Uint8Array {
  const block = new Uint8Array(64);
  block.set(key.length > 64 ? sha256(key) : key);
  const padded = (by: number): Uint8Array => block.map((byte) => byte ^ by);
  return sha256(joined(padded(0x5c), sha256(joined(padded(0x36), bytes(text)))));
}

/** Encodes a string as UTF-8. */
export const bytes = (text: string): Uint8Array => new TextEncoder().encode(text);

/** Concatenates byte arrays. */
export function joined(...parts: readonly Uint8Array[]): Uint8Array {
  const out = new Uint8Array(parts.reduce((sum, part) => sum + part.length, 0));
  let at = 0;
  for (const part of parts) {
    out.set(part, at);
    at += part.length;
  }
  return out;
}

/** Decodes hexadecimal digits; returns `null` if `text` is malformed. */
export function unhex(text: string): Uint8Array | null {
  if (!/^([0-9a-f]{2})*$/.test(text)) return null;
  return Uint8Array.from({ length: text.length / 2 }, (_, n) => parseInt(text.slice(n * 2, n * 2 + 2), 16));
}

/** Returns the SHA-256 hash of a string in hexadecimal. */
export const hash = (text: string): string => hex(sha256(bytes(text)));
