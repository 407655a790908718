// All texts, for what looks through them: types, and tests.

import type { Message } from '../message';
import { first as firstEn } from './en';
import { later as laterEn } from './en-later';
import { first as firstRu } from './ru';
import { later as laterRu } from './ru-later';
import { first as firstUk } from './uk';
import { later as laterUk } from './uk-later';

/** The names of texts. Those in English are the names in every language. */
export type FirstKey = keyof typeof firstEn;
export type LaterKey = keyof typeof laterEn;
export type Key = FirstKey | LaterKey;

type All = Readonly<Record<Key, Message>>;
export const en: All = { ...firstEn, ...laterEn };
export const uk: All = { ...firstUk, ...laterUk };
export const ru: All = { ...firstRu, ...laterRu };
