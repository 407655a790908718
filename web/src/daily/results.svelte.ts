// Results of daily decks. They are stored in the browser and never sent to a
// server.

import { isRecord, listOf, readStored, store } from '../lib/storage';
import { streakOf } from '../puzzles/days';

/** A deck: its game, and the days since 1970-01-01 in UTC. */
export interface DeckOf {
  game: string;
  day: number;
}

/** The result of the attempt at a deck that counts. */
export interface DeckResult extends DeckOf {
  /** Final points of the player and of the opponent. */
  points: readonly [number, number];
  /** False if the game was given up. */
  isFinished: boolean;
}

/** Margins of the games of bots on a deck, by level. */
export type Margins = Readonly<Record<string, readonly number[]>>;

interface Stored {
  /** All results, the latest first. */
  results: readonly DeckResult[];
  /** Decks whose attempt has begun on their own day. */
  begun: readonly DeckOf[];
  /** Games of bots on the latest decks, so that they are played only once. */
  bots: readonly (DeckOf & { margins: Margins })[];
}

const NAME = 'daily';
/** Numbers of results, of attempts and of decks with games of bots that are kept. */
const MOST = 2_000;
const MOST_BEGUN = 40;
const MOST_BOTS = 8;
/** The last day that has a deck. */
const LAST_DAY = 999_999;

const isCount = (value: unknown): value is number => typeof value === 'number' && Number.isSafeInteger(value);
const isDay = (value: unknown): value is number => isCount(value) && value >= 0 && value <= LAST_DAY;
const areNumbers = (value: unknown): value is number[] => Array.isArray(value) && listOf(value).every(isCount);

const isDeck = (value: unknown): value is Record<string, unknown> & DeckOf =>
  isRecord(value) && typeof value.game === 'string' && isDay(value.day);

const isResult = (value: unknown): value is DeckResult =>
  isDeck(value) && areNumbers(value.points) && value.points.length === 2 && typeof value.isFinished === 'boolean';

const isBots = (value: unknown): value is Stored['bots'][number] =>
  isDeck(value) && isRecord(value.margins) && Object.values(value.margins).every(areNumbers);

const isOf =
  ({ game, day }: DeckOf) =>
  (one: DeckOf): boolean =>
    one.game === game && one.day === day;

/** Returns the parts of a stored value that can be read. */
function read(kept: unknown): Stored {
  const from = isRecord(kept) ? kept : {};
  const results: DeckResult[] = [];
  for (const one of listOf(from.results).filter(isResult).slice(0, MOST))
    if (!results.some(isOf(one))) results.push(one);
  const begun = listOf(from.begun).filter(isDeck).slice(0, MOST_BEGUN);
  return { results, begun, bots: listOf(from.bots).filter(isBots).slice(0, MOST_BOTS) };
}

/** Returns the points of the player minus those of the opponent. */
export const marginOf = ({ points: [own, other] }: DeckResult): number => own - other;

/** Returns true if the player has won. */
export const isWon = (result: DeckResult): boolean => result.isFinished && marginOf(result) > 0;

/** Returns the length of the longest run of consecutive days. */
export function longestOf(days: readonly number[]): number {
  const all = new Set(days);
  let longest = 0;
  for (const day of all) {
    if (all.has(day - 1)) continue;
    let length = 1;
    while (all.has(day + length)) length += 1;
    longest = Math.max(longest, length);
  }
  return longest;
}

export class Results {
  #kept = $state.raw<Stored>(readStored(NAME, read));

  /** All results, the latest first. */
  get all(): readonly DeckResult[] {
    return this.#kept.results;
  }

  of(deck: DeckOf): DeckResult | null {
    return this.#kept.results.find(isOf(deck)) ?? null;
  }

  /** The decks whose attempt has begun and is not finished. */
  get unfinished(): readonly DeckOf[] {
    return this.#kept.begun.filter((deck) => this.of(deck) === null);
  }

  /** Returns true if the attempt at a deck has begun on its own day: it counts,
   * whenever it ends. */
  hasBegun(deck: DeckOf): boolean {
    return this.#kept.begun.some(isOf(deck));
  }

  begin({ game, day }: DeckOf): void {
    const now = readStored(NAME, read);
    const others = now.begun.filter((one) => !isOf({ game, day })(one));
    this.#store({ ...now, begun: [{ game, day }, ...others].slice(0, MOST_BEGUN) });
  }

  /** Returns the totals. Days after today come from a clock that was wrong, and do
   * not count. */
  totals(today: number): { played: number; won: number; streak: number; longest: number } {
    const past = this.#kept.results.filter(({ day }) => day <= today);
    const days = past.map(({ day }) => day);
    return {
      played: past.length,
      won: past.filter(isWon).length,
      streak: streakOf(days, today),
      longest: longestOf(days),
    };
  }

  /** Stores a result. The first one of a deck counts. */
  add(result: DeckResult): void {
    // Another tab may have stored results since.
    const now = readStored(NAME, read);
    const isNew = !now.results.some(isOf(result));
    this.#store(isNew ? { ...now, results: [result, ...now.results].slice(0, MOST) } : now);
  }

  /** Returns the games of bots on a deck that are stored. */
  bots(deck: DeckOf): Margins {
    return this.#kept.bots.find(isOf(deck))?.margins ?? {};
  }

  addBots({ game, day }: DeckOf, margins: Margins): void {
    const now = readStored(NAME, read);
    const others = now.bots.filter((one) => !isOf({ game, day })(one));
    this.#store({ ...now, bots: [{ game, day, margins }, ...others].slice(0, MOST_BOTS) });
  }

  #store(next: Stored): void {
    this.#kept = next;
    store(NAME, next);
  }
}
