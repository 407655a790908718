// The Wheel of Fortune: English texts.

import type { Guide } from '../../lib/words/guide/guide';

/** Texts of tables. */
export const table = {
  'tile.icon': { one: 'moves the pig {n} sector', other: 'moves the pig {n} sectors' },
  'count.crown': { one: '{n} meeple on a crown space', other: '{n} meeples on crown spaces' },
  'count.fortune': { one: '{n} stroke of fortune', other: '{n} strokes of fortune' },
  'event.placed.meeple': '[{name} places|You place] a meeple on a crown space.',
  'event.pig_moved.fortune': 'The pig stops on Fortune.',
  'event.pig_moved.tax': 'The pig stops on Tax: knights collect taxes.',
  'event.pig_moved.famine': 'The pig stops on Famine: farmers count.',
  'event.pig_moved.storm': 'The pig stops on Storm: figures in supply count.',
  'event.pig_moved.inquisition': 'The pig stops on Inquisition: monks count.',
  'event.pig_moved.plague': 'The pig stops on Plague: all players take a figure home.',
  'scored.what.tax': 'Tax',
  'scored.what.famine': 'Famine',
  'awarded.fortune': {
    one: 'Fortune smiles on [{name}|you]: {n} point.',
    other: 'Fortune smiles on [{name}|you]: {n} points.',
  },
  'awarded.storm': 'Storm: [{name} has|you have] {sum}.',
  'awarded.inquisition': 'Inquisition: [{name} has|you have] {sum}.',
  'awarded.crown': {
    one: '[{name} gets|You get] {n} point for the crown space.',
    other: '[{name} gets|You get] {n} points for the crown space.',
  },
  'feature.crown': 'crown space',
  'sector.fortune.name': 'Fortune',
  'sector.tax.name': 'Tax',
  'sector.famine.name': 'Famine',
  'sector.storm.name': 'Storm',
  'sector.inquisition.name': 'Inquisition',
  'sector.plague.name': 'Plague',
  'pig.at': 'The pig is on {sector}.',
  'prompt.action.deploy.crown': 'take a crown space',
  'prompt.plague': 'Plague: which of your figures goes home?',
  'prompt.plague.more': 'It returns to your supply without points.',
  'prompt.wait.plague': '{name} has to take a figure home.',
  'offer.deploy.meeple.crown': 'Meeple on a crown space',
  'offer.deploy.sector': 'Crown space: {sector}',
  'offer.deploy.sector.about': 'Scores when the pig stops there.',
};

/** Texts of the other pages. */
export const pages = {
  'rules.wheel': 'Wheel of Fortune',
  'guide.wheel': 'Wheel of Fortune',
  'tutorial.title.wheel': 'Your first game with the Wheel of Fortune',
  'tutorial.about.wheel': 'The pig, its six sectors and bets on the wheel. For players who know the base game.',
  'preset.wheel.name': 'Wheel of Fortune',
  'preset.wheel.about':
    'The land grows around a great wheel with a pig on it. Where the pig stops, it brings taxes, storms or plague.',
  'expansion.wheel.name': 'Wheel of Fortune',
  'expansion.wheel.about': 'Starts with the wheel, with 72 tiles of its own.',
  'expansion.fields.always_with.wheel': 'The Wheel is always played with fields.',
};

/** Texts of hints. */
export const hints = {
  'reason.occupies.crown': 'Waits for the pig on a crown space',
  'reason.occupies.crown.space': 'Waits for the pig on a crown space of {space}',
};

/** The guide. */
export const guide: Guide = {
  title: 'Wheel of Fortune',
  lead: 'The base game with fields, around a wheel on which a pig makes its rounds. Where it stops, something happens to all players.',
  sections: [
    {
      heading: 'The wheel',
      blocks: [
        'The wheel is the start: a block of 4 by 4 cells, with 72 tiles of its own to lay around it. Roads, cities and fields on the block count like those of any tile, each of its cells counts as one tile, and its roads end at the wheel.',
        {
          kind: 'board',
          picture: 'wheel.start',
          caption:
            'The pig has stopped on Storm. Blue’s meeple waits on the crown space of Inquisition, the next sector.',
        },
      ],
    },
    {
      heading: 'The pig',
      blocks: [
        'Some tiles show a small wheel with a number, 1 to 3. A player who draws such a tile first moves the pig clockwise by that many sectors. The sector it stops on takes effect, then its crown spaces are scored, and then the tile is laid. Sectors it only passes do nothing.',
        {
          kind: 'table',
          rows: [
            ['Fortune', '3 points for the player who drew the tile'],
            ['Tax', 'for each of your knights, 1 for every shield and every knight of yours in its city'],
            ['Famine', 'for each of your farmers, 1 for every finished city beside its field'],
            ['Storm', '1 for each of your figures in supply'],
            ['Inquisition', '2 for each of your monks'],
            ['Plague', 'each player must take one figure home from the land, without points'],
          ],
        },
        'All but Fortune apply to all players, and no majority is needed. Figures that come back may be placed again in the same turn.',
        'Plague is not a choice: each player with a figure on the land gives one up, even a farmer. The player whose turn it is chooses first, then the others clockwise. Only players without a figure on the land skip it.',
        'If the tile then fits nowhere, it leaves the game and another one is drawn. A wheel on the new tile moves the pig once more.',
      ],
    },
    {
      heading: 'Crown spaces',
      blocks: [
        'Instead of placing a figure on your tile, you may place a meeple on a free crown space of the wheel. When the pig stops on that sector, the meeple scores and comes home:',
        {
          kind: 'table',
          rows: [
            ['Fortune, Famine, Inquisition: one space', '3'],
            ['Tax, Storm, Plague: two spaces, alone there', '6'],
            ['Tax, Storm, Plague: both spaces taken', '3 each'],
          ],
        },
        'Plague takes no meeple from a crown space. At the end of the game, meeples on the wheel score nothing.',
      ],
    },
  ],
};

declare module '../../lib/words/expansions' {
  interface ExpansionTexts {
    wheel: typeof table & typeof pages & typeof hints;
  }
}
