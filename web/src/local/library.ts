// The games stored on this device, without the engine: the list, deletion and
// export.

import type { OwnGame } from '../lib/ownGames';
import { CHANNEL, type News } from './calls';
import { localClient } from './client';
import { Store } from './store';

let opened: Promise<Store> | null = null;

function library(): Promise<Store> {
  opened ??= Store.open();
  // A later attempt may succeed.
  opened.catch(() => (opened = null));
  return opened;
}

/** Returns the games, the one that changed last first, and the ids of those that
 * cannot be read. */
export async function listGames(): Promise<{ games: OwnGame[]; damaged: string[] }> {
  const { tables, damaged } = await (await library()).list();
  return { games: tables.map(({ line }) => line), damaged };
}

/** Deletes a game and closes it in other tabs. */
export async function deleteGame(id: string): Promise<void> {
  await (await library()).remove(id);
  if (typeof BroadcastChannel !== 'function') return;
  const channel = new BroadcastChannel(CHANNEL);
  channel.postMessage({ table: id, facts: null } satisfies News);
  channel.close();
}

/** Returns everything that is known about a game as JSON, readable or not. */
export async function exportGame(id: string): Promise<string> {
  const unsaved = localClient.unsaved(id);
  const stored = await library()
    .then((store) => store.raw(id))
    .catch(() => null);
  return JSON.stringify({ ...stored, ...(unsaved && { unsaved: unsaved.facts }) }, null, 2);
}
