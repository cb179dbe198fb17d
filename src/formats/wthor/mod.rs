//! WTHOR databases of tournament games: `.wtb` files, with the names of players in
//! `.JOU` and of tournaments in `.TRN` files (Fédération française d'Othello).
//!
//! A [`Database`] keeps every byte, so that it is written back as it was read;
//! [`Database::records`] checks the games by the rules and gives them names.
//! Othello on 8x8 only.

mod entry;
mod name;
mod writer;

pub use entry::Entry;
pub use name::NameList;
pub use writer::{Archive, archive};

use super::fault::{Fault, Place, Reason};
use super::limit;
use super::record::Reading;

const HEADER: usize = 16;
const ENTRY: usize = 68;

/// The first 16 bytes of each of the three files.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Header {
    /// Century, year, month and day on which the file was made.
    pub made: [u8; 4],
    /// Number of games in a `.wtb` file, 0 elsewhere.
    pub games: u32,
    /// Number of names in a `.JOU` or `.TRN` file.
    pub names: u16,
    /// Year of the games.
    pub year: u16,
    /// Side of the board: 0 and 8 mean 8x8.
    pub board: u8,
    /// 1 in a file of problems.
    pub solitaire: u8,
    /// Empty squares from which on the theoretical scores are exact.
    pub depth: u8,
    /// Not used.
    pub reserved: u8,
}

impl Header {
    fn read(bytes: &[u8]) -> Result<Self, Fault> {
        let Some((head, _)) = bytes.split_first_chunk::<HEADER>() else {
            return Err(Fault {
                place: Place::Byte(bytes.len()),
                reason: Reason::Ends("the header (16 bytes)"),
            });
        };
        let [
            c,
            y,
            m,
            d,
            g0,
            g1,
            g2,
            g3,
            n0,
            n1,
            y0,
            y1,
            board,
            solitaire,
            depth,
            reserved,
        ] = *head;
        Ok(Self {
            made: [c, y, m, d],
            games: u32::from_le_bytes([g0, g1, g2, g3]),
            names: u16::from_le_bytes([n0, n1]),
            year: u16::from_le_bytes([y0, y1]),
            board,
            solitaire,
            depth,
            reserved,
        })
    }

    fn write(&self, bytes: &mut Vec<u8>) {
        bytes.extend(self.made);
        bytes.extend(self.games.to_le_bytes());
        bytes.extend(self.names.to_le_bytes());
        bytes.extend(self.year.to_le_bytes());
        bytes.extend([self.board, self.solitaire, self.depth, self.reserved]);
    }
}

/// A `.wtb` file.
///
/// ```
/// use mollett::formats::wthor::Database;
/// let mut file = vec![20, 20, 1, 1, 1, 0, 0, 0, 0, 0, 0xE4, 7, 8, 0, 24, 0];
/// file.extend([0, 0, 1, 0, 2, 0, 62, 62, 43, 35, 46, 57, 26, 24, 66, 53]);
/// file.extend([62, 75, 68, 48, 77, 84, 13]);
/// file.resize(16 + 68, 0);
/// let database = Database::read(&file).unwrap();
/// let games = database.records(None, None).unwrap().games;
/// assert_eq!(games[0].transcript(), "c4e3f4g5f2d2f6c5b6e7h6h4g7d8c1");
/// assert_eq!(database.write(), file);
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Database {
    /// The first 16 bytes.
    pub header: Header,
    /// The games, not yet checked by the rules.
    pub entries: Vec<Entry>,
}

impl Database {
    /// Reads a file.
    ///
    /// # Errors
    /// It ends early or goes on after the games it announces, or its board is not
    /// 8x8.
    pub fn read(bytes: &[u8]) -> Result<Self, Fault> {
        let header = Header::read(bytes)?;
        if !matches!(header.board, 0 | 8) {
            return Err(Fault {
                place: Place::Byte(12),
                reason: Reason::Unfit(format!("a {0}x{0} board; only 8x8 is known", header.board)),
            });
        }
        let body = &bytes[HEADER..];
        let (entries, rest) = body.as_chunks::<ENTRY>();
        if entries.len() > limit::GAMES {
            return Err(Fault {
                place: Place::Byte(4),
                reason: super::transcript::too_many_games(),
            });
        }
        if header.games as usize != entries.len() || !rest.is_empty() {
            let what = format!(
                "{} games announced, but {} bytes of games (68 each)",
                header.games,
                body.len()
            );
            return Err(Fault {
                place: Place::Byte(bytes.len()),
                reason: Reason::Unfit(what),
            });
        }
        Ok(Self {
            header,
            entries: entries.iter().map(Entry::read).collect(),
        })
    }

    /// The bytes of the file.
    #[must_use]
    pub fn write(&self) -> Vec<u8> {
        let mut bytes = Vec::with_capacity(HEADER + ENTRY * self.entries.len());
        self.header.write(&mut bytes);
        for entry in &self.entries {
            entry.write(&mut bytes);
        }
        bytes
    }

    /// The games as records. Players and tournaments get the names of the lists,
    /// or `#` and their number. A finished game has the score of its board, with
    /// a warning where the file states another; an unfinished one the stated score.
    ///
    /// # Errors
    /// The first game with an impossible or illegal move.
    pub fn records(
        &self,
        players: Option<&NameList>,
        tournaments: Option<&NameList>,
    ) -> Result<Reading, Fault> {
        let mut reading = Reading {
            games: Vec::with_capacity(self.entries.len()),
            warnings: Vec::new(),
        };
        for (index, entry) in self.entries.iter().enumerate() {
            let in_game = |reason| Fault {
                place: Place::Game(index + 1),
                reason,
            };
            let replay = entry.replay().map_err(in_game)?;
            let (outcome, warning) = entry.outcome(&replay.game);
            reading.warnings.extend(warning.map(in_game));
            let mut record = replay.into_record();
            record.outcome = Some(outcome);
            let name = |list: Option<&NameList>, number: u16| {
                list.and_then(|list| list.name(number))
                    .unwrap_or_else(|| format!("#{number}"))
            };
            record.black.name = name(players, entry.black);
            record.white.name = name(players, entry.white);
            record.event = name(tournaments, entry.tournament);
            record.date = self.header.year.to_string();
            record
                .tags
                .push((THEORY.into(), entry.theoretical.to_string()));
            reading.games.push(record);
        }
        Ok(reading)
    }
}

/// Tag of the theoretical score: black discs after perfect play from
/// [`Header::depth`] empty squares on.
pub const THEORY: &str = "TheoreticalBlackDiscs";
