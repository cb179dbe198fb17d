//! From chunks of records to what a fit learns from: each board once, with one
//! target value, sorted by empty squares, a share of them held out.
//!
//! Order, hold-out and removal of repeated boards all come from one hash of the
//! canonical board, so the same board is held out in every fit whatever data are
//! added.

use super::chunk;
use super::record::Record;
use crate::board::Board;
use crate::formats::problem;
use ahash::AHashSet;
use mollett_protocol::RuleSet;
use rayon::prelude::*;
use std::fs;
use std::io;
use std::path::{Path, PathBuf};

/// A board and its value in discs for the side to move.
#[derive(Clone, Copy, Debug)]
pub struct Sample {
    /// The discs.
    pub board: Board,
    /// Classic: the mover's supply; 0 in Othello.
    pub supply: u8,
    /// What the fit is to say of it.
    pub target: f32,
    /// Whether the target is the exact value.
    pub exact: bool,
}

/// Which records are taken and what their target is.
#[derive(Clone, Debug)]
pub struct Selection {
    /// Which game.
    pub rules: RuleSet,
    /// Fewest and most empty squares.
    pub empties: (u32, u32),
    /// Share of the search score in the target of a record that is not exact;
    /// the result of the game is the rest.
    pub search_share: f32,
    /// How much of that rest is not the result but the target of the next position of
    /// the game, so that searches of later positions count as well.
    pub foresight: f32,
    /// Held out, in 1/1000 of the boards.
    pub held_out: u32,
}

/// Samples of one number of empty squares.
#[derive(Clone, Debug, Default)]
pub struct Bucket {
    /// To learn from, in an order that means nothing.
    pub train: Vec<Sample>,
    /// Never learnt from.
    pub held_out: Vec<Sample>,
}

/// All samples, by number of empty squares (0 to 60).
#[derive(Debug)]
pub struct Data {
    /// A bucket for each number of empty squares.
    pub buckets: Vec<Bucket>,
    /// Records read.
    pub records: usize,
}

impl Data {
    /// Number of boards to learn from and of boards held out.
    #[must_use]
    pub fn counts(&self) -> (usize, usize) {
        let sum = |of: fn(&Bucket) -> usize| self.buckets.iter().map(of).sum();
        (sum(|b| b.train.len()), sum(|b| b.held_out.len()))
    }
}

/// A hash of the canonical form of a board.
#[must_use]
pub fn board_hash(board: Board) -> u64 {
    let board = board.canonical();
    let mut mixed = board.own.wrapping_mul(0x9E37_79B9_7F4A_7C15) ^ board.opp.rotate_left(32);
    mixed = (mixed ^ mixed >> 30).wrapping_mul(0xBF58_476D_1CE4_E5B9) ^ board.opp;
    mixed = (mixed ^ mixed >> 27).wrapping_mul(0x94D0_49BB_1331_11EB);
    mixed ^ mixed >> 31
}

/// The hash of a board with a supply, so that boards with different supplies are
/// different samples; that of the board for supply 0.
const fn of_supply(hash: u64, supply: u8) -> u64 {
    hash ^ (supply as u64).wrapping_mul(0xA24B_AED4_963E_E407)
}

/// The chunks in some directories, in order of their names.
///
/// # Errors
/// When a directory cannot be read.
pub fn chunks(directories: &[PathBuf]) -> io::Result<Vec<PathBuf>> {
    let mut paths = Vec::new();
    for directory in directories {
        for entry in fs::read_dir(directory).map_err(|error| at(directory, &error))? {
            let path = entry?.path();
            if path.extension().is_some_and(|extension| extension == "rec") {
                paths.push(path);
            }
        }
    }
    paths.sort();
    Ok(paths)
}

/// Hashes of the boards of all problem files (`*.obf`) in a directory.
///
/// # Errors
/// When a file cannot be read or understood.
pub fn excluded(directory: &Path) -> io::Result<AHashSet<u64>> {
    let mut hashes = AHashSet::new();
    for entry in fs::read_dir(directory).map_err(|error| at(directory, &error))? {
        let path = entry?.path();
        if path.extension().is_none_or(|extension| extension != "obf") {
            continue;
        }
        let text = fs::read_to_string(&path).map_err(|error| at(&path, &error))?;
        for problem in problem::read(&text, None) {
            let problem = problem.map_err(|fault| {
                let message = format!("{}: {fault}", path.display());
                io::Error::new(io::ErrorKind::InvalidData, message)
            })?;
            let board = problem.position.board();
            hashes.insert(board_hash(board));
            hashes.insert(board_hash(board.swapped()));
        }
    }
    Ok(hashes)
}

/// Reads chunks into samples, leaving out the excluded boards; `progress` is told
/// the chunks read so far.
///
/// # Errors
/// When a chunk cannot be read.
pub fn load(
    chunks: &[PathBuf],
    selection: &Selection,
    excluded: &AHashSet<u64>,
    progress: &dyn Fn(usize),
) -> io::Result<Data> {
    let mut keyed: Vec<Vec<(u64, Sample)>> = vec![Vec::new(); 65];
    let mut records = 0;
    for (number, path) in chunks.iter().enumerate() {
        let chunk = chunk::read(path)?;
        records += chunk.len();
        let targets = selection.targets(&chunk);
        let taken: Vec<(u64, Sample)> = chunk
            .par_iter()
            .zip(targets)
            .filter(|(record, _)| selection.takes(record))
            .map(|(record, target)| (board_hash(record.board), sample(record, target)))
            .filter(|(hash, _)| !excluded.contains(hash))
            .map(|(hash, sample)| (of_supply(hash, sample.supply), sample))
            .collect();
        for (hash, sample) in taken {
            keyed[sample.empties() as usize].push((hash, sample));
        }
        progress(number + 1);
    }
    let held_out = u64::MAX / 1000 * u64::from(selection.held_out);
    let buckets = keyed
        .into_par_iter()
        .map(|mut keyed| {
            keyed.sort_unstable_by_key(|&(hash, sample)| (hash, sample.target.to_bits()));
            let mut bucket = Bucket::default();
            for same in keyed.chunk_by(|a, b| a.0 == b.0) {
                let set = match same[0].0 < held_out {
                    true => &mut bucket.held_out,
                    false => &mut bucket.train,
                };
                set.push(merged(same));
            }
            bucket.train.shrink_to_fit();
            bucket
        })
        .collect();
    Ok(Data { buckets, records })
}

/// One sample for records of the same board: exact ones if there are any, else
/// the mean.
fn merged(same: &[(u64, Sample)]) -> Sample {
    if let Some((_, exact)) = same.iter().find(|(_, sample)| sample.exact) {
        return *exact;
    }
    let sum: f32 = same.iter().map(|(_, sample)| sample.target).sum();
    Sample {
        target: sum / same.len() as f32,
        ..same[0].1
    }
}

fn at(path: &Path, error: &io::Error) -> io::Error {
    io::Error::new(error.kind(), format!("{}: {error}", path.display()))
}

impl Sample {
    /// Number of empty squares.
    #[must_use]
    pub const fn empties(&self) -> u32 {
        64 - self.board.occupied().count_ones()
    }
}

impl Selection {
    fn takes(&self, record: &Record) -> bool {
        let empties = 64 - record.board.occupied().count_ones();
        record.rules == self.rules && (self.empties.0..=self.empties.1).contains(&empties)
    }

    /// What the fit is to say of each record of a chunk, where the records of a game
    /// follow each other.
    fn targets(&self, records: &[Record]) -> Vec<f32> {
        let mut targets = vec![0.0; records.len()];
        for (at, record) in records.iter().enumerate().rev() {
            let result = f32::from(record.result);
            targets[at] = if record.exact {
                result
            } else {
                let next = records.get(at + 1).and_then(|next| turn(record, next));
                let later = match next {
                    Some(sign) => sign * targets[at + 1],
                    None => result,
                };
                let search = f32::from(record.search) / 128.0;
                let later = self.foresight * later + (1.0 - self.foresight) * result;
                self.search_share * search + (1.0 - self.search_share) * later
            };
        }
        targets
    }
}

fn sample(record: &Record, target: f32) -> Sample {
    Sample {
        board: record.board,
        supply: record.supply,
        target: target.clamp(-64.0, 64.0),
        exact: record.exact,
    }
}

/// Whether `next` is the position after a move from that of `record`: -1 when its
/// opponent is to move there, 1 after a pass.
fn turn(record: &Record, next: &Record) -> Option<f32> {
    let (board, after) = (record.board, next.board);
    let added = after.occupied() & !board.occupied();
    let kept = after.occupied() & board.occupied() == board.occupied();
    if !kept || added.count_ones() != 1 {
        None
    } else if after.own & !board.opp == 0 {
        Some(-1.0)
    } else if after.opp & !board.opp == 0 {
        Some(1.0)
    } else {
        None
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::board::{Position, Rules, Symmetry};
    use crate::lab::chunk::ChunkWriter;

    fn record(board: Board, result: i8, exact: bool) -> Record {
        Record {
            board,
            supply: 0,
            rules: RuleSet::Othello,
            result,
            exact,
            search: 256,
            depth: 4,
        }
    }

    #[test]
    fn images_of_a_board_are_one_sample_and_excluded_boards_none() {
        let start: Position<crate::board::Othello> = crate::board::Othello::start();
        let first = start.play(19);
        let image = first.board.transformed(Symmetry::all().nth(5).unwrap());
        let second = first.play(first.moves().trailing_zeros() as usize);
        let third = second.play(second.moves().trailing_zeros() as usize);
        let records = [
            record(first.board, 10, false),
            record(image, 20, false),
            record(second.board, 4, true),
            record(third.board, 4, true),
        ];
        let name = format!("mollett-sample-{}", std::process::id());
        let directory = std::env::temp_dir().join(name);
        let mut writer = ChunkWriter::open(&directory, "one").unwrap();
        for record in &records {
            writer.write(record).unwrap();
        }
        writer.close().unwrap();
        let selection = Selection {
            rules: RuleSet::Othello,
            empties: (0, 60),
            search_share: 0.5,
            foresight: 0.0,
            held_out: 0,
        };
        let paths = chunks(std::slice::from_ref(&directory)).unwrap();
        let excluded = [board_hash(third.board)].into_iter().collect();
        let data = load(&paths, &selection, &excluded, &|_| ()).unwrap();
        fs::remove_dir_all(&directory).unwrap();
        assert_eq!((data.records, data.counts()), (4, (2, 0)));
        // Mean of (2 + 10) / 2 and (2 + 20) / 2; an exact value stands for itself.
        assert_eq!(data.buckets[59].train[0].target, 8.5);
        assert_eq!(data.buckets[58].train[0].target, 4.0);
    }

    #[test]
    fn foresight_takes_the_scores_of_later_searches_of_the_game() {
        let start: Position<crate::board::Othello> = crate::board::Othello::start();
        let first = start.play(19);
        let second = first.play(first.moves().trailing_zeros() as usize);
        let third = second.play(second.moves().trailing_zeros() as usize);
        let passed = third.board.swapped();
        // Each search says 2 discs; one that does not follow and one of
        // another game come last.
        let records = [
            record(first.board, 10, false),
            record(second.board, -10, false),
            record(third.board, 10, true),
            record(passed, 6, false),
            record(first.board, 8, false),
        ];
        let targets = |search_share, foresight| {
            let selection = Selection {
                rules: RuleSet::Othello,
                empties: (0, 60),
                search_share,
                foresight,
                held_out: 0,
            };
            selection.targets(&records)
        };
        assert_eq!(targets(0.0, 1.0), [10.0, -10.0, 10.0, 6.0, 8.0]);
        assert_eq!(targets(0.5, 0.0), [6.0, -4.0, 10.0, 4.0, 5.0]);
        // The second: (2 - 10) / 2; the first: (2 + 4) / 2.
        assert_eq!(targets(0.5, 1.0), [3.0, -4.0, 10.0, 4.0, 5.0]);
        assert_eq!(targets(0.5, 0.5), [4.5, -4.0, 10.0, 4.0, 5.0]);
    }

    #[test]
    fn a_turn_is_a_move_of_either_side() {
        let start: Position<crate::board::Othello> = crate::board::Othello::start();
        let first = start.play(19);
        let of = |board| record(board, 0, false);
        assert_eq!(turn(&of(start.board), &of(first.board)), Some(-1.0));
        assert_eq!(
            turn(&of(start.board), &of(first.board.swapped())),
            Some(1.0)
        );
        assert_eq!(turn(&of(first.board), &of(start.board)), None);
        assert_eq!(turn(&of(first.board), &of(first.board)), None);
        let other = first.play(first.moves().trailing_zeros() as usize);
        assert_eq!(turn(&of(start.board), &of(other.board)), None);
    }
}
