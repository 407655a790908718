// Scores after each turn, computed from events.

import type { EventView, TableEvent } from '../wire/wire';
import { movesOf } from './moves';

/** Adds the points of an event to `scores`. */
export function addPoints(scores: number[], event: EventView): void {
  if (event.kind === 'scored') for (const seat of event.winners) scores[seat] = (scores[seat] ?? 0) + event.points;
  else if (event.kind === 'awarded') scores[event.seat] = (scores[event.seat] ?? 0) + event.points;
}

/** Returns the scores of all seats after each move that was not taken back,
 * starting with zeros. */
export function byTurn(events: readonly TableEvent[], seats: number): number[][] {
  const rows: number[][] = [new Array<number>(seats).fill(0)];
  for (const { what } of movesOf(events)) {
    const next = [...(rows.at(-1) ?? [])];
    what.events.forEach((event) => addPoints(next, event));
    rows.push(next);
  }
  return rows;
}
