// Traders and builders: English texts.

import type { Guide } from '../../lib/words/guide/guide';

/** Texts of tables. */
export const table = {
  'mark.wine': 'wine',
  'mark.grain': 'grain',
  'mark.cloth': 'cloth',
  'count.builder': { one: '{n} builder', other: '{n} builders' },
  'count.hog': { one: '{n} pig', other: '{n} pigs' },
  'count.goods': { one: '{n} majority of goods', other: '{n} majorities of goods' },
  'event.placed.builder': '[{name} places|You place] the builder.',
  'event.placed.hog': '[{name} places|You place] the pig.',
  'event.returned.builder': '[{name}’s|Your] builder goes home.',
  'event.returned.hog': '[{name}’s|Your] pig goes home.',
  'event.goods_taken': '[{name} takes|You take] goods: {goods}.',
  'event.second_turn': 'The builder gives [{name}|you] a second turn.',
  'awarded.wine': 'The most wine: {n} points for [{name}|you].',
  'awarded.grain': 'The most grain: {n} points for [{name}|you].',
  'awarded.cloth': 'The most cloth: {n} points for [{name}|you].',
  'goods.wine': 'Wine',
  'goods.grain': 'Grain',
  'goods.cloth': 'Cloth',
  'goods.count.wine': '{n} wine',
  'goods.count.grain': '{n} grain',
  'goods.count.cloth': '{n} cloth',
  'goods.title': 'Goods',
  'goods.leads': 'the most',
  'goods.tied': 'tied for the most',
  'goods.none': '{good}: not taken yet.',
  'goods.one': '{good}: 10 points for {names}.',
  'goods.shared': '{good}: 10 points each for {names}.',
  'turn.second': 'Second turn, thanks to the builder',
  'turn.second.badge': 'second turn',
  'role.builder': 'builder',
  'role.hog': 'pig',
  'hand.builder': 'Builder in supply',
  'hand.hog': 'Pig in supply',
  'offer.deploy.builder.road': 'Builder on the road',
  'offer.deploy.builder.city': 'Builder in the city',
  'offer.deploy.builder.bridge': 'Builder on the bridge',
  'offer.deploy.builder.about': 'When you extend it later, you take a second turn.',
  'offer.deploy.hog.field': 'Pig on the field',
  'offer.deploy.hog.about': '4 points instead of 3 for each finished city, if you score the field.',
};

/** Texts of the other pages. */
export const pages = {
  'rules.traders': 'traders',
  'guide.traders': 'Traders and builders',
  'expansion.traders.name': 'Traders and builders',
  'expansion.traders.about':
    'Goods for those who finish cities, a builder that brings second turns and, with fields, a pig that makes yours richer.',
};

/** Texts of hints. */
export const hints = {
  'reason.frees.builder': 'Brings your builder home',
  'reason.frees.hog': 'Brings your pig home',
  'reason.supports.builder': 'Adds the builder to {what}',
  'reason.supports.hog': 'Adds the pig to {what}',
  'reason.takes': 'Takes goods: {amount}',
  'reason.earns_turn': 'Earns a second turn',
};

/** The guide. */
export const guide: Guide = {
  title: 'Traders and builders',
  lead: '24 more tiles, many of them with goods, and two more figures for each player: a builder and a pig.',
  sections: [
    {
      heading: 'Goods',
      blocks: [
        'Many city tiles show wine, grain or cloth. The player who lays the tile that finishes a city takes a token for each good shown in it, even if another player owns the city, or it is empty.',
        {
          kind: 'board',
          picture: 'traders.goods',
          caption:
            'The city shows wine and grain, and red’s knight is in it. If blue closes it in the east, red gets the points and blue both goods.',
        },
        'At the end, for each kind of goods, the player with the most tokens gets 10 points. If players are tied, each of them gets 10.',
      ],
    },
    {
      heading: 'The builder',
      blocks: [
        'Instead of a meeple, you may place your builder on a road or in a city of the tile just laid, if one of your meeples is already there. It counts for no majority.',
        'Whenever you then lay a tile that extends this road or city, you take another whole turn at once: draw, lay, place a figure, score. This is also true if the tile finishes it. The second turn never brings a third.',
        {
          kind: 'board',
          picture: 'traders.builder',
          caption:
            'Red’s builder is on the same road as red’s highwayman. If red extends this road, red takes a second turn.',
        },
        'The builder comes home when the road or city is finished, or when your last meeple has left it.',
      ],
    },
    {
      heading: 'The pig',
      blocks: [
        'The pig is only played with fields. Instead of a meeple, you may place it on a field of the tile just laid, if one of your farmers is already there. It counts for no majority and stays to the end.',
        'If you score this field at the end, you get 4 points for each finished city instead of 3. Others who share the field still get 3.',
        {
          kind: 'board',
          picture: 'traders.pig',
          caption: 'Red’s field touches one finished city: 4 points with the pig, 3 without it.',
        },
      ],
    },
  ],
};

declare module '../../lib/words/expansions' {
  interface ExpansionTexts {
    traders: typeof table & typeof pages & typeof hints;
  }
}
