// Extents of the parts of a board that are not tiles, in board units.

import type { GameView, BoardPoint } from '../wire/wire';
import type { Box } from '../lib/geometry';

/** The wall of The Castle with its score track. */
const WALL: Box = { left: -70, top: -70, right: 1075, bottom: 1075 };

/** The block of land with the wheel, and the wheel on it. */
export const WHEEL_BLOCK: Box = { left: 0, top: 0, right: 400, bottom: 400 };
export const WHEEL: { centre: BoardPoint; radius: number } = { centre: { x: 200, y: 200 }, radius: 162 };

/** Returns the box of the wall or the wheel, or `null` if the board has
 * neither. */
export function fixedExtent(game: GameView): Box | null {
  if (game.family === 'stronghold') return WALL;
  return game.land?.pig ? WHEEL_BLOCK : null;
}
