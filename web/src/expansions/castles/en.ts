// Castles and ladies: English texts.

import type { Guide } from '../../lib/words/guide/guide';

/** Texts of tables. */
export const table = {
  'count.lady': { one: '{n} lady', other: '{n} ladies' },
  'event.placed.lady': '[{name} places|You place] a lady on the castle.',
  'event.returned.lady': '[{name}’s|Your] lady goes home.',
  'event.moved.lady': '[{name}’s|Your] knight becomes a lady on the castle.',
  'event.piece_built.castle': '[{name} builds|You build] a castle.',
  'awarded.lady': '[{name} takes|You take] a lady back: {sum}.',
  'feature.castle': 'castle',
  'role.lady': 'lady',
  'supply.castle': { one: '{n} castle left', other: '{n} castles left' },
  'prompt.action.deploy.castle': 'put a lady on the castle',
  'prompt.action.build.castle': 'build a castle',
  'prompt.action.recall.lady': 'take the lady back',
  'offer.deploy.lady.castle': 'Lady on the castle',
  'offer.recall.lady': 'Take the lady back',
  'offer.build.castle': 'Build a castle',
  'offer.build.castle.about': 'No points for the city; its knight becomes a lady.',
};

/** Texts of the other pages. */
export const pages = {
  'rules.castles': 'castles',
  'guide.castles': 'Castles',
  'expansion.castles.name': 'Castles',
  'expansion.castles.about': 'A city of two parts may become a castle, whose lady scores for all knights and ladies.',
};

/** Texts of hints. */
export const hints = {
  'reason.earns.lady': { one: 'Takes a lady back for {n} point', other: 'Takes a lady back for {n} points' },
  'reason.occupies.castle': 'Puts a lady on the castle',
  'reason.builds.castle': 'Builds a castle',
  'reason.builds.castle.own': 'Builds a castle, and your knight becomes its lady',
  'reason.builds.castle.other': 'Builds a castle, but its lady belongs to {name}',
};

/** The guide. */
export const guide: Guide = {
  title: 'Castles',
  lead: 'A small city may become a castle. It scores nothing itself, but its lady counts all knights and ladies in the land.',
  sections: [
    {
      heading: 'Building a castle',
      blocks: [
        'When your tile finishes a city of exactly two parts, you may build a castle on it, as long as any of the 6 are left. The city then scores nothing.',
        'If an ordinary meeple of any colour stands in that city, it moves onto the castle and becomes a lady. If the castle is empty, you may place a meeple on it as a lady in the same turn. A castle left empty stays empty.',
        'A city that holds any figure other than an ordinary meeple cannot become a castle. A castle is a building, and you may build only one building per turn.',
      ],
    },
    {
      heading: 'Taking a lady back',
      blocks: [
        'In a later turn, if you place no figure and take no other one back, you may take one of your ladies back. Before anything else is scored, you get 1 point for each knight and each lady on the map, of any colour, including your own lady. Knights of a city that is finished in this turn still count.',
        {
          kind: 'board',
          picture: 'castles.lady',
          caption: 'Red’s lady is on the castle. With the two knights on the map, she would score 3 points.',
        },
        'A knight that becomes a lady in this turn cannot be taken back before your next. A lady does not count as a knight of the city, and a lady still on the map at the end scores nothing.',
      ],
    },
    {
      heading: 'Castles and fields',
      blocks: ['For fields, a castle counts as a finished city.'],
    },
  ],
};

declare module '../../lib/words/expansions' {
  interface ExpansionTexts {
    castles: typeof table & typeof pages & typeof hints;
  }
}
