// Display of events that only an expansion has.

import type { AwardName, BoardPoint, EventView, GameView, LandView } from '../wire/wire';

/** Changes a displayed game. */
export type Change = (game: GameView) => GameView;

/** A space that a piece reaches on its way. */
export interface WalkStep {
  /** Shows the piece there. */
  readonly show: Change;
  readonly caption: () => string;
  /** True for the space that takes effect. */
  readonly isEffective: boolean;
}

/** The way of a piece over the board, space by space, before an event takes
 * effect. */
export interface Walk {
  /** Shows the piece at the start; `null` if the start is not known. */
  readonly start: Change | null;
  readonly steps: readonly WalkStep[];
}

/** Circumstances of an event. */
export interface WalkContext {
  /** The game before and after the move, as far as they are known. */
  readonly before: GameView | null;
  readonly after: GameView | null;
  /** Events before the move, if the game before it is not known. */
  readonly earlier: readonly EventView[];
}

/** Display of the events of an expansion, in `src/expansions/NAME/events.ts`. */
export interface ExpansionEvents {
  /** Returns the way of the piece that an event moves, or `null` if it moves
   * none. */
  readonly walk: (event: EventView, context: WalkContext) => Walk | null;
  /** Returns the state before the events `undone`, newest first. `earlier` are
   * the events before them. */
  readonly rewind: (land: LandView, undone: readonly EventView[], earlier: readonly EventView[]) => LandView;
  /** Returns the place of an event that brings points for this reason, or
   * `null` if it does not. */
  readonly source: (event: EventView, reason: AwardName) => BoardPoint | null;
}

const EXPANSIONS = Object.values(
  import.meta.glob<ExpansionEvents>('../expansions/*/events.ts', { eager: true, import: 'events' }),
);

/** Returns the first result that is not `null`. */
function first<T>(find: (expansion: ExpansionEvents) => T | null): T | null {
  for (const expansion of EXPANSIONS) {
    const found = find(expansion);
    if (found !== null) return found;
  }
  return null;
}

/** Returns the way of the piece that an event moves, or `null`. */
export const walkOf: ExpansionEvents['walk'] = (event, context) => first(({ walk }) => walk(event, context));

/** Returns the place of an event of an expansion that brings points for this
 * reason, or `null`. */
export const sourceOf: ExpansionEvents['source'] = (event, reason) => first(({ source }) => source(event, reason));

/** Returns the state of all expansions before the events `undone`. */
export const rewoundLand = (land: LandView, undone: readonly EventView[], earlier: readonly EventView[]): LandView =>
  EXPANSIONS.reduce((before, { rewind }) => rewind(before, undone, earlier), land);
