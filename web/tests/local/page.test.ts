// What pages do with tables on this device.
import { afterEach, describe, expect, it, vi } from 'vitest';

import { inOrder, isMyTurn, summaryOf, type OwnGame } from '../../src/lib/ownGames';
import { readPath } from '../../src/lib/router.svelte';
import { store } from '../../src/lib/storage';
import { isForOthers, isSolitary, wantedWhere, whereFor } from '../../src/lib/where';
import { continuationOf } from '../../src/local/api';
import { pictureOf } from '../../src/local/art';
import { isLocal, newLocalId } from '../../src/local/ids';
import type { SeatView, TableView } from '../../src/wire/wire';

const engine = vi.hoisted(() => ({ isThere: true }));
vi.mock('../../src/local/engineFiles', () => ({
  ENGINE_FILE: null,
  ART_FILE: null,
  canPlayHere: () => engine.isThere,
}));

afterEach(() => {
  engine.isThere = true;
  store('where', null);
});

const person = (name: string): SeatView => ({
  colour: 'white',
  who: { kind: 'person', name, is_here: true },
  is_out: false,
  away: null,
});
const bot = (level: string): SeatView => ({
  colour: 'black',
  who: { kind: 'bot', level, instead_of: null },
  is_out: false,
  away: null,
});
const view = (seats: SeatView[], yours: number[]): TableView =>
  ({
    id: 'abc',
    seats,
    yours,
    phase: { kind: 'playing' },
    clock: { plan: { kind: 'live', seconds: 60, increment: 5 } },
    aid: 'coach',
    undo: 'past_draws',
    stand_in: 'easy',
    game: { family: 'land', rules: 'base,river', scores: [3, 4], to_act: 0, actions: 12 },
  }) as unknown as TableView;

describe('ids', () => {
  it('are distinct, and lead to the same pages', () => {
    const ids = new Set(Array.from({ length: 50 }, newLocalId));
    expect(ids.size).toBe(50);
    for (const id of ids) {
      expect(id).toMatch(/^local-[a-km-np-z2-9]{12}$/);
      expect(isLocal(id)).toBe(true);
      expect(readPath(`/t/${id}`)).toEqual({ page: 'table', id });
      expect(readPath(`/t/${id}/replay`)).toEqual({ page: 'replay', id });
    }
    expect(isLocal('abcdefghjkmn')).toBe(false);
  });
});

describe('where to play', () => {
  const me = { kind: 'me', name: '' } as const;
  it('is here unless the player chose the server, or there is no engine', () => {
    expect(wantedWhere()).toBe('device');
    store('where', 'nonsense');
    expect(wantedWhere()).toBe('device');
    store('where', 'server');
    expect(wantedWhere()).toBe('server');
    store('where', 'device');
    engine.isThere = false;
    expect(wantedWhere()).toBe('server');
  });

  it('is the server with other people', () => {
    expect(isForOthers({ seats: [me, { kind: 'open' }] })).toBe(true);
    expect(whereFor({ seats: [me, { kind: 'open' }] })).toBe('server');
    expect(whereFor({ seats: [me, me, { kind: 'bot', level: 'easy' }] })).toBe('device');
  });

  it('can change during a game without other people', () => {
    expect(isSolitary(view([person('Ann'), bot('easy')], [0]))).toBe(true);
    expect(isSolitary(view([person('Ann'), person('Ben')], [0]))).toBe(false);
    expect(isSolitary(view([person('Ann'), person('Ben')], [0, 1]))).toBe(true);
    expect(isSolitary(view([person('Ann'), bot('easy')], []))).toBe(false);
    const record = { record: 'bastide 1', actions: 12 };
    // A seat that a bot plays for this player is the player's again.
    expect(continuationOf(view([person('Ann'), bot('hard'), bot('easy')], [0, 2]), record)).toEqual({
      game: 'land',
      rules: 'base,river',
      seats: [
        { kind: 'me', name: 'Ann' },
        { kind: 'bot', level: 'hard' },
        { kind: 'me', name: '' },
      ],
      colours: ['white', 'black', 'black'],
      clock: { kind: 'live', seconds: 60, increment: 5 },
      aid: 'coach',
      undo: 'past_draws',
      stand_in: 'easy',
      go_on: record,
    });
  });
});

describe('own games', () => {
  const game = (id: string, phase: OwnGame['phase'], toAct: number | null): OwnGame => ({
    ...summaryOf(view([person('Ann'), bot('easy')], [0]), [0]),
    id,
    phase,
    toAct,
  });
  it('are those to act in first, and a few that are over last', () => {
    const all = [
      game('over 1', 'over', null),
      game('theirs', 'playing', 1),
      game('open', 'open', null),
      game('over 2', 'over', null),
      game('mine', 'playing', 0),
    ];
    expect(inOrder(all, 1).map(({ id }) => id)).toEqual(['mine', 'theirs', 'open', 'over 1']);
    expect(inOrder(all, Infinity)).toHaveLength(5);
    expect(all.filter(isMyTurn).map(({ id }) => id)).toEqual(['mine']);
  });
});

describe('pictures', () => {
  it.each([
    ['/art/base.svg?theme=dark', { call: 'sprite', set: 'base', theme: 'dark' }],
    ['/art/pieces.svg?theme=light', { call: 'pieces', theme: 'light' }],
    ['/art/backdrop/stronghold.svg?theme=contrast', { call: 'backdrop', rules: 'stronghold', theme: 'contrast' }],
    ['/art/backdrop/wheel.svg?theme=dark', { call: 'backdrop', rules: 'wheel', theme: 'dark' }],
    ['/pictures/base.webp', null],
  ])('%s are drawn here as %j', (path, picture) => {
    expect(pictureOf(path)).toEqual(picture);
  });
});
