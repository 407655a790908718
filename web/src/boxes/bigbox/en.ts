// The big box as a game: English texts.

/** Texts of pages. */
export const pages = {
  'tutorial.title.inns': 'Your first game with inns and traders',
  'tutorial.about.inns':
    'Inns, cathedrals and the large meeple; goods, the builder and the pig. For players who know the base game.',
  'preset.bigbox.name': 'Big box',
  'preset.bigbox.about':
    'Everything at once: fields, river and abbots, inns and cathedrals, goods, builders and pigs. For two to six players.',
};

declare module '../../lib/words/expansions' {
  interface ExpansionTexts {
    bigbox: typeof pages;
  }
}
