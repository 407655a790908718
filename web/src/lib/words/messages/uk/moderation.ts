import type { moderation as en } from '../en/moderation';
import type { Texts } from '../../message';

/** Moderation by the creator of a table, reports, and tables closed by the
 * operator. */
export const moderation: Texts<typeof en> = {
  'person.actions': 'Дії щодо гравця {name}',
  'person.muted': 'без права писати',
  'kick.action': 'Попросити з-за столу',
  'kick.sure':
    'Попросити гравця {name} з-за столу? Місце звільниться. {name} зможе дивитися, але сісти знову — лише з вашого дозволу.',
  'kick.readmit': 'Дозволити сісти знову: {name}',
  'kick.removed.title': 'Попрошені з-за столу',
  'kick.you': 'Господар столу попросив вас звільнити місце. Ви можете дивитися.',
  'mute.action': 'Заборонити писати',
  'mute.lift': 'Дозволити писати',
  'mute.sure': 'Заборонити писати в розмові: {name}? Грати й дивитися можна й далі.',
  'mute.you': 'Господар столу заборонив вам писати. Читати розмову можна.',
  'mute.title': 'Глядачі без права писати',
  'chat.watchers.close': 'Закрити розмову для глядачів',
  'chat.watchers.open': 'Відкрити розмову для глядачів',
  'chat.watchers.closed': 'Розмову закрито для глядачів.',
  'report.action': 'Поскаржитися',
  'report.title': 'Скарга: {name}',
  'report.text':
    'Власник сервера отримає ваші слова, останні рядки розмови й посилання на цей стіл. Інші за столом цього не побачать.',
  'report.reason': 'Що не так?',
  'report.line': 'Про цей рядок: {text}',
  'report.send': 'Надіслати скаргу',
  'report.sent': 'Дякуємо. Власника сервера повідомлено.',
  'closed.title': 'Власник сервера закрив цей стіл.',
  'closed.reason': 'Причина: {reason}',
  'table_event.over.closed': 'Гру завершив власник сервера.',
  'table_event.closed': 'Власник сервера закрив цей стіл: {reason}',
  'table_event.moderated.kicked': '{name} більше не за столом: так вирішив господар.',
  'table_event.moderated.readmitted': '{name} може знову сісти за стіл.',
  'table_event.moderated.muted': '{name} більше не може писати в розмові.',
  'table_event.moderated.unmuted': '{name} знову може писати в розмові.',
  'table_event.moderated.chat_closed': 'Розмову закрито для глядачів.',
  'table_event.moderated.chat_open': 'Розмову знову відкрито для глядачів.',
};
