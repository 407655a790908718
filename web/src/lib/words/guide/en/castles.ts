import type { Guide } from '../guide';

export const castles: Guide = {
  title: 'Castles',
  lead: 'A small city may become a castle. It gives no points itself, but its lady counts all knights and ladies of the land.',
  sections: [
    {
      heading: 'Building a castle',
      blocks: [
        'When your tile finishes a city of exactly two parts, you may build a castle on it, while there are any of the 6 left. The city then gives no points.',
        'If an ordinary meeple stands in that city, of whatever colour, it moves onto the castle and is a lady from now on. If the castle is empty, you may place a meeple on it as a lady in this very turn. A castle left empty stays empty.',
        'There is no castle where another figure than an ordinary meeple stands in the city. At most one building a turn: a bridge, a castle or a barn.',
      ],
    },
    {
      heading: 'Taking a lady back',
      blocks: [
        'In a later turn, if you place no figure and take no abbot back, you may take one of your ladies back. Before anything else is scored you get 1 point for each knight and each lady on the map, of all colours, your own lady included. Knights of a city that is finished in this turn still count.',
        {
          kind: 'board',
          picture: 'castles.lady',
          caption: 'Red’s lady is on the castle. With the two knights on the map she would bring 3 points.',
        },
        'A knight that becomes a lady in this turn cannot be taken back before the next. Ladies are no knights of the city, and at the end a lady on the map gives nothing.',
      ],
    },
    {
      heading: 'Castles and fields',
      blocks: ['For fields a castle is a finished city.'],
    },
  ],
};
