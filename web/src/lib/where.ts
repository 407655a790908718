// Where games without other people are played: on this device or on the server.

import { canPlayHere } from '../local/engineFiles';
import type { NewTable, TableView } from '../wire/wire';
import { readStored, store } from './storage';

/** Where a game is played. */
export type Where = 'device' | 'server';

/** Where a table is made; in `memory` of this device it is not stored. */
export type Place = Where | 'memory';

/** Returns where the player wants to play without other people. */
export const wantedWhere = (): Where =>
  readStored('where', (kept) => (kept === 'server' || !canPlayHere() ? 'server' : 'device'));

/** Stores where the player wants to play. */
export const chooseWhere = (where: Where): void => store('where', where);

/** Returns true if a seat is open for other people, who need the server. */
export const isForOthers = ({ seats }: Pick<NewTable, 'seats'>): boolean => seats.some(({ kind }) => kind === 'open');

/** Returns where a table is to be made. */
export const whereFor = (table: Pick<NewTable, 'seats'>): Where => (isForOthers(table) ? 'server' : wantedWhere());

/** Returns true if no other person plays at a table, so that it can be continued
 * on this device. */
export const isSolitary = ({ seats, yours }: Pick<TableView, 'seats' | 'yours'>): boolean =>
  yours.length > 0 && seats.every(({ who }, n) => who.kind === 'bot' || yours.includes(n));

/** Loads the engine ahead of its first use, if the player wants to play here. */
export async function prefetchEngine(): Promise<void> {
  if (wantedWhere() === 'device') await (await import('../local/api')).loadEngine();
}
