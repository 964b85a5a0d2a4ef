//! What a run will play: written down whole before the first card.

use crate::seating::Seatings;
use croupier_core::{AgentLabel, Budget, Game, Luck};
use croupier_stats::{SprtSpec, Unit};
use serde::{Deserialize, Serialize};
use serde_json::Value;

/// What a run is for; it decides which pairs a report compares.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Kind {
    /// Entrants at one table.
    Match,
    /// Candidates in turn against the same opponents on the same luck.
    Compare,
    /// Every selection of the entrants, rated.
    League,
    /// A bot against itself with each part switched off, each against the same opponents.
    Ablate,
}

/// A named deck of lucks: `dev` for tuning, `test` for the figure that is published.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Deck {
    /// For tuning.
    #[default]
    Dev,
    /// For figures that are published.
    Test,
}

impl Deck {
    /// The name, as on the command line.
    pub fn name(self) -> &'static str {
        match self {
            Deck::Dev => "dev",
            Deck::Test => "test",
        }
    }
}

/// At most this many episodes make a block: more cannot be stopped or resumed in reasonable time.
const MOST_EPISODES: u64 = 1_000_000;

/// At most this many tables make a league.
const MOST_TABLES: u64 = 10_000;

/// A table: which entrant holds each position, before seatings move positions to seats.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Table {
    /// The entrant at each position.
    pub entrants: Vec<usize>,
    /// Positions of one class are interchangeable: seatings that only swap them count as one.
    pub classes: Vec<usize>,
}

/// A run, whole: enough to play it again.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Plan {
    /// What the run is for.
    pub kind: Kind,
    /// [`Game::ID`].
    pub game: String,
    /// [`Game::RULES`].
    pub rules: u32,
    /// The program's version.
    pub version: String,
    /// The profile's name, with `+` where switches differ from it.
    pub profile: String,
    /// The game's whole configuration.
    pub config: Value,
    /// The deck its lucks are drawn from.
    pub deck: Deck,
    /// The run's luck.
    pub luck: u64,
    /// Who takes part; how often an entrant sits is in the tables.
    pub entrants: Vec<AgentLabel>,
    /// The tables of each block, all on the block's luck.
    pub tables: Vec<Table>,
    /// How many blocks; with a sequential test, at most.
    pub blocks: u64,
    /// Episodes of a series.
    pub series: u32,
    /// Which seatings make a block.
    pub seatings: Seatings,
    /// How long an agent may think about a decision.
    pub budget: Budget,
    /// The sequential test that may stop the run.
    pub sprt: Option<SprtSpec>,
}

/// A plan that cannot be run.
#[derive(Clone, Debug, PartialEq, thiserror::Error)]
pub enum PlanError {
    /// As many bots as seats are needed.
    #[error("{game} has {seats} seats under this configuration; {given} bots are given{hint}")]
    Seats {
        /// The game.
        game: &'static str,
        /// Its seats.
        seats: usize,
        /// The bots given.
        given: usize,
        /// What to do about it.
        hint: String,
    },
    /// More than one run can hold.
    #[error("{what}: {given} is too many; at most {most}")]
    Most {
        /// What is counted.
        what: &'static str,
        /// How many there would be.
        given: u64,
        /// How many there can be.
        most: u64,
    },
    /// A stored plan that no command makes.
    #[error("{0}")]
    Stored(String),
    /// A sequential test that this run cannot have.
    #[error("--sprt: {0}")]
    Sprt(String),
}

impl Plan {
    /// A plan with the game's identity filled in and everything else empty; one block, default deck, no test.
    pub fn of<G: Game>(game: &G, kind: Kind, entrants: Vec<AgentLabel>) -> Self {
        Self {
            kind,
            game: G::ID.into(),
            rules: G::RULES,
            version: croupier_core::VERSION.into(),
            profile: croupier_core::config::profile_name(game),
            config: serde_json::to_value(game.config()).expect("a configuration serialises"),
            deck: Deck::default(),
            luck: 1,
            entrants,
            tables: Vec::new(),
            blocks: 1,
            series: 1,
            seatings: Seatings::All,
            budget: Budget::Own,
            sprt: None,
        }
    }

    /// Entrants at one table; equal specs are interchangeable.
    ///
    /// # Errors
    /// When there are not as many entrants as seats.
    pub fn one_table<G: Game>(game: &G, entrants: Vec<AgentLabel>) -> Result<Self, PlanError> {
        seats_filled(game, entrants.len(), "; give one bot for each seat")?;
        let mut plan = Self::of(game, Kind::Match, entrants);
        let all: Vec<usize> = (0..plan.entrants.len()).collect();
        plan.tables = vec![plan.table(all)];
        Ok(plan)
    }

    /// Each candidate in turn with the same opponents: the first `candidates` entrants are compared, the others fill
    /// the other seats (one alone fills them all).
    ///
    /// # Errors
    /// When the opponents do not fill the seats.
    pub fn same_luck<G: Game>(
        game: &G,
        kind: Kind,
        entrants: Vec<AgentLabel>,
        candidates: usize,
    ) -> Result<Self, PlanError> {
        let mut plan = Self::of(game, kind, entrants);
        let mut others: Vec<usize> = (candidates..plan.entrants.len()).collect();
        if others.len() == 1 {
            others = vec![others[0]; game.seats() - 1];
        }
        seats_filled(
            game,
            others.len() + 1,
            " (the candidate and its opponents); --against takes one for each other seat, or one alone for all",
        )?;
        for candidate in 0..candidates {
            let mut table = plan.table([&[candidate], others.as_slice()].concat());
            // The candidate is never interchangeable with an opponent, so that all candidates get the same seatings.
            table.classes[0] = usize::MAX;
            plan.tables.push(table);
        }
        Ok(plan)
    }

    /// Every selection of as many entrants as there are seats.
    ///
    /// # Errors
    /// When there are fewer entrants than seats.
    pub fn league<G: Game>(game: &G, entrants: Vec<AgentLabel>) -> Result<Self, PlanError> {
        if entrants.len() < game.seats() {
            seats_filled(game, entrants.len(), "; a league needs at least one for each seat")?;
        }
        let choose = |n: u64, k: u64| (0..k).try_fold(1u64, |c, i| Some(c.checked_mul(n - i)? / (i + 1)));
        let tables = choose(entrants.len() as u64, game.seats() as u64).unwrap_or(u64::MAX);
        if tables > MOST_TABLES {
            return Err(PlanError::Most { what: "tables of the league", given: tables, most: MOST_TABLES });
        }
        let mut plan = Self::of(game, Kind::League, entrants);
        let mut chosen = Vec::new();
        selections(plan.entrants.len(), game.seats(), 0, &mut chosen, &mut |s| {
            plan.tables.push(plan.table(s.to_vec()))
        });
        Ok(plan)
    }

    fn table(&self, entrants: Vec<usize>) -> Table {
        let class = |e: &usize| {
            self.entrants.iter().position(|l| *l == self.entrants[*e]).expect("it is one of them")
        };
        let classes = entrants.iter().map(class).collect();
        Table { entrants, classes }
    }

    /// The luck of a block.
    pub fn block_luck(&self, block: u64) -> Luck {
        Luck::block(self.deck.name(), self.luck, block)
    }

    /// The entrants that pairs are made of: everybody in a match or league, the candidates elsewhere.
    pub fn compared(&self) -> usize {
        match self.kind {
            Kind::Match | Kind::League => self.entrants.len(),
            Kind::Compare | Kind::Ablate => self.tables.len(),
        }
    }

    /// Checks what the options can get wrong together.
    ///
    /// # Errors
    /// A block of too many episodes, or a sequential test where not exactly two bots are compared, or in Elo of bots
    /// that do not meet alone at one table.
    pub fn check_options(&self) -> Result<(), PlanError> {
        let episodes = self.records_per_block();
        if episodes > MOST_EPISODES {
            let what = "episodes of a block (tables × seatings × series)";
            return Err(PlanError::Most { what, given: episodes, most: MOST_EPISODES });
        }
        let Some(sprt) = &self.sprt else { return Ok(()) };
        if self.compared() != 2 {
            let n = self.compared();
            return Err(PlanError::Sprt(format!(
                "a sequential test compares two bots; {n} are compared here"
            )));
        }
        if sprt.unit() == Unit::Elo && self.tables != [self.table(vec![0, 1])] {
            let why =
                "unit=elo needs two bots alone at one table; use unit=score, the difference per episode";
            return Err(PlanError::Sprt(why.into()));
        }
        Ok(())
    }

    /// How many records a block has.
    pub fn records_per_block(&self) -> u64 {
        let seatings = |t: &Table| crate::seating::count(&t.classes, self.seatings) as u64;
        self.tables.iter().map(seatings).sum::<u64>().saturating_mul(u64::from(self.series))
    }

    /// Checks a plan read back from a store: it must be one that a command makes.
    ///
    /// # Errors
    /// Names the field that is not as a command would have written it.
    pub fn check_stored<G: Game>(&self, game: &G) -> Result<(), PlanError> {
        let entrants = self.entrants.clone();
        let made = match self.kind {
            Kind::Match => Self::one_table(game, entrants)?,
            Kind::League => Self::league(game, entrants)?,
            Kind::Compare | Kind::Ablate => {
                if !(2..self.entrants.len()).contains(&self.tables.len()) {
                    return Err(PlanError::Stored(format!(
                        "tables: {} do not fit the entrants",
                        self.tables.len()
                    )));
                }
                Self::same_luck(game, self.kind, entrants, self.tables.len())?
            }
        };
        let wrong = |field: &str, found: String, allowed: &str| {
            Err(PlanError::Stored(format!("{field}: `{found}` is not allowed; it takes {allowed}")))
        };
        if self.tables != made.tables {
            return wrong(
                "tables",
                format!("{} tables", self.tables.len()),
                "the tables that the entrants make",
            );
        }
        if self.profile != made.profile {
            return wrong(
                "profile",
                self.profile.clone(),
                &format!("{} under this configuration", made.profile),
            );
        }
        if self.blocks == 0 || self.series == 0 {
            return wrong(
                "blocks, series",
                format!("{}, {}", self.blocks, self.series),
                "whole numbers from 1",
            );
        }
        if let Seatings::Drawn(n) = self.seatings
            && !(1..=1000).contains(&n)
        {
            return wrong("seatings", n.to_string(), "all, rotations, or a whole number from 1 to 1000");
        }
        self.check_options()
    }
}

fn seats_filled<G: Game>(game: &G, given: usize, hint: &str) -> Result<(), PlanError> {
    if given == game.seats() {
        return Ok(());
    }
    Err(PlanError::Seats { game: G::ID, seats: game.seats(), given, hint: hint.into() })
}

fn selections(n: usize, k: usize, from: usize, chosen: &mut Vec<usize>, visit: &mut impl FnMut(&[usize])) {
    if chosen.len() == k {
        return visit(chosen);
    }
    for i in from..n {
        chosen.push(i);
        selections(n, k, i + 1, chosen, visit);
        chosen.pop();
    }
}
