import type { table as en } from '../en/table';
import type { Texts } from '../../message';

/** Texts at a table: joining, waiting, events, chat, connection. */
export const table: Texts<typeof en> = {
  'table.title': 'Стіл',
  'table.title.your_turn': 'Ваш хід',
  'table.watching': 'Ви дивитеся.',
  'table.local': 'на цьому пристрої',
  'table.seat.free': 'вільно',
  'table.seat.away': 'немає на місці',
  'table.seat.away_for': 'немає на місці {time}',
  'table.seat.out': 'поза грою',
  'table.seat.weaker': 'слабше: сервер зайнятий',
  'table.seat.weaker.about': 'Зараз грає слабше за свій рівень, бо сервер перевантажений.',
  'table.seat.instead': 'грає бот',
  'table.seat.instead.about':
    'Рушій зараз не грає: немає з’єднання, він надто повільний або відповідає хибно. За нього ходить бот сервера.',

  'invite.title': 'Запросити',

  'receipt.save': 'Зберегти квитанцію цієї гри',
  'receipt.changed':
    'Сервер змінив або втратив ходи, які вже підтвердив. Збережіть квитанцію: вона доводить, що саме було підтверджено.',
  'handover.moved': 'Тепер ви граєте з іншого пристрою. Цей лише показує гру.',

  'table_event.made': 'Стіл готовий.',
  'table_event.reseeded': 'Сервер відновлено з резервної копії. Решту плиток перемішано заново.',
  'table_event.deal_discarded': {
    one: 'Браузер вчасно не відповів для перемішування. {n} місце знову вільне.',
    few: 'Браузери вчасно не відповіли для перемішування. {n} місця знову вільні.',
    many: 'Браузери вчасно не відповіли для перемішування. {n} місць знову вільні.',
    other: 'Браузери вчасно не відповіли для перемішування. Вільно місць: {n}.',
  },
  'table_event.sat': '[{name} сідає|Ви сідаєте] за стіл.',
  'table_event.left': '[{name} виходить|Ви виходите] з-за столу.',
  'table_event.renamed': '{other}: тепер це {name}.',
  'table_event.began': 'Гра починається. Перший хід[: {name}| ваш].',
  'table_event.took_back': '[{name}: останній хід|Ваш останній хід] скасовано.',
  'table_event.proposed.undo': '[{name} просить|Ви просите] повернути останній хід.',
  'table_event.proposed.bot': '[{name} пропонує|Ви пропонуєте], щоб за гравця {other} далі грав бот.',
  'table_event.proposed.rematch': '[{name} хоче|Ви хочете] зіграти ще раз.',
  'table_event.agreed': '[{name} погоджується|Ви погоджуєтеся].',
  'table_event.declined': '[{name} не погоджується|Ви не погоджуєтеся].',
  'table_event.said': '{name}: {text}',
  'table_event.bot_took_over': 'За [гравця {name}|вас] далі грає бот ({bot}).',
  'table_event.came_back': '[{name}|Ви] знову за столом.',
  'table_event.resigned': '[{name} здається|Ви здаєтеся].',
  'table_event.timed_out': '[{name}: вийшов час|У вас вийшов час].',
  'table_event.moved_seat': '[{name} грає|Ви граєте] далі з іншого пристрою.',
  'table_event.rematch_made': 'Стіл для нової гри готовий.',
  'table_event.over.played': 'Гру завершено.',
  'table_event.over.resigned': 'Гру завершено: [{name} здається|ви здалися].',
  'table_event.over.timed_out': 'Гру завершено: [вийшов час ({name})|у вас вийшов час].',
  'table_event.over.given_up': 'Гру завершено: усі вийшли.',

  'proposal.undo.ask': '{name} хоче повернути останній хід. Ви згодні?',
  'proposal.bot.ask': '{name} пропонує, щоб за гравця {other} далі грав бот ({bot}). Ви згодні?',
  'proposal.rematch.ask': '{name} хоче зіграти ще раз. Ви з нами?',
  'proposal.agree': 'Погодитися',
  'proposal.decline': 'Відмовити',
  'proposal.withdraw': 'Відкликати прохання',
  'proposal.waiting': 'Ще не відповіли: {names}.',

  'come_back.action': 'Повернутися за стіл',
  'come_back.text': 'За вас грає бот.',

  'chat.title': 'Розмова',
  'chat.unread': {
    one: '{n} нове повідомлення',
    few: '{n} нові повідомлення',
    many: '{n} нових повідомлень',
    other: '{n} нового повідомлення',
  },

  'connection.connecting': 'З’єднання…',
  'connection.lost': 'Зв’язок перервався. Пробуємо ще раз…',
  'connection.offline': 'Немає інтернету. Гра продовжиться, щойно з’явиться мережа.',
  'connection.lost.safe': 'Ваша гра в безпеці на сервері.',
  'connection.restarting': 'Гра завантажується знову…',
  'connection.sending': 'Зберігаємо ваш хід…',
  'connection.not_saved': 'Ваш хід не збережено: {why} Спробуйте ще раз.',

  'turn.yours': 'Ваш хід',
  'turn.theirs': 'Ходить {name}',
  'turn.yours.hot_seat': '{name}, ваш хід',
  'turn.thinking': '{name} думає…',
  'turn.missed': 'Що сталося після вашого ходу',
  'turn.missed.replay': 'Показати все після мого ходу',
  'turn.missed.stop': 'Зупинити',

  'history.title': 'Історія',
};
