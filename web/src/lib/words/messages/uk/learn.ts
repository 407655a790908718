import type { learn as en } from '../en/learn';
import type { Texts } from '../../message';

/** Frame texts of the rules guide and the tutorial; their contents are
 * elsewhere. */
export const learn: Texts<typeof en> = {
  'guide.title': 'Правила',
  'guide.contents': 'Зміст',
  'guide.games': 'Ігри',
  'guide.expansions': 'Доповнення',
  'guide.figure': 'Малюнок: {caption}',
  'guide.play': 'Грати в це',
  'guide.learn': 'Навчитися граючи',
  'guide.exact': 'Точні правила, за номерами',
  'guide.base': 'Основна гра',
  'guide.stronghold': 'Замок (гра для двох)',

  'tutorial.title.base': 'Ваша перша гра',
  'tutorial.title.stronghold': 'Ваша перша гра в «Замок»',
  'tutorial.about.base':
    'Від двох до п’яти гравців будують карту, що росте на всі боки. Завершуйте дороги, міста й монастирі та дбайте про свої поля.',
  'tutorial.about.stronghold':
    'Двоє забудовують місто за муром. За нічию ніхто не отримує нічого, а доріжка балів сама роздає жетони.',
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
