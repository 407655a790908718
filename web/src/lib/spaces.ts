// Spaces beside the map, which only expansions have.

import type { OfferKind, ReasonView } from '../wire/wire';

/** The part of the board that a space belongs to. */
export interface Space {
  /** Equal for equivalent spaces. */
  readonly group: string;
  readonly name: string;
  /** Name and description of the offer to place a figure there. */
  readonly offer: string;
  readonly about: string;
}

type Placed = Extract<OfferKind, { kind: 'deploy' }> | ReasonView;
/** Returns the space that an offer or a reason is about, or `null`; in
 * `src/expansions/NAME/spaces.ts`. */
export type SpaceOf = (what: Placed) => Space | null;

const EXPANSIONS = Object.values(
  import.meta.glob<SpaceOf>('../expansions/*/spaces.ts', { eager: true, import: 'spaceOf' }),
);

/** Returns the space that an offer or a reason is about, or `null`. */
export const spaceOf: SpaceOf = (what) => EXPANSIONS.reduce<Space | null>((found, find) => found ?? find(what), null);
