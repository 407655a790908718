import type { table as en } from '../en/table';
import type { Texts } from '../../message';

/** Texts at a table: joining, waiting, events, chat, connection. */
export const table: Texts<typeof en> = {
  'table.title': 'Стол',
  'table.title.your_turn': 'Ваш ход',
  'table.watching': 'Вы смотрите.',
  'table.local': 'на этом устройстве',
  'table.seat.free': 'свободно',
  'table.seat.away': 'нет на месте',
  'table.seat.away_for': 'нет на месте {time}',
  'table.seat.out': 'вне игры',
  'table.seat.weaker': 'слабее: сервер занят',
  'table.seat.weaker.about': 'Сейчас играет слабее своего уровня: сервер перегружен.',
  'table.seat.instead': 'играет бот',
  'table.seat.instead.about':
    'Движок сейчас не играет: нет соединения, он слишком медленный или отвечает неверно. За него ходит бот сервера.',

  'invite.title': 'Пригласить',

  'receipt.save': 'Сохранить квитанцию этой игры',
  'receipt.changed':
    'Сервер изменил или потерял ходы, которые уже подтвердил. Сохраните квитанцию: она доказывает, что именно было подтверждено.',
  'handover.moved': 'Теперь вы играете с другого устройства. Это только показывает игру.',

  'table_event.made': 'Стол готов.',
  'table_event.reseeded': 'Сервер восстановлен из резервной копии. Остальные квадраты перемешаны заново.',
  'table_event.deal_discarded': {
    one: 'Браузер вовремя не ответил для перемешивания. {n} место снова свободно.',
    few: 'Браузеры вовремя не ответили для перемешивания. {n} места снова свободны.',
    many: 'Браузеры вовремя не ответили для перемешивания. {n} мест снова свободны.',
    other: 'Браузеры вовремя не ответили для перемешивания. Свободно мест: {n}.',
  },
  'table_event.sat': '[{name} садится|Вы садитесь] за стол.',
  'table_event.left': '[{name} выходит|Вы выходите] из-за стола.',
  'table_event.renamed': '{other}: теперь это {name}.',
  'table_event.began': 'Игра начинается. Первый ход[: {name}| ваш].',
  'table_event.took_back': '[{name}: последний ход|Ваш последний ход] отменён.',
  'table_event.proposed.undo': '[{name} просит|Вы просите] вернуть последний ход.',
  'table_event.proposed.bot': '[{name} предлагает|Вы предлагаете], чтобы за игрока {other} дальше играл бот.',
  'table_event.proposed.rematch': '[{name} хочет|Вы хотите] сыграть ещё раз.',
  'table_event.agreed': '[{name} соглашается|Вы соглашаетесь].',
  'table_event.declined': '[{name} не соглашается|Вы не соглашаетесь].',
  'table_event.said': '{name}: {text}',
  'table_event.bot_took_over': 'За [игрока {name}|вас] дальше играет бот ({bot}).',
  'table_event.came_back': '[{name}|Вы] снова за столом.',
  'table_event.resigned': '[{name} сдаётся|Вы сдаётесь].',
  'table_event.timed_out': '[{name}: время вышло|У вас вышло время].',
  'table_event.moved_seat': '[{name} играет|Вы играете] дальше с другого устройства.',
  'table_event.rematch_made': 'Стол для новой игры готов.',
  'table_event.over.played': 'Игра окончена.',
  'table_event.over.resigned': 'Игра окончена: [{name} сдаётся|вы сдались].',
  'table_event.over.timed_out': 'Игра окончена: [вышло время ({name})|у вас вышло время].',
  'table_event.over.given_up': 'Игра окончена: все вышли.',

  'proposal.undo.ask': '{name} хочет вернуть последний ход. Вы согласны?',
  'proposal.bot.ask': '{name} предлагает, чтобы за игрока {other} дальше играл бот ({bot}). Вы согласны?',
  'proposal.rematch.ask': '{name} хочет сыграть ещё раз. Вы с нами?',
  'proposal.agree': 'Согласиться',
  'proposal.decline': 'Отказать',
  'proposal.withdraw': 'Отозвать просьбу',
  'proposal.waiting': 'Ещё не ответили: {names}.',

  'come_back.action': 'Вернуться за стол',
  'come_back.text': 'За вас играет бот.',

  'chat.title': 'Разговор',
  'chat.unread': {
    one: '{n} новое сообщение',
    few: '{n} новых сообщения',
    many: '{n} новых сообщений',
    other: '{n} нового сообщения',
  },

  'connection.connecting': 'Соединение…',
  'connection.lost': 'Связь прервалась. Пробуем снова…',
  'connection.offline': 'Нет интернета. Игра продолжится, как только появится сеть.',
  'connection.lost.safe': 'Ваша игра в безопасности на сервере.',
  'connection.restarting': 'Игра загружается снова…',
  'connection.sending': 'Сохраняем ваш ход…',
  'connection.not_saved': 'Ваш ход не сохранён: {why} Попробуйте ещё раз.',

  'turn.yours': 'Ваш ход',
  'turn.theirs': 'Ходит {name}',
  'turn.yours.hot_seat': '{name}, ваш ход',
  'turn.thinking': '{name} думает…',
  'turn.missed': 'Что произошло после вашего хода',
  'turn.missed.replay': 'Показать всё после моего хода',
  'turn.missed.stop': 'Остановить',

  'history.title': 'История',
};
