//! Bytes of a file, and the text they mean.
//!
//! The only place of this layer that opens files, and the one where whole files are
//! written.

use super::Names;
use super::limit;
use super::wthor::NameList;
use std::borrow::Cow;
use std::fmt;
use std::fs;
use std::io::{self, Read, Write};
use std::path::{Path, PathBuf};

/// Why a file could not be loaded.
#[derive(Debug)]
pub struct LoadError {
    path: PathBuf,
    /// `None`: larger than [`limit::FILE_BYTES`].
    cause: Option<std::io::Error>,
}

impl fmt::Display for LoadError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let path = self.path.display();
        match &self.cause {
            Some(error) => write!(f, "cannot load file '{path}': {error}"),
            None => write!(
                f,
                "cannot load file '{path}': larger than {} MiB",
                limit::FILE_BYTES >> 20
            ),
        }
    }
}

impl std::error::Error for LoadError {
    fn source(&self) -> Option<&(dyn std::error::Error + 'static)> {
        self.cause.as_ref().map(|error| error as _)
    }
}

/// All bytes of a file.
///
/// # Errors
/// It cannot be read, is no plain file, or is larger than [`limit::FILE_BYTES`].
pub fn load(path: &Path) -> Result<Vec<u8>, LoadError> {
    let failure = |cause| LoadError {
        path: path.to_owned(),
        cause,
    };
    let file = std::fs::File::open(path).map_err(|error| failure(Some(error)))?;
    let mut bytes = Vec::new();
    file.take(limit::FILE_BYTES as u64 + 1)
        .read_to_end(&mut bytes)
        .map_err(|error| failure(Some(error)))?;
    if bytes.len() > limit::FILE_BYTES {
        return Err(failure(None));
    }
    Ok(bytes)
}

/// Whether a path is a file of its own on a disk, or may become one. Pipes, devices
/// and links (such as `/dev/stdout`) are written through, never replaced.
#[must_use]
pub fn is_plain(path: &Path) -> bool {
    fs::symlink_metadata(path).map_or(true, |data| data.is_file())
}

/// Names that are tried for what is not complete yet.
const PARTS: u32 = 100;

/// Writes a file under a name of its own first, so that a full disk spoils nothing.
///
/// # Errors
/// It cannot be written; what was there before still is.
pub fn save(path: &Path, bytes: &[u8]) -> io::Result<()> {
    if !is_plain(path) {
        return fs::write(path, bytes);
    }
    let named = |number: u32| {
        let mut name = path.as_os_str().to_owned();
        name.push(match number {
            0 => ".part".to_owned(),
            number => format!(".part{number}"),
        });
        PathBuf::from(name)
    };
    let mut number = 0;
    let (part, mut file) = loop {
        let part = named(number);
        match fs::File::create_new(&part) {
            Ok(file) => break (part, file),
            Err(error) if error.kind() == io::ErrorKind::AlreadyExists && number < PARTS => {
                number += 1;
            }
            Err(error) => return Err(error),
        }
    };
    let result = file.write_all(bytes).and_then(|()| fs::rename(&part, path));
    if result.is_err() {
        // What is left of it is of no use to anybody.
        let _ = fs::remove_file(&part);
    }
    result
}

/// The name files that stand beside a WTHOR database: with its name or, where there
/// is only one of them in the folder, with any; those with the name of another
/// database are left aside if there are more. The end of the name is in any letter
/// case. Lists that cannot be read count as missing.
#[must_use]
pub fn names_beside(path: &Path) -> Names {
    let folder = match path.parent() {
        Some(folder) if !folder.as_os_str().is_empty() => folder,
        _ => Path::new("."),
    };
    let files: Vec<PathBuf> = std::fs::read_dir(folder)
        .map(|entries| entries.flatten().map(|entry| entry.path()).collect())
        .unwrap_or_default();
    let ends = |file: &Path, extension: &str| {
        file.extension()
            .is_some_and(|end| end.eq_ignore_ascii_case(extension))
    };
    let list = |extension: &str, width: usize| {
        let named = |file: &Path| file.file_stem() == path.file_stem();
        let anothers = |file: &Path| {
            let mut databases = files.iter().filter(|other| ends(other, "WTB"));
            databases.any(|database| database.file_stem() == file.file_stem())
        };
        let lists: Vec<&PathBuf> = files.iter().filter(|file| ends(file, extension)).collect();
        let free: Vec<&PathBuf> = lists.iter().copied().filter(|f| !anothers(f)).collect();
        let file = match (lists.iter().find(|file| named(file)), &free[..], &lists[..]) {
            (Some(file), ..) | (_, [file], _) | (_, [], [file]) => file,
            _ => return None,
        };
        NameList::read(&load(file).ok()?, width).ok()
    };
    Names {
        players: list("JOU", NameList::PLAYER),
        tournaments: list("TRN", NameList::TOURNAMENT),
    }
}

/// The text of bytes: UTF-16 with a byte order mark, UTF-8 with or without one, or
/// else Latin-1, which takes every byte. The mark itself is left out.
///
/// ```
/// assert_eq!(mollett::formats::decode(b"Andr\xe9"), "André");
/// ```
#[must_use]
pub fn decode(bytes: &[u8]) -> Cow<'_, str> {
    let wide = |rest: &[u8], unit: fn([u8; 2]) -> u16| {
        let units = rest.chunks_exact(2).map(|pair| unit([pair[0], pair[1]]));
        char::decode_utf16(units)
            .map(|character| character.unwrap_or(char::REPLACEMENT_CHARACTER))
            .collect()
    };
    match bytes {
        [0xFF, 0xFE, rest @ ..] => Cow::Owned(wide(rest, u16::from_le_bytes)),
        [0xFE, 0xFF, rest @ ..] => Cow::Owned(wide(rest, u16::from_be_bytes)),
        [0xEF, 0xBB, 0xBF, rest @ ..] | rest => match std::str::from_utf8(rest) {
            Ok(text) => Cow::Borrowed(text),
            Err(_) => Cow::Owned(rest.iter().map(|&byte| char::from(byte)).collect()),
        },
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_encoding_gives_its_text() {
        assert_eq!(decode(b"f5 d6"), "f5 d6");
        assert_eq!(decode("\u{feff}André".as_bytes()), "André");
        assert_eq!(decode(b"Andr\xe9"), "André");
        assert_eq!(decode(b"\xff\xfef\x005\x00"), "f5");
        assert_eq!(decode(b"\xfe\xff\x00f\x005\x00"), "f5");
    }

    #[test]
    fn a_saved_file_takes_the_place_of_the_old_one_and_of_no_other() {
        let name = format!("mollett-save-{}", std::process::id());
        let folder = std::env::temp_dir().join(name);
        fs::create_dir_all(&folder).unwrap();
        let (file, other) = (folder.join("a.sgf"), folder.join("a.sgf.part"));
        fs::write(&file, "old").unwrap();
        fs::write(&other, "another's").unwrap();
        save(&file, b"new").unwrap();
        assert_eq!(fs::read(&file).unwrap(), b"new");
        assert_eq!(fs::read(&other).unwrap(), b"another's");
        assert!(save(&folder.join("no").join("a.sgf"), b"new").is_err());
        assert_eq!(fs::read_dir(&folder).unwrap().count(), 2);
        fs::remove_dir_all(&folder).unwrap();
    }

    #[test]
    fn a_missing_file_and_a_folder_are_named() {
        let error = load(Path::new("/no/such file.sgf")).unwrap_err();
        assert!(
            error
                .to_string()
                .starts_with("cannot load file '/no/such file.sgf': ")
        );
        assert!(load(Path::new("/")).is_err());
    }
}
