import { a11y } from './en/a11y';
import { aids } from './en/aids';
import { common } from './en/common';
import { events } from './en/events';
import { game } from './en/game';
import { moderation } from './en/moderation';
import { names } from './en/names';
import { problems } from './en/problems';
import { table } from './en/table';

/** What a table says in English: all that is there at first. */
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
