/** Duplicate matches. */
export const duplicate = {
  'duplicate.title': 'Duplicate match',
  'duplicate.about':
    'Two tables with the same deck and swapped seats. The difference of both games decides, so that both sides get the same tiles.',
  'duplicate.no_engine': 'Duplicate matches run on this device, and this page cannot load the engine for it.',
  'duplicate.unknown': 'There is no such match on this device.',
  'duplicate.game': 'Game',
  'duplicate.against': 'Opponent',
  'duplicate.against.person': 'A person at this screen',
  'duplicate.name.one': 'First player',
  'duplicate.name.two': 'Second player',
  'duplicate.start': 'Start the match',
  'duplicate.rule':
    'You take turns at both tables: after your turn the other table comes up. Neither side sees a tile earlier than the other.',
  'duplicate.table': 'Table {n}',
  'duplicate.yours': 'Your matches',
  'duplicate.next': 'To the other table',
  'duplicate.result': 'Result of the match',
  'duplicate.won': {
    one: 'You won the match by {n} point',
    other: 'You won the match by {n} points',
  },
  'duplicate.lost': {
    one: 'You lost the match by {n} point',
    other: 'You lost the match by {n} points',
  },
  'duplicate.won.by': {
    one: '{name} won the match by {n} point',
    other: '{name} won the match by {n} points',
  },
  'duplicate.given_up': 'The match was given up',
  'duplicate.drawn': 'The match is a draw',
  'duplicate.difference': 'Difference',
  'duplicate.again': 'Another match',
  'duplicate.replay': 'Final board of table {n}',
  'duplicate.begins': '{one} began at table 1, {two} at table 2.',
} as const;
