// Random whole games through the page's own turn model, against a real server.
// Fails in a state without anything to choose or to confirm, in which the game
// could not be finished. Runs for every preset.

import { describe, expect, it, vi } from 'vitest';

import { groupOffers } from '../../src/lib/offers';
import { newTable, freshPlan, PRESETS, withPreset } from '../../src/lib/presets';
import { Turn } from '../../src/lib/turn.svelte';
import type { Table } from '../../src/lib/table.svelte';
import type { NewTable, Offer } from '../../src/wire/wire';
import { post, RemoteTable } from './remote.svelte';
import { env, startServer } from './server';

/** Number of games of each kind. */
const GAMES = Number(env.MODEL_GAMES ?? 6);

const server = startServer();

/** Returns a deterministic generator of numbers in [0, 1) (mulberry32). */
function dice(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}

const pick = <T>(all: readonly T[], random: () => number): T | undefined => all[Math.floor(random() * all.length)];

/** Performs one random click. */
async function click(turn: Turn, random: () => number): Promise<void> {
  const { pinned, loose, pass } = groupOffers(turn.offers);
  const offers: Offer[] = [...pinned, ...loose, ...(pass === null ? [] : [pass])];
  const mayLay = turn.offers?.prompt === 'lay_tile';
  if (!mayLay && offers.length === 0) throw new Error('nothing can be chosen');
  if (mayLay && turn.cells.length === 0) throw new Error('the tile is to be laid and there is no cell');
  if (mayLay) {
    const cell = pick(turn.cells, random);
    if (cell) await turn.place(cell.cell);
    for (let times = Math.floor(random() * 4); times > 0; times -= 1) await turn.rotate(1);
  } else {
    const offer = pick(offers, random);
    if (offer) await turn.choose(offer);
  }
  // Change the turn at random: undo, another cell, or start again.
  const thought = random();
  if (thought < 0.06) turn.undo();
  else if (thought < 0.1) turn.reset();
  else if (thought < 0.16 && turn.placed !== null) {
    const cell = pick(turn.cells, random);
    if (cell) await turn.place(cell.cell);
  }
}

async function play(plan: NewTable, seed: number): Promise<number> {
  const random = dice(seed);
  const { table: id, token } = await post<{ table: string; token: string }>(`${server.url}/api/tables`, {
    ...plan,
    seats: [
      { kind: 'me', name: 'Ann' },
      { kind: 'me', name: 'Ben' },
    ],
    deal: { kind: 'seed', seed: `model ${String(seed)}` },
  });
  const table = new RemoteTable(server.url, id, token);
  const turn = new Turn(table as unknown as Table, (problem) => {
    throw problem;
  });
  for (let turns = 0; turns < 600; turns += 1) {
    await table.load();
    if (table.view?.phase.kind === 'over') return turns;
    turn.follow(table.view?.revision ?? 0);
    const where = `turn ${String(turns)} of table with seed ${String(seed)}, prompt ${table.offers?.prompt ?? 'none'}`;
    for (let clicks = 0; !turn.isComplete; clicks += 1) {
      // Even with random changes a turn must be completed eventually.
      if (clicks > 200) throw new Error(`${where}: 200 clicks without a complete turn`);
      try {
        await click(turn, random);
      } catch (error) {
        const steps = turn.steps.map(({ offer }) => offer.action).join(' ');
        throw new Error(`${where}: ${String(error)} after ${steps}`, { cause: error });
      }
    }
    await turn.confirm();
  }
  throw new Error(`a game with seed ${String(seed)} does not end`);
}

const all = (rules: string): NewTable => ({ game: 'land', rules, seats: [] });
const games: [string, NewTable][] = [
  ...PRESETS.map((preset): [string, NewTable] => [preset, newTable(withPreset(freshPlan('Ann'), preset))]),
  ['all expansions', all('base,fields,river,abbot,bridges,castles,barns')],
  ['the wheel with all expansions', all('wheel,fields,abbot,bridges,castles,barns')],
];

describe('a random clicker', () => {
  for (const [name, plan] of games) {
    it(`finishes every game of ${name}`, async () => {
      for (let seed = 1; seed <= GAMES; seed += 1) expect(await play(plan, seed)).toBeGreaterThan(20);
    }, 600_000);
  }

  it('goes on after the plague took a figure before the tile is laid (WHEEL-PLAGUE-1)', async () => {
    const { table: id, token } = await post<{ table: string; token: string }>(`${server.url}/api/tables`, {
      game: 'land',
      rules: 'wheel,fields',
      first: { kind: 'seat', seat: 0 },
      seats: [
        { kind: 'me', name: 'Ann' },
        { kind: 'bot', level: 'normal' },
      ],
      deal: { kind: 'deck', tiles: ['W29i2', 'W21', 'W31i3', 'W17'] },
    });
    const table = new RemoteTable(server.url, id, token);
    const turn = new Turn(table as unknown as Table, (problem) => {
      throw problem;
    });
    await table.load();
    turn.follow(table.view?.revision ?? 0);
    await turn.show(['P3,-1r1', 'M0']);
    await turn.confirm();
    await vi.waitFor(
      async () => {
        await table.load();
        expect(table.offers?.prompt).toBe('plague');
      },
      { timeout: 15_000, interval: 50 },
    );
    turn.follow(table.view?.revision ?? 0);
    await turn.show(['R3,-1.0']);
    expect(turn.offers?.prompt).toBe('lay_tile');
    expect(turn.cells.length).toBeGreaterThan(0);
    const first = turn.cells[0];
    if (first) await turn.place(first.cell);
    expect(turn.steps.map(({ offer }) => offer.action)[0]).toBe('R3,-1.0');
    expect(turn.placed).not.toBeNull();
  }, 60_000);
});
