import type { setup as en } from '../en/setup';
import type { Texts } from '../../message';

/** Table set-up: games, expansions, seats, bots, clock, agreements. */
export const setup: Texts<typeof en> = {
  'setup.title': 'Створити стіл',
  'setup.start': 'Почати гру',
  'setup.make': 'Створити стіл',
  'setup.presets': 'Готові ігри',
  'setup.presets.own': 'Власний набір: {game}',
  'setup.expansions': 'Доповнення',
  'setup.rules': 'Усе це в правилах, з малюнками',
  'setup.players': 'Гравці',
  'setup.agreements': 'Домовленості',
  'setup.more': 'Інші домовленості',
  'setup.needs_two': '«Замок» — гра рівно для двох.',

  'preset.stronghold.name': 'Замок',
  'preset.stronghold.about':
    'Двобій усередині стіни: вулиці, вежі, доми та двори. Хто влучно зупиниться на кутовій вежі, бере жетон.',
  'preset.base.name': 'Основна гра',
  'preset.base.about': 'Дороги, міста й монастирі, без селян. Найкоротші правила для початку.',

  'expansion.needs': 'Потрібно: {expansions}.',
  'expansion.always': 'Завжди входить у цю гру.',
  'expansion.not_here': 'Не поєднується з цією грою.',

  'seat.number': 'Місце {n}',
  'seat.me': 'Я',
  'seat.me_too': 'Ще хтось за цим екраном',
  'seat.open': 'Вільне для друга',
  'seat.bot': 'Бот',
  'seat.add': 'Додати гравця',
  'seat.most': {
    one: 'Найбільше {n} гравець.',
    few: 'Найбільше {n} гравці.',
    many: 'Найбільше {n} гравців.',
    other: 'Найбільше {n} гравця.',
  },
  'seat.more_with': 'Щоб додати ще гравця, увімкніть доповнення: {expansions}.',
  'seat.remove': 'Прибрати цього гравця',
  'seat.name': 'Ім’я',

  'setup.colour': 'Колір місця {n}',
  'setup.colour.swap': 'Якщо колір зайнятий, місця міняються кольорами.',
  'setup.colour.chosen': 'Місце {n}: {colour}.',
  'setup.colour.traditional': 'Білі й чорні',
  'colour.red': 'червоний',
  'colour.blue': 'синій',
  'colour.green': 'зелений',
  'colour.yellow': 'жовтий',
  'colour.black': 'чорний',
  'colour.white': 'білий',

  'bot.beginner.about': 'Грає весело й багато чого не помічає.',
  'bot.easy.about': 'Добре знає правила, але часто оцінює ходи хибно.',
  'bot.normal.about': 'Добре бачить, чого вартий хід зараз.',
  'bot.hard.about': 'Дивиться трохи наперед і лічить плитки.',
  'bot.master.about': 'Думає секунду над кожним ходом і нічого не пробачає.',
  'bot.builder.about': 'Живе заради великих міст.',
  'bot.robber.about': 'Чатує на дорогах.',
  'bot.random.about': 'Робить будь-який дозволений хід.',
  'bot.greedy.about': 'Бере найбільше балів, що видно одразу.',

  'clock.label': 'Час',
  'clock.none': 'Без годинника',
  'clock.none.about': 'Думайте скільки завгодно.',
  'clock.live': 'Наживо',
  'clock.live.about': 'Запас часу на всю гру і ще трохи після кожного ходу.',
  'clock.days': 'За листуванням',
  'clock.days.about': 'Кілька днів на хід; повертайтеся, коли зручно.',
  'clock.minutes_each': 'Хвилин на гравця',
  'clock.increment': 'Секунд додається після ходу',
  'clock.days_each': 'Днів на хід',

  'aid.label': 'Допомога',
  'aid.none.name': 'Без допомоги',
  'aid.none.about': 'Лише карта й бали, як за справжнім столом.',
  'aid.standard.name': 'Звичайна',
  'aid.standard.about': 'Власники, бали, решта плиток і шанси: усе, що терпляча людина могла б полічити сама.',
  'aid.coach.name': 'Наставник',
  'aid.coach.about': 'Бот ще й підказує ходи та пояснює чому.',

  'undo.policy.label': 'Повернення ходів',
  'undo.policy.within_turn.name': 'У межах ходу',
  'undo.policy.within_turn.about': 'За згодою всіх, доки не взято наступну плитку.',
  'undo.policy.past_draws.name': 'На кілька ходів',
  'undo.policy.past_draws.about': 'За згодою всіх, навіть після взятих плиток. Плитки підуть ті самі.',
  'stand_in.label': 'Бот замість відсутнього гравця',
  'stand_in.about': 'Коли гравець довго відсутній, здається або вичерпує час, а інші грають далі.',

  'visibility.label': 'Хто бачить стіл',
  'visibility.private.name': 'Хто має посилання',
  'visibility.private.about': 'Столу немає в жодному списку.',
  'visibility.listed.name': 'Усі',
  'visibility.listed.about': 'Стіл є у списку; будь-хто може приєднатися або дивитися.',

  'first.label': 'Хто починає',
  'first.random': 'За жеребом',

  'deal.seed.name': 'Плитки за кодовим словом',
  'deal.seed.about':
    'Той самий текст усюди дає ті самі плитки. Хто його вибрав, міг знати, що випаде, і стіл про це каже.',
};
