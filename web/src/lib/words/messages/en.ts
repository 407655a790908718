import { joined, type ExpansionWords } from '../expansions';
import { a11y } from './en/a11y';
import { aids } from './en/aids';
import { common } from './en/common';
import { events } from './en/events';
import { game } from './en/game';
import { moderation } from './en/moderation';
import { names } from './en/names';
import { problems } from './en/problems';
import { table } from './en/table';

/** Names of bots that belong to an expansion but play any game. */
const bots = import.meta.glob<ExpansionWords>('../../../expansions/*/bot.en.ts', { eager: true, import: 'bot' });

/** English texts of a table, which are loaded first. */
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
export const expansions = import.meta.glob<ExpansionWords>('../../../expansions/*/en.ts', {
  query: '?table',
  import: 'table',
});
