// The queue of other players' moves, and the timing of their parts.
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';

import { shortened, MoveQueue } from '../src/lib/moveQueue.svelte';
import { Motion } from '../src/lib/motion.svelte';
import type { Move } from '../src/lib/moves';
import { prefs, STEPS } from '../src/lib/prefs.svelte';
import { sectorsTo } from '../src/expansions/wheel/events';
import { awardPlace, schedule, type Cue, type Schedule } from '../src/lib/schedule';
import type { AwardName, EventView, FigureView, GameView, SectorName } from '../src/wire/wire';

const game = (name: string): GameView => ({ rules: name }) as GameView;
const move = (seq: number): Move => ({ seq, what: { kind: 'moved', seat: 1, actions: [], events: [], revision: seq } });
const figure = (seat: number, x: number, y: number): FigureView => ({
  seat,
  figure: 'meeple',
  role: 'knight',
  pose: 'stand',
  spot: 'k',
  at: { x, y },
  scale: 1,
});
const listeners: (() => void)[] = [];
const page = {
  hidden: false,
  addEventListener: (_: string, listener: () => void) => listeners.push(listener),
  removeEventListener: () => undefined,
  documentElement: {},
};

beforeEach(() => {
  vi.useFakeTimers({ now: 1_000 });
  vi.stubGlobal('document', page);
  vi.stubGlobal('navigator', {});
  page.hidden = false;
  prefs.reducedMotion = false;
});
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

describe('moves of others', () => {
  const setting = (lasts = 750): { queue: MoveQueue; shown: number[] } => {
    const shown: number[] = [];
    return {
      shown,
      queue: new MoveQueue(({ move: { seq } }) => {
        shown.push(seq);
        return lasts;
      }),
    };
  };
  /** Adds three moves that arrive together. */
  const push = (queue: MoveQueue): void => {
    for (const n of [1, 2, 3])
      queue.push(
        { move: move(n), game: game(`after ${String(n)}`) },
        game(n === 1 ? 'before' : `after ${String(n - 1)}`),
      );
  };

  it('are drawn one after the other, each as long as it is shown', () => {
    const { queue, shown } = setting();
    push(queue);
    expect([shown, queue.game?.rules, queue.seq]).toEqual([[1], 'after 1', 1]);
    vi.advanceTimersByTime(740);
    expect(shown).toEqual([1]);
    vi.advanceTimersByTime(20);
    expect([shown, queue.game?.rules, queue.number, queue.of]).toEqual([[1, 2], 'after 2', 2, 3]);
    vi.advanceTimersByTime(760);
    expect([shown, queue.game, queue.isOn]).toEqual([[1, 2, 3], null, false]);
  });

  it('end at once when they are skipped', () => {
    const { queue, shown } = setting();
    push(queue);
    queue.skip();
    expect([queue.game, queue.isOn, queue.seq]).toEqual([null, false, Infinity]);
    vi.advanceTimersByTime(10_000);
    expect(shown).toEqual([1]);
  });

  it('wait for what is shown of a move made here', () => {
    const { queue, shown } = setting();
    queue.delay(500);
    queue.push({ move: move(1), game: game('after') }, game('before'));
    expect([shown, queue.game?.rules]).toEqual([[], 'before']);
    vi.advanceTimersByTime(510);
    expect([shown, queue.game]).toEqual([[1], null]);
  });

  it('wait while the page is not seen, and none is lost', () => {
    const { queue, shown } = setting();
    page.hidden = true;
    push(queue);
    vi.advanceTimersByTime(60_000);
    expect([shown, queue.game?.rules]).toEqual([[], 'before']);
    page.hidden = false;
    listeners.forEach((listener) => listener());
    vi.advanceTimersByTime(3 * 760);
    expect(shown).toEqual([1, 2, 3]);
  });

  it('are all shown before the end of the game is', () => {
    const { queue, shown } = setting();
    push(queue);
    const end = vi.fn();
    queue.whenIdle(end);
    vi.advanceTimersByTime(2 * 760);
    expect([shown.length, end.mock.calls.length]).toEqual([3, 0]);
    vi.advanceTimersByTime(760);
    expect(end).toHaveBeenCalledOnce();
  });

  it('are shown for 600 to 900 ms, faster if many wait', () => {
    for (const step of [STEPS.slow, STEPS.normal, STEPS.fast]) {
      expect(step).toBeGreaterThanOrEqual(600);
      expect(step).toBeLessThanOrEqual(900);
    }
    expect(STEPS.off).toBeNull();
    expect(shortened(750, 5)).toBe(750);
    expect(shortened(750, 25)).toBe(180);
  });
});

describe('the parts of a move', () => {
  const laid: EventView = {
    kind: 'tile_placed',
    seat: 1,
    laid: { tile: 'V', cell: { x: 2, y: 0 }, rotation: 0, symbol: 'V-0', bridge: null },
  };
  const stands: EventView = { kind: 'figure_placed', figure: figure(1, 250, 50) };
  const city: EventView = {
    kind: 'scored',
    feature: 'city',
    site: '2,0.0',
    at: { x: 250, y: 50 },
    reason: 'completed',
    tally: [],
    points: 6,
    figures: [0, 1],
    winners: [1],
  };
  const home: EventView = { kind: 'figure_returned', figure: figure(1, 250, 50) };
  const pig = (sector: SectorName): EventView => ({ kind: 'pig_moved', sector, at: { x: 200, y: 90 } });
  const withPig = (sector: SectorName): GameView =>
    ({ land: { pig: { sector, at: { x: 0, y: 0 } } } }) as unknown as GameView;
  const award = (reason: AwardName, seat = 0): EventView => ({ kind: 'awarded', seat, reason, tally: [], points: 3 });
  const planned = (events: EventView[], given: Partial<Parameters<typeof schedule>[1]> = {}): Schedule =>
    schedule(events, { isOwn: false, game: null, step: 750, ...given });
  const at = (cues: readonly Cue[], kind: Cue['kind']): number[] =>
    cues.filter((cue) => cue.kind === kind).map((cue) => cue.at);

  it('come in order: tile, figure, light, points, figure home', () => {
    const { cues, lasts } = planned([laid, stands, city, home]);
    const sounds = cues.flatMap((cue) => (cue.kind === 'sound' ? [cue.sound] : []));
    expect(sounds).toEqual(['tile', 'figure', 'city', 'home']);
    const [light, points, leave] = [at(cues, 'light')[0] ?? -1, at(cues, 'points')[0] ?? -1, at(cues, 'home')[0] ?? -1];
    expect(light).toBeGreaterThan(300);
    expect(points).toBeGreaterThan(light);
    expect(leave).toBeGreaterThan(points);
    expect(lasts).toBe(750);
  });

  it('leave out the final scoring, which is shown by itself', () => {
    expect(planned([{ ...city, reason: 'game-end' }, award('keep'), award('five-points')]).cues).toEqual([]);
  });

  it('let the pig walk sector by sector, and its sector act after that', () => {
    expect(sectorsTo('inquisition', 'tax')).toEqual(['plague', 'fortune', 'tax']);
    const { cues, lasts } = planned([laid, pig('famine'), award('fortune')], { before: withPig('fortune') });
    const ways = cues.flatMap((cue) =>
      cue.kind === 'walk' ? [cue.step.show(withPig('plague')).land?.pig?.sector] : [],
    );
    expect(ways).toEqual(['tax', 'famine']);
    expect(at(cues, 'points')[0]).toBeGreaterThan(Math.max(...at(cues, 'walk')));
    expect(lasts).toBeGreaterThan(at(cues, 'points')[0] ?? Infinity);
  });

  it('show every award where it is won', () => {
    const lady: EventView = { kind: 'figure_returned', figure: figure(0, 70, 80) };
    const barn: EventView = { kind: 'piece_built', seat: 0, piece: 'barn', at: { x: 100, y: 100 } };
    const stronghold = {
      stronghold: { keeps: [{ at: { x: 9, y: 9 }, size: 3 }], markers: [{ at: { x: 1, y: 2 }, space: 1 }] },
    } as unknown as GameView;
    expect(awardPlace([award('lady'), lady], 0, null)).toEqual({ x: 70, y: 80 });
    expect(awardPlace([award('crown'), lady], 0, null)).toEqual({ x: 70, y: 80 });
    expect(awardPlace([barn, laid, award('barn')], 2, null)).toEqual({ x: 100, y: 100 });
    for (const reason of ['fortune', 'storm', 'inquisition'] as const)
      expect(awardPlace([laid, pig(reason), award(reason)], 2, null)).toEqual({ x: 200, y: 90 });
    expect(awardPlace([award('keep')], 0, stronghold)).toEqual({ x: 9, y: 9 });
    expect(awardPlace([award('five-points')], 0, stronghold)).toEqual({ x: 1, y: 2 });
    // Several at one place are stacked.
    const { cues } = planned([pig('storm'), award('storm', 0), award('storm', 1)]);
    expect(cues.flatMap((cue) => (cue.kind === 'points' ? [cue.row] : []))).toEqual([0, 1]);
    // So is one next to them, on the crown space of that sector.
    const near = planned([
      pig('storm'),
      award('storm', 0),
      award('crown', 1),
      { kind: 'figure_returned', figure: figure(1, 240, 70) },
    ]);
    expect(near.cues.flatMap((cue) => (cue.kind === 'points' ? [[cue.row, cue.place.x]] : []))).toEqual([
      [0, 200],
      [1, 200],
    ]);
  });

  it('bring points to their owner before they count', async () => {
    const motion = new Motion(() => Promise.resolve('M0 0h1v1z'));
    motion.run(planned([laid, city, home]));
    expect([motion.pendingPoints[1], motion.leavingFigures.length]).toEqual([6, 1]);
    await vi.advanceTimersByTimeAsync(500);
    expect([motion.lights.length, motion.chips.map((chip) => chip.points)]).toEqual([1, [6]]);
    await vi.advanceTimersByTimeAsync(1_000);
    expect([motion.leavingFigures.length, motion.flights.map(({ what, seat }) => [what.kind, seat])]).toEqual([
      0,
      [['points', 1]],
    ]);
    await vi.advanceTimersByTimeAsync(3_000);
    expect([motion.pendingPoints[1], motion.lights, motion.chips, motion.flights]).toEqual([0, [], [], []]);
  });

  it('do not move if movement is not wanted, and are seen all the same', async () => {
    prefs.reducedMotion = true;
    const motion = new Motion(() => Promise.resolve('M0 0h1v1z'));
    motion.run(planned([laid, city, home, pig('storm'), award('storm')], { before: withPig('tax') }));
    await vi.advanceTimersByTimeAsync(1);
    expect([motion.pendingPoints, motion.leavingFigures, motion.walking]).toEqual([[], [], null]);
    expect(motion.chips.map((chip) => chip.points)).toEqual([6, 3]);
    await vi.advanceTimersByTimeAsync(1_500);
    expect(motion.flights).toEqual([]);
    expect(motion.chips).toHaveLength(2);
  });
});
