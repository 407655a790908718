// Positions of pins on the screen: at the points they refer to, apart from each
// other and from the rotate button.

import type { Offer, BoardPoint } from '../wire/wire';
import { spread } from './framing';
import { TILE, isSame } from './geometry';
import { groupOffers, pointOf } from './offers';
import { type Turn } from './turn.svelte';

export interface Pins {
  spots: Offer[];
  /** Positions of the spots, in pixels from the origin of the board. */
  places: BoardPoint[];
  /** Position of the rotate button; `null` if there is none. */
  ring: BoardPoint | null;
}

/** Returns the positions of all pins of a turn at scale `k`. */
export function pinsOf(turn: Turn, k: number): Pins {
  const { placed } = turn;
  const placements =
    turn.cells.find((one) => placed !== null && isSame(one.cell, placed.what.cell))?.placements.length ?? 0;
  const ring =
    placed !== null && placements > 1
      ? { x: (placed.what.cell.x + 1) * TILE * k + 6, y: placed.what.cell.y * TILE * k - 6 }
      : null;
  const spots = groupOffers(turn.choices, turn.figure).pinned;
  const wanted = spots.map((offer) => {
    const at = pointOf(offer.what) ?? { x: 0, y: 0 };
    return { x: at.x * k, y: at.y * k };
  });
  return { spots, places: spread(wanted, ring === null ? [] : [ring]), ring };
}
