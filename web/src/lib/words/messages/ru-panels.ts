import { hints } from './ru/hints';
import { push } from './ru/push';

/** Russian texts of hints and notifications at tables. */
export const panels = { ...hints, ...push };
