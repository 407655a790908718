import { a11y } from './en/a11y';
import { aids } from './en/aids';
import { common } from './en/common';
import { events } from './en/events';
import { game } from './en/game';
import { moderation } from './en/moderation';
import { names } from './en/names';
import { problems } from './en/problems';
import { table } from './en/table';

/** English texts of a table, which are loaded first. */
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
