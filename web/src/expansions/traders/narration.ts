import { listed, t } from '../../lib/i18n.svelte';
import type { Narration } from '../../lib/narrations';
import type { EventView, GoodsView } from '../../wire/wire';

/** Goods that a player took. */
export type GoodsTaken = Extract<EventView, { kind: 'goods_taken' }>;
/** A second turn in a row. */
export type SecondTurn = Extract<EventView, { kind: 'second_turn' }>;

declare module '../../lib/narrations' {
  interface SpecialEvents {
    traders: GoodsTaken | SecondTurn;
  }
}

/** Lists goods: "2 wine and 1 cloth". */
const goodsWords = ({ wine, grain, cloth }: GoodsView): string =>
  listed([
    ...(wine > 0 ? [t('goods.count.wine', { n: wine })] : []),
    ...(grain > 0 ? [t('goods.count.grain', { n: grain })] : []),
    ...(cloth > 0 ? [t('goods.count.cloth', { n: cloth })] : []),
  ]);

/** Goods of completed cities (TRADE-2), and second turns (BUILDER-3). */
export const narration: Narration = {
  tell: {
    goods_taken: ({ seat, goods }, { of }) => t('event.goods_taken', { ...of(seat), goods: goodsWords(goods) }),
    second_turn: ({ seat }, { of }) => t('event.second_turn', of(seat)),
  },
  sharedOut: {},
  amount: ({ goods }) => (goods === null ? null : goodsWords(goods)),
};
