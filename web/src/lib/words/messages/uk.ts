import { a11y } from './uk/a11y';
import { aids } from './uk/aids';
import { common } from './uk/common';
import { end } from './uk/end';
import { events } from './uk/events';
import { extra } from './uk/extra';
import { front } from './uk/front';
import { game } from './uk/game';
import { hints } from './uk/hints';
import { learn } from './uk/learn';
import { moderation } from './uk/moderation';
import { problems } from './uk/problems';
import { setup } from './uk/setup';
import { table } from './uk/table';
import type { Key } from './en';
import type { Message } from '../message';

/** Усі тексти українською. */
export const uk: Record<Key, Message> = {
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
};
