//! SGF, the Smart Game Format, version 4 (FF\[4\], Hollosi 1999): read and written whole.
//!
//! A [`Collection`] holds game trees, a [`Tree`] its nodes with their variations, a [`Node`] its properties. Values are
//! kept as they were written, escapes and all, so that what this module does not know comes out as it went in; typed
//! readers undo escapes and compose points. [`go`] reads and writes what Go means by them.
//!
//! ```
//! use croupier_wire::sgf::{Collection, go};
//! let text = r"(;GM[1]FF[4]SZ[9]KM[7]C[a \] bracket];B[ee](;W[ge]C[one way])(;W[cc]C[another]))";
//! let collection: Collection = text.parse()?;
//! let tree = &collection.trees[0];
//! assert_eq!(tree.node(tree.root()).text("C").as_deref(), Some("a ] bracket"));
//! assert_eq!(collection.to_string(), text);
//!
//! let record = go::Record::read(tree)?;
//! let moves: Vec<String> = record.moves.iter().map(|(colour, mv)| format!("{colour} {mv}")).collect();
//! assert_eq!(moves, ["black E5", "white G5"]);
//! # Ok::<(), croupier_wire::sgf::SgfError>(())
//! ```

pub mod go;
mod parse;
mod text;
mod tree;

pub use text::{compose, escape, simple_text, split_composed, unescape};
pub use tree::{Collection, Node, NodeId, Property, Tree};

/// What is wrong with an SGF text, and where.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum SgfError {
    /// The text does not follow the grammar.
    #[error("SGF line {line}, column {column}: {what}")]
    Syntax {
        /// Line, from 1.
        line: usize,
        /// Column in characters, from 1.
        column: usize,
        /// What was found and what is allowed.
        what: String,
    },
    /// A property whose value means nothing.
    #[error("SGF property {property}[{value}]: {what}")]
    Value {
        /// The property's name.
        property: String,
        /// Its value.
        value: String,
        /// What is allowed.
        what: String,
    },
    /// A move or a setup that the rules of Go refuse.
    #[error("SGF node {node}: {what}")]
    Rules {
        /// The node's place on its line of play, the root being 0.
        node: usize,
        /// Which rule refuses what.
        what: String,
    },
}

impl SgfError {
    pub(crate) fn value(property: &str, value: &str, what: impl Into<String>) -> Self {
        let short = |s: &str| s.chars().take(60).collect();
        Self::Value { property: short(property), value: short(value), what: what.into() }
    }
}
