// The moves of a game.

import type { TableEventKind, TableEvent, Xy } from '../wire/wire';

/** A move that was not taken back. */
export interface Move {
  seq: number;
  what: Extract<TableEventKind, { kind: 'moved' }>;
}

/** Returns the moves that were not taken back. Taking a move back also removes
 * all moves after it. */
export function movesOf(events: readonly TableEvent[]): Move[] {
  const moves: Move[] = [];
  for (const { seq, what } of events) {
    if (what.kind === 'moved') moves.push({ seq, what });
    if (what.kind !== 'took_back') continue;
    const from = moves.findLastIndex((move) => move.what.seat === what.seat);
    if (from !== -1) moves.length = from;
  }
  return moves;
}

/** Returns the moves of other seats since the last move of the seats `own`, or
 * all moves if `own` has not moved yet. */
export function sinceOwn(moves: readonly Move[], own: readonly number[]): Move[] {
  if (own.length === 0) return [];
  return moves.slice(moves.findLastIndex((move) => own.includes(move.what.seat)) + 1);
}

/** Returns the cell where a move placed its tile, or `null`. */
export function cellOf(move: Move): Xy | null {
  return move.what.events.find((event) => event.kind === 'tile_placed')?.laid.cell ?? null;
}
