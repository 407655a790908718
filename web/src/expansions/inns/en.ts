// Inns and cathedrals: English texts.

import type { Guide } from '../../lib/words/guide/guide';

/** Texts of tables. */
export const table = {
  'mark.inn': 'inn',
  'mark.cathedral': 'cathedral',
  'event.placed.as.large': '[{name} places|You place] the large meeple as a {role}.',
  'event.returned.as.large': '[{name}’s|Your] large meeple goes home.',
  'figures.large': {
    one: '{count} (large, counts as {strength})',
    other: '{count} (one large, count as {strength})',
  },
  'figures.equal': 'figures that count as {n}',
  'role.as.large': '{role} (large meeple)',
  'hand.large': 'Large meeple in supply',
  'offer.as.large': '{what} (large meeple)',
  'offer.figure': 'Figure to place',
  'offer.figure.meeple': 'Meeple',
  'offer.figure.large': 'Large meeple: counts as two',
  'offer.figure.taken': 'Figure to place: {figure}.',
};

/** Texts of the other pages. */
export const pages = {
  'rules.inns': 'inns',
  'guide.inns': 'Inns and cathedrals',
  'expansion.inns.name': 'Inns and cathedrals',
  'expansion.inns.about':
    'Inns and cathedrals raise the value of finished roads and cities, and make unfinished ones worthless. Each player has a large meeple, and a sixth can play.',
};

/** Texts of hints. */
export const hints = {
  'reason.frees.large': 'Brings your large meeple home',
};

/** The guide. */
export const guide: Guide = {
  title: 'Inns and cathedrals',
  lead: '18 more tiles, a large meeple for each player, and room for a sixth. Roads with an inn and cities with a cathedral are worth more, but only if they are finished.',
  sections: [
    {
      heading: 'Inns',
      blocks: [
        'An inn belongs to the road beside it. A finished road with at least one inn scores 2 points for each tile instead of 1. A second inn changes nothing. At the end, an unfinished road with an inn scores nothing.',
        {
          kind: 'board',
          picture: 'inns.road',
          caption:
            'Red’s road has an inn. Finished with one more tile, it scores 4 × 2 = 8 points; unfinished at the end, none.',
        },
        'At the crossing with an inn, only the road to the inn’s side has it.',
      ],
    },
    {
      heading: 'Cathedrals',
      blocks: [
        'A finished city with a cathedral scores 3 points for each tile and for each shield instead of 2. A second cathedral changes nothing. At the end, an unfinished city with a cathedral scores nothing. For fields, it is a city like any other.',
        {
          kind: 'board',
          picture: 'inns.cathedral',
          caption:
            'The city is open in the east. If the next tile closes it there, it scores 5 × 3 = 15 points; unfinished at the end, none.',
        },
      ],
    },
    {
      heading: 'The large meeple',
      blocks: [
        'You place it like a meeple, instead of one, and it comes home like one. When players compare their figures on a road, in a city or on a field, it counts as two.',
        {
          kind: 'board',
          picture: 'inns.large',
          caption:
            'Red has a large meeple in this city, blue an ordinary one. Two against one: red alone would score. With two blue meeples, both players would.',
        },
        'For everything else it is one figure: one knight, one farmer.',
      ],
    },
  ],
};

declare module '../../lib/words/expansions' {
  interface ExpansionTexts {
    inns: typeof table & typeof pages & typeof hints;
  }
}
