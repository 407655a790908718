/** Frame texts of the rules guide and the tutorial; their contents are
 * elsewhere. */
export const learn = {
  'guide.title': 'Rules',
  'guide.contents': 'Contents',
  'guide.games': 'Games',
  'guide.options': 'Options',
  'guide.figure': 'Picture: {caption}',
  'guide.play': 'Play this',
  'guide.learn': 'Learn it by playing',
  'guide.exact': 'The exact rules, numbered',
  'guide.base': 'The base game',
  'guide.stronghold': 'The Castle',

  'tutorial.title.base': 'Your first game',
  'tutorial.title.stronghold': 'Your first game of The Castle',
  'tutorial.about.base':
    'Two to five players build a map that grows in all directions. Finish roads, cities and monasteries, and look after your fields.',
  'tutorial.about.stronghold':
    'Two players fill a walled town. A tie gives nobody anything, and the score track itself hands out tokens.',
  'tutorial.step': 'Step {n} of {total}',
  'tutorial.next': 'Go on',
  'tutorial.skip': 'Leave the lesson',
  'tutorial.show_me': 'Show me',
  'tutorial.wrong': 'Allowed, but not what we want to show here. Try the marked place.',
  'tutorial.turn': 'Right place. Now turn the tile: choose it again, or press R.',
  'tutorial.other': 'Allowed, but here we want to show something else. Choose another spot.',
  'tutorial.opponent': 'Neighbour',
  'tutorial.done.play': 'Play against a bot',
  'tutorial.done.rules': 'Read the rules',
  'tutorial.again': 'Again from the start',
} as const;
