//! Files that are whole or not there.

use std::fs::File;
use std::io::{self, Write};
use std::path::Path;

/// Writes `bytes` to a file beside `path`, its name with `.new` behind it, and renames that: whatever happens, `path` holds all
/// of the old or all of the new.
///
/// # Errors
/// When the file cannot be written or renamed; `path` is then as before.
pub fn write_whole(path: &Path, bytes: &[u8]) -> io::Result<()> {
    let mut draft = path.as_os_str().to_owned();
    draft.push(".new");
    let mut file = File::create(&draft)?;
    file.write_all(bytes)?;
    file.sync_all()?;
    std::fs::rename(&draft, path)
}

#[cfg(test)]
mod tests {
    use super::write_whole;

    #[test]
    fn a_file_is_replaced_whole_and_its_neighbours_stay() {
        let dir = tempfile::tempdir().unwrap();
        let at = |name: &str| dir.path().join(name);
        std::fs::write(at("a.json"), "older and longer").unwrap();
        std::fs::write(at("a.new"), "somebody's").unwrap();
        write_whole(&at("a.json"), b"new").unwrap();
        assert_eq!(std::fs::read(at("a.json")).unwrap(), b"new");
        assert_eq!(std::fs::read(at("a.new")).unwrap(), b"somebody's");
        assert_eq!(std::fs::read_dir(dir.path()).unwrap().count(), 2, "no draft is left");
        assert!(write_whole(&at("missing/a.json"), b"new").is_err());
    }
}
