//! Bytes kept within bounds: lines of a bot's output, and the end of its error output.

/// Cuts a stream into lines and never holds much more than the longest line allowed.
#[derive(Debug)]
pub(super) struct LineBuffer {
    bytes: Vec<u8>,
    /// How many of `bytes` are known to hold no line's end.
    scanned: usize,
    max: usize,
}

/// A line is longer than allowed.
#[derive(Debug, PartialEq)]
pub(super) struct TooLong;

impl LineBuffer {
    /// A buffer for lines of at most `max` bytes, their ends not counted.
    pub(super) fn new(max: usize) -> Self {
        Self { bytes: Vec::new(), scanned: 0, max }
    }

    /// Adds bytes. The caller reads one chunk at a time and asks for a line in between, which bounds the memory.
    pub(super) fn push(&mut self, bytes: &[u8]) {
        self.bytes.extend_from_slice(bytes);
    }

    /// Whether nothing is left over.
    pub(super) fn is_empty(&self) -> bool {
        self.bytes.is_empty()
    }

    /// What is left over, up to its first line's end.
    pub(super) fn head(&self) -> &[u8] {
        self.bytes.split(|b| *b == b'\n').next().unwrap_or_default()
    }

    /// Takes the next whole line, without its `\n` or `\r\n`; `None` when none is whole yet.
    pub(super) fn line(&mut self) -> Result<Option<Vec<u8>>, TooLong> {
        let end = self.bytes[self.scanned..].iter().position(|b| *b == b'\n').map(|i| i + self.scanned);
        self.scanned = end.unwrap_or(self.bytes.len());
        if self.scanned > self.max {
            return Err(TooLong);
        }
        let Some(end) = end else { return Ok(None) };
        let rest = self.bytes.split_off(end + 1);
        let mut line = std::mem::replace(&mut self.bytes, rest);
        self.scanned = 0;
        line.pop();
        if line.last() == Some(&b'\r') {
            line.pop();
        }
        Ok(Some(line))
    }
}

/// The last bytes of a stream.
#[derive(Debug, Default)]
pub(super) struct Tail {
    bytes: Vec<u8>,
}

impl Tail {
    /// How many bytes are kept.
    pub(super) const KEPT: usize = 4096;

    /// Adds bytes, dropping the oldest.
    pub(super) fn push(&mut self, bytes: &[u8]) {
        self.bytes.extend_from_slice(bytes);
        let over = self.bytes.len().saturating_sub(Self::KEPT);
        self.bytes.drain(..over);
    }

    /// Forgets everything.
    pub(super) fn clear(&mut self) {
        self.bytes.clear();
    }

    /// The text for people: no control characters but the line's end and the tab, no broken UTF-8.
    pub(super) fn text(&self) -> String {
        let text = String::from_utf8_lossy(&self.bytes);
        let shown = text.trim().chars().filter(|c| !c.is_control() || matches!(c, '\n' | '\t'));
        shown.collect()
    }
}

/// The first characters of a bot's line, quoted and escaped so that it can do no harm in a terminal.
pub(crate) fn excerpt(line: &[u8]) -> String {
    const SHOWN: usize = 120;
    let bytes = &line[..line.len().min(4 * SHOWN)];
    let text = String::from_utf8_lossy(bytes);
    let mut shown: String = text.chars().take(SHOWN).flat_map(char::escape_debug).collect();
    if text.chars().count() > SHOWN || line.len() > bytes.len() {
        shown.push('…');
    }
    format!("`{shown}`")
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    #[test]
    fn a_line_of_the_longest_length_passes_and_one_byte_more_does_not() {
        let mut buffer = LineBuffer::new(4);
        buffer.push(b"1234\n12345");
        assert_eq!(buffer.line(), Ok(Some(b"1234".to_vec())));
        assert_eq!(buffer.line(), Err(TooLong));
    }

    #[test]
    fn carriage_returns_before_a_line_end_are_dropped() {
        let mut buffer = LineBuffer::new(9);
        buffer.push(b"a\r\n\nb");
        assert_eq!(buffer.line(), Ok(Some(b"a".to_vec())));
        assert_eq!(buffer.line(), Ok(Some(vec![])));
        assert_eq!(buffer.line(), Ok(None));
        assert_eq!(buffer.head(), b"b");
    }

    #[test]
    fn the_tail_keeps_the_last_bytes_and_cuts_no_harm_into_the_text() {
        let mut tail = Tail::default();
        tail.push(&[b'x'; 10_000]);
        tail.push("\u{1b}[31mend é".as_bytes());
        assert!(tail.text().ends_with("x[31mend é"), "{}", tail.text());
        assert_eq!(tail.bytes.len(), Tail::KEPT);
        tail.clear();
        assert_eq!(tail.text(), "");
    }

    #[test]
    fn excerpts_are_short_and_escaped() {
        assert_eq!(excerpt(b"a\x1b\xff"), "`a\\u{1b}\u{fffd}`");
        assert!(excerpt(&[b'y'; 100_000]).chars().count() < 130);
    }

    proptest! {
        /// The obvious twin: the whole stream split at once.
        #[test]
        fn lines_do_not_depend_on_how_the_stream_arrives(
            stream in proptest::collection::vec(prop_oneof![Just(b'\n'), any::<u8>()], 0..200),
            cuts in proptest::collection::vec(1usize..9, 1..40),
        ) {
            let mut whole: Vec<Vec<u8>> = stream.split(|b| *b == b'\n').map(<[u8]>::to_vec).collect();
            let rest = whole.pop().unwrap();
            for line in &mut whole {
                if line.last() == Some(&b'\r') { line.pop(); }
            }
            let (mut buffer, mut lines) = (LineBuffer::new(500), vec![]);
            let mut left = stream.as_slice();
            for cut in cuts.iter().cycle() {
                if left.is_empty() { break }
                let (now, later) = left.split_at((*cut).min(left.len()));
                buffer.push(now);
                left = later;
                while let Some(line) = buffer.line().unwrap() { lines.push(line); }
            }
            prop_assert_eq!(lines, whole);
            prop_assert_eq!(buffer.head(), rest.as_slice());
        }
    }
}
