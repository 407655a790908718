import { end } from './uk/end';
import { front } from './uk/front';
import { learn } from './uk/learn';
import { settings } from './uk/settings';
import { setup } from './uk/setup';

/** Ukrainian texts of the other pages and of table panels. */
export const later = {
  ...front,
  ...setup,
  ...settings,
  ...end,
  ...learn,
};
