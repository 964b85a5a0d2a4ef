//! Lines over a connection, with limits on their time and length.

use std::io::{ErrorKind, Read, Write};
use std::net::TcpStream;
use std::time::{Duration, Instant};

/// The longest line that is read, its end included. The reference's is 4,096.
const LONGEST: usize = 1 << 16;

/// Why there is no line.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum NoLine {
    /// It did not come in time.
    Late,
    /// The other side has closed the connection, or the system has.
    Gone(String),
    /// It is longer than [`LONGEST`].
    Long,
}

/// A connection by lines.
pub(super) struct Lines {
    stream: TcpStream,
    read: Vec<u8>,
}

impl Lines {
    pub fn new(stream: TcpStream) -> std::io::Result<Self> {
        stream.set_nodelay(true)?;
        stream.set_nonblocking(false)?;
        Ok(Self { stream, read: Vec::new() })
    }

    /// The next line without its end; LF, CR LF alike. Bytes that are no UTF-8 become the replacement character.
    pub fn next(&mut self, until: Option<Instant>) -> Result<String, NoLine> {
        let mut seen = 0;
        loop {
            if let Some(end) = self.read[seen..].iter().position(|&b| b == b'\n') {
                let line: Vec<u8> = self.read.drain(..=seen + end).collect();
                let text = String::from_utf8_lossy(&line[..line.len() - 1]).into_owned();
                return Ok(text.trim_end_matches('\r').to_string());
            }
            seen = self.read.len();
            if seen > LONGEST {
                return Err(NoLine::Long);
            }
            self.fill(until)?;
        }
    }

    fn fill(&mut self, until: Option<Instant>) -> Result<(), NoLine> {
        let left = until.map(|u| u.saturating_duration_since(Instant::now()));
        if left.is_some_and(|l| l.is_zero()) {
            return Err(NoLine::Late);
        }
        let gone = |e: std::io::Error| NoLine::Gone(e.to_string());
        self.stream.set_read_timeout(left).map_err(gone)?;
        let mut chunk = [0; 4096];
        match self.stream.read(&mut chunk) {
            Ok(0) => Err(NoLine::Gone("it closed the connection".into())),
            Ok(n) => {
                self.read.extend_from_slice(&chunk[..n]);
                Ok(())
            }
            Err(e) => match e.kind() {
                ErrorKind::WouldBlock | ErrorKind::TimedOut => Err(NoLine::Late),
                ErrorKind::Interrupted => Ok(()),
                _ => Err(gone(e)),
            },
        }
    }

    /// Writes a line with CR LF; a side that does not read for so long is late.
    pub fn write(&mut self, line: &str, patience: Duration) -> Result<(), NoLine> {
        let gone = |e: std::io::Error| match e.kind() {
            ErrorKind::WouldBlock | ErrorKind::TimedOut => NoLine::Late,
            _ => NoLine::Gone(e.to_string()),
        };
        self.stream.set_write_timeout(Some(patience.max(Duration::from_millis(1)))).map_err(gone)?;
        self.stream.write_all(format!("{line}\r\n").as_bytes()).map_err(gone)
    }
}
