import type { moderation as en } from '../en/moderation';
import type { Texts } from '../../message';

/** Moderation by the creator of a table, reports, and tables closed by the
 * operator. */
export const moderation: Texts<typeof en> = {
  'person.actions': 'Действия с игроком {name}',
  'person.muted': 'без права писать',
  'kick.action': 'Удалить из-за стола',
  'kick.sure':
    'Удалить игрока {name} из-за стола? Место освободится. {name} сможет смотреть, но сесть снова — только с вашего разрешения.',
  'kick.readmit': 'Разрешить сесть снова: {name}',
  'kick.removed.title': 'Удалены из-за стола',
  'kick.you': 'Хозяин стола удалил вас из-за стола. Вы можете смотреть.',
  'mute.action': 'Запретить писать',
  'mute.lift': 'Разрешить писать',
  'mute.sure': 'Запретить писать в чате: {name}? Играть и смотреть можно и дальше.',
  'mute.you': 'Хозяин стола запретил вам писать. Читать чат можно.',
  'mute.title': 'Зрители без права писать',
  'chat.watchers.close': 'Закрыть чат для зрителей',
  'chat.watchers.open': 'Открыть чат для зрителей',
  'chat.watchers.closed': 'Чат закрыт для зрителей.',
  'report.action': 'Пожаловаться',
  'report.title': 'Жалоба: {name}',
  'report.text':
    'Владелец сервера получит ваши слова, последние строки чата и ссылку на этот стол. Другие за столом этого не увидят.',
  'report.reason': 'Что не так?',
  'report.line': 'Об этой строке: {text}',
  'report.send': 'Отправить жалобу',
  'report.sent': 'Спасибо. Владельцу сервера сообщено.',
  'closed.title': 'Владелец сервера закрыл этот стол.',
  'closed.reason': 'Причина: {reason}',
  'table_event.over.closed': 'Игру завершил владелец сервера.',
  'table_event.closed': 'Владелец сервера закрыл этот стол: {reason}',
  'table_event.moderated.kicked': '{name} больше не за столом: так решил хозяин.',
  'table_event.moderated.readmitted': '{name} может снова сесть за стол.',
  'table_event.moderated.muted': '{name} больше не может писать в чате.',
  'table_event.moderated.unmuted': '{name} снова может писать в чате.',
  'table_event.moderated.chat_closed': 'Чат закрыт для зрителей.',
  'table_event.moderated.chat_open': 'Чат снова открыт для зрителей.',
};
