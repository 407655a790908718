import { a11y } from './ru/a11y';
import { aids } from './ru/aids';
import { common } from './ru/common';
import { end } from './ru/end';
import { events } from './ru/events';
import { extra } from './ru/extra';
import { front } from './ru/front';
import { game } from './ru/game';
import { hints } from './ru/hints';
import { learn } from './ru/learn';
import { moderation } from './ru/moderation';
import { problems } from './ru/problems';
import { setup } from './ru/setup';
import { table } from './ru/table';
import type { Key } from './en';
import type { Message } from '../message';

/** Все тексты по-русски. */
export const ru: Record<Key, Message> = {
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
