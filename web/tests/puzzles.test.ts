import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';

import { choose, gamesOf, lossOfSecond, type Filter, type Tried } from '../src/puzzles/choice';
import { dayOf, startOf, streakOf } from '../src/puzzles/days';
import { Progress } from '../src/puzzles/progress.svelte';
import type { PuzzleLine, RatedView } from '../src/wire/wire';

const puzzle = (id: string, rating: number, rest: Partial<PuzzleLine> = {}): PuzzleLine => ({
  id,
  game: 'base',
  themes: ['close'],
  is_exact: false,
  rating,
  text: '',
  ...rest,
});
const ALL: Filter = { game: null, theme: null };
const next = (
  puzzles: readonly PuzzleLine[],
  rest: { filter?: Filter; tried?: Record<string, Tried>; avoided?: string[]; random?: number } = {},
): string | null =>
  choose(puzzles, {
    filter: rest.filter ?? ALL,
    rating: 1500,
    ratingOf: ({ rating }) => rating,
    tried: (id) => rest.tried?.[id] ?? null,
    avoided: rest.avoided ?? [],
    random: rest.random ?? 0,
  })?.id ?? null;

describe('the next puzzle', () => {
  const many = Array.from({ length: 40 }, (_, n) => puzzle(`p${String(n)}`, 1000 + n * 25));

  it('is one of the six nearest to the rating of the solver', () => {
    const found = new Set(Array.from({ length: 100 }, (_, n) => next(many, { random: n / 100 })));
    expect([...found].sort()).toEqual(['p17', 'p18', 'p19', 'p20', 'p21', 'p22'].sort());
    expect(next(many, { random: 0 })).toBe('p20');
  });

  it('is new, and neither the one just shown nor that of the day', () => {
    const few = [puzzle('a', 1500), puzzle('b', 1510), puzzle('c', 1900)];
    expect(next(few, { tried: { a: { at: 1, isRight: true } } })).toBe('b');
    expect(next(few, { avoided: ['a', 'b'] })).toBe('c');
    expect(next([puzzle('a', 1500)], { avoided: ['a'] })).toBe('a');
  });

  it('is the oldest one that failed, then the oldest one that was solved', () => {
    const few = [puzzle('a', 1500), puzzle('b', 1500), puzzle('c', 1500)];
    const tried = { a: { at: 1, isRight: true }, b: { at: 3, isRight: false }, c: { at: 2, isRight: false } };
    expect(next(few, { tried })).toBe('c');
    const solved = { a: { at: 5, isRight: true }, b: { at: 3, isRight: true }, c: { at: 4, isRight: true } };
    expect(next(few, { tried: solved })).toBe('b');
  });

  it('has the game and the theme that are wanted', () => {
    const few = [
      puzzle('a', 1500),
      puzzle('b', 1900, { game: 'wheel', themes: ['farm', 'steal'] }),
      puzzle('c', 1600, { game: 'wheel' }),
    ];
    expect(next(few, { filter: { game: 'wheel', theme: 'steal' } })).toBe('b');
    expect(next(few, { filter: { game: null, theme: 'farm' } })).toBe('b');
    expect(next(few, { filter: { game: 'castle', theme: null } })).toBeNull();
    expect(next([])).toBeNull();
    expect(gamesOf(few)).toEqual(['base', 'wheel']);
  });

  it('tells how much worse the second-best turn is', () => {
    expect(lossOfSecond('puzzle a\nturn P1,0r0 M0\nwrong 1887 58 P4,4r0 .\nwrong 2000 0 P0,0r0 .\nend 1\n')).toBe(1887);
    expect(lossOfSecond('end 0\n')).toBe(0);
  });
});

describe('days', () => {
  it('begin at midnight in UTC', () => {
    expect(dayOf(Date.UTC(1970, 0, 1, 23, 59, 59, 999))).toBe(0);
    expect(dayOf(Date.UTC(2026, 10, 18))).toBe(20_775);
    expect(dayOf(Date.UTC(2026, 10, 18) - 1)).toBe(20_774);
    expect(startOf(20_775)).toBe(Date.UTC(2026, 10, 18));
  });

  it('in a row make a streak, which lasts until the next day is over', () => {
    expect(streakOf([], 10)).toBe(0);
    expect(streakOf([10], 10)).toBe(1);
    expect(streakOf([10, 9, 8, 6], 10)).toBe(3);
    expect(streakOf([6, 8, 9], 10)).toBe(2);
    expect(streakOf([8], 10)).toBe(0);
    expect(streakOf([11, 10], 10)).toBe(1);
  });
});

describe('the progress of the solver', () => {
  const kept = new Map<string, string>();
  beforeEach(() => {
    kept.clear();
    vi.stubGlobal('localStorage', {
      getItem: (name: string) => kept.get(name) ?? null,
      setItem: (name: string, value: string) => void kept.set(name, value),
    });
  });
  afterEach(() => vi.unstubAllGlobals());
  const rated = (rating: number): RatedView => ({
    solver: { rating, deviation: 200, volatility: 0.06 },
    puzzle: { rating: 1700, deviation: 100, volatility: 0.06 },
  });

  it('survives the end of the page', () => {
    const before = new Progress();
    expect(before.solver.rating).toBe(1500);
    expect(before.ratingOf(puzzle('a', 1800))).toMatchObject({ rating: 1800, deviation: 150 });
    before.addFirst('a', true, 5, rated(1600));
    before.addFirst('b', false, 6, rated(1550));
    before.addDay(20_775);
    before.filter = { game: 'wheel', theme: 'last-tiles' };
    const after = new Progress();
    expect(after.solver.rating).toBe(1550);
    expect(after.attempts.map(({ id, change }) => [id, change])).toEqual([
      ['b', -50],
      ['a', 100],
    ]);
    expect([after.solved, after.streak(20_776), after.isDaySolved(20_775)]).toEqual([1, 1, true]);
    expect(after.ratingOf(puzzle('a', 1800)).rating).toBe(1700);
    expect(after.filter).toEqual({ game: 'wheel', theme: 'last-tiles' });
  });

  it('counts the first attempt at a puzzle and a day once', () => {
    const progress = new Progress();
    progress.addFirst('a', false, 5, rated(1400));
    progress.addFurther('a', 9);
    progress.addFurther('never tried', 9);
    progress.addDay(3);
    progress.addDay(3);
    expect(progress.attempts).toEqual([{ id: 'a', at: 9, isRight: false, change: -100 }]);
    expect(progress.streak(3)).toBe(1);
  });

  it('has the attempts of other tabs', () => {
    const [one, other] = [new Progress(), new Progress()];
    one.addFirst('a', true, 1, rated(1600));
    other.addFirst('b', true, 2, rated(1600));
    expect(other.attempts.map(({ id }) => id)).toEqual(['b', 'a']);
  });

  it('ignores what is damaged in the storage and keeps the rest', () => {
    for (const text of [
      '',
      '{',
      'null',
      '[]',
      '7',
      '{"solver":7,"puzzles":[],"attempts":{},"days":"x","filter":{"theme":"none"}}',
    ]) {
      kept.set('bastide.puzzles', text);
      const progress = new Progress();
      expect(progress.solver).toEqual({ rating: 1500, deviation: 350, volatility: 0.06 });
      expect([progress.attempts, progress.filter, progress.streak(1)]).toEqual([[], ALL, 0]);
    }
    const good = { id: 'a', at: 5, isRight: true, change: 12.5 };
    kept.set(
      'bastide.puzzles',
      JSON.stringify({
        solver: { rating: null, deviation: 1, volatility: 1 },
        puzzles: { a: { rating: 1, deviation: 2, volatility: 3 }, b: { rating: 'x' } },
        attempts: [good, { ...good, at: 'x' }, { ...good, change: null }, null, 3],
        days: [4, '5', 1.5, null, 5],
        filter: { game: 7, theme: 'farm' },
      }),
    );
    const progress = new Progress();
    expect(progress.solver.rating).toBe(1500);
    expect(progress.attempts).toEqual([good]);
    expect(progress.streak(5)).toBe(2);
    expect(progress.filter).toEqual({ game: null, theme: 'farm' });
    expect(progress.ratingOf(puzzle('a', 1800)).rating).toBe(1);
    expect(progress.ratingOf(puzzle('b', 1800)).rating).toBe(1800);
  });
});
