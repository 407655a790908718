import type { Guide } from '../guide';

export const guide: Guide = {
  title: 'The base game',
  lead: 'Two to five players build a map out of tiles and claim what is on it: roads, cities, monasteries and, if you like, fields. The player with the most points at the end wins.',
  sections: [
    {
      heading: 'A turn',
      blocks: [
        {
          kind: 'list',
          items: [
            'Draw a tile and lay it on the map.',
            'If you like, place one meeple on it.',
            'Score whatever the tile has finished.',
          ],
        },
        {
          kind: 'board',
          picture: 'base.turn',
          caption: 'Red has laid a straight road beside the start tile and placed a meeple on it.',
        },
      ],
    },
    {
      heading: 'Laying a tile',
      blocks: [
        'The new tile must touch a laid one along a whole side; a corner is not enough. Every side must match what lies next to it: road to road, city to city, field to field. You may rotate the tile as you like.',
        'If a tile fits nowhere, it leaves the game and you draw another one. Houses, people and animals on the tiles are only decoration.',
      ],
    },
    {
      heading: 'Placing a meeple',
      blocks: [
        'Each player has 7 meeples. One may go onto the tile just laid: on a road it is a highwayman, in a city a knight, in a monastery a monk, on a field a farmer.',
        'It may not go onto a road, city or field that already holds a meeple, even your own, however far away. Meeples meet only when a tile joins features that were separate.',
        'A meeple stays until its feature is scored. If you have none left, you still lay tiles.',
        {
          kind: 'board',
          picture: 'base.taken',
          caption: 'Blue’s knight holds the city. On the new tile Red may take the road or a field, but not the city.',
        },
      ],
    },
    {
      heading: 'Roads',
      blocks: [
        'A road ends at a crossing, a village, a city or a monastery. When both its ends are closed, or when it forms a ring, it is finished and scores 1 point for each tile it crosses.',
        {
          kind: 'board',
          picture: 'base.road',
          caption: 'From the crossing to the monastery: 4 tiles, 4 points for Red.',
        },
      ],
    },
    {
      heading: 'Cities',
      blocks: [
        'A city is finished when walls surround it and there is no gap inside. It scores 2 points per tile and 2 more for each shield. A tile that shows two parts of one city counts once.',
        { kind: 'board', picture: 'base.city', caption: 'Three tiles and a shield: 3 × 2 + 2 = 8 points.' },
      ],
    },
    {
      heading: 'Monasteries',
      blocks: [
        'A monastery is finished when all eight cells around it hold tiles. It scores 9 points.',
        {
          kind: 'board',
          picture: 'base.monastery',
          caption:
            'The monk scores 9. The road around the monastery is finished too, because it is a ring, but there is no meeple on it.',
        },
      ],
    },
    {
      heading: 'Who scores',
      blocks: [
        'All points of a feature go to the player with the most meeples on it. Tied players each get all the points. Then all meeples on it go home, including those that scored nothing.',
        {
          kind: 'board',
          picture: 'base.majority',
          caption:
            'The tile in the middle joins four city parts. Red has two knights there, Blue has one: 12 points for Red, nothing for Blue.',
        },
        'Everything that a tile finishes is scored in that turn, for all its owners, no matter who laid the tile. You may also place a meeple on a feature that your tile has just finished: it scores and comes home in the same turn, and can be used again from your next turn.',
      ],
    },
    {
      heading: 'The end',
      blocks: [
        'The game ends with the turn in which the last tile is laid. Unfinished features still score for the player with the most meeples there:',
        {
          kind: 'table',
          rows: [
            ['Road', '1 per tile'],
            ['City', '1 per tile, 1 per shield'],
            ['Monastery', '1, plus 1 for each tile around it'],
            ['Field (if played)', '3 for each finished city beside it'],
          ],
        },
        'The most points win. Tied players share the win.',
      ],
    },
  ],
};
