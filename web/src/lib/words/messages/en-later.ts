import { end } from './en/end';
import { front } from './en/front';
import { learn } from './en/learn';
import { settings } from './en/settings';
import { setup } from './en/setup';

/** English texts of the other pages and of table panels. */
export const later = {
  ...front,
  ...setup,
  ...settings,
  ...end,
  ...learn,
};
