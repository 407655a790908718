import { end } from './uk/end';
import { front } from './uk/front';
import { learn } from './uk/learn';
import { settings } from './uk/settings';
import { setup } from './uk/setup';

/** Що кажуть інші сторінки та панелі столу українською. */
export const later = {
  ...front,
  ...setup,
  ...settings,
  ...end,
  ...learn,
};
