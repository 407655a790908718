import type { ExpansionWords } from '../expansions';
import { end } from './uk/end';
import { front } from './uk/front';
import { learn } from './uk/learn';
import { settings } from './uk/settings';
import { setup } from './uk/setup';

/** Ukrainian texts of the other pages and of table panels. */
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
  ...import.meta.glob<ExpansionWords>('../../../expansions/*/uk.ts', {
    eager: true,
    query: '?pages',
    import: 'pages',
  }),
  ...import.meta.glob<ExpansionWords>('../../../boxes/*/uk.ts', { eager: true, import: 'pages' }),
};
