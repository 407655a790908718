import type { setup as en } from '../en/setup';
import type { Texts } from '../../message';

/** Table set-up: games, expansions, seats, bots, clock, agreements. */
export const setup: Texts<typeof en> = {
  'setup.title': 'Создать стол',
  'setup.start': 'Начать игру',
  'setup.make': 'Создать стол',
  'setup.presets': 'Готовые игры',
  'setup.presets.own': 'Свой набор: {game}',
  'setup.expansions': 'Дополнения',
  'setup.rules': 'Всё это в правилах, с рисунками',
  'setup.players': 'Игроки',
  'setup.agreements': 'Договорённости',
  'setup.more': 'Другие договорённости',
  'setup.needs_two': '«Замок» — игра ровно для двоих.',

  'preset.stronghold.name': 'Замок',
  'preset.stronghold.about':
    'Поединок внутри стены: улицы, башни, дома и дворы. Кто точно остановится на угловой башне, берёт жетон.',
  'preset.base.name': 'Основная игра',
  'preset.base.about': 'Дороги, города и монастыри, без крестьян. Самые короткие правила для начала.',

  'expansion.needs': 'Нужно: {expansions}.',
  'expansion.always': 'Всегда входит в эту игру.',
  'expansion.not_here': 'Не сочетается с этой игрой.',

  'seat.number': 'Место {n}',
  'seat.me': 'Я',
  'seat.me_too': 'Ещё кто-то за этим экраном',
  'seat.open': 'Свободно для друга',
  'seat.bot': 'Бот',
  'seat.add': 'Добавить игрока',
  'seat.most': {
    one: 'Не больше {n} игрока.',
    few: 'Не больше {n} игроков.',
    many: 'Не больше {n} игроков.',
    other: 'Не больше {n} игрока.',
  },
  'seat.more_with': 'Чтобы добавить игрока, включите дополнение: {expansions}.',
  'seat.remove': 'Убрать этого игрока',
  'seat.name': 'Имя',

  'setup.colour': 'Цвет места {n}',
  'setup.colour.swap': 'Если цвет занят, места меняются цветами.',
  'setup.colour.chosen': 'Место {n}: {colour}.',
  'setup.colour.traditional': 'Белые и чёрные',
  'colour.red': 'красный',
  'colour.blue': 'синий',
  'colour.green': 'зелёный',
  'colour.yellow': 'жёлтый',
  'colour.black': 'чёрный',
  'colour.white': 'белый',

  'bot.beginner.about': 'Играет весело и многого не замечает.',
  'bot.easy.about': 'Хорошо знает правила, но часто ошибается в оценке хода.',
  'bot.normal.about': 'Хорошо видит, чего стоит ход сейчас.',
  'bot.hard.about': 'Смотрит немного вперёд и считает квадраты.',
  'bot.master.about': 'Думает секунду над каждым ходом и ничего не прощает.',
  'bot.builder.about': 'Живёт ради больших городов.',
  'bot.robber.about': 'Подстерегает на дорогах.',
  'bot.random.about': 'Делает любой разрешённый ход.',
  'bot.greedy.about': 'Берёт больше всего очков, что видно сразу.',

  'clock.label': 'Время',
  'clock.none': 'Без часов',
  'clock.none.about': 'Думайте сколько угодно.',
  'clock.live': 'Вживую',
  'clock.live.about': 'Запас времени на всю игру и ещё немного после каждого хода.',
  'clock.days': 'По переписке',
  'clock.days.about': 'Несколько дней на ход; возвращайтесь, когда удобно.',
  'clock.minutes_each': 'Минут на игрока',
  'clock.increment': 'Секунд добавляется после хода',
  'clock.days_each': 'Дней на ход',

  'aid.label': 'Помощь',
  'aid.none.name': 'Без помощи',
  'aid.none.about': 'Только карта и очки, как за настоящим столом.',
  'aid.standard.name': 'Обычная',
  'aid.standard.about': 'Владельцы, очки, оставшиеся квадраты и шансы: всё, что терпеливый человек сосчитал бы сам.',
  'aid.coach.name': 'Наставник',
  'aid.coach.about': 'Бот ещё и подсказывает ходы и объясняет почему.',

  'undo.policy.label': 'Возврат ходов',
  'undo.policy.within_turn.name': 'В пределах хода',
  'undo.policy.within_turn.about': 'С согласия всех, пока не взят следующий квадрат.',
  'undo.policy.past_draws.name': 'На несколько ходов',
  'undo.policy.past_draws.about': 'С согласия всех, даже после взятых квадратов. Квадраты пойдут те же.',
  'stand_in.label': 'Бот вместо отсутствующего игрока',
  'stand_in.about': 'Когда игрок долго отсутствует, сдаётся или исчерпал время, а остальные играют дальше.',

  'visibility.label': 'Кому виден стол',
  'visibility.private.name': 'У кого есть ссылка',
  'visibility.private.about': 'Стола нет ни в одном списке.',
  'visibility.listed.name': 'Все',
  'visibility.listed.about': 'Стол есть в списке; любой может присоединиться или смотреть.',

  'first.label': 'Кто начинает',
  'first.random': 'По жребию',

  'deal.seed.name': 'Квадраты по кодовому слову',
  'deal.seed.about':
    'Один и тот же текст везде даёт одни и те же квадраты. Кто его выбрал, мог знать, что выпадет, и стол об этом говорит.',
};
