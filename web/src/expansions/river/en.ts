// The river: English texts.

import type { Guide } from '../../lib/words/guide/guide';

/** Texts of tables. */
export const table = {
  'about.title.river': 'River',
  'feature.river': 'river',
  'rules.river': 'river',
  'rules.river_2021': 'river of 2021',
};

/** Texts of the other pages. */
export const pages = {
  'guide.river': 'The river',
  'preset.river.name': 'River',
  'preset.river.about': 'The base game with fields begins with a river, from the spring to the lake.',
  'option.river.name': 'River',
  'option.river.about': 'The game begins with 12 river tiles, from the spring to the lake.',
  'option.river.variants': 'Ends of the river',
  'option.river.variant.2014': 'Plain spring and lake (2014)',
  'option.river.variant.2021': 'Spring with a road, lake with a monastery (2021)',
  'option.river.not_with.wheel': 'Not together with the wheel: both are ways to begin.',
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
        'There are 12 river tiles. The spring lies first. The others are shuffled, with the lake below them, and all are played before any other tile. With bridges, castles or barns there is a 13th, shuffled in with the rest.',
        'Each river tile goes on with the river at its open end, and its other sides match as usual. The river never turns twice running to the same side, even with straight tiles between.',
        {
          kind: 'board',
          picture: 'river.bends',
          caption:
            'The river has turned to the west and then back to the south. The next bend must lead to the west again.',
        },
      ],
    },
    {
      heading: 'Figures on the river',
      blocks: [
        'You may place figures on everything that river tiles show, only not on the water. The river divides fields.',
        'Two printings of the ends exist: with a plain spring and a plain lake, round which the field goes on, or with a road at the spring and a monastery at the lake.',
      ],
    },
  ],
};

declare module '../../lib/words/expansions' {
  interface ExpansionTexts {
    river: typeof table & typeof pages & typeof hints;
  }
}
