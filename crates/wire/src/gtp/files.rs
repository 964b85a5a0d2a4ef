//! Commands about SGF files.

use super::engine::Engine;
use super::line::{Answer, Failure, Line};
use crate::sgf::{Collection, NodeId, go};
use croupier_core::Game;
use croupier_games::go::Config;

/// The largest file that `loadsgf` reads, in bytes.
const LARGEST: u64 = 64 << 20;

impl Engine {
    /// `loadsgf FILE [MOVE]`: the position at the end of the main line, or before move number MOVE.
    pub(super) fn loadsgf(&mut self, line: &Line<'_>) -> Answer {
        let file = *line.args.first().ok_or(Failure::SYNTAX)?;
        let until: Option<usize> = if line.args.len() > 1 { Some(line.arg(1)?) } else { None };
        self.load(file, until).map_err(|e| {
            // The specification's words first; then, for people, what is wrong.
            Failure::new(format!("cannot load file: {e}"))
        })?;
        Ok(String::new())
    }

    fn load(&mut self, file: &str, until: Option<usize>) -> Result<(), Box<dyn std::error::Error>> {
        let size = std::fs::metadata(file)?.len();
        if size > LARGEST {
            return Err(format!("{size} bytes are more than {LARGEST}").into());
        }
        let text = String::from_utf8_lossy(&std::fs::read(file)?).into_owned();
        let collection: Collection = text.parse()?;
        let tree = &collection.trees[0];
        let record = go::Record::read(tree)?;
        let config = Config {
            width: record.size.width() as u8,
            height: record.size.height() as u8,
            komi: record.komi.or(self.game.config().komi),
            ..self.game.config().clone()
        };
        let game = croupier_games::Go::new(config.clone())?;
        let line: Vec<NodeId> = tree.main_line();
        let mut states = vec![go::position(&game, tree, &line, 0)?];
        let mut moves = 0;
        for nodes in 1..line.len() {
            let node = tree.node(line[nodes]);
            moves += usize::from(!node.values("B").is_empty() || !node.values("W").is_empty());
            if until.is_some_and(|n| moves >= n) {
                break;
            }
            states.push(go::next_position(&game, tree, &line, nodes, &states[nodes - 1])?);
        }
        self.configure(config).map_err(|f| f.text().to_string())?;
        self.begin(states[0].clone());
        self.handicap = record.handicap;
        self.states = states;
        Ok(())
    }

    /// `printsgf [FILE]`: writes the game to a file, or answers with it.
    pub(super) fn printsgf(&mut self, line: &Line<'_>) -> Answer {
        let mut record = go::Record::of(&self.game, self.state());
        record.handicap = self.handicap;
        let text = record.write().to_string();
        match line.args.first() {
            None | Some(&"-") => Ok(text),
            Some(file) => {
                std::fs::write(file, text + "\n")
                    .map_err(|e| Failure::new(format!("cannot write file: {e}")))?;
                Ok(String::new())
            }
        }
    }
}
