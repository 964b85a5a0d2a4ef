//! Configurations: profiles, words, and what is refused.

use super::standard;
use crate::daifugo::{Config, Daifugo, Foul};
use croupier_core::config::configure;
use croupier_core::{Game, Switch};

fn set(profile: Option<&str>, pairs: &[(&str, &str)]) -> Result<Daifugo, String> {
    let pairs: Vec<(String, String)> = pairs.iter().map(|(k, v)| (k.to_string(), v.to_string())).collect();
    configure(profile, &pairs).map_err(|e| e.to_string())
}

#[test]
fn every_field_of_the_configuration_has_a_switch_of_its_name_and_words() {
    let value = serde_json::to_value(Config::standard()).unwrap();
    let fields: Vec<&str> = value.as_object().unwrap().keys().map(String::as_str).collect();
    let mut keys: Vec<&str> = Daifugo::switches().iter().map(|s: &Switch| s.key).collect();
    keys.sort_unstable();
    let mut sorted = fields.clone();
    sorted.sort_unstable();
    assert_eq!(keys, sorted);
    for (key, word) in [
        ("blind", "none"),
        ("blind_scope", "set"),
        ("tribute_ties", "lowest-suit"),
        ("first_lead", "diamond-3"),
        ("later_lead", "card"),
        ("run_compare", "above-top"),
        ("lock_joker", "creates"),
        ("eight_cut", "all"),
        ("eight_cut", "off"),
        ("revolution", "groups-and-runs-of-5"),
        ("revolution", "off"),
        ("foul_finish", "none"),
        ("foul_finish", "two+spade-3"),
        ("suit_lock", "off"),
    ] {
        set(None, &[(key, word)]).unwrap_or_else(|e| panic!("{key}={word}: {e}"));
    }
    assert_eq!(
        set(None, &[("foul_finish", "spade-3+two")]).unwrap().rules().foul_finish,
        [Foul::Two, Foul::Spade3]
    );
}

#[test]
fn refusals_name_the_field_the_value_and_what_is_allowed() {
    for (key, value, part) in [
        ("players", "7", "a whole number from 4 to 6"),
        ("points", "3/2/1", "4 finite numbers"),
        ("points", "1/2/3/4", "none above the one before"),
        ("points", "nan/0/0/0", "finite"),
        ("lead_pass", "on", "pass_limit"),
        ("eight_cut", "group", "did you mean `groups`?"),
        ("ranks", "1", "dealt 2 cards or more"),
    ] {
        let message = set(None, &[(key, value)]).unwrap_err();
        assert!(message.starts_with(key) && message.contains(part), "{message}");
    }
    let mut config = Config::standard();
    config.foul_finish = vec![Foul::Two, Foul::Two];
    assert!(Daifugo::new(config).unwrap_err().to_string().starts_with("foul_finish"));
    assert!(set(Some("uecda"), &[("players", "4")]).unwrap_err().starts_with("points"));
}

/// The page: n−1 … 0 less their mean, zero-sum; `points` sets another table.
#[test]
fn points_are_places_less_their_mean_or_the_table_given() {
    assert_eq!(standard(|_| ()).table_of_points(), [1.5, 0.5, -0.5, -1.5]);
    assert_eq!(standard(|c| c.players = 5).table_of_points(), [2.0, 1.0, 0.0, -1.0, -2.0]);
    let uecda = Daifugo::new(Config::uecda()).unwrap();
    assert_eq!(uecda.table_of_points(), [5.0, 4.0, 3.0, 2.0, 1.0]);
    assert_eq!(uecda.score_sum(), Some(1500.0));
    assert_eq!(standard(|c| c.points = "4/1/0/-5".into()).score_sum(), Some(0.0));
}
