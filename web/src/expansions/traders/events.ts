import type { ExpansionEvents } from '../../lib/expansionEvents';
import type { EventView, GoodsView, TradersView } from '../../wire/wire';
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

/** Returns whether the turn after the events `earlier` is the second of a player, or `null` if they
 * do not contain the beginning of a turn. */
function endsInSecondTurn(earlier: readonly EventView[]): boolean | null {
  const began = earlier.findLastIndex(({ kind }) => kind === 'turn_began');
  return began < 0 ? null : earlier[began - 1]?.kind === 'second_turn';
}

/** Goods, which return to the cities, and second turns. */
export const events: ExpansionEvents = {
  walk: () => null,
  rewind: (land, undone, earlier) => {
    if (!land.traders || undone.length === 0) return land;
    const before = undone.reduce<TradersView>(
      (traders, event) => (event.kind === 'goods_taken' ? withoutGoods(traders, event.seat, event.goods) : traders),
      land.traders,
    );
    const hasSecond = undone.some(({ kind }) => kind === 'second_turn');
    const isSecond = endsInSecondTurn(earlier) ?? (!hasSecond && before.is_second_turn);
    return { ...land, traders: { ...before, is_second_turn: isSecond, earns_second_turn: false } };
  },
  source: () => null,
};
