/** The front page: introduction, ways to start, current tables. */
export const front = {
  'front.lead':
    'Draw a tile, fit it to the map, and send your people out to claim roads, cities, monasteries and fields.',
  'front.lead.more': 'Free, no sign-up. Alone against a bot, on one screen, or with friends over a link.',
  'front.play_now': 'Play now',
  'front.invite': 'Invite a friend',
  'front.invite.about': 'Makes a table and a link to send.',
  'front.new_table': 'Set up a table',
  'front.hot_seat': 'On one screen',
  'front.hot_seat.about': 'Pass the device around.',
  'front.learn.about': 'A first game with a guide, about ten minutes.',
  'front.rules.about': 'Short illustrated guides for every game and option.',

  'front.yours': 'Your games',
  'front.yours.your_turn': 'Your turn',
  'front.yours.their_turn': '{name} to move',
  'front.yours.waiting': 'Waiting for players',
  'front.yours.over': 'Over',
  'front.yours.forget': 'Take off the list',
  'front.yours.forget.about': 'The game goes on, but this browser forgets your seat.',
  'front.yours.forget.sure': 'Forget this seat? You cannot play on from this browser then.',

  'front.link': 'Link to a game',
  'front.link.about': 'Links open in the browser. Paste one here to play in this window.',
  'front.link.open': 'Open',
  'front.link.other': 'This is not a link to a table of this site.',

  'front.fonts': 'Typefaces: Alegreya and Alegreya Sans by Juan Pablo del Peral (Huerta Tipográfica).',
  'front.games': 'Five games',
  'front.variants': 'Variants of the base game',
  'front.lobby': 'Open tables',
  'front.lobby.join': 'Join',
  'front.lobby.free': { one: '{n} seat free', other: '{n} seats free' },
  'front.live': 'Live games',
  'front.live.watch': 'Watch',
  'front.live.tiles_left': { one: '{n} tile left', other: '{n} tiles left' },
  'front.offline': 'No connection to the server. Your games are safe; this page tries again by itself.',

  'front.why.title': 'Why play here',
  'front.why.open': 'Everything is open: who owns a field, why a tie scored, what the last tile changed.',
  'front.why.undo': 'Nothing counts until you confirm.',
  'front.why.fair': 'Every shuffle can be checked after the game.',
  'front.why.access': 'Plays with mouse, finger, keyboard and screen reader.',

  'front.api.title': 'For programs',
  'front.api': 'What this page does, any program may do: all requests and messages are open.',
  'front.api.list': 'List of requests',
} as const;
