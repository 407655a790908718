/** Sentences about events of a game and about scoring.
 *
 * A scoring consists of three parts: the scored feature (`scored.what.*`), the
 * points and their owners (`scored.*`), and the reason (`why.*`). `{sum}` is
 * composed of `tally.*` and `count.*`. */
export const events = {
  'event.tile_drawn': '{name} draws a tile.',
  'event.tile_discarded': 'The tile fits nowhere and leaves the game. Another one is drawn.',
  'event.tile_placed': '[{name} lays|You lay] a tile {where}.',
  'event.tile_placed.seen': '[{name} lays|You lay] a tile.',
  'event.placed.knight': '[{name} places|You place] a knight.',
  'event.placed.highwayman': '[{name} places|You place] a highwayman.',
  'event.placed.monk': '[{name} places|You place] a monk.',
  'event.placed.farmer': '[{name} places|You place] a farmer.',
  'event.placed.herald': '[{name} places|You place] a herald.',
  'event.placed.squire': '[{name} places|You place] a squire.',
  'event.placed.merchant': '[{name} places|You place] a merchant.',
  'event.returned.knight': '[The knight of {name}|Your knight] goes home.',
  'event.returned.highwayman': '[The highwayman of {name}|Your highwayman] goes home.',
  'event.returned.monk': '[The monk of {name}|Your monk] goes home.',
  'event.returned.farmer': '[The farmer of {name}|Your farmer] goes home.',
  'event.returned.herald': '[The herald of {name}|Your herald] goes home.',
  'event.returned.squire': '[The squire of {name}|Your squire] goes home.',
  'event.returned.merchant': '[The merchant of {name}|Your merchant] goes home.',
  'event.returned.meeple': '[The meeple of {name}|Your meeple] goes home.',
  'event.moved.other': '[A figure of {name}|Your figure] moves.',
  'event.token_taken': '[{name} lands|You land] exactly on a corner tower and [takes|take] its token.',
  'event.token_revealed': '[The token of {name}|Your token]: {token}.',
  'event.token_used': '[{name} uses|You use] a token: {token}.',
  'event.keep_moved': {
    one: '[{name} puts|You put] the keep on a house of {n} tile.',
    other: '[{name} puts|You put] the keep on a house of {n} tiles.',
  },
  'event.turn_began': '{name} to move.',
  'event.turn_began.you': 'Your turn.',
  'event.game_ended.one': 'The game is over. {name} wins.',
  'event.game_ended.you': 'The game is over. You win!',
  'event.game_ended.several': 'The game is over. {names} share the win.',

  'scored.what.complete.city': 'Finished city',
  'scored.what.complete.road': 'Finished road',
  'scored.what.complete.monastery': 'Finished monastery',
  'scored.what.complete.path': 'Finished path',
  'scored.what.complete.tower': 'Finished tower',
  'scored.what.complete.house': 'Finished house',
  'scored.what.game_end.city': 'Unfinished city',
  'scored.what.game_end.road': 'Unfinished road',
  'scored.what.game_end.monastery': 'Unfinished monastery',
  'scored.what.game_end.field': 'Field',
  'scored.what.game_end.courtyard': 'Courtyard',
  'scored.what.token.path': 'Unfinished path, thanks to a token',
  'scored.what.token.tower': 'Unfinished tower, thanks to a token',
  'scored.what.token.house': 'Unfinished house, thanks to a token',
  'scored.what.other': 'Points',

  'scored.one': '{what}: {sum}. {name} scores.',
  'scored.you': '{what}: {sum}. You score.',
  'scored.each': '{what}: {sum}. {names} score, each in full.',
  'scored.nobody': '{what}: {sum}. Nobody scores.',
  'scored.nothing': '{what}: worth nothing.',

  'tally.term': '{count} × {each}',
  'tally.plus': ' + ',
  'tally.sum': '{terms} = {n}',
  'tally.times_each': '{figures} × ({terms}) = {n}',

  'why.only': 'Only {name} is there.',
  'why.most.city': {
    one: '[{name} has|You have] the most: {n} knight.',
    other: '[{name} has|You have] the most: {n} knights.',
  },
  'why.most.road': {
    one: '[{name} has|You have] the most: {n} highwayman.',
    other: '[{name} has|You have] the most: {n} highwaymen.',
  },
  'why.most.field': {
    one: '[{name} has|You have] the most: {n} farmer.',
    other: '[{name} has|You have] the most: {n} farmers.',
  },
  'why.most.path': {
    one: '[{name} has|You have] the most: {n} herald.',
    other: '[{name} has|You have] the most: {n} heralds.',
  },
  'why.most.tower': {
    one: '[{name} has|You have] the most: {n} knight.',
    other: '[{name} has|You have] the most: {n} knights.',
  },
  'why.most.house': {
    one: '[{name} has|You have] the most: {n} squire.',
    other: '[{name} has|You have] the most: {n} squires.',
  },
  'why.most.courtyard': {
    one: '[{name} has|You have] the most: {n} merchant.',
    other: '[{name} has|You have] the most: {n} merchants.',
  },
  'why.both.city': { one: 'Both have {n} knight, so both score.', other: 'Both have {n} knights, so both score.' },
  'why.both.road': {
    one: 'Both have {n} highwayman, so both score.',
    other: 'Both have {n} highwaymen, so both score.',
  },
  'why.both.field': { one: 'Both have {n} farmer, so both score.', other: 'Both have {n} farmers, so both score.' },
  'why.all.city': {
    one: 'All of them have {n} knight, so all score.',
    other: 'All of them have {n} knights, so all score.',
  },
  'why.all.road': {
    one: 'All of them have {n} highwayman, so all score.',
    other: 'All of them have {n} highwaymen, so all score.',
  },
  'why.all.field': {
    one: 'All of them have {n} farmer, so all score.',
    other: 'All of them have {n} farmers, so all score.',
  },
  'why.tie.path': {
    one: 'Both have {n} herald: a tie gives nobody anything.',
    other: 'Both have {n} heralds: a tie gives nobody anything.',
  },
  'why.tie.tower': {
    one: 'Both have {n} knight: a tie gives nobody anything.',
    other: 'Both have {n} knights: a tie gives nobody anything.',
  },
  'why.tie.house': {
    one: 'Both have {n} squire: a tie gives nobody anything.',
    other: 'Both have {n} squires: a tie gives nobody anything.',
  },
  'why.tie.courtyard': {
    one: 'Both have {n} merchant: a tie gives nobody anything.',
    other: 'Both have {n} merchants: a tie gives nobody anything.',
  },
  'why.no_majority': 'No majority is needed here.',

  'awarded.keep': '[{name} has|You have] the larger keep: {sum}.',
  'awarded.five_points': {
    one: '[{name} gets|You get] {n} point for a token.',
    other: '[{name} gets|You get] {n} points for a token.',
  },
  'awarded.other': { one: '[{name} gets|You get] {n} point.', other: '[{name} gets|You get] {n} points.' },
} as const;
