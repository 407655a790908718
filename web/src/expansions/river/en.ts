// The river: English texts.

import type { Guide } from '../../lib/words/guide/guide';

/** Texts of tables. */
export const table = {
  'about.title.river': 'River',
  'feature.river': 'river',
};

/** Texts of the other pages. */
export const pages = {
  'rules.river': 'river',
  'rules.river_2021': 'river (2021)',
  'guide.river': 'The river',
  'preset.river.name': 'River',
  'preset.river.about': 'The base game with fields begins with a river, from the spring to the lake.',
  'expansion.river.name': 'River',
  'expansion.river.about': 'The game begins with 12 river tiles, from the spring to the lake.',
  'expansion.river.variants': 'Ends of the river',
  'expansion.river.variant.2014': 'Plain spring and lake (2014)',
  'expansion.river.variant.2021': 'Spring with a road, lake with a monastery (2021)',
  'expansion.river.not_with': 'Not available in this game: it has a start of its own.',
};

/** Texts of hints. */
export const hints = {};

/** The guide. */
export const guide: Guide = {
  title: 'The river',
  lead: 'The game begins with a river instead of the start tile. It gives the map room and shape.',
  sections: [
    {
      heading: 'Spring, stream, lake',
      blocks: [
        'There are 12 river tiles. The spring is laid first. The others are shuffled, with the lake at the bottom, and all are played before any other tile. If you also play with buildings, there is a 13th, shuffled in with the rest.',
        'Each river tile continues the river at its open end, and its other sides match as usual. The river never turns to the same side twice in a row, even with straight tiles in between.',
        {
          kind: 'board',
          picture: 'river.bends',
          caption: 'The river has turned west and then back south. The next bend must lead west again.',
        },
      ],
    },
    {
      heading: 'Figures on the river',
      blocks: [
        'You may place figures on anything that river tiles show except the water. The river divides fields.',
        'There are two printings of the ends: a plain spring and a plain lake, with the field continuing around them, or a road at the spring and a monastery at the lake.',
      ],
    },
  ],
};

declare module '../../lib/words/expansions' {
  interface ExpansionTexts {
    river: typeof table & typeof pages & typeof hints;
  }
}
