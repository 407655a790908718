import type { ExpansionWords } from '../expansions';
import { analysis } from './uk/analysis';
import { daily } from './uk/daily';
import { duplicate } from './uk/duplicate';
import { engines } from './uk/engines';
import { hints } from './uk/hints';
import { local } from './uk/local';
import { panels } from './uk/panels';
import { push } from './uk/push';
import { puzzles } from './uk/puzzles';

/** Ukrainian texts of hints, notifications, panels, tables on this device, the analysis board,
 * puzzles, daily decks, duplicate matches and engines. */
export const texts = {
  ...hints,
  ...push,
  ...panels,
  ...local,
  ...analysis,
  ...puzzles,
  ...daily,
  ...duplicate,
  ...engines,
};

/** The same of the expansions, by file. The query makes each part of a file a
 * module of its own, so that it is loaded separately. */
export const expansions = import.meta.glob<ExpansionWords>('../../../expansions/*/uk.ts', {
  eager: true,
  query: '?hints',
  import: 'hints',
});
