import type { ExpansionWords } from '../expansions';
import { analysis } from './ru/analysis';
import { daily } from './ru/daily';
import { duplicate } from './ru/duplicate';
import { engines } from './ru/engines';
import { hints } from './ru/hints';
import { local } from './ru/local';
import { panels } from './ru/panels';
import { push } from './ru/push';
import { puzzles } from './ru/puzzles';

/** Russian texts of hints, notifications, panels, tables on this device, the analysis board,
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
export const expansions = import.meta.glob<ExpansionWords>('../../../expansions/*/ru.ts', {
  eager: true,
  query: '?hints',
  import: 'hints',
});
