import type { common as en } from '../en/common';
import type { Texts } from '../../message';

/** Texts used on every screen: buttons, settings, counts, colours. */
export const common: Texts<typeof en> = {
  'app.name': 'Bastide',
  'app.tagline': 'Выкладывайте квадраты, занимайте земли, побеждайте на полях.',
  'app.description':
    'Бастида — игра с выкладыванием квадратов по правилам, совместимым с «Каркассоном». Играйте в браузере, одни или с друзьями, без регистрации.',
  'app.loading': 'Загрузка…',
  'app.update': 'Вышла новая версия Бастиды.',
  'app.update.reload': 'Загрузить',

  'common.ok': 'Хорошо',
  'common.close': 'Закрыть',
  'common.done': 'Готово',
  'common.yes': 'Да',
  'common.no': 'Нет',
  'common.copy': 'Скопировать',
  'common.copied': 'Скопировано',
  'common.copy_failed': 'Не удалось скопировать. Выделите текст и скопируйте сами.',
  'common.share': 'Поделиться',
  'common.more': 'Больше',
  'common.less': 'Меньше',
  'common.show': 'Показать',
  'common.menu': 'Меню',
  'common.home': 'Главная',
  'common.try_again': 'Попробовать ещё раз',
  'common.reload': 'Обновить страницу',
  'common.you': 'вы',

  'count.point': { one: '{n} очко', few: '{n} очка', many: '{n} очков', other: '{n} очка' },
  'count.tile': { one: '{n} квадрат', few: '{n} квадрата', many: '{n} квадратов', other: '{n} квадрата' },
  'count.shield': { one: '{n} щит', few: '{n} щита', many: '{n} щитов', other: '{n} щита' },
  'count.city': { one: '{n} город', few: '{n} города', many: '{n} городов', other: '{n} города' },
  'count.knight': { one: '{n} рыцарь', few: '{n} рыцаря', many: '{n} рыцарей', other: '{n} рыцаря' },
  'count.monk': { one: '{n} монах', few: '{n} монаха', many: '{n} монахов', other: '{n} монаха' },
  'count.highwayman': { one: '{n} разбойник', few: '{n} разбойника', many: '{n} разбойников', other: '{n} разбойника' },
  'count.herald': { one: '{n} глашатай', few: '{n} глашатая', many: '{n} глашатаев', other: '{n} глашатая' },
  'count.squire': { one: '{n} оруженосец', few: '{n} оруженосца', many: '{n} оруженосцев', other: '{n} оруженосца' },
  'count.merchant': { one: '{n} купец', few: '{n} купца', many: '{n} купцов', other: '{n} купца' },
  'count.meeple': { one: '{n} фишка', few: '{n} фишки', many: '{n} фишек', other: '{n} фишки' },
  'count.figure': { one: '{n} фигурка', few: '{n} фигурки', many: '{n} фигурок', other: '{n} фигурки' },
  'count.supply': {
    one: '{n} фигурка в запасе',
    few: '{n} фигурки в запасе',
    many: '{n} фигурок в запасе',
    other: '{n} фигурки в запасе',
  },
  'count.market': { one: '{n} рынок', few: '{n} рынка', many: '{n} рынков', other: '{n} рынка' },
  'count.empty-cell': {
    one: '{n} пустая клетка',
    few: '{n} пустые клетки',
    many: '{n} пустых клеток',
    other: '{n} пустой клетки',
  },
  'count.token': { one: '{n} жетон', few: '{n} жетона', many: '{n} жетонов', other: '{n} жетона' },
  'count.watcher': { one: '{n} зритель', few: '{n} зрителя', many: '{n} зрителей', other: '{n} зрителя' },
  'count.day': { one: '{n} день', few: '{n} дня', many: '{n} дней', other: '{n} дня' },

  'time.now': 'только что',
  'time.minutes_ago': {
    one: '{n} минуту назад',
    few: '{n} минуты назад',
    many: '{n} минут назад',
    other: '{n} минуты назад',
  },
  'time.hours_ago': { one: '{n} час назад', few: '{n} часа назад', many: '{n} часов назад', other: '{n} часа назад' },
  'time.days_ago': { one: '{n} день назад', few: '{n} дня назад', many: '{n} дней назад', other: '{n} дня назад' },

  'colour.player.red': 'Красный',
  'colour.player.blue': 'Синий',
  'colour.player.green': 'Зелёный',
  'colour.player.yellow': 'Жёлтый',
  'colour.player.black': 'Чёрный',
  'colour.player.white': 'Белый',

  'language.label': 'Язык',
  'language.uk': 'Українська',
  'language.ru': 'Русский',
  'language.en': 'English',

  'settings.title': 'Настройки',

  'sound.mute': 'Выключить звук',
  'sound.unmute': 'Включить звук',
};
