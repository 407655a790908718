// Abbots and gardens: Russian texts.

import type * as en from './en';
import type { Guide } from '../../lib/words/guide/guide';
import type { Texts } from '../../lib/words/message';

/** Texts of tables. */
export const table: Texts<typeof en.table> = {
  'count.abbot': { one: '{n} аббат', few: '{n} аббата', many: '{n} аббатов', other: '{n} аббата' },
  'event.placed.abbot': '[{name} ставит|Вы ставите] аббата.',
  'event.returned.abbot': '[{name}: аббат|Ваш аббат] возвращается домой.',
  'scored.what.completed.garden': 'Завершённый сад',
  'scored.what.recalled.monastery': '[{name} зовёт|Вы зовёте] аббата домой из монастыря',
  'scored.what.recalled.garden': '[{name} зовёт|Вы зовёте] аббата домой из сада',
  'scored.what.game-end.garden': 'Незавершённый сад',
  'role.abbot': 'аббат',
  'hand.abbot': 'Аббат в запасе',
  'prompt.action.recall.abbot': 'вернуть аббата',
  'offer.deploy.abbot.monastery': 'Аббат в монастыре',
  'offer.deploy.abbot.garden': 'Аббат в саду',
  'offer.recall.abbot': 'Вернуть аббата',
};

/** Texts of the other pages. */
export const pages: Texts<typeof en.pages> = {
  'rules.abbot': 'аббаты',
  'guide.abbot': 'Аббаты и сады',
  'expansion.abbot.name': 'Аббаты',
  'expansion.abbot.about': 'У каждого есть аббат для монастырей и садов; его можно вернуть раньше и получить очки.',
};

/** Texts of hints. */
export const hints: Texts<typeof en.hints> = {
  'what.your.garden': 'ваш сад',
  'what.their.garden': 'чужой сад ({name})',
  'what.shared.garden': 'общий сад',
  'what.tied.garden': 'спорный сад',
  'what.a.garden': 'сад',
  'reason.calls_home': {
    one: 'Возвращает аббата: {n} очко',
    few: 'Возвращает аббата: {n} очка',
    many: 'Возвращает аббата: {n} очков',
    other: 'Возвращает аббата: {n} очка',
  },
  'reason.frees.abbot': 'Возвращает вам аббата',
};

/** The guide. */
export const guide: Guide = {
  title: 'Аббаты и сады',
  lead: 'Кроме фишек, у каждого есть один аббат. Он заботится о монастырях и садах и может уйти раньше, чем они завершены.',
  sections: [
    {
      heading: 'Как ставить аббата',
      blocks: [
        'На некоторых квадратах есть сад. Вместо фишки можно поставить аббата в монастырь или сад только что выложенного квадрата. Обычная фишка в сад не идёт.',
        'Сад даёт столько, сколько монастырь: 9 очков, когда вокруг все восемь квадратов; в конце 1 и ещё по 1 за каждый квадрат вокруг.',
      ],
    },
    {
      heading: 'Как вернуть аббата',
      blocks: [
        'В ход, когда вы не ставите ни одной фигурки и не забираете другую, можно вернуть аббата домой. Вы сразу получаете то, чего его монастырь или сад стоит сейчас: 1 и ещё по 1 за каждый квадрат вокруг, вместе с только что выложенным.',
        {
          kind: 'board',
          picture: 'abbot.garden',
          caption: 'Красный аббат в саду, вокруг которого три квадрата. Вернись он сейчас, было бы 4 очка.',
        },
      ],
    },
  ],
};
