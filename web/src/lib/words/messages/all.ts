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
export type FirstKey = keyof typeof firstEn.first;
export type LaterKey = keyof typeof laterEn.later;
export type PanelKey = keyof typeof panelsEn.panels;
export type Key = FirstKey | LaterKey | PanelKey | ExpansionKey;

type All = Readonly<Record<Key, Message>>;

function all(words: object, ...files: { expansions: Record<string, ExpansionWords | undefined> }[]): All {
  return Object.assign({}, words, ...files.flatMap(({ expansions }) => Object.values(expansions))) as All;
}

export const en = all({ ...firstEn.first, ...laterEn.later, ...panelsEn.panels }, firstEn, laterEn, panelsEn);
export const uk = all({ ...firstUk.first, ...laterUk.later, ...panelsUk.panels }, firstUk, laterUk, panelsUk);
export const ru = all({ ...firstRu.first, ...laterRu.later, ...panelsRu.panels }, firstRu, laterRu, panelsRu);
