// The buildings as a game: Russian texts.

import type * as en from './en';
import type { Texts } from '../../lib/words/message';

/** Texts of pages. */
export const pages: Texts<typeof en.pages> = {
  'tutorial.title.bridges': 'Ваша первая игра с замками и мостами',
  'tutorial.about.bridges': 'Мосты над полями, дамы в замках, крестьяне в амбарах. Для тех, кто знает основную игру.',
  'preset.bridges.name': 'Замки и мосты',
  'preset.bridges.about':
    'Основная игра с мостами, которые ведут дороги над полями. Дамы живут в замках, а крестьяне переходят в амбары.',
};
