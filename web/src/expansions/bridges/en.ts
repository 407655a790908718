// Bridges: English texts.

import type { Guide } from '../../lib/words/guide/guide';

/** Texts of tables. */
export const table = {
  'count.bridge': { one: '{n} bridge', other: '{n} bridges' },
  'event.tile_placed.bridge': '[{name} lays|You lay] a tile {where} and [builds|build] a bridge.',
  'feature.bridge': 'bridge',
  'supply.bridge': { one: '{n} bridge left', other: '{n} bridges left' },
  'offer.place.bridge': 'Lay the tile here, with a bridge',
  'offer.place.bridge.cost': { one: 'Uses a bridge; {n} is left.', other: 'Uses a bridge; {n} are left.' },
  'offer.place.bridge.last': 'Uses the last bridge.',
  'offer.deploy.highwayman.bridge': 'Highwayman on the bridge',
};

/** Texts of the other pages. */
export const pages = {
  'rules.bridges': 'bridges',
  'guide.bridges': 'Bridges',
  'expansion.bridges.name': 'Bridges',
  'expansion.bridges.about': 'A road may cross a field tile on a bridge, worth 3 points when the road is finished.',
};

/** Texts of hints. */
export const hints = {};

/** The guide. */
export const guide: Guide = {
  title: 'Bridges',
  lead: 'Bridges carry roads across fields and are worth 3 points each. If you play with buildings, 15 new tiles join the stack, plus a 13th river tile if you play with the river.',
  sections: [
    {
      heading: 'Building a bridge',
      blocks: [
        'Some tiles have two opposite sides that are only field. As long as there are bridges left, you may lay such a tile so that at least one of these two sides meets an open end of a road. Then you must put a bridge across it, from one of these sides to the other. All other sides match as usual.',
        'The bridge is a straight piece of the road. The road continues at its far end, so a later tile there must show a road.',
        {
          kind: 'list',
          items: [
            'There are 12 bridges, shared by all players.',
            'One bridge per tile; as many as you like per road.',
            'Two bridges never touch end to end.',
            'Beyond the far side, there must be an empty cell or the end of a road.',
            'A bridge is built only in this way. If the tile fits in no other way, you must build one.',
            'A bridge is a building, and you may build only one building per turn.',
          ],
        },
      ],
    },
    {
      heading: 'On the bridge and under it',
      blocks: [
        'You may place a highwayman on the bridge, if the road is free, or any figure on what lies under it. Bridges do not divide fields. Another road under the bridge is a separate road.',
      ],
    },
    {
      heading: 'Points',
      blocks: [
        'A finished road scores 1 point for each tile with a printed road and 3 for each bridge. Unfinished, at the end, a bridge scores 1. If the road runs under its own bridge, both count.',
        {
          kind: 'board',
          picture: 'bridges.road',
          caption: 'Three tiles with a road and one bridge: 3 + 3 = 6 points for Red, who stands on the bridge.',
        },
      ],
    },
  ],
};

declare module '../../lib/words/expansions' {
  interface ExpansionTexts {
    bridges: typeof table & typeof pages & typeof hints;
  }
}
