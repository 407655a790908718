import { describe, expect, it } from 'vitest';

import { pictures } from '../src/lib/words/guide/pictures/base';
import { sourceOf } from '../src/replay/source';
import { finalSteps } from '../src/table/finalScoring';
import type { EventView, Scenes, ScoringReason, TableEvent } from '../src/wire/wire';

/** A fake server with a game of three turns and 90 actions. */
function served(): { asked: [number, number][]; fetch: (from: number, to: number) => Promise<Scenes> } {
  const { game } = pictures['base.turn'];
  const asked: [number, number][] = [];
  const outline = { stops: [0, 3, 70, 90], is_over: true, seats: [] };
  const fetch = (from: number, to: number): Promise<Scenes> => {
    asked.push([from, to]);
    const numbers = Array.from({ length: Math.max(0, Math.min(to, 90) - from + 1) }, (_, n) => from + n);
    return Promise.resolve({
      scenes: numbers.map((actions) => ({ actions, of: 90, game })),
      events: numbers.map((actions) => (actions === 0 ? [] : [{ kind: 'turn_began', seat: actions }])),
      outline,
    });
  };
  return { asked, fetch };
}

describe('the moments of a game', () => {
  const seats = (events: EventView[]): unknown[] => events.map((event) => ('seat' in event ? event.seat : null));

  it('come turn by turn, with all that happened in each', async () => {
    const { asked, fetch } = served();
    const source = await sourceOf(fetch, () => Promise.resolve(''));
    expect((await source.moment(0)).events).toEqual([]);
    const first = await source.moment(1);
    expect(first.scene.actions).toBe(3);
    expect(seats(first.events)).toEqual([1, 2, 3]);
    expect(asked).toEqual([[0, 59]]);
    const second = await source.moment(2);
    expect(second.scene.actions).toBe(70);
    expect(seats(second.events)).toHaveLength(67);
    await source.moment(3);
    expect(asked).toEqual([
      [0, 59],
      [60, 90],
    ]);
  });

  it('are asked for again if they did not come', async () => {
    const { asked, fetch } = served();
    let isDown = false;
    const source = await sourceOf(
      (from, to) => (isDown ? Promise.reject(new Error('down')) : fetch(from, to)),
      () => Promise.resolve(''),
    );
    isDown = true;
    await expect(source.moment(2)).rejects.toThrow('down');
    isDown = false;
    expect((await source.moment(2)).scene.actions).toBe(70);
    expect(asked).toHaveLength(2);
  });
});

describe('the last scoring', () => {
  const scored = (reason: ScoringReason, points: number, winners: number[]): EventView => ({
    kind: 'scored',
    feature: 'road',
    site: '0,0.0',
    at: { x: 0, y: 0 },
    reason,
    tally: [],
    points,
    figures: [1, 1],
    winners,
  });
  const moved = (events: EventView[]): TableEvent => ({
    seq: 1,
    at: 0,
    what: { kind: 'moved', seat: 0, actions: [], events, revision: 1 },
  });

  it('adds up to the result, step by step', () => {
    const events = [
      moved([scored('completed', 9, [0])]),
      moved([
        scored('completed', 2, [1]),
        { kind: 'token_used', seat: 1, token: 8, site: null },
        { kind: 'awarded', seat: 1, reason: 'keep', tally: [], points: 10 },
        scored('game-end', 3, [0, 1]),
      ]),
    ];
    const steps = finalSteps(events, [12, 15]);
    expect(steps.map((step) => step.gains)).toEqual([
      [0, 10],
      [3, 3],
    ]);
    expect(steps.map((step) => step.scores)).toEqual([
      [9, 12],
      [12, 15],
    ]);
    expect(steps.map((step) => step.before.length)).toEqual([1, 0]);
  });
});
