// Farmers on fields: Ukrainian texts.

import type * as en from './en';
import type { Guide } from '../../lib/words/guide/guide';
import type { Texts } from '../../lib/words/message';

/** Texts of tables. */
export const table: Texts<typeof en.table> = {
  'count.farmer': { one: '{n} селянин', few: '{n} селяни', many: '{n} селян', other: '{n} селянина' },
  'event.placed.farmer': '[{name} кладе|Ви кладете] селянина на поле.',
  'event.returned.farmer': '[{name}: селянин|Ваш селянин] повертається додому.',
  'scored.what.game-end.field': 'Поле',
  'role.farmer': 'селянин',
  'offer.deploy.farmer.field': 'Селянин на полі',
  'offer.recall.farmer': 'Забрати цього селянина',
  'aids.fields': 'Поля',
  'aids.fields.about': 'Показати, чиє кожне поле',
  'aids.fields.none': 'Полів із селянами ще немає.',
  'aids.fields.owner': '[Поле: {names}|Ваше поле]',
  'aids.fields.unclaimed': 'Нічиє поле',
  'aids.fields.shared': 'Спільне поле: {names}',
  'aids.fields.cities': {
    one: '{n} завершене місто',
    few: '{n} завершені міста',
    many: '{n} завершених міст',
    other: '{n} завершеного міста',
  },
};

/** Texts of the other pages. */
export const pages: Texts<typeof en.pages> = {
  'rules.fields': 'поля',
  'guide.fields': 'Поля',
  'preset.fortress.name': 'Фортеця',
  'preset.fortress.about': 'Основна гра з полями: дороги, міста, монастирі та селяни. Можна додати річку й абатів.',
  'preset.medieval.name': 'Середньовіччя',
  'preset.medieval.about': 'Класичне давніше видання: 72 плитки, з полями. Нічого зайвого, тож добре для першої гри.',
  'expansion.fields.name': 'Поля',
  'expansion.fields.about': 'Селяни лежать на полях до кінця гри й дають по 3 бали за кожне завершене місто поруч.',
  'bot.farmer.about': 'Рано й охоче лягає на поля.',
};

/** Texts of hints. */
export const hints = {};

/** The guide. */
export const guide: Guide = {
  title: 'Поля',
  lead: 'Зелена земля між дорогами й містами теж комусь належить. Бали вона дає лише наприкінці, але часто саме вона вирішує гру.',
  sections: [
    {
      heading: 'Що таке поле',
      blocks: [
        'Зелені ділянки, що торкаються через сторони плиток, — це одне поле. Його межі — дороги, міста, річки та край карти. Упродовж гри малі поля можуть зростатися.',
      ],
    },
    {
      heading: 'Селяни',
      blocks: [
        'Замість усього іншого можна покласти підданого на зелену ділянку щойно викладеної плитки, якщо на цьому полі ще нікого немає. Це селянин, і він лишається там до кінця гри.',
      ],
    },
    {
      heading: 'Що дають поля',
      blocks: [
        'Наприкінці кожне поле дає по 3 бали за кожне завершене місто, якого воно торкається. Їх отримує той, у кого там найбільше селян; якщо в кількох порівну, кожен отримує всі.',
        {
          kind: 'board',
          picture: 'fields.one',
          caption:
            'Дорога розділяє два поля. У червоного селянина, на північ від неї, два завершені міста: 6 балів. У синього, на південь, жодного: 0 балів.',
        },
        {
          kind: 'list',
          items: [
            'Байдуже, яке велике поле, які великі міста й хто їх будував.',
            'Поле рахує місто один раз, хоч би скільки разів вони торкалися.',
            'Місто, що торкається кількох полів, платить кожному з них.',
            'Незавершені міста не дають нічого.',
          ],
        },
      ],
    },
  ],
};
