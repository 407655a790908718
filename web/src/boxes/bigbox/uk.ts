// The big box as a game: Ukrainian texts.

import type * as en from './en';
import type { Texts } from '../../lib/words/message';

/** Texts of pages. */
export const pages: Texts<typeof en.pages> = {
  'tutorial.title.inns': 'Ваша перша гра з корчмами й торговцями',
  'tutorial.about.inns':
    'Корчми, собори й великий підданий; товари, будівельник і свиня. Для тих, хто знає основну гру.',
  'preset.bigbox.name': 'Велика коробка',
  'preset.bigbox.about':
    'Усе разом: поля, річка й абати, корчми й собори, товари, будівельники та свині. Для двох–шести гравців.',
};
