import { hints } from './en/hints';
import { push } from './en/push';

/** English texts of hints and notifications at tables. */
export const panels = { ...hints, ...push };
