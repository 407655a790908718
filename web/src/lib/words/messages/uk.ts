import { joined, type ExpansionWords } from '../expansions';
import { a11y } from './uk/a11y';
import { aids } from './uk/aids';
import { common } from './uk/common';
import { events } from './uk/events';
import { game } from './uk/game';
import { moderation } from './uk/moderation';
import { names } from './uk/names';
import { problems } from './uk/problems';
import { table } from './uk/table';

/** Names of bots that belong to an expansion but play any game. */
const bots = import.meta.glob<ExpansionWords>('../../../expansions/*/bot.uk.ts', { eager: true, import: 'bot' });

/** Ukrainian texts of a table, which are loaded first. */
export const texts = {
  ...common,
  ...names,
  ...table,
  ...game,
  ...events,
  ...aids,
  ...moderation,
  ...problems,
  ...a11y,
  ...joined(bots),
};

/** The same of the expansions, by file, each loaded with the first game that
 * has it. The query makes each part of a file a module of its own, so that it is
 * loaded separately. */
export const expansions = import.meta.glob<ExpansionWords>('../../../expansions/*/uk.ts', {
  query: '?table',
  import: 'table',
});
