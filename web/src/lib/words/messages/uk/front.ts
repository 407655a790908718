import type { front as en } from '../en/front';
import type { Texts } from '../../message';

/** The front page: introduction, ways to start, current tables. */
export const front: Texts<typeof en> = {
  'front.lead': 'Беріть плитку, приєднуйте її до карти й посилайте підданих займати дороги, міста, монастирі та поля.',
  'front.lead.more': 'Безкоштовно й без реєстрації. Самі проти бота, за одним екраном або з друзями за посиланням.',
  'front.play_now': 'Грати зараз',
  'front.invite': 'Запросити друга',
  'front.invite.about': 'Створює стіл і посилання на нього.',
  'front.new_table': 'Створити стіл',
  'front.analysis.about': 'Найкращі ходи, шанси й варіанти будь-якої гри: вашої або з іншої програми.',
  'front.daily': 'Колода дня',
  'front.daily.about': 'Щодня одна колода, однакова для всіх. Порівняйте свій результат із ботами кожного рівня.',
  'front.puzzles.about': 'Знайдіть найкращий хід у позиції: щодня нова задача, і ще скільки забажаєте.',
  'front.hot_seat': 'За одним екраном',
  'front.hot_seat.about': 'Передавайте пристрій одне одному.',
  'front.learn.about': 'Перша гра з поясненнями, хвилин десять.',
  'front.rules.about': 'Короткі правила з малюнками для кожної гри та доповнення.',

  'front.yours': 'Ваші ігри',
  'front.yours.your_turn': 'Ваш хід',
  'front.yours.their_turn': 'Ходить {name}',
  'front.yours.waiting': 'Очікуємо на гравців',
  'front.yours.over': 'Завершено',
  'front.yours.forget': 'Прибрати зі списку',
  'front.yours.forget.about': 'Гра триватиме, але цей браузер забуде ваше місце.',
  'front.yours.forget.sure': 'Забути це місце? Тоді з цього браузера вже не можна буде продовжити.',
  'front.yours.more': 'Показати ще {n}',

  'front.link': 'Посилання на гру',
  'front.link.about': 'Посилання відкриваються у браузері. Вставте його сюди, щоб грати в цьому вікні.',
  'front.link.open': 'Відкрити',
  'front.link.other': 'Це не посилання на стіл цього сайту.',

  'front.fonts': 'Шрифти: Alegreya та Alegreya Sans, автор Juan Pablo del Peral (Huerta Tipográfica).',
  'front.games': 'П’ять ігор',
  'front.variants': 'Варіанти основної гри',
  'front.lobby': 'Відкриті столи',
  'front.lobby.join': 'Приєднатися',
  'front.lobby.free': {
    one: '{n} вільне місце',
    few: '{n} вільні місця',
    many: '{n} вільних місць',
    other: '{n} вільного місця',
  },
  'front.live': 'Зараз грають',
  'front.live.watch': 'Дивитися',
  'front.live.tiles_left': {
    one: 'лишилася {n} плитка',
    few: 'лишилося {n} плитки',
    many: 'лишилося {n} плиток',
    other: 'лишилося {n} плитки',
  },
  'front.offline': 'Немає зв’язку із сервером. Ваші ігри в безпеці; сторінка спробує ще раз сама.',
  'front.offline.local': 'Немає зв’язку із сервером. Тим часом можна грати на цьому пристрої.',

  'front.why.title': 'Чому варто грати тут',
  'front.why.open': 'Усе видно: чиє поле, чому бали поділено, що змінила остання плитка.',
  'front.why.undo': 'Доки ви не підтвердили, хід можна змінити.',
  'front.why.fair': 'Після гри можна перевірити, як перемішано плитки.',
  'front.why.access': 'Грайте мишею, пальцем, клавіатурою чи з екранним диктором.',

  'front.api.title': 'Для програм',
  'front.api': 'Усе, що робить ця сторінка, може робити й будь-яка програма: запити та повідомлення відкриті.',
  'front.api.list': 'Перелік запитів',
};
