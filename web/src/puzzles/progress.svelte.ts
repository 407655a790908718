// Ratings, attempts and streaks of the solver. They are stored in the browser and
// never sent to a server.

import type { PuzzleLine, RatingView } from '../wire/wire';
import { isRecord, listOf, readStored, store } from '../lib/storage';
import { THEMES, type Filter, type Tried } from './choice';
import { streakOf } from './days';
import { isRating } from './wire';

/** The first attempt at a puzzle. */
export interface Attempt extends Tried {
  id: string;
  /** The change of the solver's rating. */
  change: number;
}

interface Stored {
  solver: RatingView;
  /** Ratings of the puzzles that were tried, by id. */
  puzzles: Readonly<Record<string, RatingView>>;
  /** All attempts, the latest first. */
  attempts: readonly Attempt[];
  /** Days since 1970 on which the daily puzzle was solved. */
  days: readonly number[];
  filter: Filter;
}

const NAME = 'puzzles';
/** The rating of a new solver. */
const NEW: RatingView = { rating: 1500, deviation: 350, volatility: 0.06 };
/** Deviation of a puzzle that was never tried: the first rating is an estimate from
 * attempts of bots. */
const DEVIATION = 150;
/** Numbers of attempts and of days that are kept. */
const MOST = 1_000;

const isTime = (value: unknown): value is number => typeof value === 'number' && Number.isSafeInteger(value);
const isAttempt = (value: unknown): value is Attempt =>
  isRecord(value) &&
  typeof value.id === 'string' &&
  isTime(value.at) &&
  typeof value.isRight === 'boolean' &&
  typeof value.change === 'number' &&
  Number.isFinite(value.change);
const isSound = (value: unknown): value is RatingView =>
  isRating(value) && [value.rating, value.deviation, value.volatility].every((n) => Number.isFinite(n) && n > 0);

/** Returns the parts of a stored value that can be read, and new ones for the rest. */
function read(kept: unknown): Stored {
  const from = isRecord(kept) ? kept : {};
  const puzzles = Object.entries(isRecord(from.puzzles) ? from.puzzles : {}).filter(([, value]) => isSound(value));
  const filter = isRecord(from.filter) ? from.filter : {};
  return {
    solver: isSound(from.solver) ? from.solver : NEW,
    // The filter above has checked the values.
    // eslint-disable-next-line @typescript-eslint/consistent-type-assertions
    puzzles: Object.fromEntries(puzzles) as Record<string, RatingView>,
    attempts: listOf(from.attempts).filter(isAttempt).slice(0, MOST),
    days: listOf(from.days).filter(isTime).slice(0, MOST),
    filter: {
      game: typeof filter.game === 'string' ? filter.game : null,
      theme: THEMES.find((theme) => theme === filter.theme) ?? null,
    },
  };
}

export class Progress {
  #kept = $state.raw<Stored>(readStored(NAME, read));

  get solver(): RatingView {
    return this.#kept.solver;
  }

  get attempts(): readonly Attempt[] {
    return this.#kept.attempts;
  }

  get filter(): Filter {
    return this.#kept.filter;
  }

  set filter(filter: Filter) {
    this.#change({ filter });
  }

  /** The number of puzzles whose first attempt was right. */
  get solved(): number {
    return this.#kept.attempts.filter(({ isRight }) => isRight).length;
  }

  /** Returns the rating of a puzzle. */
  ratingOf({ id, rating }: PuzzleLine): RatingView {
    return this.#kept.puzzles[id] ?? { rating, deviation: DEVIATION, volatility: NEW.volatility };
  }

  /** Returns the attempt at a puzzle. */
  tried(id: string): Attempt | null {
    return this.#kept.attempts.find((attempt) => attempt.id === id) ?? null;
  }

  /** Returns true if the daily puzzle of a day was solved. */
  isDaySolved(day: number): boolean {
    return this.#kept.days.includes(day);
  }

  streak(today: number): number {
    return streakOf(this.#kept.days, today);
  }

  /** Stores the first attempt at a puzzle, with the ratings after it. */
  addFirst(id: string, isRight: boolean, at: number, rated: { solver: RatingView; puzzle: RatingView }): void {
    // Another tab may have stored attempts since.
    const now = readStored(NAME, read);
    const change = rated.solver.rating - this.solver.rating;
    this.#change({
      solver: rated.solver,
      puzzles: { ...now.puzzles, [id]: rated.puzzle },
      attempts: [{ id, at, isRight, change }, ...now.attempts.filter((one) => one.id !== id)].slice(0, MOST),
    });
  }

  /** Stores the time of a further attempt, which does not count. */
  addFurther(id: string, at: number): void {
    const { attempts } = readStored(NAME, read);
    this.#change({ attempts: attempts.map((one) => (one.id === id ? { ...one, at } : one)) });
  }

  /** Stores that the daily puzzle of a day was solved. */
  addDay(day: number): void {
    const { days } = readStored(NAME, read);
    this.#change({ days: [day, ...days.filter((one) => one !== day)].slice(0, MOST) });
  }

  #change(change: Partial<Stored>): void {
    this.#kept = { ...readStored(NAME, read), ...change };
    store(NAME, this.#kept);
  }
}
