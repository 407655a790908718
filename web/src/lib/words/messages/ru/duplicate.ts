import type { duplicate as en } from '../en/duplicate';
import type { Texts } from '../../message';

/** Duplicate matches. */
export const duplicate: Texts<typeof en> = {
  'duplicate.title': 'Дубль-матч',
  'duplicate.about':
    'Два стола с одинаковой колодой и обменянными местами. Решает разница обеих игр, поэтому обе стороны получают те же плитки.',
  'duplicate.no_engine': 'Дубль-матчи играют на этом устройстве, а эта страница не может загрузить движок.',
  'duplicate.unknown': 'Такого матча на этом устройстве нет.',
  'duplicate.game': 'Игра',
  'duplicate.against': 'Соперник',
  'duplicate.against.person': 'Человек за этим экраном',
  'duplicate.name.one': 'Первый игрок',
  'duplicate.name.two': 'Второй игрок',
  'duplicate.start': 'Начать матч',
  'duplicate.rule':
    'Вы ходите за обоими столами по очереди: после вашего хода открывается другой стол. Ни одна сторона не видит плитку раньше другой.',
  'duplicate.table': 'Стол {n}',
  'duplicate.yours': 'Ваши матчи',
  'duplicate.next': 'К другому столу',
  'duplicate.result': 'Результат матча',
  'duplicate.won': {
    one: 'Вы выиграли матч с разницей в {n} очко',
    few: 'Вы выиграли матч с разницей в {n} очка',
    many: 'Вы выиграли матч с разницей в {n} очков',
    other: 'Вы выиграли матч с разницей в {n} очка',
  },
  'duplicate.lost': {
    one: 'Вы проиграли матч с разницей в {n} очко',
    few: 'Вы проиграли матч с разницей в {n} очка',
    many: 'Вы проиграли матч с разницей в {n} очков',
    other: 'Вы проиграли матч с разницей в {n} очка',
  },
  'duplicate.won.by': {
    one: '{name}: победа в матче с разницей в {n} очко',
    few: '{name}: победа в матче с разницей в {n} очка',
    many: '{name}: победа в матче с разницей в {n} очков',
    other: '{name}: победа в матче с разницей в {n} очка',
  },
  'duplicate.given_up': 'Матч не доигран',
  'duplicate.drawn': 'Матч закончился вничью',
  'duplicate.difference': 'Разница',
  'duplicate.again': 'Ещё один матч',
  'duplicate.replay': 'Итоговая карта стола {n}',
  'duplicate.begins': 'Первый ход: стол 1 — {one}, стол 2 — {two}.',
};
