import type { ExpansionEvents } from '../../lib/expansionEvents';
import type { GoodsView, TradersView } from '../../wire/wire';
import type { Good } from './goods';

/** Returns the state before a player took `goods`. */
function withoutGoods(traders: TradersView, seat: number, goods: GoodsView): TradersView {
  const changed = traders.goods.map((own, n) =>
    n === seat ? { wine: own.wine - goods.wine, grain: own.grain - goods.grain, cloth: own.cloth - goods.cloth } : own,
  );
  const leaders = (good: Good): number[] => {
    const most = Math.max(...changed.map((own) => own[good]));
    return changed.flatMap((own, n) => (most > 0 && own[good] === most ? [n] : []));
  };
  return {
    ...traders,
    goods: changed,
    leaders: { wine: leaders('wine'), grain: leaders('grain'), cloth: leaders('cloth') },
  };
}

/** Goods, which return to the cities, and second turns. */
export const events: ExpansionEvents = {
  walk: () => null,
  rewind: (land, undone) => {
    if (!land.traders || undone.length === 0) return land;
    const before = undone.reduce<TradersView>(
      (traders, event) => (event.kind === 'goods_taken' ? withoutGoods(traders, event.seat, event.goods) : traders),
      land.traders,
    );
    // The oldest undone event is the first of its turn.
    const isSecond = undone.some(({ kind }) => kind === 'second_turn') ? false : before.is_second_turn;
    return { ...land, traders: { ...before, is_second_turn: isSecond, earns_second_turn: false } };
  },
  source: () => null,
};
