import { hints } from './uk/hints';
import { push } from './uk/push';

/** Підказки та сповіщення за столом українською. */
export const panels = { ...hints, ...push };
