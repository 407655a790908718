// The choice of the next puzzle.

import type { PuzzleLine } from '../wire/wire';

/** Themes of solutions, as in the file. */
export const THEMES = ['block', 'steal', 'share', 'close', 'save', 'farm', 'last-tiles'] as const;
export type PuzzleTheme = (typeof THEMES)[number];

/** The wanted puzzles; `null` stands for all. */
export interface Filter {
  /** The name of a game in the file. */
  game: string | null;
  theme: PuzzleTheme | null;
}

/** A previous attempt at a puzzle. */
export interface Tried {
  /** Time of the latest attempt, in milliseconds since 1970. */
  at: number;
  /** True if the first attempt was right. */
  isRight: boolean;
}

/** Number of puzzles nearest to the solver's rating, one of which is chosen. */
const NEAREST = 6;

/** Returns true if a puzzle is wanted. */
export const isWanted = ({ game, themes }: PuzzleLine, filter: Filter): boolean =>
  (filter.game === null || filter.game === game) && (filter.theme === null || themes.includes(filter.theme));

interface Choice {
  filter: Filter;
  /** The solver's rating. */
  rating: number;
  /** The rating of a puzzle. */
  ratingOf: (puzzle: PuzzleLine) => number;
  tried: (id: string) => Tried | null;
  /** Puzzles that are chosen only if there is no other: the one just shown, and
   * that of the day. */
  avoided: readonly string[];
  /** A random number from 0 up to, but not including, 1. */
  random: number;
}

/** Returns the next puzzle: a new one near the rating of the solver, otherwise the
 * one that failed or, if none did, was solved the longest time ago. Returns `null`
 * if no puzzle is wanted. */
export function choose(puzzles: readonly PuzzleLine[], choice: Choice): PuzzleLine | null {
  const wanted = puzzles.filter((puzzle) => isWanted(puzzle, choice.filter));
  const others = wanted.filter(({ id }) => !choice.avoided.includes(id));
  const all = others.length > 0 ? others : wanted;
  const distance = (puzzle: PuzzleLine): number => Math.abs(choice.ratingOf(puzzle) - choice.rating);
  const fresh = all.filter(({ id }) => choice.tried(id) === null).sort((a, b) => distance(a) - distance(b));
  const near = fresh.slice(0, NEAREST);
  if (near.length > 0) return near[Math.floor(choice.random * near.length)] ?? null;
  const order = ({ id }: PuzzleLine): [number, number] => {
    const tried = choice.tried(id);
    return [Number(tried?.isRight ?? false), tried?.at ?? 0];
  };
  return all.toSorted((a, b) => order(a)[0] - order(b)[0] || order(a)[1] - order(b)[1])[0] ?? null;
}

/** Returns the loss of the best other turn, in thousandths of a point, from the text
 * of a puzzle. */
export const lossOfSecond = (text: string): number => Number(/^wrong (\d+) /m.exec(text)?.[1] ?? 0);

/** Returns the games of a list of puzzles. */
export const gamesOf = (puzzles: readonly PuzzleLine[]): string[] => [...new Set(puzzles.map(({ game }) => game))];
