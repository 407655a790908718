// Texts in the selected language. Only that language is loaded, the texts of a
// table first.

import { store, readStored } from './storage';
import type { Message, Params } from './words/message';
import type { Key } from './words/messages/all';

/** The name of a text. An unknown name does not compile. */
export type { Key };
type Words = Partial<Readonly<Record<Key, Message>>>;

export const LANGUAGES = ['uk', 'ru', 'en'] as const;
export type Language = (typeof LANGUAGES)[number];

const isLanguage = (value: unknown): value is Language => LANGUAGES.some((known) => known === value);

/** Joins the texts of a file with those of the expansions. */
const joined = (words: Words, { expansions }: { expansions: Record<string, Words | undefined> }): Words =>
  Object.assign({}, words, ...Object.values(expansions)) as Words;

const FIRST: Record<Language, () => Promise<Words>> = {
  uk: () => import('./words/messages/uk').then((file) => joined(file.first, file)),
  ru: () => import('./words/messages/ru').then((file) => joined(file.first, file)),
  en: () => import('./words/messages/en').then((file) => joined(file.first, file)),
};

const LATER: Record<Language, () => Promise<Words>> = {
  uk: () => import('./words/messages/uk-later').then((file) => joined(file.later, file)),
  ru: () => import('./words/messages/ru-later').then((file) => joined(file.later, file)),
  en: () => import('./words/messages/en-later').then((file) => joined(file.later, file)),
};

const PANELS: Record<Language, () => Promise<Words>> = {
  uk: () => import('./words/messages/uk-panels').then((file) => joined(file.panels, file)),
  ru: () => import('./words/messages/ru-panels').then((file) => joined(file.panels, file)),
  en: () => import('./words/messages/en-panels').then((file) => joined(file.panels, file)),
};

/** Parts of a language that can be loaded: a table, the front page as well,
 * all. */
const PARTS = ['table', 'front', 'all'] as const;
type Part = (typeof PARTS)[number];

/** Loads the texts of a part in addition to those of a table. */
async function wordsOf(language: Language, part: Part): Promise<Words> {
  if (part === 'table') return {};
  const [later, panels] = await Promise.all([LATER[language](), part === 'all' ? PANELS[language]() : {}]);
  return { ...later, ...panels };
}

/** Returns the first supported language of `wanted`, or English. */
export function choose(wanted: readonly string[]): Language {
  for (const tag of wanted) {
    const language = tag.toLowerCase().split('-')[0];
    if (isLanguage(language)) return language;
  }
  return 'en';
}

class Speech {
  language = $state<Language>('en');
  words = $state.raw<Words>({});
  part: Part = 'table';
  plurals = $derived(new Intl.PluralRules(this.language));
  numbers = $derived(new Intl.NumberFormat(this.language));
}

const speech = new Speech();

const isMissing = (part: Part): boolean => PARTS.indexOf(part) > PARTS.indexOf(speech.part);

/** Returns the current language. */
export const language = (): Language => speech.language;

/** Switches the language, with the same parts loaded as before. */
export async function speak(next: Language): Promise<void> {
  const { part } = speech;
  const first = await FIRST[next]();
  const more = await wordsOf(next, part);
  // A page or a panel has requested more texts since.
  if (part !== speech.part) return speak(next);
  speech.words = { ...first, ...more };
  speech.language = next;
  document.documentElement.lang = next;
}

/** Waits for a page or a panel and for the texts it needs beyond those of a
 * table; the front page does not need those of panels. */
export async function withWords<T>(content: Promise<T>, part: Part = 'all'): Promise<T> {
  if (isMissing(part)) {
    const { language } = speech;
    const more = await wordsOf(language, part);
    if (language !== speech.language) return withWords(content, part);
    if (isMissing(part)) speech.part = part;
    speech.words = { ...speech.words, ...more };
  }
  return content;
}

/** Selects the stored language, or that of the browser. */
export async function startLanguage(): Promise<void> {
  const kept = readStored('language', (value) => (isLanguage(value) ? value : null));
  await speak(kept ?? choose(navigator.languages));
}

/** Switches the language and stores the choice. If it cannot be loaded, the
 * language stays and the page reports that it is outdated. */
export async function changeLanguage(next: Language): Promise<void> {
  await speak(next).then(
    () => store('language', next),
    () => undefined,
  );
}

/** Formats a message with parameters. */
export function fill(message: Message, params: Params, plurals: Intl.PluralRules, numbers: Intl.NumberFormat): string {
  let text: string;
  if (typeof message === 'string') {
    text = message;
  } else {
    const n = params.n;
    const form = typeof n === 'number' ? plurals.select(Math.abs(n)) : 'other';
    text = (form === 'zero' || form === 'two' ? undefined : message[form]) ?? message.other;
  }
  const addressed = text.replace(/\[([^|\]]*)\|([^\]]*)\]/g, params.you ? '$2' : '$1');
  return addressed.replace(/\{(\w+)\}/g, (whole, name: string) => {
    const value = params[name];
    if (value === undefined) return whole;
    return typeof value === 'number' ? numbers.format(value) : value;
  });
}

/** Returns the text for a key. */
export function t(key: Key, params: Params = {}): string {
  const message = speech.words[key];
  return message === undefined ? key : fill(message, params, speech.plurals, speech.numbers);
}

/** Returns true if there is a text of that name; for names received from the
 * server. */
export function isKey(name: string): name is Key {
  return name in speech.words;
}

/** Returns the text with a name received from the server, or `otherwise`. */
export function tOr(name: string, otherwise: string, params: Params = {}): string {
  return isKey(name) ? t(name, params) : otherwise;
}

/** Joins parts as a list with "and": a, b and c. */
export function listed(parts: readonly string[]): string {
  return new Intl.ListFormat(speech.language, { type: 'conjunction' }).format(parts);
}

/** Joins parts as a list with "or": a, b or c. */
export function either(parts: readonly string[]): string {
  return new Intl.ListFormat(speech.language, { type: 'disjunction' }).format(parts);
}

/** Returns the approximate time since `at`. */
export function ago(at: number, now: number): string {
  const minutes = Math.floor((now - at) / 60_000);
  if (minutes < 1) return t('time.now');
  if (minutes < 60) return t('time.minutes_ago', { n: minutes });
  const hours = Math.floor(minutes / 60);
  return hours < 48 ? t('time.hours_ago', { n: hours }) : t('time.days_ago', { n: Math.floor(hours / 24) });
}
