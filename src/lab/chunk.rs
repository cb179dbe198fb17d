//! Chunks: data files that are written whole or not at all, so that a run that is
//! cut off loses one chunk and goes on from there.

use super::record::{BYTES, Record};
use std::fs::{self, File};
use std::io::{self, BufWriter, Write};
use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};

/// How long a chunk stays open.
pub const OPEN_FOR: Duration = Duration::from_secs(600);

/// Writes records into numbered files `NAME-000000.rec`, one after another.
pub struct ChunkWriter {
    directory: PathBuf,
    name: String,
    number: u32,
    opened: Instant,
    file: BufWriter<File>,
}

impl ChunkWriter {
    /// Opens the first chunk number of `name` that does not exist yet.
    ///
    /// # Errors
    /// When the directory or the file cannot be made.
    pub fn open(directory: &Path, name: &str) -> io::Result<Self> {
        fs::create_dir_all(directory)?;
        let number = (0..u32::MAX)
            .find(|&number| !final_path(directory, name, number).exists())
            .unwrap_or(u32::MAX);
        let file = BufWriter::new(File::create(part_path(directory, name, number))?);
        let opened = Instant::now();
        Ok(Self {
            directory: directory.into(),
            name: name.into(),
            number,
            opened,
            file,
        })
    }

    /// The number of the open chunk; seeds derive from it.
    #[must_use]
    pub const fn number(&self) -> u32 {
        self.number
    }

    /// Adds a record.
    ///
    /// # Errors
    /// When it cannot be written.
    pub fn write(&mut self, record: &Record) -> io::Result<()> {
        self.file.write_all(&record.to_bytes())
    }

    /// Whether it is time to close this chunk.
    #[must_use]
    pub fn is_due(&self) -> bool {
        self.opened.elapsed() >= OPEN_FOR
    }

    /// Closes the chunk: from now on it has its final name.
    ///
    /// # Errors
    /// When it cannot be written out.
    pub fn close(mut self) -> io::Result<PathBuf> {
        self.file.flush()?;
        self.file.get_ref().sync_all()?;
        let path = final_path(&self.directory, &self.name, self.number);
        fs::rename(part_path(&self.directory, &self.name, self.number), &path)?;
        Ok(path)
    }
}

fn final_path(directory: &Path, name: &str, number: u32) -> PathBuf {
    directory.join(format!("{name}-{number:06}.rec"))
}

fn part_path(directory: &Path, name: &str, number: u32) -> PathBuf {
    directory.join(format!("{name}-{number:06}.part"))
}

/// All records of a closed chunk.
///
/// # Errors
/// When it cannot be read or its length is not a whole number of records.
pub fn read(path: &Path) -> io::Result<Vec<Record>> {
    let bytes = fs::read(path)?;
    let (records, rest) = bytes.as_chunks::<BYTES>();
    if !rest.is_empty() {
        let message = format!("{}: not a whole number of records", path.display());
        return Err(io::Error::new(io::ErrorKind::InvalidData, message));
    }
    Ok(records.iter().map(Record::from_bytes).collect())
}
