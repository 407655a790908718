//! Serde forms of the types whose values are restricted or that have a text form. All others derive
//! theirs.

use alloc::collections::BTreeMap;
use alloc::format;
use alloc::string::{String, ToString};
use alloc::vec::Vec;

use serde::de::Error as _;
use serde::{Deserialize, Deserializer, Serialize, Serializer};

use crate::action::WallToken;
use crate::event::{Tally, Term};
use crate::figure::{FigureKind, Hand};
use crate::geometry::Rotation;
use crate::land::{Expansion, LandRules};
use crate::mark::MarkKind;
use crate::piece::PieceKind;
use crate::seat::{BySeat, Colour, Seat, SeatColours, SeatSet};
use crate::sets::OwnSets;
use crate::setup::Rules;
use crate::stronghold::{StrongholdRules, Wall};
use crate::tile::{Terrain, TileSet};

/// Types with a text form, which is also their serialized form.
macro_rules! text {
    ($($type:ty => $parse:expr;)*) => {$(
        impl Serialize for $type {
            fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
                serializer.collect_str(self)
            }
        }

        impl<'de> Deserialize<'de> for $type {
            fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
                let text = String::deserialize(deserializer)?;
                $parse(&text).map_err(D::Error::custom)
            }
        }
    )*};
}

text! {
    LandRules => |text: &str| text.parse::<LandRules>();
    StrongholdRules => |text: &str| text.parse::<StrongholdRules>();
    Rules => |text: &str| text.parse::<Rules>();
    TileSet => TileSet::parse;
    Wall => Wall::parse;
}

/// Types that are serialized as the name of one of `ALL`.
macro_rules! name {
    ($($type:ty)*) => {$(
        impl Serialize for $type {
            fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
                serializer.serialize_str(self.name())
            }
        }

        impl<'de> Deserialize<'de> for $type {
            fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
                let name = String::deserialize(deserializer)?;
                let found = <$type>::ALL.into_iter().find(|value| value.name() == name);
                found.ok_or_else(|| D::Error::custom(format!("unknown name '{name}'")))
            }
        }
    )*};
}

name! { Colour Expansion FigureKind MarkKind PieceKind Terrain }

/// Types that are serialized as a number in a restricted range.
macro_rules! number {
    ($($type:ty => $write:expr, $read:expr;)*) => {$(
        impl Serialize for $type {
            fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
                serializer.serialize_u8($write(*self))
            }
        }

        impl<'de> Deserialize<'de> for $type {
            fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
                let number = u8::deserialize(deserializer)?;
                $read(number).ok_or_else(|| D::Error::custom(format!("{number} is out of range")))
            }
        }
    )*};
}

number! {
    Seat => |seat: Seat| seat.index() as u8, Seat::new;
    WallToken => WallToken::kind, WallToken::new;
    Rotation => Rotation::quarter_turns,
        |turns: u8| (turns < 4).then(|| Rotation::new(turns));
}

/// Types that are serialized as a list of other values.
macro_rules! list {
    ($($type:ty => $item:ty, $write:expr, $read:expr;)*) => {$(
        impl Serialize for $type {
            fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
                let items: Vec<$item> = $write(self);
                items.serialize(serializer)
            }
        }

        impl<'de> Deserialize<'de> for $type {
            fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
                let items = Vec::<$item>::deserialize(deserializer)?;
                $read(items).map_err(D::Error::custom)
            }
        }
    )*};
}

list! {
    SeatSet => Seat, |set: &SeatSet| set.iter().collect(),
        |seats: Vec<Seat>| Ok::<_, &str>(SeatSet::from_iter(seats));
    SeatColours => Colour,
        |colours: &SeatColours| Seat::all(Seat::MOST as u8).map(|seat| colours[seat]).collect(),
        |colours: Vec<Colour>| SeatColours::new(&colours);
    Tally => Term, |tally: &Tally| tally.terms().collect(), tally;
    OwnSets => String, OwnSets::texts,
        |texts: Vec<String>| OwnSets::parse(texts.iter().map(String::as_str));
}

/// Returns the tally with these terms, unless it cannot hold them.
fn tally(terms: Vec<Term>) -> Result<Tally, &'static str> {
    let mut tally = Tally::new();
    for term in &terms {
        tally = tally.with(term.item, u32::from(term.count), term.each);
    }
    if tally.terms().eq(terms) { Ok(tally) } else { Err("not the terms of a tally") }
}

/// A list of five values, or six if the sixth seat has one.
impl<T: Serialize + Default + PartialEq> Serialize for BySeat<T> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        self.stored().serialize(serializer)
    }
}

impl<'de, T: Deserialize<'de> + Default> Deserialize<'de> for BySeat<T> {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let mut values = Vec::<T>::deserialize(deserializer)?;
        if values.len() + 1 == Seat::MOST {
            values.push(T::default());
        }
        match values.try_into() {
            Ok(values) => Ok(BySeat(values)),
            Err(_) => Err(D::Error::custom("not a value for each seat")),
        }
    }
}

/// A map from the names of figures to their numbers.
impl Serialize for Hand {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_map(self.iter())
    }
}

impl<'de> Deserialize<'de> for Hand {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let mut hand = Hand::default();
        for (kind, count) in BTreeMap::<FigureKind, u8>::deserialize(deserializer)? {
            hand[kind] = count;
        }
        Ok(hand)
    }
}

impl OwnSets {
    /// Returns the sets as tile files, and the wall as a wall file.
    fn texts(&self) -> Vec<String> {
        let sets = self.own_sets().iter().map(ToString::to_string);
        sets.chain(self.own_wall().map(ToString::to_string)).collect()
    }
}
