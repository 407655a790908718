// Verification of all draws of a finished game, recomputed from the record and
// the revealed seed alone (docs/fair-play.md). The only data trusted from the
// server is the list of tiles, which is public.

import type { BagView, KindCount } from '../../wire/wire';
import { saltCommitment, type Kept } from './salts';
import { hash, hmac, unhex } from './sha256';

/** Reason why the draws cannot be verified. */
export type Gap = 'no_commitment' | 'no_seed' | 'unreadable';

/** The kind of violation that was found. */
export type Fault = 'seed' | 'draw' | 'promise' | 'own_salt' | 'copied_salt';

export type Finding =
  | {
      kind: 'verified';
      draws: number;
      /** Seats whose salts contributed to the draws. */
      contributors: number[];
      /** True if the salt of this browser contributed. */
      hasOwn: boolean;
      /** True if the first player follows from the seed. */
      isFirstDrawn: boolean;
      /** Number of times the remaining tiles were reseeded. */
      reseeds: number;
    }
  | { kind: 'unverifiable'; why: Gap }
  | { kind: 'wrong'; why: Fault; turn: number | null };

const unverifiable = (why: Gap): Finding => ({ kind: 'unverifiable', why });
const wrong = (why: Fault, turn: number | null = null): Finding => ({ kind: 'wrong', why, turn });

/** Verifies all draws of a record. */
export function verifyDraws(record: string, bag: BagView, kept: Kept | null): Finding {
  const read = parse(record);
  if (read === null) return unverifiable('unreadable');
  const { header, seeds, turns } = read;
  const commit = header.get('commit');
  if (commit === undefined) return unverifiable('no_commitment');
  if (kept?.seal && kept.seal !== commit) return wrong('promise');
  const salts = pairs(header.get('salts'));
  const reseeds = pairs(header.get('reseed'));
  const [seed, ...later] = seeds;
  if (salts === null || reseeds === null) return unverifiable('unreadable');
  if (seed === undefined) return unverifiable('no_seed');
  if (later.length !== reseeds.length) return wrong('seed');
  if (new Set(salts.map(([, salt]) => salt)).size < salts.length) return wrong('copied_salt');
  const hasOwn = kept?.salt != null && salts.some(([, salt]) => salt === kept.salt);
  if (kept?.salt && kept.seal && !hasOwn) return wrong('own_salt');

  // The header encodes the salt exactly as the hashed text does.
  const text = header.get('salt') ?? '';
  const line = text === '' ? '' : `text ${text}\n`;
  const game = dealHeader(header);
  const promised =
    salts.length === 0
      ? hash(`bastide deal 1\n${game}\nseed ${seed}\n`)
      : hash(
          `bastide deal 2\n${game}\n${salts.map(([seat, salt]) => `salt ${String(seat)} ${saltCommitment(salt)}\n`).join('')}${line}seed ${seed}\n`,
        );
  if (promised !== commit) return wrong('seed');
  const mixed =
    salts.length === 0
      ? `bastide deal 1\n${decoded(text)}`
      : `bastide deal 2\n${salts.map(([seat, salt]) => `salt ${String(seat)} ${salt}\n`).join('')}${line}`;
  const keys = [{ from: 0, key: keyOf(seed, mixed) }];
  let before = commit;
  for (const [n, [from, promise]] of reseeds.entries()) {
    const next = later[n] ?? '';
    const binding = `bastide reseed 1\ncommit ${before}\nafter ${String(from)}\n`;
    if (hash(`${binding}seed ${next}\n`) !== promise) return wrong('seed');
    keys.push({ from, key: keyOf(next, binding) });
    before = promise;
  }

  const piles = bag.piles.map(row);
  const tokens = row(bag.tokens);
  let draws = 0;
  let current = 0;
  let streams = streamsOf(keys[0]?.key ?? new Uint8Array());
  const first = number(new Stream(keys[0]?.key ?? new Uint8Array(), 'first'), Number(header.get('seats')));
  for (const [turn, drawn] of turns) {
    for (const one of drawn) {
      // The latest seed whose range includes this draw applies.
      const meant = keys.findLastIndex(({ from }) => from <= draws);
      if (meant !== current) streams = streamsOf(keys[meant]?.key ?? new Uint8Array());
      current = meant;
      const isTile = one.startsWith('D');
      const pile = isTile ? piles.find((left) => left.length > 0) : tokens;
      if (pile === undefined || pile.length === 0) return wrong('draw', turn);
      const [dealt] = pile.splice(number(isTile ? streams.tiles : streams.tokens, pile.length), 1);
      if (dealt !== one.slice(1)) return wrong('draw', turn);
      draws += 1;
    }
  }
  return {
    kind: 'verified',
    draws,
    hasOwn,
    contributors: salts.map(([seat]) => seat),
    isFirstDrawn: first === Number(header.get('first') ?? '0'),
    reseeds: reseeds.length,
  };
}

/** Percent-decodes a header value. */
function decoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}

interface Parsed {
  /** Header values as written, still percent-encoded. */
  header: Map<string, string>;
  seeds: string[];
  /** The draws of each turn, with the turn's number starting at 1. */
  turns: [number, string[]][];
}

function parse(record: string): Parsed | null {
  const words = (line: string): string[] => {
    const all = line.split(/[ \t\r]+/).filter((word) => word !== '');
    const comment = all.findIndex((word) => word.startsWith('#'));
    return comment < 0 ? all : all.slice(0, comment);
  };
  const [version, head, ...rest] = record
    .split('\n')
    .map(words)
    .filter((line) => line.length > 0);
  if (version?.join(' ') !== 'bastide 1' || head?.[0] !== 'game' || head[1] === undefined) return null;
  const header = new Map([['game', head[1]]]);
  for (const word of head.slice(2)) {
    const at = word.indexOf('=');
    if (at < 1) return null;
    header.set(word.slice(0, at), word.slice(at + 1));
  }
  const seeds: string[] = [];
  const turns: [number, string[]][] = [];
  for (const line of rest) {
    if (line[0] === 'end') continue;
    if (line[0] === 'seed') seeds.push(...line.slice(1));
    else turns.push([turns.length + 1, line.filter((word) => /^[DT]/.test(word))]);
  }
  return seeds.every((seed) => /^[0-9a-f]{64}$/.test(seed)) ? { header, seeds, turns } : null;
}

/** Parses a list of `NUMBER:HEX`; returns `null` if it is malformed. */
function pairs(list: string | undefined): [number, string][] | null {
  if (list === undefined) return [];
  const out: [number, string][] = [];
  for (const item of list.split(',')) {
    const found = /^(0|[1-9][0-9]*):([0-9a-f]{64})$/.exec(item);
    if (found === null) return null;
    out.push([Number(found[1]), found[2] ?? '']);
  }
  return out;
}

/** Returns the part of the header that the commitment covers. */
function dealHeader(header: Map<string, string>): string {
  const keys = ['rules', 'seats', 'tiles', 'deck'].filter((key) => header.has(key));
  return [`game ${header.get('game') ?? ''}`, ...keys.map((key) => `${key}=${header.get(key) ?? ''}`)].join(' ');
}

const keyOf = (seed: string, text: string): Uint8Array => hmac(unhex(seed) ?? new Uint8Array(), text);

/** Lists the contents of a pile, each kind repeated by its count. */
const row = (kinds: readonly KindCount[]): string[] =>
  kinds.flatMap(({ name, count }) => Array.from({ length: count }, () => name));

interface Streams {
  tiles: Stream;
  tokens: Stream;
}

const streamsOf = (key: Uint8Array): Streams => ({
  tiles: new Stream(key, 'tiles'),
  tokens: new Stream(key, 'tokens'),
});

/** A stream of pseudo-random 32-bit words. */
class Stream {
  readonly #key: Uint8Array;
  readonly #label: string;
  #block = 0;
  #words: number[] = [];

  constructor(key: Uint8Array, label: string) {
    this.#key = key;
    this.#label = label;
  }

  word(): number {
    if (this.#words.length === 0) {
      const view = new DataView(hmac(this.#key, `${this.#label} ${String(this.#block)}`).buffer);
      this.#words = Array.from({ length: 8 }, (_, n) => view.getUint32(n * 4));
      this.#block += 1;
    }
    return this.#words.shift() ?? 0;
  }
}

/** Returns a uniform number below `n`, rejecting words above the largest
 * multiple of `n`. */
function number(stream: Stream, n: number): number {
  const accepted = Math.floor(2 ** 32 / n) * n;
  let word = stream.word();
  while (word >= accepted) word = stream.word();
  return word % n;
}
