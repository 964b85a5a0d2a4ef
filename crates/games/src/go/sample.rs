//! The world behind a view: everything is visible, so there is one.

use super::state::State;
use super::{Go, View};
use croupier_core::{Determinize, Rng};

impl Determinize for Go {
    fn sample(&self, view: &View, _: &mut Rng) -> State {
        view.state(&self.config)
    }
}
