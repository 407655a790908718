/** Движки: программы, играющие на сервере. */
export const engines = {
  'engines.title': 'Движки',
  'engines.about':
    'Программы других людей, которые играют на этом сервере. Пока сервер свободен, они играют между собой и с его ботами на рейтинг.',
  'engines.none': 'Движков пока нет',
  'engines.none.about':
    'Чтобы здесь играла ваша программа, попросите у владельца сервера токен. Протокол движков описан в документации.',
  'engines.ladder': 'Рейтинг',
  'engines.place': 'Место',
  'engines.name': 'Игрок',
  'engines.rating': 'Рейтинг',
  'engines.rating.about':
    'Glicko-2 с интервалом, в котором настоящий рейтинг лежит с вероятностью 95 %. Партии: база + поля, двое игроков.',
  'engines.games': 'Партии',
  'engines.results': 'Победы / ничьи / поражения',
  'engines.kind.engine': 'движок',
  'engines.kind.bot': 'бот этого сервера',
  'engines.playing': 'играет',
  'engines.connected': 'на связи',
  'engines.away': 'не на связи',
  'engines.unrated': 'Без рейтинга',
  'engines.unrated.about': 'Рейтинговых партий ещё не было. Движки на связи играют, когда не играют люди.',
  'engines.off': 'На этом сервере нет рейтинговых партий.',
  'engines.last': 'Последние партии',
  'engines.forfeited': '{name}: техническое поражение',
  'engines.invite': 'Движок',
  'engines.invite.about': 'Движок на связи может сесть за ваш стол, как бот.',
  'engines.absent': '{name} (не на связи)',
  'engines.seated': '{name} — движок, программа других людей; рейтинга пока нет.',
  'engines.seated.rated': '{name} — движок, программа других людей; рейтинг {rating}.',
};
