// The parts of turns in notation (`docs/notation.md`) that lists of turns show.

import type { Xy } from '../wire/wire';
import type { TurnNode } from './study.svelte';

/** The parts of a turn. */
export interface TurnParts {
  /** The tile and its rotation, as the name of a drawing; `null` if no tile is
   * placed. */
  symbol: string | null;
  cell: Xy | null;
  /** True if a figure is placed. */
  hasFigure: boolean;
  /** True if a figure is taken back. */
  isRecall: boolean;
}

/** Returns the parts of a turn. Tiles that fitted nowhere come before the one
 * that is placed. */
export function partsOf(turn: string): TurnParts {
  const tokens = turn.split(' ');
  const drawn = tokens.findLast((token) => token.startsWith('D'))?.slice(1) ?? null;
  const placed = tokens.map((token) => /^P(-?\d+),(-?\d+)r(\d)/.exec(token)).find((match) => match !== null);
  return {
    symbol: drawn === null ? null : `${drawn}-${placed?.[3] ?? '0'}`,
    cell: placed === undefined ? null : { x: Number(placed[1]), y: Number(placed[2]) },
    hasFigure: tokens.some((token) => /^[A-Z][a-z]?\d*$/.test(token) && /^[MA]/.test(token)),
    isRecall: tokens.some((token) => token.startsWith('R')),
  };
}

/** Returns the number of seats of a game and the seat that begins, from the
 * header of its record. */
export function seatsIn(head: string): { seats: number; first: number } {
  const number = (key: string, otherwise: number): number =>
    Number(new RegExp(` ${key}=(\\d+)`).exec(head)?.[1] ?? otherwise);
  return { seats: number('seats', 2), first: number('first', 0) };
}

/** Returns the seat that played a turn. */
export function seatOf(node: TurnNode, head: string): number {
  const { seats, first } = seatsIn(head);
  let turns = 0;
  // S-TOKEN-K1: the same player takes another turn.
  for (let before = node.parent; before !== null && before.parent !== null; before = before.parent)
    if (!before.turn.split(' ').includes('U1')) turns += 1;
  return (first + turns) % seats;
}
