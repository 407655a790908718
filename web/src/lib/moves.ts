// The moves of a game.

import type { Happening, TableEvent, Xy } from '../wire/wire';

/** A move that was made and not taken back. */
export interface Move {
  seq: number;
  what: Extract<Happening, { kind: 'moved' }>;
}

/** The moves that still count. Whoever takes a move back takes everything back
 * that came after it. */
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

/** What others did since one of these seats last moved; all they did if none
 * of them has moved yet. */
export function sinceOwn(moves: readonly Move[], own: readonly number[]): Move[] {
  if (own.length === 0) return [];
  return moves.slice(moves.findLastIndex((move) => own.includes(move.what.seat)) + 1);
}

/** Where a move laid its tile. */
export function cellOf(move: Move): Xy | null {
  return move.what.events.find((event) => event.kind === 'tile_placed')?.laid.cell ?? null;
}
