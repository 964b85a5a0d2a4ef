//! How long a planned hand takes to go out, in fields that others lead.
//!
//! The plan's plays are led or, while another leads, answered with. A lead that holds leads again at no cost; one that is
//! answered waits. While waiting, a field passes in which each play can be used with a chance of its own: its kind must
//! be led, and what lies there when the turn comes must be weaker. Of those that can be used the best is; it may hold and
//! so gain the lead. With these chances the expected number of fields to wait has a value for every subset of the plan,
//! taken smallest first.

use arrayvec::ArrayVec;

/// The most plays a plan is evaluated with.
pub(super) const MOST: usize = 10;

/// A play of a plan, as the evaluation sees it; by order of strength: normal, reversed.
#[derive(Clone, Copy, Debug)]
pub(super) struct Step {
    /// The chance that a lead or an answer of it holds.
    pub holds: [f32; 2],
    /// The chance that it can answer in a field that another leads.
    pub usable: [f32; 2],
    /// Whether it can be the last play without a foul.
    pub clean: [bool; 2],
    /// Whether it turns the order.
    pub turns: bool,
}

/// Expected fields to wait until the hand is out.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub(super) struct Rounds {
    /// When on lead.
    pub lead: f32,
    /// When another leads.
    pub wait: f32,
}

/// What a foul finish costs, in fields.
pub(super) const FOUL: f32 = 8.0;

/// The fields to wait for a plan, the order being `reversed` or not at its start.
pub(super) fn rounds(steps: &[Step], reversed: bool) -> Rounds {
    let n = steps.len().min(MOST);
    let turning = steps.iter().take(n).any(|s| s.turns);
    let mut table = vec![[Rounds::default(); 2]; 1 << n];
    for set in 1..1usize << n {
        for order in 0..2 {
            if turning || order == usize::from(reversed) {
                table[set][order] = of_set(&steps[..n], set, order, &table);
            }
        }
    }
    table[(1 << n) - 1][usize::from(reversed)]
}

fn of_set(steps: &[Step], set: usize, order: usize, table: &[[Rounds; 2]]) -> Rounds {
    let mut lead = f32::INFINITY;
    // By play: what is left to wait once it has answered, and the chance to answer with it.
    let mut answers: ArrayVec<(f32, f32), MOST> = ArrayVec::new();
    let mut rest = set;
    while rest != 0 {
        let i = rest.trailing_zeros() as usize;
        rest &= rest - 1;
        let step = &steps[i];
        let left = set & !(1 << i);
        let value = if left == 0 {
            if step.clean[order] { 0.0 } else { FOUL }
        } else {
            let next = table[left][order ^ usize::from(step.turns)];
            let holds = step.holds[order];
            holds * next.lead + (1.0 - holds) * next.wait
        };
        lead = lead.min(value);
        answers.push((value, step.usable[order]));
    }
    answers.sort_unstable_by(|a, b| a.0.total_cmp(&b.0));
    // The best that can be used is used; those that leave more to wait than waiting itself are not.
    let (mut used, mut value, mut wait) = (0.0f32, 0.0f32, f32::INFINITY);
    for (left, usable) in answers {
        let chance = (1.0 - used) * usable;
        let with = (1.0 + value + chance * left) / (used + chance);
        if with >= wait {
            break;
        }
        (used, value, wait) = (used + chance, value + chance * left, with);
    }
    Rounds { lead, wait }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn step(holds: f32, usable: f32) -> Step {
        Step { holds: [holds; 2], usable: [usable; 2], clean: [true; 2], turns: false }
    }

    #[test]
    fn one_play_on_lead_is_out_and_waits_for_a_field_it_can_answer() {
        let found = rounds(&[step(0.0, 0.25)], false);
        assert_eq!(found, Rounds { lead: 0.0, wait: 4.0 });
        let foul = Step { clean: [false; 2], ..step(1.0, 0.5) };
        assert_eq!(rounds(&[foul], false).lead, FOUL);
    }

    #[test]
    fn a_play_that_holds_leads_the_other_out_and_one_that_does_not_waits_with_it() {
        // The strong one first, then the weak one: nothing to wait for.
        assert_eq!(rounds(&[step(0.0, 0.25), step(1.0, 0.5)], false).lead, 0.0);
        // Two weak ones: the one led loses the lead, the other waits 1 / 0.5 fields.
        assert_eq!(rounds(&[step(0.0, 0.5), step(0.0, 0.5)], false).lead, 2.0);
    }

    #[test]
    fn waiting_uses_the_best_play_that_can_be_used() {
        // The sure one answers every field, holds and leads the other: one field is waited for.
        let found = rounds(&[step(0.0, 0.01), step(1.0, 1.0)], false);
        assert!((found.wait - 1.0).abs() < 1e-6, "{found:?}");
    }

    #[test]
    fn a_turn_of_the_order_makes_weak_plays_hold() {
        let low = Step { holds: [0.0, 1.0], usable: [0.1, 1.0], ..step(0.0, 0.0) };
        let turn = Step { turns: true, ..step(1.0, 0.1) };
        assert_eq!(rounds(&[low, low, low, turn], false).lead, 0.0);
        assert!(rounds(&[low, low, low], false).lead > 5.0);
    }
}
