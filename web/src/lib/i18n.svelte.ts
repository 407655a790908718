// Texts in the selected language. Only that language is loaded, the texts of a
// table first.

import { expansionsIn } from './rules';
import { store, readStored } from './storage';
import type { Message, Params } from './words/message';
import type { Key } from './words/messages/all';

/** The name of a text. An unknown name does not compile. */
export type { Key };
type Words = Partial<Readonly<Record<Key, Message>>>;

export const LANGUAGES = ['uk', 'ru', 'en'] as const;
export type Language = (typeof LANGUAGES)[number];

const isLanguage = (value: unknown): value is Language => LANGUAGES.some((known) => known === value);

/** Texts of one part of a language, and those of the expansions by file. */
interface TextFile {
  texts: Words;
  expansions: Record<string, Words | undefined>;
}
/** Texts of tables. Those of an expansion are loaded only if a game has it. */
interface TableFile {
  texts: Words;
  expansions: Record<string, () => Promise<Words>>;
}

const TABLE: Record<Language, () => Promise<TableFile>> = {
  uk: () => import('./words/messages/uk'),
  ru: () => import('./words/messages/ru'),
  en: () => import('./words/messages/en'),
};

const LATER: Record<Language, () => Promise<TextFile>> = {
  uk: () => import('./words/messages/uk-later'),
  ru: () => import('./words/messages/ru-later'),
  en: () => import('./words/messages/en-later'),
};

const PANELS: Record<Language, () => Promise<TextFile>> = {
  uk: () => import('./words/messages/uk-panels'),
  ru: () => import('./words/messages/ru-panels'),
  en: () => import('./words/messages/en-panels'),
};

/** Parts of a language, each with those before it: a table, the front page,
 * panels of tables, all with the tables of every expansion. */
const PARTS = ['table', 'front', 'panels', 'all'] as const;
type Part = (typeof PARTS)[number];

const includes = (part: Part, other: Part): boolean => PARTS.indexOf(part) >= PARTS.indexOf(other);

/** Returns the name of the expansion that a file belongs to. */
const expansionOf = (file: string): string => file.split('/').at(-2) ?? '';

/** Texts that are loaded, or should be. */
interface Extent {
  readonly part: Part;
  /** Expansions whose tables can be shown. */
  readonly expansions: ReadonlySet<string>;
}

/** Loads texts. Files that were loaded before are not loaded again. */
async function load(language: Language, { part, expansions }: Extent): Promise<Words> {
  const table = await TABLE[language]();
  const wanted = Object.entries(table.expansions).filter(
    ([file]) => part === 'all' || expansions.has(expansionOf(file)),
  );
  const [own, ...files] = await Promise.all([
    Promise.all(wanted.map(([, file]) => file())),
    ...(includes(part, 'front') ? [LATER[language]()] : []),
    ...(includes(part, 'panels') ? [PANELS[language]()] : []),
  ]);
  const more = files.flatMap(({ texts, expansions }) => [texts, ...Object.values(expansions)]);
  return [table.texts, ...own, ...more].reduce<Words>((all, one) => ({ ...all, ...one }), {});
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
  extent: Extent = { part: 'table', expansions: new Set() };
  plurals = $derived(new Intl.PluralRules(this.language));
  numbers = $derived(new Intl.NumberFormat(this.language));
}

const speech = new Speech();

/** Returns the current language. */
export const language = (): Language => speech.language;

/** Switches the language, with the same parts loaded as before. */
export async function speak(next: Language): Promise<void> {
  const { extent } = speech;
  const words = await load(next, extent);
  // A page, a panel or a game has requested more texts since.
  if (extent !== speech.extent) return speak(next);
  speech.words = words;
  speech.language = next;
  document.documentElement.lang = next;
}

/** Loads further texts of the current language. */
async function extend(part: Part, expansions: readonly string[]): Promise<void> {
  const { language, extent } = speech;
  const wider: Extent = {
    part: includes(extent.part, part) ? extent.part : part,
    expansions: new Set([...extent.expansions, ...expansions]),
  };
  const words = await load(language, wider);
  if (language !== speech.language || extent !== speech.extent) return extend(part, expansions);
  speech.extent = wider;
  speech.words = words;
}

/** Waits for a page or a panel and for the texts it needs beyond those of a
 * table. */
export async function withWords<T>(content: Promise<T>, part: Part = 'all'): Promise<T> {
  if (!includes(speech.extent.part, part)) await extend(part, []);
  return content;
}

/** Loads the texts about the expansions of a game by its rules. Returns `null`
 * if they are loaded already. */
export function loadExpansionTexts(rules: string): Promise<void> | null {
  const names = expansionsIn(rules);
  const { part, expansions } = speech.extent;
  return part === 'all' || names.every((name) => expansions.has(name)) ? null : extend(part, names);
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

/** Returns true if a text of that name is loaded. */
export const isKey = (name: string): name is Key => name in speech.words;

/** `General` if some text has the name, otherwise nothing, so that a misspelt
 * name does not compile. */
type IfSome<Name extends string, General> = [Extract<Key, Name>] extends [never] ? never : General;

/** `null` for names with an open part, such as `bot.${string}.name`, but nothing
 * for a closed list: only a closed list requires that an object has its names. */
type IfOpen<Name extends string> = Partial<Record<'-', 1>> extends Record<Name, 1> ? null : never;

/** Returns `special` if there is a text of that name, otherwise `general`. For
 * values of which only some have a text of their own, and for open values, such
 * as the levels of bots and the problems of a newer server. */
export function keyOr<Name extends string>(special: Name, general: IfSome<Name, Key>): Key {
  const name: string = special;
  return isKey(name) ? name : general;
}

/** Returns the text of `special` if there is one, otherwise that of `general`,
 * as `keyOr` does; nothing if that is `null`. Only open values allow `null`: a
 * new value of a closed list must not be shown as nothing. */
export function tOrGeneral<Name extends string>(
  special: Name,
  general: IfSome<Name, Key | IfOpen<Name>>,
  params: Params = {},
): string {
  const name: string = special;
  const key: Key | null = isKey(name) ? name : general;
  return key === null ? '' : t(key, params);
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
