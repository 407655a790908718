/** Frame texts of the rules guide and the tutorial; their contents are
 * elsewhere. */
export const learn = {
  'guide.title': 'Rules',
  'guide.contents': 'Contents',
  'guide.games': 'Games',
  'guide.expansions': 'Expansions',
  'guide.figure': 'Picture: {caption}',
  'guide.play': 'Play this',
  'guide.learn': 'Learn by playing',
  'guide.exact': 'The exact rules, numbered',
  'guide.base': 'The base game',
  'guide.stronghold': 'The Castle',

  'tutorial.title.base': 'Your first game',
  'tutorial.title.stronghold': 'Your first game of The Castle',
  'tutorial.about.base':
    'Two to five players build a map that grows in all directions. Finish roads, cities and monasteries, and claim fields.',
  'tutorial.about.stronghold':
    'Two players fill a walled town. A tie scores nothing, and the score track itself hands out tokens.',
  'tutorial.step': 'Step {n} of {total}',
  'tutorial.next': 'Continue',
  'tutorial.skip': 'Leave the lesson',
  'tutorial.show_me': 'Show me',
  'tutorial.wrong': 'That is allowed, but not what this lesson shows. Try the marked cell.',
  'tutorial.turn': 'Right cell. Now rotate the tile: choose it again, or press R.',
  'tutorial.other': 'That is allowed, but this lesson shows something else. Choose another spot.',
  'tutorial.opponent': 'Neighbour',
  'tutorial.done.play': 'Play against a bot',
  'tutorial.done.rules': 'Read the rules',
  'tutorial.again': 'Start over',
} as const;
