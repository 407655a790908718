import type { settings as en } from '../en/settings';
import type { Texts } from '../../message';

/** The settings dialog. */
export const settings: Texts<typeof en> = {
  'settings.name': 'Ваше ім’я',
  'settings.name.about': 'Так вас бачать за столом. Зберігається лише в цьому браузері.',
  'settings.theme': 'Тема',
  'settings.theme.auto': 'Як на пристрої',
  'settings.theme.light': 'Світла',
  'settings.theme.dark': 'Темна',
  'settings.contrast': 'Більше контрасту',
  'settings.sound': 'Звуки',
  'settings.sound.about': 'Тихі звуки плиток, фігурок, балів і вашого ходу.',
  'settings.pace': 'Ходи інших',
  'settings.pace.about': 'Показуються один за одним. Торкніться карти або натисніть Esc, щоб пропустити.',
  'settings.pace.slow': 'Повільно',
  'settings.pace.normal': 'Звичайно',
  'settings.pace.fast': 'Швидко',
  'settings.pace.off': 'Усі одразу',
  'settings.volume': 'Гучність',
  'settings.fast_confirm': 'Швидке підтвердження',
  'settings.fast_confirm.about': 'Подвійний дотик до місця одразу робить хід.',
  'settings.track': 'Доріжка балів',
  'settings.track.about': 'П’ятдесят поділок із фішками гравців, поруч із рахунком.',
  'settings.local': 'Налаштування лишаються в цьому браузері.',
};
