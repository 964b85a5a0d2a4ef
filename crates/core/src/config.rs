//! Switches of rules and parameters of bots: described, parsed from text, and refused by name.

use crate::game::Game;
use serde_json::{Map, Value};

/// A switch of a game's rules or a parameter of a bot.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Switch {
    /// The key in `key=value`.
    pub key: &'static str,
    /// The values it takes.
    pub kind: Kind,
    /// One sentence for help texts.
    pub help: &'static str,
}

/// What values a switch takes.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Kind {
    /// `true` or `false` (also `on` and `off`).
    Bool,
    /// A whole number in a closed range.
    Int(i64, i64),
    /// A number in a closed range.
    Float(f64, f64),
    /// One of these words.
    OneOf(&'static [&'static str]),
    /// Some of these words, joined by `+`; `none` for none of them. The value is a list of words.
    SetOf(&'static [&'static str]),
    /// Text whose form is described here; the game or bot checks it.
    Text(&'static str),
}

impl Kind {
    /// What is allowed, in words.
    pub fn allowed(&self) -> String {
        match self {
            Kind::Bool => "true or false".into(),
            Kind::Int(lo, hi) => format!("a whole number from {lo} to {hi}"),
            Kind::Float(lo, hi) => format!("a number from {lo} to {hi}"),
            Kind::OneOf(words) => format!("one of {}", words.join(", ")),
            Kind::SetOf(words) => format!("none, or some of {} joined by +", words.join(", ")),
            Kind::Text(form) => (*form).into(),
        }
    }
}

/// A configuration, or a bot's parameter, that is refused.
#[derive(Clone, Debug, PartialEq, thiserror::Error)]
pub enum ConfigError {
    /// No such key.
    #[error("unknown {what} `{given}`{}; known: {}", hint(.given, .known), listed(.known))]
    Unknown {
        /// What kind of name it is: a switch, a profile, a bot …
        what: &'static str,
        /// The name given.
        given: String,
        /// The names there are.
        known: Vec<String>,
    },
    /// A value that its key does not take.
    #[error("{field}: `{value}` is not allowed; it takes {allowed}")]
    Value {
        /// The key.
        field: String,
        /// The value given.
        value: String,
        /// What is allowed.
        allowed: String,
    },
}

impl ConfigError {
    /// An unknown name of kind `what`.
    pub fn unknown<S: Into<String>>(
        what: &'static str,
        given: impl Into<String>,
        known: impl IntoIterator<Item = S>,
    ) -> Self {
        Self::Unknown { what, given: given.into(), known: known.into_iter().map(Into::into).collect() }
    }

    /// A value refused by its field.
    pub fn value(field: &str, value: impl ToString, allowed: impl Into<String>) -> Self {
        Self::Value { field: field.into(), value: value.to_string(), allowed: allowed.into() }
    }
}

fn listed(known: &[String]) -> String {
    if known.is_empty() { "none".into() } else { known.join(", ") }
}

fn hint(given: &str, known: &[String]) -> String {
    nearest(given, known.iter().map(String::as_str))
        .map_or(String::new(), |n| format!(", did you mean `{n}`?"))
}

/// The known name nearest to `given` (optimal string alignment distance), if any is near enough to be meant.
///
/// ```
/// assert_eq!(croupier_core::config::nearest("mini-mahjnog", ["kuhn", "mini-mahjong"]), Some("mini-mahjong"));
/// assert_eq!(croupier_core::config::nearest("chess", ["kuhn", "mini-mahjong"]), None);
/// ```
pub fn nearest<'a>(given: &str, known: impl IntoIterator<Item = &'a str>) -> Option<&'a str> {
    let given: Vec<char> = given.to_lowercase().chars().take(64).collect();
    known
        .into_iter()
        .map(|name| (distance(&given, &name.to_lowercase().chars().collect::<Vec<_>>()), name))
        .filter(|(d, name)| *d <= (name.chars().count().max(given.len())).div_ceil(3))
        .min_by_key(|(d, _)| *d)
        .map(|(_, name)| name)
}

fn distance(a: &[char], b: &[char]) -> usize {
    let mut rows = vec![vec![0; b.len() + 1]; a.len() + 1];
    for i in 0..=a.len() {
        for j in 0..=b.len() {
            rows[i][j] = if i == 0 || j == 0 {
                i + j
            } else {
                let swap = i > 1 && j > 1 && a[i - 1] == b[j - 2] && a[i - 2] == b[j - 1];
                let change = rows[i - 1][j - 1] + usize::from(a[i - 1] != b[j - 1]);
                let best = change.min(rows[i - 1][j] + 1).min(rows[i][j - 1] + 1);
                if swap { best.min(rows[i - 2][j - 2] + 1) } else { best }
            };
        }
    }
    rows[a.len()][b.len()]
}

/// Parses the text of one value.
///
/// # Errors
/// Names the key, the text and what is allowed, with the nearest word where there is one.
pub fn parse_value(switch: &Switch, text: &str) -> Result<Value, ConfigError> {
    let refuse = || ConfigError::value(switch.key, text, switch.kind.allowed());
    match switch.kind {
        Kind::Bool => match text {
            "true" | "on" => Ok(Value::Bool(true)),
            "false" | "off" => Ok(Value::Bool(false)),
            _ => Err(refuse()),
        },
        Kind::Int(lo, hi) => {
            let n: i64 = text.parse().map_err(|_| refuse())?;
            if (lo..=hi).contains(&n) { Ok(n.into()) } else { Err(refuse()) }
        }
        Kind::Float(lo, hi) => {
            let x: f64 = text.parse().map_err(|_| refuse())?;
            if (lo..=hi).contains(&x) { Ok(x.into()) } else { Err(refuse()) }
        }
        Kind::OneOf(words) => one_of(switch, text, words).map(Value::from),
        Kind::SetOf(_) if text == "none" || text.is_empty() => Ok(Value::Array(vec![])),
        Kind::SetOf(words) => {
            let mut set = text.split('+').map(|w| one_of(switch, w, words)).collect::<Result<Vec<_>, _>>()?;
            set.sort_by_key(|w| words.iter().position(|known| known == w));
            set.dedup();
            Ok(set.into())
        }
        Kind::Text(_) => Ok(text.into()),
    }
}

fn one_of(switch: &Switch, text: &str, words: &'static [&'static str]) -> Result<&'static str, ConfigError> {
    words.iter().find(|w| **w == text).copied().ok_or_else(|| {
        let near =
            nearest(text, words.iter().copied()).map_or(String::new(), |n| format!(", did you mean `{n}`?"));
        ConfigError::value(switch.key, text, switch.kind.allowed() + &near)
    })
}

/// Puts `key=value` pairs over an object of defaults.
///
/// # Errors
/// An unknown key, a key given twice, or a value that its key does not take.
pub fn overlay(
    what: &'static str,
    mut base: Map<String, Value>,
    switches: &[Switch],
    pairs: &[(String, String)],
) -> Result<Map<String, Value>, ConfigError> {
    for (i, (key, text)) in pairs.iter().enumerate() {
        let switch = switches
            .iter()
            .find(|s| s.key == key)
            .ok_or_else(|| ConfigError::unknown(what, key, switches.iter().map(|s| s.key)))?;
        if pairs[..i].iter().any(|(earlier, _)| earlier == key) {
            return Err(ConfigError::value(key, text, "one value, and this key is given twice"));
        }
        base.insert(key.clone(), parse_value(switch, text)?);
    }
    Ok(base)
}

/// The game of a profile (the default one if `None`) with `key=value` pairs over it.
///
/// # Errors
/// An unknown profile or key, or a value refused by its switch or by the game.
pub fn configure<G: Game>(profile: Option<&str>, pairs: &[(String, String)]) -> Result<G, ConfigError> {
    let profiles = G::profiles();
    let config = match profile {
        None => &profiles[0].2,
        Some(name) => {
            let found = profiles.iter().find(|p| p.0 == name);
            &found.ok_or_else(|| ConfigError::unknown("profile", name, profiles.iter().map(|p| p.0)))?.2
        }
    };
    let Ok(Value::Object(base)) = serde_json::to_value(config) else {
        unreachable!("a configuration is a struct with named fields")
    };
    for pair in pairs {
        // One at a time first, so that a text which its switch takes and the game does not is blamed on its key.
        let one = overlay("switch", base.clone(), G::switches(), std::slice::from_ref(pair))?;
        serde_json::from_value::<G::Config>(Value::Object(one))
            .map_err(|e| ConfigError::value(&pair.0, &pair.1, format!("what the game reads: {e}")))?;
    }
    let merged = overlay("switch", base, G::switches(), pairs)?;
    from_json(Value::Object(merged))
}

/// The game of a stored configuration.
///
/// # Errors
/// When the value is not a configuration of this game, or the game refuses it.
pub fn from_json<G: Game>(config: Value) -> Result<G, ConfigError> {
    let text = config.to_string();
    let config = serde_json::from_value(config)
        .map_err(|e| ConfigError::value("config", text, format!("a configuration of {}: {e}", G::ID)))?;
    G::new(config)
}

/// The name of the profile that `game` is, or the default profile's name with `+` where switches differ from all.
pub fn profile_name<G: Game>(game: &G) -> String {
    let profiles = G::profiles();
    let exact = profiles.iter().find(|p| p.2 == *game.config());
    exact.map_or_else(|| format!("{}+", profiles[0].0), |p| p.0.to_string())
}

#[cfg(test)]
mod tests {
    use super::*;

    const KINDS: &[Switch] = &[
        Switch { key: "players", kind: Kind::Int(2, 4), help: "" },
        Switch { key: "lock", kind: Kind::Bool, help: "" },
        Switch { key: "scoring", kind: Kind::OneOf(&["pairwise", "tiered"]), help: "" },
        Switch { key: "foul", kind: Kind::SetOf(&["joker", "two"]), help: "" },
        Switch { key: "c", kind: Kind::Float(0.0, 2.0), help: "" },
    ];

    fn set(key: &str, value: &str) -> Result<Map<String, Value>, ConfigError> {
        overlay("switch", Map::new(), KINDS, &[(key.into(), value.into())])
    }

    #[test]
    fn values_are_parsed_by_kind() {
        assert_eq!(set("players", "3").unwrap()["players"], 3);
        assert_eq!(set("lock", "off").unwrap()["lock"], false);
        assert_eq!(set("foul", "two+joker+two").unwrap()["foul"], serde_json::json!(["joker", "two"]));
        assert_eq!(set("foul", "none").unwrap()["foul"], serde_json::json!([]));
        assert_eq!(set("c", "0.5").unwrap()["c"], 0.5);
    }

    #[test]
    fn errors_name_field_value_allowed_and_the_nearest_word() {
        let message = |k, v| set(k, v).unwrap_err().to_string();
        assert_eq!(
            message("players", "9"),
            "players: `9` is not allowed; it takes a whole number from 2 to 4"
        );
        assert_eq!(
            message("playesr", "3"),
            "unknown switch `playesr`, did you mean `players`?; known: players, lock, scoring, foul, c"
        );
        assert!(message("scoring", "teired").contains("did you mean `tiered`?"));
        for (k, v) in
            [("c", "NaN"), ("c", "inf"), ("players", "2.0"), ("players", ""), ("lock", "yes"), ("foul", "+")]
        {
            assert!(set(k, v).is_err(), "{k}={v}");
        }
        let twice = [("c".to_string(), "1".to_string()), ("c".to_string(), "2".to_string())];
        assert!(overlay("switch", Map::new(), KINDS, &twice).is_err());
    }
}
