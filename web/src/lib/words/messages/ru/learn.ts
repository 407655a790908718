import type { learn as en } from '../en/learn';
import type { Texts } from '../../message';

/** Frame texts of the rules guide and the tutorial; their contents are
 * elsewhere. */
export const learn: Texts<typeof en> = {
  'guide.title': 'Правила',
  'guide.contents': 'Содержание',
  'guide.games': 'Игры',
  'guide.expansions': 'Дополнения',
  'guide.figure': 'Рисунок: {caption}',
  'guide.play': 'Играть в это',
  'guide.learn': 'Научиться играя',
  'guide.exact': 'Точные правила, по номерам',
  'guide.base': 'Основная игра',
  'guide.stronghold': 'Замок (игра для двоих)',

  'tutorial.title.base': 'Ваша первая игра',
  'tutorial.title.stronghold': 'Ваша первая игра в «Замок»',
  'tutorial.about.base':
    'От двух до пяти игроков строят карту, которая растёт во все стороны. Завершайте дороги, города и монастыри и не забывайте о полях.',
  'tutorial.about.stronghold':
    'Двое застраивают город за стеной. При равенстве никто не получает ничего, а счётная дорожка сама раздаёт жетоны.',
  'tutorial.step': 'Шаг {n} из {total}',
  'tutorial.next': 'Дальше',
  'tutorial.skip': 'Выйти из урока',
  'tutorial.show_me': 'Покажите мне',
  'tutorial.wrong': 'Так тоже можно, но здесь хотим показать другое. Попробуйте отмеченное место.',
  'tutorial.turn': 'Место верное. Теперь поверните квадрат: выберите его ещё раз или нажмите R.',
  'tutorial.other': 'Так тоже можно, но здесь хотим показать другое. Выберите другое место на квадрате.',
  'tutorial.opponent': 'Сосед',
  'tutorial.done.play': 'Сыграть с ботом',
  'tutorial.done.rules': 'Почитать правила',
  'tutorial.again': 'Ещё раз сначала',
};
