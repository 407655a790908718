// All texts of all languages, for types and tests.

import type { ExpansionKey, ExpansionWords } from '../expansions';
import type { Message } from '../message';
import * as firstEn from './en';
import * as laterEn from './en-later';
import * as panelsEn from './en-panels';
import * as firstRu from './ru';
import * as laterRu from './ru-later';
import * as panelsRu from './ru-panels';
import * as firstUk from './uk';
import * as laterUk from './uk-later';
import * as panelsUk from './uk-panels';

/** The names of texts. The English keys apply to every language. */
export type FirstKey = keyof typeof firstEn.texts;
export type LaterKey = keyof typeof laterEn.texts;
export type PanelKey = keyof typeof panelsEn.texts;
export type Key = FirstKey | LaterKey | PanelKey | ExpansionKey;

/** The names for which there is a text `Start NAME End`. */
export type Named<Start extends string, End extends string = ''> = NamedIn<Key, Start, End>;
type NamedIn<K, Start extends string, End extends string> = K extends `${Start}${infer Name}${End}` ? Name : never;

type All = Readonly<Record<Key, Message>>;

interface TextFile {
  texts: object;
  expansions: Record<string, ExpansionWords | undefined>;
}

/** Joins the parts of a language; `first` is the part of tables. */
async function all(
  first: { texts: object; expansions: Record<string, () => Promise<ExpansionWords>> },
  ...files: TextFile[]
): Promise<All> {
  const tables = await Promise.all(Object.values(first.expansions).map((file) => file()));
  const more = files.flatMap(({ texts, expansions }) => [texts, ...Object.values(expansions)]);
  // The tests compare the keys of all languages.
  // eslint-disable-next-line @typescript-eslint/consistent-type-assertions
  return Object.assign({}, first.texts, ...tables, ...more) as All;
}

export const en = await all(firstEn, laterEn, panelsEn);
export const uk = await all(firstUk, laterUk, panelsUk);
export const ru = await all(firstRu, laterRu, panelsRu);
