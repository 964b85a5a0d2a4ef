//! What a seat may know, told from a table's log alone: a slow twin of the games' views that shares no code with them.

use std::collections::BTreeSet;

/// Events in the order of the log: `* text` of chance, `seat text` of a seat.
pub struct Story<'a> {
    pub game: &'a str,
    pub seats: usize,
    pub events: &'a [String],
    pub over: bool,
}

/// A card as text: `3d`, `Ja`, `5m`.
type Cards = BTreeSet<String>;

impl Story<'_> {
    /// The cards that `seat` may know by now; of no seat, those that everybody may.
    pub fn known(&self, seat: Option<usize>) -> Cards {
        match self.game {
            "kuhn" | "leduc" => self.poker(seat),
            "holdem" => self.holdem(seat),
            "mini-mahjong" => self.mahjong(seat),
            "big-two" => self.shedding(seat, |text| {
                text.split(',').map(|part| cards(self.game, part.split_once('=').unwrap().1)).collect()
            }),
            "daifugo" => self.shedding(seat, |text| {
                text.strip_prefix("deal ")
                    .map_or(vec![], |t| t.split(' ').skip(1).map(|h| cards(self.game, h)).collect())
            }),
            game => panic!("{game}"),
        }
    }

    fn chance(&self) -> impl Iterator<Item = &str> {
        self.events.iter().filter_map(|e| e.strip_prefix("* "))
    }

    fn acts(&self) -> impl Iterator<Item = (usize, &str)> {
        self.events.iter().filter_map(|e| {
            let (seat, text) = e.split_once(' ').unwrap();
            Some((seat.parse().ok()?, text))
        })
    }

    fn poker(&self, seat: Option<usize>) -> Cards {
        let mut chance = self.chance();
        let hands: Vec<String> = cards(self.game, chance.next().unwrap()).into_iter().collect();
        let deal = self.chance().next().unwrap().replace(' ', "");
        let size = deal.len() / 2;
        let hand = |i: usize| deal[i * size..(i + 1) * size].to_string();
        assert_eq!(hands.len(), 2);
        let mut known: Cards = chance.map(String::from).collect();
        known.extend(seat.map(hand));
        let acts: Vec<&str> = self.acts().map(|a| a.1).collect();
        let folded = acts.last() == Some(&"f") || acts.ends_with(&["b", "p"]);
        if self.over && !folded {
            known.extend([hand(0), hand(1)]);
        }
        known
    }

    /// One hand, as the test plays it.
    fn holdem(&self, seat: Option<usize>) -> Cards {
        let mut chance = self.chance();
        let hands: Vec<Cards> = chance.next().unwrap().split(' ').map(|h| cards("holdem", h)).collect();
        let mut known: Cards = chance.flat_map(|board| cards("holdem", board)).collect();
        let folded: BTreeSet<usize> = self.acts().filter(|a| a.1 == "f").map(|a| a.0).collect();
        let shown = self.over && folded.len() + 1 < self.seats;
        for (i, hand) in hands.into_iter().enumerate() {
            if seat == Some(i) || shown && !folded.contains(&i) {
                known.extend(hand);
            }
        }
        known
    }

    fn mahjong(&self, seat: Option<usize>) -> Cards {
        let mut known = Cards::new();
        let (mut first, mut draws) = (0, 0);
        for text in self.chance() {
            let (word, rest) = text.split_once(' ').unwrap();
            match word {
                "first" => first = rest.parse().unwrap(),
                "deal" => known.extend(
                    seat.into_iter().flat_map(|s| cards("mini-mahjong", rest.split(' ').nth(s).unwrap())),
                ),
                _ => {
                    if seat == Some((first + draws) % self.seats) {
                        known.extend(cards("mini-mahjong", rest));
                    }
                    draws += 1;
                }
            }
        }
        known.extend(self.acts().flat_map(|(_, text)| cards("mini-mahjong", text)));
        known
    }

    /// Own hand and all that was played, of the last deal; what was exchanged is known to the two who did.
    fn shedding(&self, seat: Option<usize>, hands: impl Fn(&str) -> Vec<Cards>) -> Cards {
        let mut known = Cards::new();
        let mut given: Vec<(usize, Cards)> = Vec::new();
        for event in self.events {
            let (who, text) = event.split_once(' ').unwrap();
            if who == "*" {
                let hands = hands(text);
                if !hands.is_empty() {
                    known = seat.map_or(Cards::new(), |s| hands[s].clone());
                    given.clear();
                }
                continue;
            }
            let who: usize = who.parse().unwrap();
            let these = cards(self.game, text);
            if text.starts_with("give ") {
                given.push((who, these));
            } else if text.starts_with("return ") {
                // The two-card exchange is one pair's, the one-card exchange the other's. Jokers are no cards here, and a
                // tribute may be one.
                let size = |t: &str| t.chars().filter(|c| "3456789TJQKA2X".contains(*c)).count();
                let at =
                    self.gives().position(|(s, t)| given.iter().any(|g| g.0 == s) && size(t) == size(text));
                let (giver, _) = self.gives().nth(at.unwrap()).unwrap();
                let tribute = given.iter().find(|g| g.0 == giver).unwrap().1.clone();
                if seat == Some(who) {
                    known.extend(tribute);
                } else if seat == Some(giver) {
                    known.extend(these);
                }
            } else {
                known.extend(these);
            }
        }
        known
    }

    /// The tributes of the last deal.
    fn gives(&self) -> impl Iterator<Item = (usize, &str)> {
        let from = self.events.iter().rposition(|e| e.starts_with("* deal")).unwrap_or(0);
        self.events[from..].iter().filter_map(|e| {
            let (seat, text) = e.split_once(' ')?;
            text.starts_with("give ").then_some(())?;
            Some((seat.parse().ok()?, &text[5..]))
        })
    }
}

/// Every card that a text names, wherever it stands.
pub fn cards(game: &str, text: &str) -> Cards {
    let (ranks, suits) = match game {
        "kuhn" => ("JQK", ""),
        "leduc" => ("JQK", "ab"),
        "mini-mahjong" => ("123456789", "mpsz"),
        _ => ("23456789TJQKA", "cdhs"),
    };
    let text: Vec<char> = text.chars().collect();
    let mut found = Cards::new();
    for (i, rank) in text.iter().enumerate().filter(|(_, c)| ranks.contains(**c)) {
        match text.get(i + 1) {
            _ if suits.is_empty() => _ = found.insert(rank.to_string()),
            Some(suit) if suits.contains(*suit) => _ = found.insert(format!("{rank}{suit}")),
            _ => {}
        }
    }
    found
}
