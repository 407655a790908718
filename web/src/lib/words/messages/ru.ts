import { joined, type ExpansionWords } from '../expansions';
import { a11y } from './ru/a11y';
import { aids } from './ru/aids';
import { common } from './ru/common';
import { events } from './ru/events';
import { game } from './ru/game';
import { moderation } from './ru/moderation';
import { names } from './ru/names';
import { problems } from './ru/problems';
import { table } from './ru/table';

/** Names of bots that belong to an expansion but play any game. */
const bots = import.meta.glob<ExpansionWords>('../../../expansions/*/bot.ru.ts', { eager: true, import: 'bot' });

/** Russian texts of a table, which are loaded first. */
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
export const expansions = import.meta.glob<ExpansionWords>('../../../expansions/*/ru.ts', {
  query: '?table',
  import: 'table',
});
