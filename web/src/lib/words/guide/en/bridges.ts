import type { Guide } from '../guide';

export const bridges: Guide = {
  title: 'Bridges',
  lead: 'Bridges carry roads across fields and are worth 3 points each. With bridges, castles or barns 15 new tiles join the stack, and a 13th river tile if you play with the river.',
  sections: [
    {
      heading: 'Building a bridge',
      blocks: [
        'Some tiles have two opposite sides that are nothing but field. While there are bridges left, you may lay such a tile so that at least one of these two sides lies against an open end of a road. Then you must put a bridge across it, from one of the two sides to the other. All other sides match as usual.',
        'The bridge is a straight piece of the road. The road goes on at its far end, so a later tile there must show a road.',
        {
          kind: 'list',
          items: [
            'There are 12 bridges, for everybody together.',
            'One bridge on a tile; as many as you like in a road.',
            'Two bridges never touch end to end.',
            'Beyond the far side there must be nothing yet, or the end of a road.',
            'A bridge is built only in this way. If the tile fits in no other way, you must do it.',
            'At most one building a turn: a bridge, a castle or a barn.',
          ],
        },
      ],
    },
    {
      heading: 'On the bridge and under it',
      blocks: [
        'You may place a highwayman on the bridge, if the road is free, or anybody on what lies under it. Bridges do not divide fields. Another road under the bridge is a road of its own.',
      ],
    },
    {
      heading: 'Points',
      blocks: [
        'A finished road gives 1 point for each tile with printed road and 3 for each bridge. Unfinished, at the end, a bridge gives 1. If the road runs under its own bridge, both count.',
        {
          kind: 'board',
          picture: 'bridges.road',
          caption: 'Three tiles with road and one bridge: 3 + 3 = 6 points for red, who stands on the bridge.',
        },
      ],
    },
  ],
};
