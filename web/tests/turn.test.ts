import { describe, expect, it } from 'vitest';

import { groupOffers, offerKey, pointOf } from '../src/lib/offers';
import type { Table } from '../src/lib/table.svelte';
import { legalCells } from '../src/lib/placements';
import { rotated } from '../src/lib/geometry';
import { Turn } from '../src/lib/turn.svelte';
import { byTurn } from '../src/lib/scores';
import { pause } from '../src/lib/socket';
import { leftAt } from '../src/lib/time';
import type { AxisName, Offer, PreviewView, SectorName, TableEvent } from '../src/wire/wire';

const place = (x: number, y: number, rotation: number, bridge: AxisName | null = null): Offer => ({
  action: `P${String(x)},${String(y)}r${String(rotation)}${bridge === null ? '' : bridge === 'ew' ? '-' : '|'}`,
  what: { kind: 'place', cell: { x, y }, rotation, symbol: `V-${String(rotation)}`, bridge },
});

describe('legal cells', () => {
  const offers = {
    seat: 0,
    prompt: 'lay_tile' as const,
    offers: [place(1, 0, 3), place(0, -1, 0), place(1, 0, 0, 'ew'), place(1, 0, 1)],
  };

  it('are in reading order with their ways', () => {
    const cells = legalCells(offers);
    expect(cells.map(({ cell }) => cell)).toEqual([
      { x: 0, y: -1 },
      { x: 1, y: 0 },
    ]);
    expect(cells[1]?.placements.map((way) => way.what.rotation)).toEqual([1, 3, 0]);
  });

  it('offer a bridge only after what is free', () => {
    expect(legalCells(offers)[1]?.placements.at(-1)?.what.bridge).toBe('ew');
  });

  it('are none if nothing is asked', () => {
    expect(legalCells(null)).toEqual([]);
  });
});

describe('the tile in hand', () => {
  const offers = {
    seat: 0,
    prompt: 'lay_tile' as const,
    offers: [place(1, 0, 3), place(1, 0, 1), place(0, -1, 0), place(0, -1, 3)],
  };
  /** The requested turns of each question. */
  const asked: string[][] = [];
  const wait: { answer: Promise<void> } = { answer: Promise.resolve() };
  /** A table whose previews offer a knight north of the centre of the unrotated
   * tile. */
  const table = {
    id: 'T1',
    isMine: true,
    offers,
    view: { revision: 7, game: { drawn: 'V' } },
    ask: async (question: { turns: string[][] }) => {
      asked.push(question.turns.map((turn) => turn.join(' ')));
      await wait.answer;
      return { kind: 'previews', previews: question.turns.map(preview) };
    },
  };
  const preview = (actions: string[]): PreviewView => {
    const what = offers.offers.find(({ action }) => action === actions[0])?.what;
    if (what?.kind !== 'place') throw new Error('no tile is laid');
    const { cell, rotation } = what;
    const off = rotated({ x: 0, y: -30 }, rotation);
    const at = { x: cell.x * 100 + 50 + off.x, y: cell.y * 100 + 50 + off.y };
    const knight: Offer = {
      action: 'M0',
      what: {
        kind: 'deploy',
        figure: 'meeple',
        role: 'knight',
        pose: 'knight',
        at,
        scale: 1,
        feature: 'city',
        sector: null,
        site: '0,0.0',
        points: 1,
        is_complete: false,
      },
    };
    return {
      actions,
      events: [{ kind: 'tile_placed', seat: 0, laid: { tile: 'V', cell, rotation, symbol: 'V-0', bridge: null } }],
      offers: { seat: 0, prompt: 'after_tile', offers: [knight] },
    };
  };
  const fresh = (): Turn => {
    const turn = new Turn(table as unknown as Table, () => undefined);
    turn.follow(7);
    return turn;
  };

  it('is shown under the mouse in its first way, turned there, and laid so', async () => {
    const turn = fresh();
    turn.reset();
    turn.hover({ x: 1, y: 0 });
    expect(turn.hovered?.action).toBe('P1,0r1');
    await turn.rotate(1);
    expect([turn.hovered?.action, turn.placed]).toEqual(['P1,0r3', null]);
    // The rotation is kept where it is legal.
    turn.hover({ x: 0, y: -1 });
    expect(turn.hovered?.action).toBe('P0,-1r3');
    await turn.place({ x: 0, y: -1 });
    expect([turn.placed?.action, turn.hovered]).toEqual(['P0,-1r3', null]);
  });

  it('is asked about in all its rotations at once, and turned without asking', async () => {
    const turn = fresh();
    turn.reset();
    asked.length = 0;
    await turn.place({ x: 1, y: 0 });
    await expect.poll(() => asked).toEqual([['P1,0r1', 'P1,0r3'], ['P1,0r1 M0']]);
    const turning = turn.rotate(1);
    expect([turn.isBusy, turn.placed?.action]).toEqual([false, 'P1,0r3']);
    await turning;
    turn.reset();
  });

  it('is asked about with each figure, which is then placed without asking', async () => {
    const turn = fresh();
    turn.reset();
    asked.length = 0;
    await turn.place({ x: 1, y: 0 });
    await expect.poll(() => asked.at(-1)).toEqual(['P1,0r1 M0']);
    // The answer arrives after the question.
    await new Promise((resolve) => setTimeout(resolve));
    const [knight] = turn.choices?.offers ?? [];
    if (knight === undefined) throw new Error('no figure is offered');
    const choosing = turn.choose(knight);
    expect([turn.isBusy, turn.preview?.actions]).toEqual([false, ['P1,0r1', 'M0']]);
    await choosing;
    turn.reset();
  });

  it('shows where figures could stand before the answer is there', async () => {
    const turn = fresh();
    turn.reset();
    asked.length = 0;
    await turn.prefetch();
    expect(turn.provisional).toEqual([]);
    let answer = (): void => undefined;
    wait.answer = new Promise((resolve) => {
      answer = resolve;
    });
    // The default placement of each cell is cached, the next one is not.
    await turn.place({ x: 1, y: 0 });
    expect([turn.isBusy, turn.choices?.prompt]).toEqual([false, 'after_tile']);
    expect(asked).toEqual([['P0,-1r0', 'P1,0r1'], ['P1,0r3']]);
    const turning = turn.rotate(1);
    expect(turn.isBusy).toBe(true);
    expect(turn.provisional.map(({ x, y }) => [Math.round(x), Math.round(y)])).toEqual([[120, 50]]);
    answer();
    await turning;
    await expect.poll(() => asked.slice(2)).toEqual([['P1,0r3 M0']]);
    expect([turn.isBusy, turn.provisional, turn.choices?.prompt]).toEqual([false, [], 'after_tile']);
    turn.reset();
  });

  it('is where it was after the page was loaded again, unless the game went on', async () => {
    const turn = fresh();
    await turn.place({ x: 1, y: 0 });
    const chosen = turn.placed?.action;
    expect(chosen).toBeDefined();
    expect(fresh().placed?.action).toBe(chosen);
    const later = new Turn(table as unknown as Table, () => undefined);
    later.follow(8);
    expect(later.placed).toBeNull();
    turn.reset();
    expect(fresh().placed).toBeNull();
  });
});

describe('pins', () => {
  const crown = (space: number, sector: SectorName): Offer => ({
    action: `Mk${String(space)}`,
    what: {
      kind: 'deploy',
      figure: 'meeple',
      role: 'meeple',
      pose: 'meeple',
      at: { x: 40 * space, y: 0 },
      scale: 1,
      feature: 'crown',
      sector,
      site: null,
      points: null,
      is_complete: false,
    },
  });
  const farmer: Offer = {
    action: 'M1',
    what: {
      kind: 'deploy',
      figure: 'meeple',
      role: 'farmer',
      pose: 'farmer',
      at: { x: 700, y: 900 },
      scale: 1,
      feature: 'field',
      sector: null,
      site: '7,9.1',
      points: 0,
      is_complete: false,
    },
  };
  const barn = (x: number, y: number): Offer => ({
    action: `B${String(x)}`,
    what: { kind: 'build', piece: 'barn', at: { x, y }, figure: { spot: '0,0.1', from: { x: 0, y: 0 } } },
  });
  const offers = (...all: Offer[]): Parameters<typeof groupOffers>[0] => ({
    seat: 0,
    prompt: 'after_tile',
    offers: [...all, { action: '.', what: { kind: 'pass' } }],
  });

  it('are one for each sector of the wheel, after those on the tile', () => {
    const { pinned, loose, pass } = groupOffers(offers(crown(1, 'tax'), crown(2, 'tax'), crown(3, 'famine'), farmer));
    expect(pinned.map(({ action }) => action)).toEqual(['M1', 'Mk1', 'Mk3']);
    expect(loose).toEqual([]);
    expect(pass?.action).toBe('.');
    expect(offerKey(crown(1, 'tax'))).toBe(offerKey(crown(2, 'tax')));
  });

  it('of one farmer for two barns are in two places', () => {
    const [a, b] = [barn(100, 0), barn(0, 100)].map(({ what }) => pointOf(what));
    expect(a).not.toEqual(b);
    expect(Math.hypot(a?.x ?? 0, a?.y ?? 0)).toBeLessThan(40);
  });
});

describe('points by turn', () => {
  const moved = (seq: number, points: number, winners: number[]): TableEvent => ({
    seq,
    at: 0,
    what: {
      kind: 'moved',
      seat: 0,
      actions: [],
      revision: seq,
      events: [
        {
          kind: 'scored',
          feature: 'city',
          site: '0,0.0',
          at: { x: 0, y: 0 },
          reason: 'completed',
          tally: [],
          points,
          figures: [1, 1],
          winners,
        },
      ],
    },
  });

  it('add up, a shared win in full for each', () => {
    expect(byTurn([moved(1, 8, [0]), moved(2, 10, [0, 1])], 2)).toEqual([
      [0, 0],
      [8, 0],
      [18, 10],
    ]);
  });
});

describe('waiting for the server', () => {
  it('takes longer the more often it failed, but has a limit', () => {
    expect(pause(0, 1)).toBe(300);
    expect(pause(3, 1)).toBeGreaterThan(pause(1, 1));
    expect(pause(40, 1)).toBe(10_000);
    expect(pause(40, 0)).toBe(5_000);
  });
});

describe('clock', () => {
  const clock = {
    plan: { kind: 'live' as const, seconds: 60, increment: 0 },
    left: [60_000, 30_000],
    running: 1,
    at: 1_000,
  };
  it('runs for one only, and never below nothing', () => {
    expect(leftAt(clock, 0, 11_000)).toBe(60_000);
    expect(leftAt(clock, 1, 11_000)).toBe(20_000);
    expect(leftAt(clock, 1, 99_000)).toBe(0);
  });
});
