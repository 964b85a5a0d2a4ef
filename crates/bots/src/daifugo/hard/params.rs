//! The parameters of `hard`.

use croupier_core::{Kind, Switch};
use serde::{Deserialize, Serialize};

/// The parts of `hard`, each a switch, and its numbers.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct HardParams {
    /// Play certain finishing lines at once.
    pub certain: bool,
    /// Weigh plays by their exact risk; off: by rank alone.
    pub risk: bool,
    /// Use what the exchange told: known cards and the bound.
    pub exchange: bool,
    /// Plan the hand in the fewest plays; off: by ranks, without runs.
    pub plan: bool,
    /// Reckon with revolutions: both orders of strength; off: the order there is.
    pub orders: bool,
    /// Choose tribute and return by plan; off: the first that is legal.
    pub tribute: bool,
    /// How far a pass counts as having had no answer, from 0 to 1.
    pub passes: f64,
    /// How often a waiting hand can use its plays, against the reckoning.
    pub answers: f64,
    /// What being answered costs beyond the wait, in fields.
    pub tempo: f64,
}

impl Default for HardParams {
    fn default() -> Self {
        HardParams {
            certain: true,
            risk: true,
            exchange: true,
            plan: true,
            orders: true,
            tribute: true,
            passes: 0.0,
            answers: 1.0,
            tempo: 0.0,
        }
    }
}

/// The parameters, described.
pub(super) const SWITCHES: [Switch; 9] = [
    Switch { key: "certain", kind: Kind::Bool, help: "play certain finishing lines at once" },
    Switch { key: "risk", kind: Kind::Bool, help: "weigh plays by their exact risk; off: by rank" },
    Switch { key: "exchange", kind: Kind::Bool, help: "use known cards and the bound from tribute" },
    Switch { key: "plan", kind: Kind::Bool, help: "plan the hand in the fewest plays; off: by ranks" },
    Switch { key: "orders", kind: Kind::Bool, help: "reckon with revolutions, both orders of strength" },
    Switch { key: "tribute", kind: Kind::Bool, help: "tribute and return by plan; off: the first legal" },
    Switch {
        key: "passes",
        kind: Kind::Float(0.0, 1.0),
        help: "how far a pass counts as having had no answer",
    },
    Switch {
        key: "answers",
        kind: Kind::Float(0.1, 3.0),
        help: "how often a waiting hand can use its plays, against the reckoning",
    },
    Switch {
        key: "tempo",
        kind: Kind::Float(-2.0, 5.0),
        help: "what being answered costs beyond the wait, in fields",
    },
];
