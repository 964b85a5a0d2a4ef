//! Tokens of seats: 128 random bits each, kept hashed and apart from the records of play.

use super::fault::Refusal;
use blake3::Hash;
use croupier_core::Seat;
use serde::{Deserialize, Serialize};
use std::collections::HashMap;
use std::fs::{File, OpenOptions, TryLockError};
use std::io::Write;
use std::path::Path;
use std::sync::Mutex;

/// A line of the file; of a seat's lines the last counts.
#[derive(Serialize, Deserialize)]
struct Line {
    table: String,
    seat: Seat,
    /// BLAKE3 of the token's text, in hexadecimal.
    hash: String,
}

struct Kept {
    file: File,
    hashes: HashMap<String, Vec<(Seat, Hash)>>,
}

/// The tokens of all seats.
pub struct Tokens(Mutex<Kept>);

/// `bytes` random bytes from the system, in hexadecimal.
///
/// # Errors
/// When the system has none.
pub fn random_hex(bytes: usize) -> Result<String, Refusal> {
    let mut random = vec![0; bytes];
    getrandom::fill(&mut random).map_err(|e| Refusal::broken(format!("no randomness: {e}")))?;
    Ok(random.iter().map(|b| format!("{b:02x}")).collect())
}

impl Tokens {
    /// Reads the file, which need not be there yet; a torn last line, of a kill while it was written, is cut off. The file
    /// is locked: two servers on one folder would write one table's log both.
    ///
    /// # Errors
    /// A file that cannot be read or written, is another server's, or holds another line that is no token's.
    pub fn open(path: &Path) -> std::io::Result<Self> {
        let file = private(path)?;
        file.try_lock().map_err(|e| match e {
            TryLockError::WouldBlock => std::io::Error::other("another server keeps its tables there"),
            TryLockError::Error(e) => e,
        })?;
        let text = super::log::whole_lines(path)?;
        let mut hashes = HashMap::new();
        for (i, line) in text.lines().enumerate() {
            let damaged = |why: String| {
                std::io::Error::new(
                    std::io::ErrorKind::InvalidData,
                    format!("{}, line {}: {why}", path.display(), i + 1),
                )
            };
            let line: Line = serde_json::from_str(line).map_err(|e| damaged(e.to_string()))?;
            let hash = Hash::from_hex(&line.hash).map_err(|e| damaged(e.to_string()))?;
            put(&mut hashes, line.table, line.seat, hash);
        }
        Ok(Self(Mutex::new(Kept { file, hashes })))
    }

    /// A new token of a seat; the one it had before is refused from now on.
    ///
    /// # Errors
    /// When the disk does not take it.
    pub fn renew(&self, table: &str, seat: Seat) -> Result<String, Refusal> {
        let token = random_hex(16)?;
        let hash = blake3::hash(token.as_bytes());
        let line = Line { table: table.into(), seat, hash: hash.to_hex().to_string() };
        let text = serde_json::to_string(&line).expect("a line serialises") + "\n";
        let mut kept = self.0.lock().expect("no holder panics");
        let written = kept.file.write_all(text.as_bytes()).and_then(|()| kept.file.sync_data());
        written.map_err(|e| Refusal::broken(format!("tokens: {e}")))?;
        put(&mut kept.hashes, table.into(), seat, hash);
        Ok(token)
    }

    /// The seat of a token at a table, if it is one's. Hashes are compared in constant time.
    pub fn seat(&self, table: &str, token: &str) -> Option<Seat> {
        let hash = blake3::hash(token.as_bytes());
        let kept = self.0.lock().expect("no holder panics");
        kept.hashes.get(table)?.iter().find(|(_, h)| *h == hash).map(|(seat, _)| *seat)
    }
}

fn put(hashes: &mut HashMap<String, Vec<(Seat, Hash)>>, table: String, seat: Seat, hash: Hash) {
    let seats = hashes.entry(table).or_default();
    seats.retain(|(s, _)| *s != seat);
    seats.push((seat, hash));
}

/// Opens a file to append to that nobody else of the machine may read.
pub fn private(path: &Path) -> std::io::Result<File> {
    let mut options = OpenOptions::new();
    options.create(true).append(true);
    #[cfg(unix)]
    std::os::unix::fs::OpenOptionsExt::mode(&mut options, 0o600);
    options.open(path)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_token_is_of_one_seat_of_one_table_and_renewing_ends_the_old_one_for_good() {
        let dir = tempfile::tempdir().unwrap();
        let path = dir.path().join("tokens.jsonl");
        let tokens = Tokens::open(&path).unwrap();
        let (a, b) = (tokens.renew("t", Seat(0)).unwrap(), tokens.renew("t", Seat(1)).unwrap());
        assert_eq!((a.len(), a != b), (32, true));
        assert_eq!((tokens.seat("t", &a), tokens.seat("t", &b)), (Some(Seat(0)), Some(Seat(1))));
        assert_eq!((tokens.seat("u", &a), tokens.seat("t", "")), (None, None));
        let new = tokens.renew("t", Seat(0)).unwrap();
        // A torn line, as a kill leaves it.
        private(&path).unwrap().write_all(b"{\"table\":\"t\"").unwrap();
        let known = |tokens: &Tokens| (tokens.seat("t", &a), tokens.seat("t", &new));
        assert_eq!(known(&tokens), (None, Some(Seat(0))));
        let second = Tokens::open(&path).err().unwrap();
        assert_eq!(second.to_string(), "another server keeps its tables there");
        drop(tokens);
        assert_eq!(known(&Tokens::open(&path).unwrap()), (None, Some(Seat(0))));
        let kept = std::fs::read_to_string(&path).unwrap();
        assert!([&a, &b, &new].iter().all(|t| !kept.contains(t.as_str())), "tokens are stored hashed");
    }
}
