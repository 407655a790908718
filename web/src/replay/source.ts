// Sources of the positions of a game: a table, or a record opened by the
// reader.

import type { EventView, Outline, Scene, Scenes } from '../wire/wire';
import { readRecord, scenes, scenesOf } from '../lib/api';

/** The position at the end of a turn, and the events of that turn. */
export interface Moment {
  scene: Scene;
  events: EventView[];
}

export interface Source {
  readonly outline: Outline;
  record(): Promise<string>;
  /** Returns a turn by its index in the outline's `stops`, starting at 0. */
  moment(turn: number): Promise<Moment>;
}

/** Number of positions per request; the server sends at most 64. */
const STRETCH = 60;

/** The game of a table. */
export const tableSource = (id: string): Promise<Source> =>
  sourceOf(
    (from, to) => scenes(id, from, to),
    () => readRecord(id),
  );

/** A record that does not belong to a table. */
export const recordSource = (record: string): Promise<Source> =>
  sourceOf(
    (from, to) => scenesOf(record, from, to),
    () => Promise.resolve(record),
  );

/** Creates a source that loads positions on demand and caches them. */
export async function sourceOf(
  fetchMoments: (from: number, to: number) => Promise<Scenes>,
  record: () => Promise<string>,
): Promise<Source> {
  const known = new Map<number, Moment>();
  const coming = new Map<number, Promise<void>>();
  function cache({ scenes: found, events }: Scenes): void {
    found.forEach((scene, n) => known.set(scene.actions, { scene, events: events[n] ?? [] }));
  }
  const beginning = await fetchMoments(0, STRETCH - 1);
  cache(beginning);
  coming.set(0, Promise.resolve());
  const { outline } = beginning;
  const last = outline.stops.at(-1) ?? 0;

  function fetchStretch(stretch: number): Promise<void> {
    const already = coming.get(stretch);
    if (already) return already;
    const from = stretch * STRETCH;
    const now = fetchMoments(from, Math.min(last, from + STRETCH - 1)).then(cache);
    coming.set(stretch, now);
    // Do not cache a failure: a later request may succeed.
    now.catch(() => coming.delete(stretch));
    return now;
  }

  async function moment(turn: number): Promise<Moment> {
    const to = outline.stops[turn] ?? last;
    const from = turn === 0 ? to : (outline.stops[turn - 1] ?? 0) + 1;
    for (let n = Math.floor(from / STRETCH); n <= Math.floor(to / STRETCH); n += 1) await fetchStretch(n);
    const events: EventView[] = [];
    for (let n = from; n <= to; n += 1) events.push(...(known.get(n)?.events ?? []));
    const found = known.get(to);
    if (!found) throw new Error(`no moment ${String(to)}`);
    return { scene: found.scene, events };
  }
  return { outline, record, moment };
}
