//! The grammar: `Collection = { "(" node { node } { tree } ")" }`, `node = ";" { NAME "[" value "]" { "[" value "]" } }`.

use super::SgfError;
use super::tree::{Collection, Node, NodeId, Property, Tree};
use std::str::FromStr;

impl FromStr for Collection {
    type Err = SgfError;

    /// Reads a collection. Text before the first `(;` is skipped, as the specification asks; lower-case letters in
    /// property names are dropped, as in files older than FF\[4\]; a property given twice in a node is joined.
    fn from_str(text: &str) -> Result<Self, SgfError> {
        let mut reader = Reader { text, at: 0 };
        let mut trees = Vec::new();
        reader.skip_to_game()?;
        while reader.peek() == Some('(') {
            trees.push(reader.tree()?);
            reader.space();
        }
        if reader.at < text.len() && !text[reader.at..].trim_matches(['\u{1a}', '\0']).trim().is_empty() {
            return Err(reader.error("the collection has ended, and more follows"));
        }
        Ok(Collection { trees })
    }
}

struct Reader<'a> {
    text: &'a str,
    at: usize,
}

impl Reader<'_> {
    fn peek(&self) -> Option<char> {
        self.text[self.at..].chars().next()
    }

    fn next(&mut self) -> Option<char> {
        let c = self.peek()?;
        self.at += c.len_utf8();
        Some(c)
    }

    fn space(&mut self) {
        while self.peek().is_some_and(|c| c.is_whitespace() || c == '\u{feff}') {
            self.next();
        }
    }

    fn error(&self, what: impl Into<String>) -> SgfError {
        let before = &self.text[..self.at];
        let line = before.matches('\n').count() + 1;
        let column = before.rsplit('\n').next().unwrap_or("").chars().count() + 1;
        SgfError::Syntax { line, column, what: what.into() }
    }

    /// What stands here, for messages.
    fn found(&self) -> String {
        self.peek().map_or("the text's end".into(), |c| format!("`{}`", c.escape_debug()))
    }

    fn skip_to_game(&mut self) -> Result<(), SgfError> {
        let mut from = 0;
        while let Some(i) = self.text[from..].find('(') {
            self.at = from + i;
            if self.text[self.at + 1..].trim_start().starts_with(';') {
                return Ok(());
            }
            from = self.at + 1;
        }
        self.at = 0;
        Err(self.error("no game tree: nothing begins with `(;`"))
    }

    /// Reads a tree, without recursion: `open` are the nodes that variations still open hang from.
    fn tree(&mut self) -> Result<Tree, SgfError> {
        let mut tree = Tree { nodes: Vec::new() };
        let mut open: Vec<Option<NodeId>> = Vec::new();
        let mut here: Option<NodeId> = None;
        let mut fresh = false;
        loop {
            self.space();
            match self.peek() {
                Some('(') if !fresh => {
                    self.next();
                    if here.is_none() && !tree.nodes.is_empty() {
                        return Err(self.error("a variation hangs from no node"));
                    }
                    open.push(here);
                    fresh = true;
                }
                Some(';') => {
                    self.next();
                    if here.is_some_and(|at| !fresh && !tree.nodes[at.0].children.is_empty()) {
                        return Err(self.error("a node follows its variations"));
                    }
                    let properties = self.properties()?;
                    let at = NodeId(tree.nodes.len());
                    tree.nodes.push(Node { properties, parent: here, children: Vec::new() });
                    if let Some(above) = here {
                        tree.nodes[above.0].children.push(at);
                    }
                    here = Some(at);
                    fresh = false;
                }
                Some(')') if !fresh => {
                    self.next();
                    here = open.pop().flatten();
                    if open.is_empty() {
                        return Ok(tree);
                    }
                }
                _ => {
                    let allowed = if fresh { "`;`" } else { "`;`, `(` or `)`" };
                    return Err(self.error(format!("found {}, where {allowed} may stand", self.found())));
                }
            }
        }
    }

    fn properties(&mut self) -> Result<Vec<Property>, SgfError> {
        let mut all: Vec<Property> = Vec::new();
        loop {
            self.space();
            if !self.peek().is_some_and(|c| c.is_ascii_alphabetic()) {
                return Ok(all);
            }
            let mut name = String::new();
            while let Some(c) = self.peek().filter(char::is_ascii_alphanumeric) {
                self.next();
                if !c.is_ascii_lowercase() {
                    name.push(c);
                }
            }
            if !name.starts_with(|c: char| c.is_ascii_uppercase()) {
                return Err(self.error("a property's name begins with an upper-case letter"));
            }
            self.space();
            if self.peek() != Some('[') {
                return Err(self.error(format!("found {}, where {name} takes `[`", self.found())));
            }
            let mut values = Vec::new();
            while self.peek() == Some('[') {
                values.push(self.value(&name)?);
                self.space();
            }
            match all.iter_mut().find(|p| p.name == name) {
                Some(same) => same.values.extend(values),
                None => all.push(Property { name, values }),
            }
        }
    }

    fn value(&mut self, name: &str) -> Result<String, SgfError> {
        self.next();
        let begin = self.at;
        loop {
            match self.next() {
                Some(']') => return Ok(self.text[begin..self.at - 1].to_string()),
                Some('\\') => {
                    self.next();
                }
                Some(_) => {}
                None => {
                    self.at = begin;
                    return Err(self.error(format!("the value of {name} has no end `]`")));
                }
            }
        }
    }
}
