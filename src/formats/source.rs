//! Bytes of a file, and the text they mean.
//!
//! The only place of this layer that opens files.

use super::Names;
use super::limit;
use super::wthor::NameList;
use std::borrow::Cow;
use std::fmt;
use std::io::Read;
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

/// The name files that stand beside a WTHOR database: with its name or, where there
/// is only one of them in the folder, with any; the end of the name in any letter
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
    let list = |extension: &str, width: usize| {
        let ends = |file: &&PathBuf| {
            file.extension()
                .is_some_and(|end| end.eq_ignore_ascii_case(extension))
        };
        let named = |file: &&PathBuf| file.file_stem() == path.file_stem();
        let mut found = files.iter().filter(ends);
        let file = match files.iter().filter(ends).find(named) {
            Some(file) => file,
            None => found.next().filter(|_| found.next().is_none())?,
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
