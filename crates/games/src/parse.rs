//! The error of every notation.

use croupier_core::escaped;

/// Text that is not in a game's notation.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("`{}` is no {what}: {}", escaped(.text, &[]), escaped(.reason, &[]))]
pub struct ParseError {
    /// What was expected: an action, a deal, a card.
    pub what: &'static str,
    /// The text.
    pub text: String,
    /// What is wrong, or what is allowed.
    pub reason: String,
}

impl ParseError {
    /// An error about `text`, which should have been a `what`. Control characters are shown as escapes.
    pub fn new(what: &'static str, text: &str, reason: impl Into<String>) -> Self {
        Self { what, text: text.chars().take(200).collect(), reason: reason.into() }
    }
}

/// Serialises types as the text of their notation.
macro_rules! serde_as_text {
    ($($t:ty),+) => {$(
        impl serde::Serialize for $t {
            fn serialize<S: serde::Serializer>(&self, s: S) -> Result<S::Ok, S::Error> {
                s.collect_str(self)
            }
        }
        impl<'de> serde::Deserialize<'de> for $t {
            fn deserialize<D: serde::Deserializer<'de>>(d: D) -> Result<Self, D::Error> {
                let text = <std::borrow::Cow<'de, str> as serde::Deserialize>::deserialize(d)?;
                text.parse().map_err(serde::de::Error::custom)
            }
        }
    )+};
}
pub(crate) use serde_as_text;
