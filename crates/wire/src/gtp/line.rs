//! Command lines and responses.

use std::fmt::Display;
use std::str::FromStr;

/// A command line: an id, if there is one, the command's name and its arguments.
#[derive(Debug, PartialEq, Eq)]
pub(super) struct Line<'a> {
    pub id: Option<u64>,
    pub name: &'a str,
    pub args: Vec<&'a str>,
}

/// Cleans a line as section 3.1 asks: control characters out, tabs to spaces, comments off.
pub(super) fn cleaned(line: &str) -> String {
    let kept = line.split('#').next().unwrap_or("");
    kept.chars().map(|c| if c == '\t' { ' ' } else { c }).filter(|c| !c.is_control()).collect()
}

impl<'a> Line<'a> {
    /// Parses a cleaned line; `None` where it is empty.
    pub fn parse(line: &'a str) -> Option<Self> {
        let mut words = line.split_whitespace().peekable();
        let id = words.peek().and_then(|w| w.parse().ok());
        if id.is_some() {
            words.next();
        }
        // An id alone is a command without a name: unknown, not silent.
        if id.is_none() && words.peek().is_none() {
            return None;
        }
        Some(Self { id, name: words.next().unwrap_or(""), args: words.collect() })
    }

    /// The argument number `i`, read as what it should be.
    pub fn arg<T: FromStr>(&self, i: usize) -> Result<T, Failure> {
        self.args.get(i).and_then(|text| text.parse().ok()).ok_or(Failure::SYNTAX)
    }

    /// The argument number `i` as a finite number.
    pub fn number(&self, i: usize) -> Result<f64, Failure> {
        self.arg::<f64>(i).and_then(|x| if x.is_finite() { Ok(x) } else { Err(Failure::SYNTAX) })
    }
}

/// An error response, worded as the specification words it where it does.
#[derive(Debug, PartialEq, Eq)]
pub(super) struct Failure(pub String);

impl Failure {
    pub const SYNTAX: Failure = Failure(String::new());

    pub fn new(text: impl Into<String>) -> Self {
        Failure(text.into())
    }

    pub fn text(&self) -> &str {
        if self.0.is_empty() { "syntax error" } else { &self.0 }
    }
}

/// What a command answers: text, or an error.
pub(super) type Answer = Result<String, Failure>;

/// The response of an answer, its empty line included. Empty lines inside, which would end it early, are left out.
pub(super) fn response(id: Option<u64>, answer: &Answer) -> String {
    let (sign, text) = match answer {
        Ok(text) => ('=', text.as_str()),
        Err(failure) => ('?', failure.text()),
    };
    let id = id.map_or(String::new(), |n| n.to_string());
    let lines: Vec<&str> =
        text.lines().enumerate().filter(|(i, l)| *i == 0 || !l.trim().is_empty()).map(|l| l.1).collect();
    format!("{sign}{id} {}\n\n", lines.join("\n"))
}

/// Items in one line.
pub(super) fn spaced<T: Display>(items: impl IntoIterator<Item = T>) -> String {
    items.into_iter().map(|i| i.to_string()).collect::<Vec<_>>().join(" ")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lines_are_cleaned_and_split_as_the_specification_says() {
        let text = cleaned("12\tplay\u{7} b  d4 # a # comment\r");
        let line = Line::parse(&text).unwrap();
        assert_eq!(line, Line { id: Some(12), name: "play", args: vec!["b", "d4"] });
        assert_eq!(Line::parse(&cleaned("   \t # only a comment")), None);
        assert_eq!(Line::parse("7").unwrap().name, "");
        assert_eq!(Line::parse("name").unwrap().id, None);
    }

    #[test]
    fn responses_end_with_the_only_empty_line() {
        assert_eq!(response(Some(3), &Ok("a\n\nb\n".into())), "=3 a\nb\n\n");
        assert_eq!(response(None, &Err(Failure::SYNTAX)), "? syntax error\n\n");
        assert_eq!(response(None, &Ok(String::new())), "= \n\n");
        assert_eq!(response(None, &Ok("\nboard\n".into())), "= \nboard\n\n");
    }
}
