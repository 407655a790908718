// The buildings as a game: English texts.

/** Texts of pages. */
export const pages = {
  'tutorial.title.bridges': 'Your first game with castles and bridges',
  'tutorial.about.bridges':
    'Bridges over fields, ladies in castles, farmers in barns. For players who know the base game.',
  'preset.bridges.name': 'Castles and bridges',
  'preset.bridges.about':
    'The base game with bridges that carry roads over the fields. Ladies hold castles, and farmers move into barns.',
};

declare module '../../lib/words/expansions' {
  interface ExpansionTexts {
    buildings: typeof pages;
  }
}
