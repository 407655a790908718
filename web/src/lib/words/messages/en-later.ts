import { end } from './en/end';
import { front } from './en/front';
import { hints } from './en/hints';
import { learn } from './en/learn';
import { push } from './en/push';
import { settings } from './en/settings';
import { setup } from './en/setup';

/** What other pages and the panels of a table say in English. */
export const later = {
  ...front,
  ...setup,
  ...settings,
  ...hints,
  ...end,
  ...learn,
  ...push,
};
