import { describe, expect, it } from 'vitest';

import { GameDisplay } from '../../src/lib/session/display.svelte';
import type { EventView, GameView, TableEvent, TableView } from '../../src/wire/wire';

const laid = (x: number): GameView['laid'][number] => ({
  tile: 'U',
  cell: { x, y: 0 },
  rotation: 0,
  symbol: 'U-0',
  bridge: null,
});
const game = { scores: [5, 8], laid: [laid(0), laid(1), laid(2)], turns: 2 } as unknown as GameView;
const moved = (seq: number, seat: number, x: number): TableEvent => {
  const placed: EventView = { kind: 'tile_placed', seat, laid: laid(x) };
  return { seq, at: 0, what: { kind: 'moved', seat, events: [placed] } } as unknown as TableEvent;
};
const table = (yours: number[]): ConstructorParameters<typeof GameDisplay>[0] => ({
  view: { game, yours, phase: { kind: 'playing' } } as unknown as TableView,
  events: [moved(1, 0, 1), moved(2, 1, 2)],
  offers: null,
});
type Animator = NonNullable<ReturnType<ConstructorParameters<typeof GameDisplay>[1]>>;
const animator = (change: Partial<Animator> = {}): Animator => ({
  displayed: (shown) => shown,
  queue: { isOn: false, seq: Infinity, game: null },
  replay: { isOn: false, shown: [] },
  motion: { pendingPoints: [] },
  ...change,
});

describe('the displayed game', () => {
  it('is the current one until the animator is loaded', () => {
    const display = new GameDisplay(table([0]), () => null);
    expect([display.game, display.scores, display.isBehind]).toEqual([game, [5, 8], false]);
  });

  it('marks the tiles of the other players since the own move', () => {
    expect(new GameDisplay(table([0]), animator).recentCells).toEqual([{ x: 2, y: 0 }]);
    expect(new GameDisplay(table([1]), animator).recentCells).toEqual([]);
  });

  it('marks the last tile for watchers', () => {
    const display = new GameDisplay(table([]), animator);
    expect([display.recentCells, display.lastCell]).toEqual([[{ x: 2, y: 0 }], { x: 2, y: 0 }]);
  });

  it('does not mark moves that are still to be shown', () => {
    const queue = { isOn: true, seq: 1, game: { ...game, laid: game.laid.slice(0, 2) } };
    expect(new GameDisplay(table([0]), () => animator({ queue })).recentCells).toEqual([]);
    const watched = new GameDisplay(table([]), () => animator({ queue }));
    expect([watched.recentCells, watched.isBehind]).toEqual([[{ x: 1, y: 0 }], true]);
  });

  it('leaves out points that are still being animated', () => {
    const display = new GameDisplay(table([0]), () => animator({ motion: { pendingPoints: [0, 3] } }));
    expect(display.scores).toEqual([5, 5]);
    display.finalScores = [1, 4];
    expect(display.scores).toEqual([1, 1]);
  });

  it('marks the moves shown so far during a replay', () => {
    const plain = new GameDisplay(table([0]), animator);
    const replay = { isOn: true, shown: plain.moves.slice(0, 1) };
    const display = new GameDisplay(table([0]), () => animator({ replay }));
    expect([display.isReplaying, display.isBehind, display.recentCells]).toEqual([true, true, [{ x: 1, y: 0 }]]);
  });
});
