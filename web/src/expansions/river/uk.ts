// The river: Ukrainian texts.

import type * as en from './en';
import type { Guide } from '../../lib/words/guide/guide';
import type { Texts } from '../../lib/words/message';

/** Texts of tables. */
export const table: Texts<typeof en.table> = {
  'about.title.river': 'Річка',
  'feature.river': 'річка',
};

/** Texts of the other pages. */
export const pages: Texts<typeof en.pages> = {
  'rules.river': 'річка',
  'rules.river_2021': 'річка 2021 року',
  'guide.river': 'Річка',
  'preset.river.name': 'Річка',
  'preset.river.about': 'Основна гра з полями починається з річки, від джерела до озера.',
  'expansion.river.name': 'Річка',
  'expansion.river.about': 'Гра починається з 12 плиток річки, від джерела до озера.',
  'expansion.river.variants': 'Кінці річки',
  'expansion.river.variant.2014': 'Прості джерело й озеро (2014)',
  'expansion.river.variant.2021': 'Джерело з дорогою, озеро з монастирем (2021)',
  'expansion.river.not_with': 'Не поєднується з цією грою: вона має власний початок.',
};

/** Texts of hints. */
export const hints = {};

/** The guide. */
export const guide: Guide = {
  title: 'Річка',
  lead: 'Гра починається з річки замість стартової плитки. Вона дає карті простір і форму.',
  sections: [
    {
      heading: 'Джерело, течія, озеро',
      blocks: [
        'Плиток із річкою 12. Першим лежить джерело. Решту перемішано, озеро лежить під ними, і всі вони йдуть раніше за інші плитки. Якщо граєте ще й з будівлями, річкових плиток 13: ще одну перемішують разом з рештою.',
        'Кожна плитка річки продовжує її відкритий кінець, а інші сторони мають збігатися, як завжди. Річка не повертає двічі поспіль в той самий бік, навіть якщо між поворотами є прямі плитки.',
        {
          kind: 'board',
          picture: 'river.bends',
          caption: 'Річка повернула на захід, а потім знову на південь. Наступний поворот має вести знову на захід.',
        },
      ],
    },
    {
      heading: 'Фігурки на річці',
      blocks: [
        'Фігурки можна ставити на все, що є на плитках річки, тільки не на воду. Річка розділяє поля.',
        'Кінці річки бувають двох видань: прості джерело й озеро, довкола яких поле йде далі, або джерело з дорогою та озеро з монастирем.',
      ],
    },
  ],
};
