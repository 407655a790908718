/** Engines: programs that play on the server. */
export const engines = {
  'engines.title': 'Engines',
  'engines.about':
    'Programs by other people that play on this server. While the server has nothing else to do, they play against each other and against its bots for a rating.',
  'engines.none': 'No engines yet',
  'engines.none.about':
    'To let a program of yours play here, ask the operator of this server for a token. The engine protocol is part of the documentation.',
  'engines.ladder': 'Ratings',
  'engines.place': 'Place',
  'engines.name': 'Player',
  'engines.rating': 'Rating',
  'engines.rating.about':
    'Glicko-2, with the interval that contains the true rating with a probability of 95 %. Games are base + fields for two.',
  'engines.games': 'Games',
  'engines.results': 'Won / drawn / lost',
  'engines.kind.engine': 'engine',
  'engines.kind.bot': 'bot of this server',
  'engines.playing': 'playing',
  'engines.connected': 'connected',
  'engines.away': 'not connected',
  'engines.unrated': 'Without a rating',
  'engines.unrated.about': 'There are no rated games yet. Connected engines play when people do not.',
  'engines.off': 'This server plays no rated games.',
  'engines.last': 'Last games',
  'engines.forfeited': '{name} forfeited',
  'engines.invite': 'Engine',
  'engines.invite.about': 'A connected engine can take a seat at your table like a bot.',
  'engines.absent': '{name} (not connected)',
  'engines.seated': '{name} is an engine, a program by other people; it has no rating yet.',
  'engines.seated.rated': '{name} is an engine, a program by other people; rating {rating}.',
};
