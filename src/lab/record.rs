//! One labelled position: the unit of all data files.

use crate::board::{AnyPosition, Board, Classic, Othello, Position, Supply};
use mollett_protocol::RuleSet;

/// Bytes of one record in a file.
pub const BYTES: usize = 24;

/// A position with its label, from the view of the side to move.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Record {
    /// The discs.
    pub board: Board,
    /// Classic: the mover's supply; 0 in Othello.
    pub supply: u8,
    /// Which game.
    pub rules: RuleSet,
    /// The final score in discs with the play of the game (`exact`: with best play).
    pub result: i8,
    /// Whether `result` is the exact value of the position.
    pub exact: bool,
    /// The score of the search that chose the move, in 1/128 disc; for exact
    /// records the same value as `result`.
    pub search: i16,
    /// Plies of that search.
    pub depth: u8,
}

impl Record {
    /// The record as little-endian bytes: own, opp, search, result, depth, supply,
    /// flags (bit 0 exact, bit 1 classic), two spare.
    #[must_use]
    pub fn to_bytes(&self) -> [u8; BYTES] {
        let mut bytes = [0; BYTES];
        bytes[..8].copy_from_slice(&self.board.own.to_le_bytes());
        bytes[8..16].copy_from_slice(&self.board.opp.to_le_bytes());
        bytes[16..18].copy_from_slice(&self.search.to_le_bytes());
        bytes[18] = self.result as u8;
        bytes[19] = self.depth;
        bytes[20] = self.supply;
        bytes[21] = u8::from(self.exact) | u8::from(self.rules == RuleSet::Classic) << 1;
        bytes
    }

    /// Reads back what [`to_bytes`](Self::to_bytes) wrote.
    #[must_use]
    pub fn from_bytes(bytes: &[u8; BYTES]) -> Self {
        let word = |at: usize| {
            let mut word = [0; 8];
            word.copy_from_slice(&bytes[at..at + 8]);
            u64::from_le_bytes(word)
        };
        Self {
            board: Board {
                own: word(0),
                opp: word(8),
            },
            search: i16::from_le_bytes([bytes[16], bytes[17]]),
            result: bytes[18] as i8,
            depth: bytes[19],
            supply: bytes[20],
            exact: bytes[21] & 1 != 0,
            rules: if bytes[21] & 2 != 0 {
                RuleSet::Classic
            } else {
                RuleSet::Othello
            },
        }
    }

    /// The position of the record.
    #[must_use]
    pub fn position(&self) -> AnyPosition {
        match self.rules {
            RuleSet::Othello => Position::<Othello>::new(self.board, ()).into(),
            RuleSet::Classic => Position::<Classic>::new(self.board, Supply(self.supply)).into(),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn records_read_back_as_written() {
        let record = Record {
            board: Board {
                own: 0x1234_5678_9ABC_DEF0,
                opp: 7,
            },
            supply: 31,
            rules: RuleSet::Classic,
            result: -64,
            exact: true,
            search: -8192,
            depth: 60,
        };
        assert_eq!(Record::from_bytes(&record.to_bytes()), record);
    }
}
