// Barns: English texts.

import type { Guide } from '../../lib/words/guide/guide';

/** Texts of tables. */
export const table = {
  'event.moved.farmer': '[{name}’s|Your] farmer moves into the barn.',
  'event.piece_built.barn': '[{name} builds|You build] a barn.',
  'awarded.barn': '[{name}’s|Your] barn counts all farmers: {sum}.',
  'feature.barn': 'barn',
  'supply.barn': { one: '{n} barn left', other: '{n} barns left' },
  'prompt.action.build.barn': 'build a barn',
  'prompt.action.build.barn.movers': 'For a barn, choose the farmer who moves in.',
  'offer.build.barn': 'Build a barn',
  'offer.build.barn.about': 'One of your farmers here moves in; you score 1 for each farmer on the map.',
};

/** Texts of the other pages. */
export const pages = {
  'rules.barns': 'barns',
  'guide.barns': 'Barns',
  'expansion.barns.name': 'Barns',
  'expansion.barns.about': 'Where four field corners meet, a farmer may move into a barn and score for all farmers.',
};

/** Texts of hints. */
export const hints = {
  'reason.earns.barn': { one: 'Builds a barn for {n} point', other: 'Builds a barn for {n} points' },
};

/** The guide. */
export const guide: Guide = {
  title: 'Barns',
  lead: 'A farmer need not wait until the end: in a barn it scores at once, and remains a farmer.',
  sections: [
    {
      heading: 'Building a barn',
      blocks: [
        'You may build a barn on a point where four tiles meet, one of them the tile you have just laid, as long as any of the 6 are left. All of these conditions must be met:',
        {
          kind: 'list',
          items: [
            'All four corners are field only: no city, wall, road or river.',
            'They belong to the same field.',
            'One of your own farmers lies on that field and is not yet in a barn. A farmer placed afterwards is too late.',
          ],
        },
        'You must move such a farmer into the barn at once; if there are several, you choose. A barn is a building, and you may build only one building per turn.',
      ],
    },
    {
      heading: 'Points',
      blocks: [
        'Before anything else is scored, you get 1 point for each farmer on the map, of any colour, including those in barns and one just placed.',
        {
          kind: 'board',
          picture: 'barns.barn',
          caption:
            'Four corners of one field meet, and Red’s farmer has moved in. There are two farmers on the map: 2 points for Red.',
        },
        'A farmer in a barn still counts for its field, in majorities and at the end. It never moves to another barn. A field may have any number of barns, and no figure is placed directly into one.',
      ],
    },
  ],
};

declare module '../../lib/words/expansions' {
  interface ExpansionTexts {
    barns: typeof table & typeof pages & typeof hints;
  }
}
