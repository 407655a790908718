// Offers to place the tile, by cell.

import type { Offer, OfferKind, Offers, Xy } from '../wire/wire';
import { piecesOn } from './tilePieces';

type Placing = Extract<OfferKind, { kind: 'place' }>;

/** An offer to place the tile. */
export interface PlaceOffer {
  action: string;
  what: Placing;
}

/** A cell and the placements of the tile that are legal there. */
export interface LegalCell {
  cell: Xy;
  placements: PlaceOffer[];
}

export function isPlacing(offer: Offer): offer is PlaceOffer {
  return offer.what.kind === 'place';
}

/** Returns the cells where the tile can be placed, in reading order. */
export function legalCells(offers: Offers | null): LegalCell[] {
  const cells = new Map<string, LegalCell>();
  for (const offer of offers?.offers ?? []) {
    if (!isPlacing(offer)) continue;
    const { cell } = offer.what;
    const name = `${String(cell.x)},${String(cell.y)}`;
    const known = cells.get(name);
    if (known) known.placements.push(offer);
    else cells.set(name, { cell, placements: [offer] });
  }
  const all = [...cells.values()];
  for (const { placements } of all) {
    // Placements that do not need a piece come first.
    placements.sort((a, b) => piecesOn(a.what).length - piecesOn(b.what).length || a.what.rotation - b.what.rotation);
  }
  return all.sort((a, b) => a.cell.y - b.cell.y || a.cell.x - b.cell.x);
}
