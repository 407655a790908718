import type { duplicate as en } from '../en/duplicate';
import type { Texts } from '../../message';

/** Duplicate matches. */
export const duplicate: Texts<typeof en> = {
  'duplicate.title': 'Дубль-матч',
  'duplicate.about':
    'Два столи з однаковою колодою та обміняними місцями. Вирішує різниця обох ігор, тож обидві сторони отримують ті самі плитки.',
  'duplicate.no_engine': 'Дубль-матчі грають на цьому пристрої, а ця сторінка не може завантажити рушій.',
  'duplicate.unknown': 'Такого матчу на цьому пристрої немає.',
  'duplicate.game': 'Гра',
  'duplicate.against': 'Суперник',
  'duplicate.against.person': 'Людина за цим екраном',
  'duplicate.name.one': 'Перший гравець',
  'duplicate.name.two': 'Другий гравець',
  'duplicate.start': 'Почати матч',
  'duplicate.rule':
    'Ви ходите за обома столами по черзі: після вашого ходу відкривається інший стіл. Жодна сторона не бачить плитку раніше за іншу.',
  'duplicate.table': 'Стіл {n}',
  'duplicate.yours': 'Ваші матчі',
  'duplicate.next': 'До іншого столу',
  'duplicate.result': 'Результат матчу',
  'duplicate.won': {
    one: 'Ви виграли матч з різницею {n} бал',
    few: 'Ви виграли матч з різницею {n} бали',
    many: 'Ви виграли матч з різницею {n} балів',
    other: 'Ви виграли матч з різницею {n} бала',
  },
  'duplicate.lost': {
    one: 'Ви програли матч з різницею {n} бал',
    few: 'Ви програли матч з різницею {n} бали',
    many: 'Ви програли матч з різницею {n} балів',
    other: 'Ви програли матч з різницею {n} бала',
  },
  'duplicate.won.by': {
    one: '{name}: перемога в матчі з різницею {n} бал',
    few: '{name}: перемога в матчі з різницею {n} бали',
    many: '{name}: перемога в матчі з різницею {n} балів',
    other: '{name}: перемога в матчі з різницею {n} бала',
  },
  'duplicate.given_up': 'Матч не дограно',
  'duplicate.drawn': 'Матч завершився внічию',
  'duplicate.difference': 'Різниця',
  'duplicate.again': 'Ще один матч',
  'duplicate.replay': 'Кінцева карта столу {n}',
  'duplicate.begins': 'Перший хід: стіл 1 — {one}, стіл 2 — {two}.',
};
