import type { ExpansionWords } from '../expansions';
import { end } from './en/end';
import { front } from './en/front';
import { learn } from './en/learn';
import { settings } from './en/settings';
import { setup } from './en/setup';

/** English texts of the other pages and of table panels. */
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
  ...import.meta.glob<ExpansionWords>('../../../expansions/*/en.ts', {
    eager: true,
    query: '?pages',
    import: 'pages',
  }),
  ...import.meta.glob<ExpansionWords>('../../../boxes/*/en.ts', { eager: true, import: 'pages' }),
};
