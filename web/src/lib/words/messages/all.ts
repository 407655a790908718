// All texts of all languages, for types and tests.

import type { Message } from '../message';
import { first as firstEn } from './en';
import { later as laterEn } from './en-later';
import { panels as panelsEn } from './en-panels';
import { first as firstRu } from './ru';
import { later as laterRu } from './ru-later';
import { panels as panelsRu } from './ru-panels';
import { first as firstUk } from './uk';
import { later as laterUk } from './uk-later';
import { panels as panelsUk } from './uk-panels';

/** The names of texts. The English keys apply to every language. */
export type FirstKey = keyof typeof firstEn;
export type LaterKey = keyof typeof laterEn;
export type PanelKey = keyof typeof panelsEn;
export type Key = FirstKey | LaterKey | PanelKey;

type All = Readonly<Record<Key, Message>>;
export const en: All = { ...firstEn, ...laterEn, ...panelsEn };
export const uk: All = { ...firstUk, ...laterUk, ...panelsUk };
export const ru: All = { ...firstRu, ...laterRu, ...panelsRu };
