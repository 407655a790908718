import type { front as en } from '../en/front';
import type { Texts } from '../../message';

/** The front page: introduction, ways to start, current tables. */
export const front: Texts<typeof en> = {
  'front.lead':
    'Берите квадрат, присоединяйте его к карте и посылайте своих людей занимать дороги, города, монастыри и поля.',
  'front.lead.more': 'Бесплатно и без регистрации. Одни против бота, за одним экраном или с друзьями по ссылке.',
  'front.play_now': 'Играть сейчас',
  'front.invite': 'Пригласить друга',
  'front.invite.about': 'Создаёт стол и ссылку на него.',
  'front.new_table': 'Создать стол',
  'front.analysis.about': 'Лучшие ходы, шансы и варианты любой игры: вашей или из другой программы.',
  'front.daily': 'Колода дня',
  'front.daily.about': 'Каждый день одна колода, одинаковая для всех. Сравните свой результат с ботами каждого уровня.',
  'front.puzzles.about': 'Найдите лучший ход в позиции: каждый день новая задача, и ещё сколько захотите.',
  'front.hot_seat': 'За одним экраном',
  'front.hot_seat.about': 'Передавайте устройство друг другу.',
  'front.learn.about': 'Первая игра с пояснениями, минут десять.',
  'front.rules.about': 'Короткие правила с картинками для каждой игры и дополнения.',

  'front.yours': 'Ваши игры',
  'front.yours.your_turn': 'Ваш ход',
  'front.yours.their_turn': 'Ходит {name}',
  'front.yours.waiting': 'Ждём игроков',
  'front.yours.over': 'Завершена',
  'front.yours.forget': 'Убрать из списка',
  'front.yours.forget.about': 'Игра продолжится, но этот браузер забудет ваше место.',
  'front.yours.forget.sure': 'Забыть это место? Тогда из этого браузера продолжить уже не получится.',
  'front.yours.more': 'Показать ещё {n}',

  'front.link': 'Ссылка на игру',
  'front.link.about': 'Ссылки открываются в браузере. Вставьте ссылку сюда, чтобы играть в этом окне.',
  'front.link.open': 'Открыть',
  'front.link.other': 'Это не ссылка на стол этого сайта.',

  'front.fonts': 'Шрифты: Alegreya и Alegreya Sans, автор Juan Pablo del Peral (Huerta Tipográfica).',
  'front.games': 'Пять игр',
  'front.variants': 'Варианты основной игры',
  'front.lobby': 'Открытые столы',
  'front.lobby.join': 'Присоединиться',
  'front.lobby.free': {
    one: '{n} свободное место',
    few: '{n} свободных места',
    many: '{n} свободных мест',
    other: '{n} свободного места',
  },
  'front.live': 'Сейчас играют',
  'front.live.watch': 'Смотреть',
  'front.live.tiles_left': {
    one: 'остался {n} квадрат',
    few: 'осталось {n} квадрата',
    many: 'осталось {n} квадратов',
    other: 'осталось {n} квадрата',
  },
  'front.offline': 'Нет связи с сервером. Ваши игры в безопасности; страница попробует снова сама.',
  'front.offline.local': 'Нет связи с сервером. Пока можно играть на этом устройстве.',

  'front.why.title': 'Почему стоит играть здесь',
  'front.why.open': 'Всё видно: чьё поле, почему очки получили оба, что изменил последний квадрат.',
  'front.why.undo': 'Пока вы не подтвердили, ход можно изменить.',
  'front.why.fair': 'После игры можно проверить, как перемешаны квадраты.',
  'front.why.access': 'Играйте мышью, пальцем, с клавиатуры или с экранным диктором.',

  'front.api.title': 'Для программ',
  'front.api': 'Всё, что делает эта страница, может делать и любая программа: запросы и сообщения открыты.',
  'front.api.list': 'Список запросов',
};
