import { end } from './ru/end';
import { front } from './ru/front';
import { learn } from './ru/learn';
import { settings } from './ru/settings';
import { setup } from './ru/setup';

/** Что говорят другие страницы и панели стола по-русски. */
export const later = {
  ...front,
  ...setup,
  ...settings,
  ...end,
  ...learn,
};
