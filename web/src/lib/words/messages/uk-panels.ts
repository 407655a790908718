import type { ExpansionWords } from '../expansions';
import { hints } from './uk/hints';
import { local } from './uk/local';
import { panels } from './uk/panels';
import { push } from './uk/push';

/** Ukrainian texts of hints, notifications, panels and tables on this device. */
export const texts = { ...hints, ...push, ...panels, ...local };

/** The same of the expansions, by file. The query makes each part of a file a
 * module of its own, so that it is loaded separately. */
export const expansions = import.meta.glob<ExpansionWords>('../../../expansions/*/uk.ts', {
  eager: true,
  query: '?hints',
  import: 'hints',
});
