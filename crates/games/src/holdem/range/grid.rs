//! The 13×13 picture of a range.

use super::{Range, StartingHand};
use serde::{Deserialize, Serialize};
use std::fmt::Write;

/// A number for each starting hand, by row and column as in [`StartingHand::at`]: aces first, pairs on the diagonal,
/// suited hands above it, offsuit hands below.
///
/// ```
/// use croupier_games::holdem::Grid;
/// let grid = Grid::of(&"AA,AKs:0.5".parse()?);
/// assert_eq!((grid.cells[0][0], grid.cells[0][1], grid.cells[1][0]), (1.0, 0.5, 0.0));
/// assert!(grid.text().contains("AKs"));
/// # Ok::<(), croupier_games::holdem::Error>(())
/// ```
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Grid {
    /// Row, then column.
    pub cells: [[f64; 13]; 13],
}

impl Grid {
    /// The mean weight of each starting hand's combinations.
    pub fn of(range: &Range) -> Self {
        Self::from_fn(|hand| range.mean(hand))
    }

    /// A grid of any function of the starting hands.
    pub fn from_fn(mut value: impl FnMut(StartingHand) -> f64) -> Self {
        Self {
            cells: std::array::from_fn(|row| {
                std::array::from_fn(|column| value(StartingHand::at(row, column)))
            }),
        }
    }

    /// The highest value, at least the smallest positive number, for scaling.
    fn top(&self) -> f64 {
        self.cells.iter().flatten().copied().fold(f64::MIN_POSITIVE, f64::max)
    }

    /// The grid for a terminal: each starting hand with its share of the highest value, in per cent; `.` for 0.
    pub fn text(&self) -> String {
        let top = self.top();
        let mut out = String::new();
        for (row, values) in self.cells.iter().enumerate() {
            for (column, &value) in values.iter().enumerate() {
                let hand = StartingHand::at(row, column).to_string();
                let share =
                    if value <= 0.0 { ".".to_string() } else { format!("{:.0}", 100.0 * value / top) };
                let _ = write!(out, "{hand:<3}{share:>4}{}", if column == 12 { "\n" } else { "  " });
            }
        }
        out
    }

    /// The same with a background shade for each cell, for terminals with 256 colours.
    pub fn colour_text(&self) -> String {
        let top = self.top();
        let mut out = String::new();
        for (row, values) in self.cells.iter().enumerate() {
            for (column, &value) in values.iter().enumerate() {
                let share = (value / top).clamp(0.0, 1.0);
                // 232 to 255 are the grey ramp of 256-colour terminals; light text on dark, dark on light.
                let shade = 233 + (share * 20.0).round() as u32;
                let ink = if share > 0.5 { 16 } else { 250 };
                let hand = StartingHand::at(row, column);
                let _ = write!(out, "\x1b[48;5;{shade};38;5;{ink}m {:<4}\x1b[0m", hand.to_string());
            }
            out.push('\n');
        }
        out
    }

    /// The grid as a self-contained SVG element, 13 cells of 36 by 28 units each way, for a page; each cell has a
    /// `title` with its value. `label` names the picture for those who do not see it.
    pub fn svg(&self, label: &str) -> String {
        let (width, height, top) = (36, 28, self.top());
        let mut out = format!(
            "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 {} {}\" role=\"img\" aria-label=\"{}\" \
             font-family=\"sans-serif\" font-size=\"11\" text-anchor=\"middle\">",
            13 * width,
            13 * height,
            escaped(label)
        );
        for (row, values) in self.cells.iter().enumerate() {
            for (column, &value) in values.iter().enumerate() {
                let hand = StartingHand::at(row, column);
                let share = (value / top).clamp(0.0, 1.0);
                let (x, y) = (column * width, row * height);
                let ink = if share > 0.55 { "#fff" } else { "#222" };
                let _ = write!(
                    out,
                    "<g><title>{hand}: {value:.4}</title><rect x=\"{x}\" y=\"{y}\" width=\"{width}\" \
                     height=\"{height}\" fill=\"{}\" stroke=\"#bbb\"/><text x=\"{}\" y=\"{}\" fill=\"{ink}\">\
                     {hand}</text></g>",
                    shade(share),
                    x + width / 2,
                    y + height / 2 + 4,
                );
            }
        }
        out.push_str("</svg>");
        out
    }
}

/// From near white to a deep green.
fn shade(share: f64) -> String {
    let mix = |from: f64, to: f64| (from + (to - from) * share).round() as u8;
    format!("#{:02x}{:02x}{:02x}", mix(247.0, 0.0), mix(247.0, 104.0), mix(245.0, 55.0))
}

fn escaped(text: &str) -> String {
    text.chars()
        .map(|c| match c {
            '&' => "&amp;".to_string(),
            '<' => "&lt;".to_string(),
            '>' => "&gt;".to_string(),
            '"' => "&quot;".to_string(),
            c => c.to_string(),
        })
        .collect()
}
