// Texts of notifications. A service worker cannot use those of the page, so it
// contains the few it needs in every language.

import type { PushLanguage, TurnPush } from '../wire/wire';

/** The displayed notification, and the page that a click opens. */
export interface Notice {
  title: string;
  body: string;
  lang: PushLanguage;
  /** A later notification of the same table replaces an earlier one. */
  tag: string;
  path: string;
}

interface Words {
  title: string;
  /** Body with the names of the other players. */
  beside: (names: string) => string;
  /** Body if no other player has a name. */
  alone: string;
}

const WORDS: Record<PushLanguage, Words> = {
  uk: { title: 'Ваш хід', beside: (names) => `За столом: ${names}`, alone: 'Вас чекає гра за листуванням.' },
  ru: { title: 'Ваш ход', beside: (names) => `За столом: ${names}`, alone: 'Вас ждёт игра по переписке.' },
  en: {
    title: 'Your turn',
    beside: (names) => `At the table: ${names}`,
    alone: 'A correspondence game is waiting for you.',
  },
};

const isLanguage = (value: unknown): value is PushLanguage => typeof value === 'string' && Object.hasOwn(WORDS, value);

/** Reads a push message. A malformed one still yields a notification, because
 * browsers require that one is shown. */
export function noticeOf(message: unknown): Notice {
  const said: Partial<Record<keyof TurnPush, unknown>> = typeof message === 'object' && message !== null ? message : {};
  const lang = isLanguage(said.language) ? said.language : 'en';
  const table = typeof said.table === 'string' && /^[0-9A-Za-z]{12}$/.test(said.table) ? said.table : null;
  const named: unknown[] = Array.isArray(said.names) ? said.names : [];
  const names = named.filter((name) => typeof name === 'string').filter((name) => name !== '');
  const words = WORDS[lang];
  const listed = new Intl.ListFormat(lang, { type: 'conjunction' }).format(names.slice(0, 5));
  return {
    title: words.title,
    body: names.length > 0 ? words.beside(listed) : words.alone,
    lang,
    tag: table === null ? 'turn' : `turn-${table}`,
    path: table === null ? '/' : `/t/${table}`,
  };
}
