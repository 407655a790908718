import { end } from './en/end';
import { front } from './en/front';
import { learn } from './en/learn';
import { settings } from './en/settings';
import { setup } from './en/setup';

/** What other pages and the panels of a table say in English. */
export const later = {
  ...front,
  ...setup,
  ...settings,
  ...end,
  ...learn,
};
