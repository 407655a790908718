//! Values that are sent to several clients and serialised once.

use std::fmt;
use std::ops::{Deref, DerefMut};
use std::sync::OnceLock;

use serde::{Deserialize, Deserializer, Serialize, Serializer};
use serde_json::value::{RawValue, to_raw_value};

/// A value that keeps its JSON form once it has been serialised. Can only be serialised to JSON.
///
/// ```
/// use bastide_protocol::CachedJson;
/// let value = CachedJson::new(vec![1, 2]);
/// assert_eq!(serde_json::to_string(&[&value, &value])?, "[[1,2],[1,2]]");
/// assert_eq!(value.len(), 2);
/// # Ok::<(), serde_json::Error>(())
/// ```
#[derive(Clone)]
pub struct CachedJson<T> {
    value: T,
    json: OnceLock<Box<RawValue>>,
}

impl<T> CachedJson<T> {
    /// Wraps a value, which is serialised when it is first needed.
    pub fn new(value: T) -> CachedJson<T> {
        CachedJson { value, json: OnceLock::new() }
    }

    /// Returns the value.
    pub fn into_inner(self) -> T {
        self.value
    }
}

impl<T> Deref for CachedJson<T> {
    type Target = T;

    fn deref(&self) -> &T {
        &self.value
    }
}

/// Discards the JSON form, because the value may be changed.
impl<T> DerefMut for CachedJson<T> {
    fn deref_mut(&mut self) -> &mut T {
        self.json.take();
        &mut self.value
    }
}

impl<T: PartialEq> PartialEq for CachedJson<T> {
    fn eq(&self, other: &CachedJson<T>) -> bool {
        self.value == other.value
    }
}

impl<T: fmt::Debug> fmt::Debug for CachedJson<T> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.value.fmt(f)
    }
}

impl<T: Serialize> Serialize for CachedJson<T> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        if let Some(json) = self.json.get() {
            return json.serialize(serializer);
        }
        let json = to_raw_value(&self.value).map_err(serde::ser::Error::custom)?;
        self.json.get_or_init(|| json).serialize(serializer)
    }
}

impl<'de, T: Deserialize<'de>> Deserialize<'de> for CachedJson<T> {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<CachedJson<T>, D::Error> {
        T::deserialize(deserializer).map(CachedJson::new)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_changed_value_is_serialised_again() {
        let text = |value: &CachedJson<Vec<u8>>| serde_json::to_string(value).expect("numbers");
        let mut value = CachedJson::new(vec![1]);
        assert_eq!(text(&value), "[1]");
        value.push(2);
        assert_eq!(text(&value), "[1,2]");
        assert_eq!(serde_json::from_str::<CachedJson<Vec<u8>>>("[1,2]").expect("numbers"), value);
    }
}
