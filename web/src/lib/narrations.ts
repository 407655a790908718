// Sentences about events that expansions add.

import type { EventView, ItemName, ReasonView, ScoringReason } from '../wire/wire';

/** Events that only one expansion has; its `narration.ts` adds them. */
// eslint-disable-next-line @typescript-eslint/no-empty-object-type
export interface SpecialEvents {}
/** An event that only one expansion has. */
export type SpecialEvent = SpecialEvents[keyof SpecialEvents];

/** The figures counted where each one scores regardless of majority, by the
 * reason of a scoring. */
type SharedOut = Readonly<Partial<Record<ScoringReason, ItemName>>>;

/** How a sentence names players. */
export interface Naming {
  /** Returns the parameters of a sentence about a seat. */
  readonly of: (seat: number) => Readonly<Record<string, string | number>>;
}

type Kind = SpecialEvent['kind'];
type EventOf = { readonly [K in Kind]: Extract<SpecialEvent, { kind: K }> };
type Tellers = { readonly [K in Kind]?: (event: EventOf[K], naming: Naming) => string };

/** Sentences of an expansion, in `src/expansions/NAME/narration.ts`. */
export interface Narration {
  /** Sentences about the events that only this expansion has, by kind. */
  readonly tell: Tellers;
  readonly sharedOut: SharedOut;
  /** Returns what a reason counts that only this expansion has, in words. */
  readonly amount?: (reason: ReasonView) => string | null;
}

const ALL = Object.values(
  import.meta.glob<Narration>('../expansions/*/narration.ts', { eager: true, import: 'narration' }),
);
const TELL = ALL.reduce<Tellers>((all, { tell }) => ({ ...all, ...tell }), {});

export const SHARED_OUT = ALL.reduce<SharedOut>((all, { sharedOut }) => ({ ...all, ...sharedOut }), {});

/** Returns what a reason counts that only one expansion has, in words. */
export const amountOf = (reason: ReasonView): string =>
  ALL.reduce<string | null>((found, { amount }) => found ?? amount?.(reason) ?? null, null) ?? '';

/** Returns true if only one expansion has such events. */
export const isSpecial = (event: EventView): event is SpecialEvent => event.kind in TELL;

const tellAs = <K extends Kind>(kind: K, event: EventOf[K], naming: Naming): string | null => {
  const tell: Tellers[K] = TELL[kind];
  return tell?.(event, naming) ?? null;
};

/** Returns a sentence about an event that only one expansion has. */
export const tellSpecial = (event: SpecialEvent, naming: Naming): string | null => tellAs(event.kind, event, naming);
