import type { ExpansionWords } from '../expansions';
import { hints } from './ru/hints';
import { push } from './ru/push';

/** Russian texts of hints and notifications at tables. */
export const panels = { ...hints, ...push };

/** The same of the expansions, by file. The query makes each part of a file a
 * module of its own, so that it is loaded separately. */
export const expansions = import.meta.glob<ExpansionWords>('../../../expansions/*/ru.ts', {
  eager: true,
  query: '?hints',
  import: 'hints',
});
