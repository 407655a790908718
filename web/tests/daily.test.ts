import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';

import { BotGames } from '../src/daily/botGames.svelte';
import { bestOf, comparisons, scaleOf, shareBelow, squares, stacked } from '../src/daily/compare';
import { timeLeft } from '../src/daily/dates';
import { longestOf, Results, type DeckResult } from '../src/daily/results.svelte';
import { areDecks, type DeckView } from '../src/daily/wire';
import { leadAt, matches, nextTable, tablesOf, type TableState } from '../src/duplicate/matches.svelte';

const kept = new Map<string, string>();
const storage = {
  getItem: (name: string) => kept.get(name) ?? null,
  setItem: (name: string, value: string) => void kept.set(name, value),
};
beforeEach(() => {
  kept.clear();
  vi.stubGlobal('localStorage', storage);
});
afterEach(() => vi.unstubAllGlobals());

const result = (day: number, points: [number, number] = [80, 70], rest: Partial<DeckResult> = {}): DeckResult => ({
  game: 'fields',
  day,
  points,
  isFinished: true,
  ...rest,
});

describe('results of daily decks', () => {
  it('count once for each deck', () => {
    const results = new Results();
    results.add(result(5, [80, 70]));
    results.add(result(5, [99, 10]));
    expect(results.all).toHaveLength(1);
    expect(results.of({ game: 'fields', day: 5 })?.points).toEqual([80, 70]);
    results.add(result(5, [1, 2], { game: 'castle' }));
    expect(results.totals(5)).toEqual({ played: 2, won: 1, streak: 1, longest: 1 });
    expect(new Results().all).toHaveLength(2);
  });

  it('of another tab are kept', () => {
    const [one, other] = [new Results(), new Results()];
    one.add(result(5));
    other.add(result(6));
    expect(new Results().all.map(({ day }) => day)).toEqual([6, 5]);
    one.add(result(6, [0, 50]));
    expect(new Results().of({ game: 'fields', day: 6 })?.points).toEqual([80, 70]);
  });

  it('make streaks of consecutive days', () => {
    const results = new Results();
    for (const day of [1, 2, 3, 10, 11]) results.add(result(day));
    expect(results.totals(11)).toMatchObject({ streak: 2, longest: 3 });
    expect(results.totals(12)).toMatchObject({ streak: 2 });
    expect(results.totals(13)).toMatchObject({ streak: 0 });
  });

  it('of a clock that was ahead do not count until that day', () => {
    const results = new Results();
    results.add(result(400));
    results.add(result(10));
    expect(results.totals(10)).toEqual({ played: 1, won: 1, streak: 1, longest: 1 });
    expect(results.totals(400).played).toBe(2);
  });

  it('are won by more points, and not if the game was given up', () => {
    const results = new Results();
    results.add(result(1, [70, 70]));
    results.add(result(2, [90, 70], { isFinished: false }));
    expect(results.totals(2)).toMatchObject({ played: 2, won: 0, streak: 2 });
  });

  it('can begin on one day and end on another', () => {
    const results = new Results();
    const deck = { game: 'wheel', day: 7 };
    results.begin(deck);
    results.begin(deck);
    expect(new Results().unfinished).toEqual([deck]);
    results.add(result(7, [1, 0], { game: 'wheel' }));
    expect(results.unfinished).toEqual([]);
    expect(results.hasBegun(deck)).toBe(true);
  });

  it('that cannot be read are ignored', () => {
    const bad = [
      'null',
      '[]',
      '{',
      '{"results":7,"begun":{},"bots":"x"}',
      JSON.stringify({
        results: [
          null,
          {},
          { game: 'fields', day: -1, points: [1, 2], isFinished: true },
          { game: 'fields', day: 1e300, points: [1, 2], isFinished: true },
          { game: 'fields', day: 1.5, points: [1, 2], isFinished: true },
          { game: 'fields', day: 3, points: [1], isFinished: true },
          { game: 'fields', day: 3, points: ['1', null], isFinished: true },
        ],
        begun: [{ game: 5, day: 1 }],
        bots: [{ game: 'fields', day: 1, margins: { easy: ['x'] } }],
      }),
    ];
    for (const text of bad) {
      kept.set('bastide.daily', text);
      const results = new Results();
      expect(results.all, text).toEqual([]);
      expect(results.totals(20_000)).toEqual({ played: 0, won: 0, streak: 0, longest: 0 });
      expect(results.bots({ game: 'fields', day: 1 })).toEqual({});
    }
    // The readable part stays.
    kept.set('bastide.daily', JSON.stringify({ results: [{}, result(3), result(3, [0, 9])] }));
    expect(new Results().all).toEqual([result(3)]);
  });

  it('survive a browser that stores nothing', () => {
    vi.stubGlobal('localStorage', {
      getItem: () => null,
      setItem: () => {
        throw new DOMException('', 'QuotaExceededError');
      },
    });
    const results = new Results();
    results.add(result(3));
    expect(results.totals(3).played).toBe(1);
  });
});

describe('the longest streak', () => {
  it('does not depend on order or repetition', () => {
    expect(longestOf([])).toBe(0);
    expect(longestOf([5, 3, 4, 4, 9])).toBe(3);
  });
});

describe('the comparison with bots', () => {
  const levels = [
    { level: 'easy', bot: 'easy', games: 4 },
    { level: 'hard', bot: 'hard', games: 2 },
  ];

  it('counts equal games half', () => {
    expect(shareBelow([], 1)).toBe(0);
    expect(shareBelow([-5, 0, 3, 9], 3)).toBe(0.625);
  });

  it('includes complete levels only, and names the strongest that is beaten', () => {
    const all = comparisons(levels, { easy: [-20, -10, 0, 10], hard: [30] }, 5);
    expect(all).toEqual([{ level: 'easy', share: 0.75 }]);
    const both = comparisons(levels, { easy: [-20, -10, 0, 1], hard: [0, 30] }, 5);
    expect(bestOf(both)).toEqual({ level: 'hard', share: 0.5 });
    expect(bestOf(comparisons(levels, { easy: [9, 9, 9, 9], hard: [30, 30] }, 5))).toEqual({ level: 'easy', share: 0 });
    expect(bestOf([])).toBeNull();
    expect(squares(both)).toBe('🟩🟨');
  });

  it('is drawn on a scale with zero and all games', () => {
    const { least, most, at } = scaleOf({ easy: [-33, 12] }, 41);
    expect([least, most]).toEqual([-40, 50]);
    expect([at(-40), at(50)]).toEqual([0, 1000]);
    expect(scaleOf({}, 0).least).toBeLessThan(0);
    expect(stacked([3, 4, 3, 3])).toEqual([0, 0, 1, 2]);
  });
});

describe('games of bots', () => {
  const deck: DeckView = {
    game: 'fields',
    family: 'land',
    rules: 'base,fields',
    table: 'deck11020775',
    seed: '',
    first: 0,
    opponent: 'normal',
    levels: [
      { level: 'easy', bot: 'easy', games: 2 },
      { level: 'hard', bot: 'hard', games: 1 },
    ],
  };
  interface FakeClient {
    asked: string[];
    close: () => void;
    request: (name: string, args: { bot: string; step: number }) => Promise<number>;
  }
  /** A client that answers with the number of the request, and fails once. */
  const client = (fail = -1): FakeClient => {
    const asked: string[] = [];
    return {
      asked,
      close: vi.fn(),
      request: (_, { bot, step }) => {
        asked.push(`${bot} ${String(step)}`);
        return asked.length === fail ? Promise.reject(new Error('broken')) : Promise.resolve(asked.length);
      },
    };
  };
  type Client = ConstructorParameters<typeof BotGames>[3];
  const as = (one: FakeClient): Client => one as unknown as Client;

  it('are played once, the fastest level first', async () => {
    const results = new Results();
    const first = client();
    const games = new BotGames(deck, 5, results, as(first));
    expect(games.progress).toEqual({ done: 0, of: 3 });
    await games.start();
    expect(first.asked).toEqual(['easy 0', 'easy 1', 'hard 0']);
    expect(games.isComplete).toBe(true);
    expect(first.close).toHaveBeenCalled();
    const again = client();
    const known = new BotGames(deck, 5, new Results(), as(again));
    expect(known.isComplete).toBe(true);
    expect(new BotGames(deck, 6, new Results(), as(again)).isComplete).toBe(false);
  });

  it('go on after a failure', async () => {
    const broken = client(2);
    const games = new BotGames(deck, 5, new Results(), as(broken));
    await games.start();
    expect(games.problem).not.toBeNull();
    await games.start();
    expect(games.problem).toBeNull();
    expect(broken.asked).toEqual(['easy 0', 'easy 1', 'easy 1', 'hard 0']);
  });

  it('are checked', () => {
    expect(areDecks([deck])).toBe(true);
    expect(areDecks([{ ...deck, levels: [{}] }])).toBe(false);
    expect(areDecks({})).toBe(false);
  });
});

describe('the time of the next deck', () => {
  it('is midnight in UTC', () => {
    expect(timeLeft(0, 0)).toBe('24:00:00');
    expect(timeLeft(0, 86_399_500)).toBe('0:00:01');
    expect(timeLeft(0, 90_000_000)).toBe('0:00:00');
  });
});

describe('a duplicate match', () => {
  const at = (turns: number, isOver = false, scores = [0, 0]): TableState => ({ turns, isOver, scores });

  it('goes on at the table with fewer turns', () => {
    expect(nextTable([at(0), at(0)])).toBe(0);
    expect(nextTable([at(1), at(0)])).toBe(1);
    expect(nextTable([at(1), at(2)])).toBe(0);
    expect(nextTable([at(9, true), at(8)])).toBe(1);
    expect(nextTable([at(7), at(8, true)])).toBe(0);
    expect(nextTable([at(9, true), at(9, true)])).toBeNull();
  });

  it('has two tables, and their leads add up', () => {
    expect(tablesOf({ id: 'abcdefgh' })).toEqual(['local-dupaabcdefgh', 'local-dupbabcdefgh']);
    expect(leadAt(at(9, true, [70, 81]))).toBe(-11);
  });

  it('that cannot be read is ignored', () => {
    kept.set('bastide.duplicate', JSON.stringify([{}, { id: '../x', game: 'fields', bot: null }, 7]));
    expect(matches()).toEqual([]);
  });
});
