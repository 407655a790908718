// Farmers on fields: English texts.

import type { Guide } from '../../lib/words/guide/guide';

/** Texts of tables. */
export const table = {
  'count.farmer': { one: '{n} farmer', other: '{n} farmers' },
  'event.placed.farmer': '[{name} places|You place] a farmer.',
  'event.returned.farmer': '[{name}’s|Your] farmer goes home.',
  'scored.what.game-end.field': 'Field',
  'role.farmer': 'farmer',
  'offer.deploy.farmer.field': 'Farmer on the field',
  'offer.recall.farmer': 'Take this farmer home',
  'aids.fields': 'Fields',
  'aids.fields.about': 'Show who owns each field',
  'aids.fields.none': 'There are no fields with farmers yet.',
  'aids.fields.owner': '[{names}’s|Your] field',
  'aids.fields.unclaimed': 'Unclaimed field',
  'aids.fields.shared': 'Shared field: {names}',
  'aids.fields.cities': { one: '{n} finished city', other: '{n} finished cities' },
};

/** Texts of the other pages. */
export const pages = {
  'rules.fields': 'fields',
  'guide.fields': 'Fields',
  'preset.fortress.name': 'Fortress',
  'preset.fortress.about':
    'The base game with fields: roads, cities, monasteries and farmers. River and abbots can be added.',
  'preset.medieval.name': 'Middle Ages',
  'preset.medieval.about':
    'The classic older printing: 72 tiles, with fields. Nothing added, so good for a first game.',
  'expansion.fields.name': 'Fields',
  'expansion.fields.about': 'Farmers lie on fields until the end and score 3 points for each finished city there.',
  'bot.farmer.about': 'Lies down in the fields early and often.',
};

/** Texts of hints. */
export const hints = {};

/** The guide. */
export const guide: Guide = {
  title: 'Fields',
  lead: 'The green land between roads and cities can be claimed too. It pays only at the end, but it often decides the game.',
  sections: [
    {
      heading: 'What a field is',
      blocks: [
        'Green areas that touch across the sides of tiles are one field. Roads, cities, rivers and the edge of the map are its borders. Small fields may grow together during the game.',
      ],
    },
    {
      heading: 'Farmers',
      blocks: [
        'Instead of placing your meeple elsewhere, you may lay it on a green area of the tile just laid, if there is no farmer on that field yet. It becomes a farmer, and stays until the end of the game.',
      ],
    },
    {
      heading: 'What fields score',
      blocks: [
        'At the end, every field scores 3 points for each finished city it touches. They go to the player with the most farmers there; tied players each get all of them.',
        {
          kind: 'board',
          picture: 'fields.one',
          caption:
            'The road divides two fields. Red’s farmer, north of it, has two finished cities: 6 points. Blue’s farmer, south of it, has none: 0 points.',
        },
        {
          kind: 'list',
          items: [
            'It does not matter how large the field is, how large the cities are, or who built them.',
            'A field counts each city once, however often they touch.',
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
