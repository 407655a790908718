import type { common as en } from '../en/common';
import type { Texts } from '../../message';

/** Texts used on every screen: buttons, settings, counts, colours. */
export const common: Texts<typeof en> = {
  'app.name': 'Bastide',
  'app.tagline': 'Викладайте плитки, займайте землі, перемагайте завдяки полям.',
  'app.description':
    'Бастіда — гра з викладанням плиток за правилами, сумісними з «Каркасоном». Грайте у браузері, самі чи з друзями, без реєстрації.',
  'app.loading': 'Завантаження…',
  'app.update': 'Є нова версія Бастіди.',
  'app.update.reload': 'Завантажити',

  'common.ok': 'Гаразд',
  'common.close': 'Закрити',
  'common.done': 'Готово',
  'common.yes': 'Так',
  'common.no': 'Ні',
  'common.copy': 'Скопіювати',
  'common.copied': 'Скопійовано',
  'common.copy_failed': 'Не вдалося скопіювати. Виділіть текст і скопіюйте самі.',
  'common.share': 'Поділитися',
  'common.more': 'Більше',
  'common.less': 'Менше',
  'common.show': 'Показати',
  'common.menu': 'Меню',
  'common.home': 'Головна',
  'common.try_again': 'Спробувати ще раз',
  'common.reload': 'Оновити сторінку',
  'common.you': 'ви',

  'count.point': { one: '{n} бал', few: '{n} бали', many: '{n} балів', other: '{n} бала' },
  'count.tile': { one: '{n} плитка', few: '{n} плитки', many: '{n} плиток', other: '{n} плитки' },
  'count.shield': { one: '{n} щит', few: '{n} щити', many: '{n} щитів', other: '{n} щита' },
  'count.city': { one: '{n} місто', few: '{n} міста', many: '{n} міст', other: '{n} міста' },
  'count.knight': { one: '{n} лицар', few: '{n} лицарі', many: '{n} лицарів', other: '{n} лицаря' },
  'count.monk': { one: '{n} монах', few: '{n} монахи', many: '{n} монахів', other: '{n} монаха' },
  'count.highwayman': { one: '{n} розбійник', few: '{n} розбійники', many: '{n} розбійників', other: '{n} розбійника' },
  'count.herald': { one: '{n} глашатай', few: '{n} глашатаї', many: '{n} глашатаїв', other: '{n} глашатая' },
  'count.squire': { one: '{n} зброєносець', few: '{n} зброєносці', many: '{n} зброєносців', other: '{n} зброєносця' },
  'count.merchant': { one: '{n} купець', few: '{n} купці', many: '{n} купців', other: '{n} купця' },
  'count.meeple': { one: '{n} підданий', few: '{n} піддані', many: '{n} підданих', other: '{n} підданого' },
  'count.figure': { one: '{n} фігурка', few: '{n} фігурки', many: '{n} фігурок', other: '{n} фігурки' },
  'count.supply': {
    one: '{n} фігурка в запасі',
    few: '{n} фігурки в запасі',
    many: '{n} фігурок у запасі',
    other: '{n} фігурки в запасі',
  },
  'count.market': { one: '{n} ринок', few: '{n} ринки', many: '{n} ринків', other: '{n} ринку' },
  'count.empty-cell': {
    one: '{n} порожня клітинка',
    few: '{n} порожні клітинки',
    many: '{n} порожніх клітинок',
    other: '{n} порожньої клітинки',
  },
  'count.token': { one: '{n} жетон', few: '{n} жетони', many: '{n} жетонів', other: '{n} жетона' },
  'count.watcher': { one: '{n} глядач', few: '{n} глядачі', many: '{n} глядачів', other: '{n} глядача' },
  'count.day': { one: '{n} день', few: '{n} дні', many: '{n} днів', other: '{n} дня' },

  'time.now': 'щойно',
  'time.minutes_ago': {
    one: '{n} хвилину тому',
    few: '{n} хвилини тому',
    many: '{n} хвилин тому',
    other: '{n} хвилини тому',
  },
  'time.hours_ago': {
    one: '{n} годину тому',
    few: '{n} години тому',
    many: '{n} годин тому',
    other: '{n} години тому',
  },
  'time.days_ago': { one: '{n} день тому', few: '{n} дні тому', many: '{n} днів тому', other: '{n} дня тому' },

  'colour.player.red': 'Червоний',
  'colour.player.blue': 'Синій',
  'colour.player.green': 'Зелений',
  'colour.player.yellow': 'Жовтий',
  'colour.player.black': 'Чорний',
  'colour.player.white': 'Білий',

  'language.label': 'Мова',
  'language.uk': 'Українська',
  'language.ru': 'Русский',
  'language.en': 'English',

  'settings.title': 'Налаштування',

  'sound.mute': 'Вимкнути звук',
  'sound.unmute': 'Увімкнути звук',
};
