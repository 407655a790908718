import type { review as en } from '../en/review';
import type { Texts } from '../../message';

/** The review of a game. */
export const review: Texts<typeof en> = {
  'review.open': 'Разбор',
  'review.about':
    'Каждый ход игры сравнивается с другими возможными: какие ходы потеряли очки и насколько везло с квадратами. Всё вычисляется на этом устройстве.',
  'review.none': 'Ходов для разбора ещё нет. Сыграйте несколько или откройте игру.',
  'review.depth': 'Точность',
  'review.depth.quick': 'Быстро',
  'review.depth.standard': 'Обычно',
  'review.depth.thorough': 'Тщательно',
  'review.start': 'Разобрать игру',
  'review.again': 'Разобрать ещё раз',
  'review.cancel': 'Отменить',
  'review.progress': 'Ход {n} из {of}',
  'review.done': 'Разбор завершён.',
  'review.outdated': 'После этого разбора игра изменилась.',
  'review.unfinished': 'Игра не закончена: перевес лишь ожидаемый.',

  'review.totals': 'Удача и умение',
  'review.totals.about':
    'В очках перевеса. Удача и умение учитывают также квадраты и ошибки соперников. Начало, удача и умение вместе дают перевес.',
  'review.totals.uncalibrated':
    'Шансы на победу здесь лишь приблизительные: они вычислены с параметрами самых похожих игр и не сверены с результатами игр именно с такими дополнениями и таким числом игроков.',
  'review.total.start': 'Начало',
  'review.total.luck': 'Удача',
  'review.total.skill': 'Умение',
  'review.total.margin': 'Перевес',
  'review.total.expected': 'Ожидаемый перевес',
  'review.total.rate': 'Потери очков за ход',
  'review.total.inaccuracies': 'Неточности',
  'review.total.mistakes': 'Ошибки',
  'review.total.blunders': 'Грубые ошибки',

  'review.chart': 'Шансы на победу по ходам',
  'review.chart.of': 'Шансы на победу: {name}',
  'review.chart.luck': 'Удача',
  'review.chart.error': 'Ошибки',
  'review.chart.value': 'Ход {n}, {name}: {verdict}. {chances}',
  'review.chart.chance': '{name} {share}',
  'review.turning': 'Переломные моменты',
  'review.turning.turn': 'Ход {n}',

  'review.turns': 'Ходы',
  'review.turns.errors': 'Только ошибки',
  'review.turns.no_errors': 'Ни один ход не потерял очков.',
  'review.verdict.best': 'Лучший ход',
  'review.verdict.equal': 'Не хуже лучшего',
  'review.verdict.inaccuracy': 'Неточность',
  'review.verdict.mistake': 'Ошибка',
  'review.verdict.blunder': 'Грубая ошибка',
  'review.lost': 'Очки: {value}',
  'review.before': 'До взятия квадрата',
  'review.loss': 'Потеряно',
  'review.played': 'Сыграно',
  'review.best': 'Лучшее',
  'review.equal': 'равноценно',
  'review.exact': 'Просчитано до конца игры: значения точны.',
};
