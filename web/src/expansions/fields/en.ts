// Farmers on fields: English texts.

import type { Guide } from '../../lib/words/guide/guide';

/** Texts of tables. */
export const table = {
  'rules.fields': 'fields',
};

/** Texts of the other pages. */
export const pages = {
  'guide.fields': 'Fields',
  'option.fields.name': 'Fields',
  'option.fields.about': 'Farmers lie on fields until the end and score 3 for each finished city there.',
};

/** Texts of hints. */
export const hints = {};

/** The guide. */
export const guide: Guide = {
  title: 'Fields',
  lead: 'The green land between roads and cities belongs to somebody too. It pays only at the end, but often it decides the game.',
  sections: [
    {
      heading: 'What a field is',
      blocks: [
        'Green areas that touch across the sides of tiles are one field. Roads, cities, rivers and the edge of the map are its borders. Small fields may grow together in the course of the game.',
      ],
    },
    {
      heading: 'Farmers',
      blocks: [
        'Instead of anything else you may lay your meeple on a green area of the tile just laid, if nobody lies on that field yet. It is a farmer, and it stays until the end of the game.',
      ],
    },
    {
      heading: 'What fields give',
      blocks: [
        'At the end every field gives 3 points for each finished city that it touches. They go to whoever has the most farmers there; if several have equally many, each gets all of them.',
        {
          kind: 'board',
          picture: 'fields.one',
          caption:
            'The road divides two fields. Red’s farmer, north of it, has two finished cities: 6 points. Blue’s farmer, south of it, has none: 0 points.',
        },
        {
          kind: 'list',
          items: [
            'How large the field is does not matter, nor how large the cities are, nor who built them.',
            'A field counts a city once, however often they touch.',
            'A city that touches several fields pays each of them.',
            'Unfinished cities pay nothing.',
          ],
        },
      ],
    },
  ],
};

declare module '../../lib/words/expansions' {
  interface ExpansionTexts {
    fields: typeof table & typeof pages & typeof hints;
  }
}
