// Requests to the engine on this device.

import type { GoOn, NewTable, Scenes, Seated, SeatPlan, TableView, Verdict } from '../wire/wire';
import * as server from '../lib/api';
import { store } from '../lib/storage';
import { localClient } from './client';
// A table that was just made can be connected to.
import './connection';
import { newLocalId } from './ids';
import type { Rescued } from './rescue';

/** Creates a table on this device; without `isKept` it is not stored. */
export const makeTable = (table: NewTable, isKept: boolean): Promise<Seated> => make(newLocalId(), table, isKept);

/** Creates a table with a certain id, or returns the one that is stored. */
export const keepTable = (id: string, table: NewTable): Promise<Seated> => make(id, table, true);

async function make(id: string, table: NewTable, isKept: boolean): Promise<Seated> {
  const seated = await localClient.request('make', { id, table, isKept });
  // From now on the front page looks for games on this device.
  if (isKept) {
    store('local', true);
    void protect();
  }
  return seated;
}

/** Asks the browser not to delete the games when it needs space. Some browsers
 * then ask the user, so only installed pages do. */
async function protect(): Promise<void> {
  if (!matchMedia('(display-mode: standalone)').matches || !('storage' in navigator)) return;
  await navigator.storage.persist().catch(() => false);
}

export const seeTable = (table: string): Promise<TableView> => localClient.request('view', { table });

export const readRecord = (table: string): Promise<string> => localClient.request('record', { table });

export const verify = (table: string): Promise<Verdict> => localClient.request('verify', { table });

/** Returns positions of a table's game, or of a record. */
export const scenes = (of: { id: string } | { record: string }, from: number, to: number): Promise<Scenes> =>
  localClient.request('scenes', { of, from, to });

/** Publishes a table on the server. The game on this device stays as it is. */
export const publish = async (table: string): Promise<Seated> =>
  server.publish(await localClient.request('log', { table }));

/** Returns the request for a table that continues the game of another one, with
 * the same players and agreements. */
export function continuationOf(view: TableView, go_on: GoOn): NewTable {
  return {
    game: view.game.family,
    rules: view.game.rules,
    seats: view.seats.map(({ who }, n): SeatPlan => {
      if (view.yours.includes(n)) return { kind: 'me', name: who.kind === 'person' ? who.name : '' };
      return { kind: 'bot', level: who.kind === 'bot' ? who.level : view.stand_in };
    }),
    colours: view.seats.map(({ colour }) => colour),
    clock: view.clock?.plan ?? null,
    aid: view.aid,
    undo: view.undo,
    stand_in: view.stand_in,
    go_on,
  };
}

/** Returns the readable beginning of a damaged game. */
export const rescue = (table: string): Promise<Rescued> => localClient.request('rescue', { table });

/** Continues a game on this device from a record of it. */
export const continueFrom = (view: TableView, record: string): Promise<Seated> =>
  makeTable(continuationOf(view, { record, actions: view.game.actions }), true);

/** Continues the game of a server's table on this device. */
export async function takeOffline(view: TableView): Promise<Seated> {
  return continueFrom(view, await server.readRecord(view.id));
}

/** Loads the engine ahead of its first use. */
export const loadEngine = (): Promise<void> => localClient.load();
