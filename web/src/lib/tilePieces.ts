// Pieces that are placed together with a tile, and lie on it.

import type { LaidView, OfferKind } from '../wire/wire';
import type { Named } from './words/messages/all';

/** A placed tile, or an offer to place one. */
export type PlacedTile = LaidView | Extract<OfferKind, { kind: 'place' }>;

export interface TilePiece {
  /** Its name, for which there are texts. */
  readonly piece: Named<'offer.place.', '.last'>;
  /** Its symbol in the sprite, as large as the tile. */
  readonly symbol: string;
}

/** Returns the pieces of an expansion on a tile, in
 * `src/expansions/NAME/tilePieces.ts`. */
export type TilePieces = (tile: PlacedTile) => readonly TilePiece[];

const EXPANSIONS = Object.values(
  import.meta.glob<TilePieces>('../expansions/*/tilePieces.ts', { eager: true, import: 'tilePieces' }),
);

/** Returns the pieces on a tile. A tile without a symbol is not shown, and
 * neither are its pieces. */
export const piecesOn = (tile: PlacedTile): TilePiece[] =>
  tile.symbol === '' ? [] : EXPANSIONS.flatMap((pieces) => pieces(tile));
