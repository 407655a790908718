import { end } from './ru/end';
import { front } from './ru/front';
import { learn } from './ru/learn';
import { settings } from './ru/settings';
import { setup } from './ru/setup';

/** Russian texts of the other pages and of table panels. */
export const later = {
  ...front,
  ...setup,
  ...settings,
  ...end,
  ...learn,
};
