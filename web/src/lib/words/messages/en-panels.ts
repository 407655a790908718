import { hints } from './en/hints';
import { push } from './en/push';

/** Hints and notifications at tables in English. */
export const panels = { ...hints, ...push };
