//! Reading of JSON files of unknown origin: unknown values are skipped without storing them, texts
//! are bounded, and numbers may be written as texts.

use core::fmt;

use serde::de::{
    Deserialize, DeserializeOwned, Deserializer, EnumAccess, Error, IgnoredAny, MapAccess,
    SeqAccess, Visitor,
};

use crate::error::{ImportError, ImportErrorKind as Kind};
use crate::names;

/// Maximum number of characters of a text that are kept.
const MOST_CHARS: usize = 2048;

/// Parses a file.
///
/// # Errors
/// Returns the reason and its line if the text is not JSON or has another structure.
pub(crate) fn parse<T: DeserializeOwned>(text: &str) -> Result<T, ImportError> {
    serde_json::from_str(text).map_err(|error| {
        let message = names::quote_long(&error.to_string());
        Kind::Json(message).on_line(error.line().max(1))
    })
}

/// A value that is not a list or an object. Those are read as `Other`.
#[derive(Clone, PartialEq, Debug, Default)]
pub(crate) enum Scalar {
    /// The value is missing or null.
    #[default]
    None,
    Bool(bool),
    Int(i64),
    /// A text, cut off after a number of characters.
    Text(String),
    /// A list, an object, or a number that is not an integer.
    Other,
}

impl Scalar {
    /// Returns an integer, also if it is written as a text.
    pub(crate) fn int(&self) -> Option<i64> {
        match self {
            Scalar::Int(number) => Some(*number),
            Scalar::Text(text) => text.trim().parse().ok(),
            Scalar::None | Scalar::Bool(_) | Scalar::Other => None,
        }
    }

    /// Returns a text.
    pub(crate) fn text(&self) -> Option<&str> {
        match self {
            Scalar::Text(text) => Some(text),
            _ => None,
        }
    }

    /// Returns a text, or a number as a text.
    pub(crate) fn word(&self) -> Option<String> {
        match self {
            Scalar::Int(number) => Some(number.to_string()),
            Scalar::Text(text) if !text.is_empty() => Some(text.clone()),
            _ => None,
        }
    }

    /// Returns true unless the value is missing, false, zero or empty.
    pub(crate) fn is_set(&self) -> bool {
        match self {
            Scalar::None | Scalar::Bool(false) | Scalar::Int(0) => false,
            Scalar::Text(text) => !text.is_empty(),
            Scalar::Bool(true) | Scalar::Int(_) | Scalar::Other => true,
        }
    }

    /// Returns an integer.
    ///
    /// # Errors
    /// Returns an error with the path of the value if it is missing or not an integer.
    pub(crate) fn require_int(
        &self,
        what: &'static str,
        path: impl Fn() -> String,
    ) -> Result<i64, ImportError> {
        match (self, self.int()) {
            (_, Some(number)) => Ok(number),
            (Scalar::None, None) => Err(Kind::Missing(what).at(path())),
            (other, None) => Err(Kind::BadValue { what, value: other.to_string() }.at(path())),
        }
    }

    /// Returns a text.
    ///
    /// # Errors
    /// Returns an error with the path of the value if it is missing or not a text.
    pub(crate) fn require_text(
        &self,
        what: &'static str,
        path: impl Fn() -> String,
    ) -> Result<&str, ImportError> {
        match self {
            Scalar::Text(text) => Ok(text),
            Scalar::None => Err(Kind::Missing(what).at(path())),
            other => Err(Kind::BadValue { what, value: other.to_string() }.at(path())),
        }
    }
}

impl fmt::Display for Scalar {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Scalar::None => f.write_str("null"),
            Scalar::Bool(value) => value.fmt(f),
            Scalar::Int(number) => number.fmt(f),
            Scalar::Text(text) => f.write_str(&names::quote(text)),
            Scalar::Other => f.write_str("a list, an object or a fraction"),
        }
    }
}

impl<'de> Deserialize<'de> for Scalar {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Scalar, D::Error> {
        deserializer.deserialize_any(ScalarVisitor)
    }
}

struct ScalarVisitor;

impl<'de> Visitor<'de> for ScalarVisitor {
    type Value = Scalar;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("a value")
    }

    fn visit_unit<E: Error>(self) -> Result<Scalar, E> {
        Ok(Scalar::None)
    }

    fn visit_bool<E: Error>(self, value: bool) -> Result<Scalar, E> {
        Ok(Scalar::Bool(value))
    }

    fn visit_i64<E: Error>(self, number: i64) -> Result<Scalar, E> {
        Ok(Scalar::Int(number))
    }

    fn visit_u64<E: Error>(self, number: u64) -> Result<Scalar, E> {
        Ok(i64::try_from(number).map_or(Scalar::Other, Scalar::Int))
    }

    fn visit_f64<E: Error>(self, _: f64) -> Result<Scalar, E> {
        Ok(Scalar::Other)
    }

    fn visit_str<E: Error>(self, text: &str) -> Result<Scalar, E> {
        let end = text.char_indices().nth(MOST_CHARS).map_or(text.len(), |(at, _)| at);
        Ok(Scalar::Text(text[..end].to_owned()))
    }

    fn visit_seq<A: SeqAccess<'de>>(self, mut list: A) -> Result<Scalar, A::Error> {
        while list.next_element::<IgnoredAny>()?.is_some() {}
        Ok(Scalar::Other)
    }

    fn visit_map<A: MapAccess<'de>>(self, mut map: A) -> Result<Scalar, A::Error> {
        while map.next_entry::<IgnoredAny, IgnoredAny>()?.is_some() {}
        Ok(Scalar::Other)
    }

    fn visit_enum<A: EnumAccess<'de>>(self, _: A) -> Result<Scalar, A::Error> {
        Ok(Scalar::Other)
    }
}

/// A list of which only the first `MOST` items are kept.
#[derive(Debug)]
pub(crate) struct List<T, const MOST: usize> {
    pub(crate) items: Vec<T>,
    /// True if there were more.
    pub(crate) is_cut: bool,
}

impl<T, const MOST: usize> Default for List<T, MOST> {
    fn default() -> Self {
        List { items: Vec::new(), is_cut: false }
    }
}

impl<'de, T: Deserialize<'de>, const MOST: usize> Deserialize<'de> for List<T, MOST> {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        struct Items<T, const MOST: usize>(core::marker::PhantomData<T>);

        impl<'de, T: Deserialize<'de>, const MOST: usize> Visitor<'de> for Items<T, MOST> {
            type Value = List<T, MOST>;

            fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                f.write_str("a list")
            }

            fn visit_seq<A: SeqAccess<'de>>(self, mut list: A) -> Result<Self::Value, A::Error> {
                let mut found = List::default();
                while found.items.len() < MOST {
                    match list.next_element()? {
                        Some(item) => found.items.push(item),
                        None => return Ok(found),
                    }
                }
                while list.next_element::<IgnoredAny>()?.is_some() {
                    found.is_cut = true;
                }
                Ok(found)
            }
        }

        deserializer.deserialize_seq(Items(core::marker::PhantomData))
    }
}

/// The first `MOST` entries of an object whose values are not lists or objects.
#[derive(Debug)]
pub(crate) struct Entries<const MOST: usize>(pub(crate) Vec<(String, Scalar)>);

impl<const MOST: usize> Default for Entries<MOST> {
    fn default() -> Self {
        Entries(Vec::new())
    }
}

impl<const MOST: usize> Entries<MOST> {
    /// Returns the value of a key.
    pub(crate) fn get(&self, key: &str) -> Option<&Scalar> {
        self.0.iter().find(|(own, _)| own == key).map(|(_, value)| value)
    }
}

impl<'de, const MOST: usize> Deserialize<'de> for Entries<MOST> {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        struct Keys<const MOST: usize>;

        impl<'de, const MOST: usize> Visitor<'de> for Keys<MOST> {
            type Value = Entries<MOST>;

            fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                f.write_str("an object")
            }

            fn visit_map<A: MapAccess<'de>>(self, mut map: A) -> Result<Self::Value, A::Error> {
                let mut found = Vec::new();
                while let Some((key, value)) = map.next_entry::<Scalar, Scalar>()? {
                    if let (Scalar::Text(key), true) = (key, found.len() < MOST) {
                        found.push((key, value));
                    }
                }
                Ok(Entries(found))
            }

            // Some programs write an empty object as an empty list, or as null.
            fn visit_seq<A: SeqAccess<'de>>(self, mut list: A) -> Result<Self::Value, A::Error> {
                while list.next_element::<IgnoredAny>()?.is_some() {}
                Ok(Entries::default())
            }

            fn visit_unit<E: Error>(self) -> Result<Self::Value, E> {
                Ok(Entries::default())
            }
        }

        deserializer.deserialize_any(Keys)
    }
}
