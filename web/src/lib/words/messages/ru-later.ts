import { end } from './ru/end';
import { front } from './ru/front';
import { hints } from './ru/hints';
import { learn } from './ru/learn';
import { push } from './ru/push';
import { settings } from './ru/settings';
import { setup } from './ru/setup';

/** Что говорят другие страницы и панели стола по-русски. */
export const later = {
  ...front,
  ...setup,
  ...settings,
  ...hints,
  ...end,
  ...learn,
  ...push,
};
