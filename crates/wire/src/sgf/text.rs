//! Text values: escapes, soft line breaks, composed values.

/// Escapes text for a property value: `]` and `\`, and `:` when it is part of a composed value.
///
/// ```
/// use croupier_wire::sgf::{escape, unescape};
/// assert_eq!(escape(r"a]b\c:d", false), r"a\]b\\c:d");
/// assert_eq!(unescape(&escape("x\\]y", true)), "x\\]y");
/// ```
pub fn escape(text: &str, composed: bool) -> String {
    let mut out = String::with_capacity(text.len() + 4);
    for c in text.chars() {
        if matches!(c, ']' | '\\') || (composed && c == ':') {
            out.push('\\');
        }
        out.push(c);
    }
    out
}

/// The text that a raw value means (type Text): escapes undone, escaped line breaks removed, other white space than
/// line breaks turned to spaces, line breaks to `\n`.
///
/// ```
/// assert_eq!(croupier_wire::sgf::unescape("soft \\\nbreak\r\nhard\tend"), "soft break\nhard end");
/// ```
pub fn unescape(raw: &str) -> String {
    let mut out = String::with_capacity(raw.len());
    let mut chars = raw.chars().peekable();
    while let Some(c) = chars.next() {
        match c {
            '\\' => match chars.next() {
                Some(line_break @ ('\n' | '\r')) => skip_pair(line_break, &mut chars),
                Some(c) if c.is_whitespace() => out.push(' '),
                Some(c) => out.push(c),
                None => {}
            },
            '\n' | '\r' => {
                skip_pair(c, &mut chars);
                out.push('\n');
            }
            c if c.is_whitespace() => out.push(' '),
            c => out.push(c),
        }
    }
    out
}

/// A line break may be two characters, CR LF or LF CR.
fn skip_pair(first: char, chars: &mut std::iter::Peekable<std::str::Chars<'_>>) {
    let partner = if first == '\n' { '\r' } else { '\n' };
    chars.next_if_eq(&partner);
}

/// The text that a raw value of type SimpleText means: as [`unescape`], line breaks turned to spaces.
pub fn simple_text(raw: &str) -> String {
    unescape(raw).replace('\n', " ")
}

/// The raw text of a composed value.
pub fn compose(first: &str, second: &str) -> String {
    format!("{}:{}", escape(first, true), escape(second, true))
}

/// The raw halves of a composed value: split at the first colon that is not escaped.
///
/// ```
/// assert_eq!(croupier_wire::sgf::split_composed(r"a\:b:c"), Some((r"a\:b", "c")));
/// ```
pub fn split_composed(raw: &str) -> Option<(&str, &str)> {
    let mut escaped = false;
    for (i, c) in raw.char_indices() {
        match c {
            _ if escaped => escaped = false,
            '\\' => escaped = true,
            ':' => return Some((&raw[..i], &raw[i + 1..])),
            _ => {}
        }
    }
    None
}
