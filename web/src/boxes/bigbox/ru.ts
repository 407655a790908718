// The big box as a game: Russian texts.

import type * as en from './en';
import type { Texts } from '../../lib/words/message';

/** Texts of pages. */
export const pages: Texts<typeof en.pages> = {
  'tutorial.title.inns': 'Ваша первая игра с тавернами и торговцами',
  'tutorial.about.inns':
    'Таверны, соборы и большая фишка; товары, строитель и свинья. Для тех, кто знает основную игру.',
  'preset.bigbox.name': 'Большая коробка',
  'preset.bigbox.about':
    'Всё вместе: поля, река и аббаты, таверны и соборы, товары, строители и свиньи. Для двух–шести игроков.',
};
