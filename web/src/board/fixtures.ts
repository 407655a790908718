// Fixed parts of a board that are not tiles: the wall of The Castle, and blocks
// of land that expansions add. Sizes are in board units.

import type { Component } from 'svelte';

import type { Box } from '../lib/geometry';
import type { BoardPoint, GameView } from '../wire/wire';

/** A block of land without tiles and the piece on it, in
 * `src/expansions/NAME/board.ts`. */
export interface Fixture {
  /** Returns true if the board has it. */
  readonly isOn: (game: GameView) => boolean;
  /** Name of its drawing, which is the backdrop of the board. */
  readonly backdrop: string;
  readonly block: Box;
  /** The part that nothing may tint or cover. */
  readonly disc: { readonly at: BoardPoint; readonly radius: number };
  /** Returns its state in words. */
  readonly status: (game: GameView) => string;
  /** Its moving parts, in the layer of pieces. */
  readonly component: Component<{ game: GameView }>;
}

const FIXTURES = Object.values(
  import.meta.glob<Fixture>('../expansions/*/board.ts', { eager: true, import: 'fixture' }),
);

/** Returns the fixture of a board, or `null`. */
export const fixtureOf = (game: GameView): Fixture | null => FIXTURES.find(({ isOn }) => isOn(game)) ?? null;

/** The wall of The Castle with its score track. */
const WALL: Box = { left: -70, top: -70, right: 1075, bottom: 1075 };

/** Returns the box of the wall or a fixture, or `null` if the board has
 * neither. */
export const fixedExtent = (game: GameView): Box | null =>
  game.family === 'stronghold' ? WALL : (fixtureOf(game)?.block ?? null);

/** Returns the name of the drawing below the tiles, or `null` if the board has
 * none. */
export const backdropName = (game: GameView): string | null =>
  game.family === 'stronghold' ? game.family : (fixtureOf(game)?.backdrop ?? null);
