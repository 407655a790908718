// Where the moments of a game come from: a table, or a record somebody brought.

import type { GameEvent, GameView, Scene } from '../wire/wire';
import { readRecord, sceneOf, scenes } from '../lib/api';
import { isFinished, stopsOf } from './record';

/** A game at the end of a turn, and what happened in that turn. */
export interface Moment {
  scene: Scene;
  events: GameEvent[];
}

export interface Source {
  readonly record: string;
  /** After how many actions each turn ends, from the start on. */
  readonly stops: readonly number[];
  readonly isOver: boolean;
  moment(turn: number): Promise<Moment>;
}

/** How many moments are fetched at once; the server sends no more than 64. */
const STRETCH = 60;

/** The game of a table. */
export async function tableSource(id: string): Promise<Source> {
  const record = await readRecord(id);
  const stops = stopsOf(record);
  const last = stops.at(-1) ?? 0;
  const known = new Map<number, Moment>();
  const coming = new Map<number, Promise<void>>();

  function fetchStretch(stretch: number): Promise<void> {
    const already = coming.get(stretch);
    if (already) return already;
    const from = stretch * STRETCH;
    const now = scenes(id, from, Math.min(last, from + STRETCH - 1)).then(({ scenes: found, events }) => {
      found.forEach((scene, n) => known.set(scene.actions, { scene, events: events[n] ?? [] }));
    });
    coming.set(stretch, now);
    // Not there now need not mean never.
    now.catch(() => coming.delete(stretch));
    return now;
  }

  async function moment(turn: number): Promise<Moment> {
    const to = stops[turn] ?? last;
    const from = turn === 0 ? to : (stops[turn - 1] ?? 0) + 1;
    for (let n = Math.floor(from / STRETCH); n <= Math.floor(to / STRETCH); n += 1) await fetchStretch(n);
    const events: GameEvent[] = [];
    for (let n = from; n <= to; n += 1) events.push(...(known.get(n)?.events ?? []));
    const found = known.get(to);
    if (!found) throw new Error(`no moment ${String(to)}`);
    return { scene: found.scene, events };
  }
  return { record, stops, isOver: isFinished(record), moment };
}

/** A game that is at no table. What happened in a turn is what is different
 * after it. */
export function recordSource(record: string): Source {
  const stops = stopsOf(record);
  const known = new Map<number, Promise<Scene>>();
  function sceneAt(turn: number): Promise<Scene> {
    const already = known.get(turn);
    if (already) return already;
    const now = sceneOf(record, stops[turn] ?? 0);
    known.set(turn, now);
    now.catch(() => known.delete(turn));
    return now;
  }
  async function moment(turn: number): Promise<Moment> {
    const scene = await sceneAt(turn);
    if (turn === 0) return { scene, events: [] };
    const before = await sceneAt(turn - 1);
    return { scene, events: changes(before.game, scene.game) };
  }
  return { record, stops, isOver: isFinished(record), moment };
}

/** What is on the board after a turn and was not before, and the other way
 * round, and who has more points. */
export function changes(before: GameView, after: GameView): GameEvent[] {
  const events: GameEvent[] = [];
  for (const laid of after.laid.slice(before.laid.length)) events.push({ kind: 'tile_placed', seat: before.turn, laid });
  const spots = (game: GameView): Set<string> => new Set(game.figures.map((figure) => `${String(figure.seat)} ${figure.spot}`));
  const [old, young] = [spots(before), spots(after)];
  for (const figure of after.figures) {
    if (!old.has(`${String(figure.seat)} ${figure.spot}`)) events.push({ kind: 'figure_placed', figure });
  }
  after.scores.forEach((points, seat) => {
    const gain = points - (before.scores[seat] ?? 0);
    if (gain > 0) events.push({ kind: 'awarded', seat, reason: 'other', tally: [], points: gain });
  });
  for (const figure of before.figures) {
    if (!young.has(`${String(figure.seat)} ${figure.spot}`)) events.push({ kind: 'figure_returned', figure });
  }
  return events;
}
