import type { review as en } from '../en/review';
import type { Texts } from '../../message';

/** The review of a game. */
export const review: Texts<typeof en> = {
  'review.open': 'Розбір',
  'review.about':
    'Кожен хід гри порівнюється з іншими можливими: які ходи втратили бали і наскільки щастило з плитками. Усе обчислюється на цьому пристрої.',
  'review.none': 'Ходів для розбору ще немає. Зіграйте кілька або відкрийте гру.',
  'review.depth': 'Точність',
  'review.depth.quick': 'Швидко',
  'review.depth.standard': 'Звичайно',
  'review.depth.thorough': 'Ретельно',
  'review.start': 'Розібрати гру',
  'review.again': 'Розібрати ще раз',
  'review.cancel': 'Скасувати',
  'review.progress': 'Хід {n} з {of}',
  'review.done': 'Розбір завершено.',
  'review.outdated': 'Після цього розбору гра змінилася.',
  'review.unfinished': 'Гру не закінчено: перевага лише очікувана.',

  'review.totals': 'Удача і вміння',
  'review.totals.about':
    'У балах переваги. Удача і вміння враховують також плитки й помилки суперників. Початок, удача і вміння разом дають перевагу.',
  'review.totals.uncalibrated':
    'Шанси на перемогу тут лише приблизні: їх обчислено з параметрами найподібніших ігор і не звірено з результатами ігор саме з такими доповненнями й такою кількістю гравців.',
  'review.total.start': 'Початок',
  'review.total.luck': 'Удача',
  'review.total.skill': 'Вміння',
  'review.total.margin': 'Перевага',
  'review.total.expected': 'Очікувана перевага',
  'review.total.rate': 'Втрати балів за хід',
  'review.total.inaccuracies': 'Неточності',
  'review.total.mistakes': 'Помилки',
  'review.total.blunders': 'Грубі помилки',

  'review.chart': 'Шанси на перемогу за ходами',
  'review.chart.of': 'Шанси на перемогу: {name}',
  'review.chart.luck': 'Удача',
  'review.chart.error': 'Помилки',
  'review.chart.value': 'Хід {n}, {name}: {verdict}. {chances}',
  'review.chart.chance': '{name} {share}',
  'review.turning': 'Переломні моменти',
  'review.turning.turn': 'Хід {n}',

  'review.turns': 'Ходи',
  'review.turns.errors': 'Лише помилки',
  'review.turns.no_errors': 'Жоден хід не втратив балів.',
  'review.verdict.best': 'Найкращий хід',
  'review.verdict.equal': 'Не гірший за найкращий',
  'review.verdict.inaccuracy': 'Неточність',
  'review.verdict.mistake': 'Помилка',
  'review.verdict.blunder': 'Груба помилка',
  'review.lost': 'Бали: {value}',
  'review.before': 'До взяття плитки',
  'review.loss': 'Втрачено',
  'review.played': 'Зіграно',
  'review.best': 'Найкраще',
  'review.equal': 'рівноцінно',
  'review.exact': 'Прораховано до кінця гри: значення точні.',
};
