// The parts of turns in notation (`docs/notation.md`) that lists of turns show.

import type { Xy } from '../wire/wire';

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

/** The first letters of actions that place a figure, of any kind. */
const FIGURES = 'MALWH';

/** Returns the parts of a turn. Tiles that fitted nowhere come before the one
 * that is placed. */
export function partsOf(turn: string): TurnParts {
  const tokens = turn.split(' ');
  const drawn = tokens.findLast((token) => token.startsWith('D'))?.slice(1) ?? null;
  const placed = tokens.map((token) => /^P(-?\d+),(-?\d+)r(\d)/.exec(token)).find((match) => match !== null);
  return {
    symbol: drawn === null ? null : `${drawn}-${placed?.[3] ?? '0'}`,
    cell: placed === undefined ? null : { x: Number(placed[1]), y: Number(placed[2]) },
    hasFigure: tokens.some((token) => FIGURES.includes(token.charAt(0)) && /^[A-Z][a-z]?\d*$/.test(token)),
    isRecall: tokens.some((token) => token.startsWith('R')),
  };
}
