import type { settings as en } from '../en/settings';
import type { Texts } from '../../message';

/** The settings dialog. */
export const settings: Texts<typeof en> = {
  'settings.name': 'Ваше имя',
  'settings.name.about': 'Так вас видят за столом. Хранится только в этом браузере.',
  'settings.theme': 'Тема',
  'settings.theme.auto': 'Как на устройстве',
  'settings.theme.light': 'Светлая',
  'settings.theme.dark': 'Тёмная',
  'settings.contrast': 'Больше контраста',
  'settings.sound': 'Звуки',
  'settings.sound.about': 'Тихие звуки квадратов, фигурок, очков и вашего хода.',
  'settings.pace': 'Ходы других',
  'settings.pace.about': 'Показываются один за другим. Коснитесь карты или нажмите Esc, чтобы пропустить.',
  'settings.pace.slow': 'Медленно',
  'settings.pace.normal': 'Обычно',
  'settings.pace.fast': 'Быстро',
  'settings.pace.off': 'Все сразу',
  'settings.volume': 'Громкость',
  'settings.fast_confirm': 'Быстрое подтверждение',
  'settings.fast_confirm.about': 'Двойное касание места сразу делает ход.',
  'settings.track': 'Счётная дорожка',
  'settings.track.about': 'Пятьдесят делений с фишками игроков, рядом со счётом.',
  'settings.local': 'Настройки остаются в этом браузере.',
};
