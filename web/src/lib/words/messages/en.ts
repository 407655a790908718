import { a11y } from './en/a11y';
import { aids } from './en/aids';
import { common } from './en/common';
import { end } from './en/end';
import { events } from './en/events';
import { extra } from './en/extra';
import { front } from './en/front';
import { game } from './en/game';
import { hints } from './en/hints';
import { learn } from './en/learn';
import { moderation } from './en/moderation';
import { problems } from './en/problems';
import { setup } from './en/setup';
import { table } from './en/table';

/** All texts in English. Its keys are those of every language. */
export const en = {
  ...common,
  ...front,
  ...setup,
  ...table,
  ...game,
  ...events,
  ...hints,
  ...aids,
  ...end,
  ...moderation,
  ...problems,
  ...a11y,
  ...learn,
  ...extra,
} as const;

export type Key = keyof typeof en;
