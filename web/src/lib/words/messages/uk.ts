import { a11y } from './uk/a11y';
import { aids } from './uk/aids';
import { common } from './uk/common';
import { events } from './uk/events';
import { game } from './uk/game';
import { moderation } from './uk/moderation';
import { names } from './uk/names';
import { problems } from './uk/problems';
import { table } from './uk/table';

/** Що каже стіл українською: усе, що є спочатку. */
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
