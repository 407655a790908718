// The river: Russian texts.

import type * as en from './en';
import type { Guide } from '../../lib/words/guide/guide';
import type { Texts } from '../../lib/words/message';

/** Texts of tables. */
export const table: Texts<typeof en.table> = {
  'about.title.river': 'Река',
  'feature.river': 'река',
};

/** Texts of the other pages. */
export const pages: Texts<typeof en.pages> = {
  'rules.river': 'река',
  'rules.river_2021': 'река 2021 года',
  'guide.river': 'Река',
  'preset.river.name': 'Река',
  'preset.river.about': 'Основная игра с полями начинается с реки, от истока до озера.',
  'expansion.river.name': 'Река',
  'expansion.river.about': 'Игра начинается с 12 квадратов реки, от истока до озера.',
  'expansion.river.variants': 'Концы реки',
  'expansion.river.variant.2014': 'Простые исток и озеро (2014)',
  'expansion.river.variant.2021': 'Исток с дорогой, озеро с монастырём (2021)',
  'expansion.river.not_with': 'Не сочетается с этой игрой: у неё своё начало.',
};

/** Texts of hints. */
export const hints = {};

/** The guide. */
export const guide: Guide = {
  title: 'Река',
  lead: 'Игра начинается с реки вместо стартового квадрата. Она даёт карте простор и форму.',
  sections: [
    {
      heading: 'Исток, течение, озеро',
      blocks: [
        'Квадратов с рекой 12. Первым лежит исток. Остальные перемешаны, озеро лежит под ними, и все они идут раньше других квадратов. Если играете ещё и с постройками, речных квадратов 13: ещё один перемешивают вместе с остальными.',
        'Каждый квадрат реки продолжает её открытый конец, а остальные стороны должны совпадать, как всегда. Река не поворачивает дважды подряд в одну и ту же сторону, даже если между поворотами есть прямые квадраты.',
        {
          kind: 'board',
          picture: 'river.bends',
          caption: 'Река повернула на запад, а потом снова на юг. Следующий поворот должен вести опять на запад.',
        },
      ],
    },
    {
      heading: 'Фигурки на реке',
      blocks: [
        'Фигурки можно ставить на всё, что есть на квадратах реки, только не на воду. Река разделяет поля.',
        'Концы реки бывают двух изданий: простые исток и озеро, вокруг которых поле идёт дальше, или исток с дорогой и озеро с монастырём.',
      ],
    },
  ],
};
