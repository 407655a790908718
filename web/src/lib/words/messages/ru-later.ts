import type { ExpansionWords } from '../expansions';
import { end } from './ru/end';
import { front } from './ru/front';
import { learn } from './ru/learn';
import { settings } from './ru/settings';
import { setup } from './ru/setup';

/** Russian texts of the other pages and of table panels. */
export const texts = {
  ...front,
  ...setup,
  ...settings,
  ...end,
  ...learn,
};

/** The same of the expansions and of boxes, by file. The query makes each part of
 * a file a module of its own, so that it is loaded separately. */
export const expansions = {
  ...import.meta.glob<ExpansionWords>('../../../expansions/*/ru.ts', {
    eager: true,
    query: '?pages',
    import: 'pages',
  }),
  ...import.meta.glob<ExpansionWords>('../../../boxes/*/ru.ts', { eager: true, import: 'pages' }),
};
