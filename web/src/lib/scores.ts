// Points turn by turn, added up from what happened.

import type { GameEvent, TableEvent } from '../wire/wire';
import { movesOf } from './moves';

/** Adds what an event gives to everybody's points. */
export function addPoints(scores: number[], event: GameEvent): void {
  if (event.kind === 'scored') for (const seat of event.winners) scores[seat] = (scores[seat] ?? 0) + event.points;
  else if (event.kind === 'awarded') scores[event.seat] = (scores[event.seat] ?? 0) + event.points;
}

/** Everybody's points after each move that counts, from the start. */
export function byTurn(events: readonly TableEvent[], seats: number): number[][] {
  const rows: number[][] = [new Array<number>(seats).fill(0)];
  for (const { what } of movesOf(events)) {
    const next = [...(rows.at(-1) ?? [])];
    what.events.forEach((event) => addPoints(next, event));
    rows.push(next);
  }
  return rows;
}
