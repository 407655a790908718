import type { learn as en } from '../en/learn';
import type { Texts } from '../../message';

/** Довкола правил і першої гри; їхні тексти окремо. */
export const learn: Texts<typeof en> = {
  'guide.title': 'Правила',
  'guide.contents': 'Зміст',
  'guide.games': 'Ігри',
  'guide.options': 'Доповнення',
  'guide.figure': 'Малюнок: {caption}',
  'guide.play': 'Грати в це',
  'guide.learn': 'Навчитися граючи',
  'guide.exact': 'Точні правила, за номерами',
  'guide.base': 'Основна гра',
  'guide.fields': 'Поля',
  'guide.river': 'Річка',
  'guide.abbot': 'Абати й сади',
  'guide.bridges': 'Мости',
  'guide.castles': 'Замки',
  'guide.barns': 'Комори',
  'guide.wheel': 'Колесо Фортуни',
  'guide.stronghold': 'Замок (гра для двох)',

  'tutorial.title': 'Ваша перша гра',
  'tutorial.title.stronghold': 'Ваша перша гра в «Замок»',
  'tutorial.step': 'Крок {n} з {total}',
  'tutorial.next': 'Далі',
  'tutorial.skip': 'Вийти з уроку',
  'tutorial.show_me': 'Покажіть мені',
  'tutorial.wrong': 'Так теж можна, але тут хочемо показати інше. Спробуйте позначене місце.',
  'tutorial.turn': 'Місце те. Тепер поверніть плитку: виберіть її ще раз або натисніть R.',
  'tutorial.other': 'Так теж можна, але тут хочемо показати інше. Виберіть інше місце на плитці.',
  'tutorial.opponent': 'Сусід',
  'tutorial.done.play': 'Зіграти з ботом',
  'tutorial.done.rules': 'Почитати правила',
  'tutorial.again': 'Ще раз спочатку',
};
