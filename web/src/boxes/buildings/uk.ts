// The buildings as a game: Ukrainian texts.

import type * as en from './en';
import type { Texts } from '../../lib/words/message';

/** Texts of pages. */
export const pages: Texts<typeof en.pages> = {
  'tutorial.title.bridges': 'Ваша перша гра із замками й мостами',
  'tutorial.about.bridges': 'Мости понад полями, панночки в замках, селяни в коморах. Для тих, хто знає основну гру.',
  'preset.bridges.name': 'Замки та мости',
  'preset.bridges.about':
    'Основна гра з мостами, що ведуть дороги понад полями. Панночки живуть у замках, а селяни переходять до комор.',
};
