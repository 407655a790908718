import type { ExpansionWords } from '../expansions';
import { analysis } from './en/analysis';
import { daily } from './en/daily';
import { duplicate } from './en/duplicate';
import { engines } from './en/engines';
import { hints } from './en/hints';
import { local } from './en/local';
import { panels } from './en/panels';
import { push } from './en/push';
import { puzzles } from './en/puzzles';

/** English texts of hints, notifications, panels, tables on this device, the analysis board,
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
export const expansions = import.meta.glob<ExpansionWords>('../../../expansions/*/en.ts', {
  eager: true,
  query: '?hints',
  import: 'hints',
});
