import { describe, expect, it } from 'vitest';

import lesson from '../src/lib/words/tutorial/base.bastide?raw';
import { pictures } from '../src/lib/words/guide/pictures';
import { isFinished, seatsOf, stopsOf } from '../src/replay/record';
import { changes } from '../src/replay/source';
import { finalSteps } from '../src/table/finals';
import type { GameEvent, TableEvent } from '../src/wire/wire';

describe('a record', () => {
  const running = 'bastide 1\ngame land rules=base seats=3 player1=Ann%20B players=x,Bob\n\nDV P1,0r0 M0 # a road\nDE P0,-1r2 .\nDU\n';

  it('has a stop after each turn', () => {
    const stops = stopsOf(lesson);
    expect(stops).toHaveLength(15);
    expect(stops.slice(0, 3)).toEqual([0, 3, 6]);
    expect(isFinished(lesson)).toBe(true);
  });

  it('has none after a turn that has only begun', () => {
    expect(stopsOf(running)).toEqual([0, 3, 6]);
    expect(stopsOf(running.replace('DU\n', 'DU P5,5r0\n'))).toEqual([0, 3, 6, 8]);
    expect(isFinished(running)).toBe(false);
  });

  it('names its players', () => {
    const [first, second, third] = seatsOf(running, 3);
    expect(first?.who).toMatchObject({ kind: 'person', name: 'Ann B' });
    expect(second?.who).toMatchObject({ name: 'Bob' });
    expect(third).toMatchObject({ colour: 'green', who: { kind: 'nobody' } });
    expect(seatsOf('bastide 1\ngame land seats=2 player1=normal', 2)[0]?.who).toMatchObject({ kind: 'bot', level: 'normal' });
  });

  it('is read as JSON too', () => {
    const json = '{"bastide":1,"game":"land","seats":2,"player2":"Eve","turns":["DV P1,0r0 M0","DE P0,-1r2 ."],"end":[3,4]}';
    expect(stopsOf(json)).toEqual([0, 3, 6]);
    expect(isFinished(json)).toBe(true);
    expect(seatsOf(json, 2)[1]?.who).toMatchObject({ name: 'Eve' });
    expect(stopsOf('{')).toEqual([0]);
  });
});

describe('what is different after a turn', () => {
  const { game } = pictures['base.turn'];

  it('is nothing if nothing is', () => expect(changes(game, game)).toEqual([]));

  it('is told', () => {
    const [figure] = game.figures;
    const before = { ...game, laid: game.laid.slice(0, -1), figures: [], scores: [0, 0] };
    const after = { ...game, scores: [4, 0] };
    expect(changes(before, after).map((event) => event.kind)).toEqual(['tile_placed', 'figure_placed', 'awarded']);
    expect(changes(after, { ...after, figures: [] })).toEqual([{ kind: 'figure_returned', figure }]);
  });
});

describe('the last scoring', () => {
  const scored = (reason: string, points: number, winners: number[]): GameEvent =>
    ({ kind: 'scored', feature: 'road', site: '0,0.0', at: { x: 0, y: 0 }, reason, tally: [], points, figures: [1, 1], winners });
  const moved = (events: GameEvent[]): TableEvent =>
    ({ seq: 1, at: 0, what: { kind: 'moved', seat: 0, actions: [], events, revision: 1 } });

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
    expect(steps.map((step) => step.gains)).toEqual([[0, 10], [3, 3]]);
    expect(steps.map((step) => step.scores)).toEqual([[9, 12], [12, 15]]);
    expect(steps.map((step) => step.before.length)).toEqual([1, 0]);
  });
});
