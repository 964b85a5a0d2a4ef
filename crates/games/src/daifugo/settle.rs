//! What is counted at the end of each deal, scores, and forfeits.

use super::Daifugo;
use super::state::State;
use super::table::Table;
use croupier_core::{Seat, Tally};

/// What a set has counted so far, by seat.
#[derive(Clone, Debug, Default)]
pub(crate) struct Marks {
    /// How often each seat took each place.
    places: [[u8; 6]; 6],
    fouls: [u8; 6],
    falls: [u8; 6],
    lots: u8,
    /// Deals counted; a world sampled from a view counts only its own.
    deals: u8,
}

impl Marks {
    /// Counts a deal that is over.
    pub(super) fn deal(&mut self, table: &Table, places: &[Seat]) {
        self.deals += 1;
        for (place, seat) in places.iter().enumerate() {
            self.places[seat.index()][place] += 1;
        }
        table.fouled.iter().for_each(|s| self.fouls[s.index()] += 1);
        table.fallen.iter().for_each(|s| self.falls[s.index()] += 1);
        self.lots += u8::from(!table.lots.is_empty());
    }
}

impl Daifugo {
    /// The points of the deals counted; deals that a sampled world knows nothing of give everyone the mean.
    pub(super) fn points(&self, s: &State, out: &mut [f64]) {
        let unseen = f64::from(self.rules().deals.saturating_sub(s.deals_left + s.marks.deals));
        for (seat, out) in out.iter_mut().enumerate() {
            let counts = s.marks.places[seat].iter().zip(self.table_of_points());
            *out = counts.map(|(n, p)| f64::from(*n) * p).sum::<f64>() + unseen * self.mean_points();
        }
    }

    /// The scores if `loser` forfeits: last in this deal and in all to come, the others sharing the rest alike.
    pub(super) fn forfeited(&self, s: &State, loser: Seat, out: &mut [f64]) {
        self.points(s, out);
        let (left, points) = (f64::from(s.deals_left), self.table_of_points());
        let last = points[points.len() - 1];
        let others = (points.iter().sum::<f64>() - last) / (points.len() - 1) as f64;
        for (seat, out) in out.iter_mut().enumerate() {
            *out += left * if seat == loser.index() { last } else { others };
        }
    }

    /// Counts places, fouls and falls by seat, and deals that ended by lot.
    pub(super) fn tally_set(&self, end: &State, out: &mut Tally) {
        let (marks, n) = (&end.marks, self.rules().seats());
        let deals = f64::from(marks.deals);
        if marks.deals == 0 {
            return;
        }
        for seat in Seat::all(n) {
            let i = seat.index();
            let place: f64 =
                marks.places[i].iter().enumerate().map(|(p, k)| (p + 1) as f64 * f64::from(*k)).sum();
            out.seat(seat, "place", place / deals, deals);
            out.seat(seat, "daifugo", f64::from(marks.places[i][0]) / deals, deals);
            out.seat(seat, "daihinmin", f64::from(marks.places[i][n - 1]) / deals, deals);
            out.seat(seat, "foul", f64::from(marks.fouls[i]) / deals, deals);
            out.seat(seat, "fall", f64::from(marks.falls[i]) / deals, deals);
        }
        out.all("lots", f64::from(marks.lots) / deals, deals);
    }
}
