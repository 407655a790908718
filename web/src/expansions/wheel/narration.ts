import { t } from '../../lib/i18n.svelte';
import type { Narration } from '../../lib/narrations';
import type { EventView } from '../../wire/wire';

/** A move of the pig. */
export type PigMoved = Extract<EventView, { kind: 'pig_moved' }>;

declare module '../../lib/narrations' {
  interface SpecialEvents {
    wheel: PigMoved;
  }
}

/** Moves of the pig; taxes and famine (WHEEL-TAX, WHEEL-FAMINE). */
export const narration: Narration = {
  tell: { pig_moved: ({ sector }) => t(`event.pig_moved.${sector}`) },
  sharedOut: { tax: 'knight', famine: 'farmer' },
};
