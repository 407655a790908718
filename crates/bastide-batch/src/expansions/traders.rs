//! Goods, and second turns in a row.

use bastide::{Game as _, Good, Seat};

use super::ExtraScalars;

const GOODS: usize = Good::ALL.len();
/// Position of the flags of second turns.
const TURNS: usize = Seat::MOST * GOODS;

pub(super) const SCALARS: ExtraScalars = ExtraScalars {
    is_on: |land| land.traders().is_some(),
    len: TURNS + 2,
    name: |names| {
        for seat in 0..Seat::MOST {
            names.extend(Good::ALL.map(|good| format!("{} of seat +{seat}", good.name())));
        }
        names.extend(["second turn", "another turn follows"].map(str::to_owned));
    },
    write: |land, relative, out| {
        out.fill(0.0);
        let Some(traders) = land.traders() else { return };
        for seat in Seat::all(land.seats()) {
            let goods = Good::ALL.map(|good| f32::from(traders.goods(seat).count(good)));
            out[relative(seat) * GOODS..][..GOODS].copy_from_slice(&goods);
        }
        out[TURNS] = f32::from(u8::from(traders.is_second_turn()));
        out[TURNS + 1] = f32::from(u8::from(traders.earns_second_turn()));
    },
};
