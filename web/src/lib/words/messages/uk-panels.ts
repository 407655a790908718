import { hints } from './uk/hints';
import { push } from './uk/push';

/** Ukrainian texts of hints and notifications at tables. */
export const panels = { ...hints, ...push };
