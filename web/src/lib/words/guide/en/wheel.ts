import type { Guide } from '../guide';

export const wheel: Guide = {
  title: 'Wheel of Fortune',
  lead: 'The base game with fields, around a wheel on which a pig goes its rounds. Where it stops, something happens to everybody.',
  sections: [
    {
      heading: 'The wheel',
      blocks: [
        'The wheel is the start: a block of 4 by 4 cells, with 72 tiles of its own to lay around it. Roads, cities and fields drawn on the block take part like those of any tile, each of its cells counts as one tile, and its roads end at the wheel.',
        {
          kind: 'board',
          picture: 'wheel.start',
          caption: 'The pig has come to Storm. Blue’s meeple waits on the crown space of Inquisition, the next sector.',
        },
      ],
    },
    {
      heading: 'The pig',
      blocks: [
        'Some tiles show a small wheel with a number, 1 to 3. Whoever draws such a tile first moves the pig clockwise by that many sectors. The sector it stops on takes effect, then its crown spaces are scored, and then the tile is laid. Sectors it only passes do nothing.',
        {
          kind: 'table',
          rows: [
            ['Fortune', '3 points for whoever drew the tile'],
            ['Tax', 'for each own knight, 1 for every shield and every own knight in its city'],
            ['Famine', 'for each own farmer, 1 for every finished city beside its field'],
            ['Storm', '1 for each own figure in supply'],
            ['Inquisition', '2 for each own monk'],
            ['Plague', 'everybody must take one own figure home from the land, without points'],
          ],
        },
        'All but Fortune concern everybody, and no majority is needed. Figures that come back may be placed again in the same turn.',
        'Plague is not a choice: everybody with a figure on the land gives one up, a farmer if need be. The player whose turn it is chooses first, then the others clockwise. Only those without a figure on the land skip it.',
        'If the tile then fits nowhere, it leaves the game and another one is drawn. A wheel on the new tile moves the pig once more.',
      ],
    },
    {
      heading: 'Crown spaces',
      blocks: [
        'Instead of placing a figure on your tile you may place a meeple on a free crown space of the wheel. When the pig stops on that sector it scores and comes home:',
        {
          kind: 'table',
          rows: [
            ['Fortune, Famine, Inquisition: one space', '3'],
            ['Tax, Storm, Plague: two spaces, alone there', '6'],
            ['Tax, Storm, Plague: both spaces taken', '3 each'],
          ],
        },
        'Plague takes no meeple from a crown space. At the end of the game meeples on the wheel give nothing.',
      ],
    },
  ],
};
