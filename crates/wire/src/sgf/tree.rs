//! Collections, game trees, nodes, properties.

use super::text::{escape, simple_text, unescape};
use std::fmt;

/// Game trees in the order of a file.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Collection {
    /// The trees.
    pub trees: Vec<Tree>,
}

impl fmt::Display for Collection {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (i, tree) in self.trees.iter().enumerate() {
            let space = if i > 0 { "\n" } else { "" };
            write!(f, "{space}{tree}")?;
        }
        Ok(())
    }
}

/// The place of a node in its tree.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct NodeId(pub(super) usize);

/// A game with its variations: nodes, the first of which is the root.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Tree {
    pub(super) nodes: Vec<Node>,
}

impl Default for Tree {
    fn default() -> Self {
        Self::new()
    }
}

impl Tree {
    /// A tree of an empty root.
    pub fn new() -> Self {
        Self { nodes: vec![Node::default()] }
    }

    /// The root.
    pub fn root(&self) -> NodeId {
        NodeId(0)
    }

    /// How many nodes there are.
    pub fn len(&self) -> usize {
        self.nodes.len()
    }

    /// Never: a tree has a root.
    pub fn is_empty(&self) -> bool {
        false
    }

    /// A node of this tree.
    ///
    /// # Panics
    /// When the place is another tree's and this one has none such.
    pub fn node(&self, at: NodeId) -> &Node {
        &self.nodes[at.0]
    }

    /// A node of this tree, to be changed.
    ///
    /// # Panics
    /// When the place is another tree's and this one has none such.
    pub fn node_mut(&mut self, at: NodeId) -> &mut Node {
        &mut self.nodes[at.0]
    }

    /// Adds an empty node below another, as its last variation.
    ///
    /// # Panics
    /// When the place is another tree's and this one has none such.
    pub fn add(&mut self, below: NodeId) -> NodeId {
        let at = NodeId(self.nodes.len());
        self.nodes.push(Node { parent: Some(below), ..Node::default() });
        self.nodes[below.0].children.push(at);
        at
    }

    /// The main line: from the root by every node's first variation.
    pub fn main_line(&self) -> Vec<NodeId> {
        let mut line = vec![self.root()];
        let mut at = self.root();
        while let Some(&next) = self.node(at).children.first() {
            line.push(next);
            at = next;
        }
        line
    }

    /// The line from the root to a node, both included.
    pub fn line_to(&self, at: NodeId) -> Vec<NodeId> {
        let mut line = vec![at];
        let mut here = at;
        while let Some(parent) = self.node(here).parent {
            line.push(parent);
            here = parent;
        }
        line.reverse();
        line
    }
}

impl fmt::Display for Tree {
    /// Writes the tree; without recursion, since a game's depth is its length.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        enum Step {
            Open(NodeId),
            Node(NodeId),
            Close,
        }
        let mut steps = vec![Step::Open(self.root())];
        while let Some(step) = steps.pop() {
            match step {
                Step::Open(at) => {
                    f.write_str("(")?;
                    steps.push(Step::Close);
                    steps.push(Step::Node(at));
                }
                Step::Close => f.write_str(")")?,
                Step::Node(at) => {
                    let node = self.node(at);
                    write!(f, "{node}")?;
                    match node.children[..] {
                        [only] => steps.push(Step::Node(only)),
                        ref all => steps.extend(all.iter().rev().map(|&c| Step::Open(c))),
                    }
                }
            }
        }
        Ok(())
    }
}

/// A node: properties, and places of the nodes around it.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Node {
    /// The properties, in the order written.
    pub properties: Vec<Property>,
    pub(super) parent: Option<NodeId>,
    pub(super) children: Vec<NodeId>,
}

/// A property: a name and one raw value or more.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Property {
    /// The name, upper-case letters.
    pub name: String,
    /// The values as they stand between the brackets, escapes included.
    pub values: Vec<String>,
}

impl Node {
    /// The node above; `None` at the root.
    pub fn parent(&self) -> Option<NodeId> {
        self.parent
    }

    /// The variations from here, the main one first.
    pub fn children(&self) -> &[NodeId] {
        &self.children
    }

    /// The raw values of a property; none when it is missing.
    pub fn values(&self, name: &str) -> &[String] {
        self.properties.iter().find(|p| p.name == name).map_or(&[], |p| &p.values)
    }

    /// The first raw value of a property.
    pub fn value(&self, name: &str) -> Option<&str> {
        self.values(name).first().map(String::as_str)
    }

    /// The first value as text, escapes undone.
    pub fn text(&self, name: &str) -> Option<String> {
        self.value(name).map(unescape)
    }

    /// The first value as text of one line, escapes undone.
    pub fn line(&self, name: &str) -> Option<String> {
        self.value(name).map(simple_text)
    }

    /// Sets a property to raw values, replacing it where it is.
    pub fn set_raw(&mut self, name: &str, values: Vec<String>) {
        match self.properties.iter_mut().find(|p| p.name == name) {
            Some(property) => property.values = values,
            None => self.properties.push(Property { name: name.to_string(), values }),
        }
    }

    /// Sets a property to one text, which is escaped.
    pub fn set(&mut self, name: &str, text: &str) {
        self.set_raw(name, vec![escape(text, false)]);
    }
}

impl fmt::Display for Node {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(";")?;
        for property in &self.properties {
            f.write_str(&property.name)?;
            for value in &property.values {
                write!(f, "[{value}]")?;
            }
        }
        Ok(())
    }
}
