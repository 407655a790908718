// Abbots and gardens: Ukrainian texts.

import type * as en from './en';
import type { Guide } from '../../lib/words/guide/guide';
import type { Texts } from '../../lib/words/message';

/** Texts of tables. */
export const table: Texts<typeof en.table> = {
  'count.abbot': { one: '{n} абат', few: '{n} абати', many: '{n} абатів', other: '{n} абата' },
  'event.placed.abbot': '[{name} ставить|Ви ставите] абата.',
  'event.returned.abbot': '[{name}: абат|Ваш абат] повертається додому.',
  'scored.what.completed.garden': 'Завершений сад',
  'scored.what.recalled.monastery': '[{name} кличе|Ви кличете] абата додому з монастиря',
  'scored.what.recalled.garden': '[{name} кличе|Ви кличете] абата додому із саду',
  'scored.what.game-end.garden': 'Незавершений сад',
  'role.abbot': 'абат',
  'hand.abbot': 'Абат у запасі',
  'prompt.action.recall.abbot': 'повернути абата',
  'offer.deploy.abbot.monastery': 'Абат у монастирі',
  'offer.deploy.abbot.garden': 'Абат у саду',
  'offer.recall.abbot': 'Повернути абата',
};

/** Texts of the other pages. */
export const pages: Texts<typeof en.pages> = {
  'rules.abbot': 'абати',
  'guide.abbot': 'Абати й сади',
  'expansion.abbot.name': 'Абати',
  'expansion.abbot.about': 'У кожного є абат для монастирів і садів; його можна повернути раніше й отримати бали.',
};

/** Texts of hints. */
export const hints: Texts<typeof en.hints> = {
  'what.your.garden': 'ваш сад',
  'what.their.garden': 'чужий сад ({name})',
  'what.shared.garden': 'спільний сад',
  'what.tied.garden': 'спірний сад',
  'what.a.garden': 'сад',
  'reason.calls_home': {
    one: 'Повертає абата: {n} бал',
    few: 'Повертає абата: {n} бали',
    many: 'Повертає абата: {n} балів',
    other: 'Повертає абата: {n} бала',
  },
  'reason.frees.abbot': 'Повертає вам абата',
};

/** The guide. */
export const guide: Guide = {
  title: 'Абати й сади',
  lead: 'Крім підданих, у кожного є один абат. Він дбає про монастирі та сади й може піти раніше, ніж їх завершено.',
  sections: [
    {
      heading: 'Як ставити абата',
      blocks: [
        'На деяких плитках є сад. Замість підданого можна поставити абата в монастир або сад щойно викладеної плитки. Звичайний підданий у сад не йде.',
        'Сад дає стільки, скільки монастир: 9 балів, коли довкола всі вісім плиток; наприкінці 1 і ще по 1 за кожну плитку довкола.',
      ],
    },
    {
      heading: 'Як повернути абата',
      blocks: [
        'У хід, коли ви не ставите жодної фігурки й не забираєте іншої, можна повернути абата додому. Ви одразу отримуєте те, чого його монастир чи сад вартий зараз: 1 і ще по 1 за кожну плитку довкола, разом зі щойно викладеною.',
        {
          kind: 'board',
          picture: 'abbot.garden',
          caption: 'Червоний абат у саду, довкола якого три плитки. Якби він повернувся зараз, було б 4 бали.',
        },
      ],
    },
  ],
};
