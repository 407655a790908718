// Sentences about events that expansions add.

import type { EventView, ItemName, ScoringReason } from '../wire/wire';

/** Events that only one expansion has; its `narration.ts` adds them. */
// eslint-disable-next-line @typescript-eslint/no-empty-object-type
export interface SpecialEvents {}
/** An event that only one expansion has. */
export type SpecialEvent = SpecialEvents[keyof SpecialEvents];

/** The figures counted where each one scores regardless of majority, by the
 * reason of a scoring. */
type SharedOut = Readonly<Partial<Record<ScoringReason, ItemName>>>;

/** Sentences of an expansion, in `src/expansions/NAME/narration.ts`. */
export interface Narration {
  /** Sentences about the events that only this expansion has, by kind. */
  readonly tell: { readonly [Kind in SpecialEvent['kind']]?: (event: SpecialEvent & { kind: Kind }) => string };
  readonly sharedOut: SharedOut;
}

const ALL = Object.values(
  import.meta.glob<Narration>('../expansions/*/narration.ts', { eager: true, import: 'narration' }),
);
const TELL = ALL.reduce<Narration['tell']>((all, { tell }) => ({ ...all, ...tell }), {});

export const SHARED_OUT = ALL.reduce<SharedOut>((all, { sharedOut }) => ({ ...all, ...sharedOut }), {});

/** Returns true if only one expansion has such events. */
export const isSpecial = (event: EventView): event is SpecialEvent => event.kind in TELL;

/** Returns a sentence about an event that only one expansion has. */
export const tellSpecial = (event: SpecialEvent): string | null => TELL[event.kind]?.(event) ?? null;
