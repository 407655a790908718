// Castles and ladies: Russian texts.

import type * as en from './en';
import type { Guide } from '../../lib/words/guide/guide';
import type { Texts } from '../../lib/words/message';

/** Texts of tables. */
export const table: Texts<typeof en.table> = {
  'count.lady': { one: '{n} дама', few: '{n} дамы', many: '{n} дам', other: '{n} дамы' },
  'event.placed.lady': '[{name} ставит|Вы ставите] даму в замок.',
  'event.returned.lady': '[{name}: дама|Ваша дама] возвращается домой.',
  'event.moved.lady': '[{name}: рыцарь|Ваш рыцарь] становится дамой в замке.',
  'event.piece_built.castle': '[{name} строит|Вы строите] замок.',
  'awarded.lady': '[{name} забирает|Вы забираете] даму: {sum}.',
  'feature.castle': 'замок',
  'role.lady': 'дама',
  'supply.castle': {
    one: 'остался {n} замок',
    few: 'осталось {n} замка',
    many: 'осталось {n} замков',
    other: 'осталось {n} замка',
  },
  'prompt.action.deploy.castle': 'поставить даму в замок',
  'prompt.action.build.castle': 'построить замок',
  'prompt.action.recall.lady': 'забрать даму',
  'offer.deploy.lady.castle': 'Дама в замке',
  'offer.recall.lady': 'Забрать даму',
  'offer.build.castle': 'Построить замок',
  'offer.build.castle.about': 'Город без очков; рыцарь станет дамой.',
};

/** Texts of the other pages. */
export const pages: Texts<typeof en.pages> = {
  'rules.castles': 'замки',
  'guide.castles': 'Замки',
  'expansion.castles.name': 'Замки',
  'expansion.castles.about':
    'Город из двух частей можно сделать замком; дама в нём приносит очки за всех рыцарей и дам.',
};

/** Texts of hints. */
export const hints: Texts<typeof en.hints> = {
  'reason.earns.lady': {
    one: 'Забирает даму: {n} очко',
    few: 'Забирает даму: {n} очка',
    many: 'Забирает даму: {n} очков',
    other: 'Забирает даму: {n} очка',
  },
  'reason.occupies.castle': 'Ставит даму в замок',
  'reason.builds.castle': 'Строит замок',
  'reason.builds.castle.own': 'Строит замок, и ваш рыцарь становится в нём дамой',
  'reason.builds.castle.other': 'Строит замок, но дама в нём чужая ({name})',
};

/** The guide. */
export const guide: Guide = {
  title: 'Замки',
  lead: 'Маленький город может стать замком. Сам он очков не даёт, зато его дама считает всех рыцарей и дам края.',
  sections: [
    {
      heading: 'Как построить замок',
      blocks: [
        'Когда ваш квадрат завершает город ровно из двух частей, вы можете построить на нём замок, пока есть хоть один из 6. Город тогда очков не даёт.',
        'Если в городе стоит обычная фишка, чья бы она ни была, она переходит на замок и отныне становится дамой. Если замок пуст, вы можете в тот же ход поставить в него фишку как даму. Оставленный пустым замок пустым и останется.',
        'Замок не строят там, где в городе стоит не обычная фишка, а другая фигурка. Замок — это постройка, а за ход можно возвести только одну.',
      ],
    },
    {
      heading: 'Как забрать даму',
      blocks: [
        'Позже, в ход, когда вы не ставите фигурку и не возвращаете другую, можно забрать одну из своих дам. Прежде всего остального вы получаете по 1 очку за каждого рыцаря и каждую даму на карте, всех цветов, вместе с вашей. Рыцари города, завершённого в этот ход, ещё считаются.',
        {
          kind: 'board',
          picture: 'castles.lady',
          caption: 'Красная дама в замке. Вместе с двумя рыцарями на карте она принесла бы 3 очка.',
        },
        'Рыцаря, ставшего дамой в этот ход, можно забрать не раньше следующего. Дамы — не рыцари города, и в конце дама на карте ничего не даёт.',
      ],
    },
    {
      heading: 'Замки и поля',
      blocks: ['Для полей замок — это завершённый город.'],
    },
  ],
};
