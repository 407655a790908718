import type { ExpansionWords } from '../expansions';
import { a11y } from './ru/a11y';
import { aids } from './ru/aids';
import { common } from './ru/common';
import { events } from './ru/events';
import { game } from './ru/game';
import { moderation } from './ru/moderation';
import { names } from './ru/names';
import { problems } from './ru/problems';
import { table } from './ru/table';

/** Russian texts of a table, which are loaded first. */
export const first = {
  ...common,
  ...names,
  ...table,
  ...game,
  ...events,
  ...aids,
  ...moderation,
  ...problems,
  ...a11y,
};

/** The same of the expansions, by file. The query makes each part of a file a
 * module of its own, so that it is loaded separately. */
export const expansions = import.meta.glob<ExpansionWords>('../../../expansions/*/ru.ts', {
  eager: true,
  query: '?table',
  import: 'table',
});
