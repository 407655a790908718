/** Рушії: програми, що грають на сервері. */
export const engines = {
  'engines.title': 'Рушії',
  'engines.about':
    'Програми інших людей, що грають на цьому сервері. Поки сервер вільний, вони грають між собою та з його ботами на рейтинг.',
  'engines.none': 'Рушіїв ще немає',
  'engines.none.about':
    'Щоб тут грала ваша програма, попросіть у власника сервера токен. Протокол рушіїв описано в документації.',
  'engines.ladder': 'Рейтинг',
  'engines.place': 'Місце',
  'engines.name': 'Гравець',
  'engines.rating': 'Рейтинг',
  'engines.rating.about':
    'Glicko-2 з інтервалом, у якому справжній рейтинг лежить з імовірністю 95 %. Партії: база + поля, двоє гравців.',
  'engines.games': 'Партії',
  'engines.results': 'Перемоги / нічиї / поразки',
  'engines.kind.engine': 'рушій',
  'engines.kind.bot': 'бот цього сервера',
  'engines.playing': 'грає',
  'engines.connected': 'на зв’язку',
  'engines.away': 'не на зв’язку',
  'engines.unrated': 'Без рейтингу',
  'engines.unrated.about': 'Рейтингових партій ще не було. Рушії на зв’язку грають, коли не грають люди.',
  'engines.off': 'На цьому сервері немає рейтингових партій.',
  'engines.last': 'Останні партії',
  'engines.forfeited': '{name}: технічна поразка',
  'engines.invite': 'Рушій',
  'engines.invite.about': 'Рушій на зв’язку може сісти за ваш стіл, як бот.',
  'engines.absent': '{name} (не на зв’язку)',
  'engines.seated': '{name} — рушій, програма інших людей; рейтингу ще немає.',
  'engines.seated.rated': '{name} — рушій, програма інших людей; рейтинг {rating}.',
};
