//! One game of a `.wtb` file.

use super::super::fault::Reason;
use super::super::record::{Ending, Outcome};
use super::super::replay::Replay;
use super::ENTRY;
use crate::board::Game;
use mollett_protocol::{Move, RuleSet, Square};

/// The 68 bytes of a game.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Entry {
    /// Number of the tournament in the `.TRN` file, from 0.
    pub tournament: u16,
    /// Number of Black in the `.JOU` file, from 0.
    pub black: u16,
    /// Number of White in the `.JOU` file, from 0.
    pub white: u16,
    /// Black's discs at the end, empty squares counted for the winner.
    pub black_discs: u8,
    /// Black's discs after perfect play.
    pub theoretical: u8,
    /// Moves as 10 * row + column, each 1 to 8, 0 after the last; without passes.
    pub moves: [u8; 60],
}

impl Entry {
    pub(super) fn read(bytes: &[u8; ENTRY]) -> Self {
        let word = |at: usize| u16::from_le_bytes([bytes[at], bytes[at + 1]]);
        let mut moves = [0; 60];
        moves.copy_from_slice(&bytes[8..]);
        Self {
            tournament: word(0),
            black: word(2),
            white: word(4),
            black_discs: bytes[6],
            theoretical: bytes[7],
            moves,
        }
    }

    pub(super) fn write(&self, bytes: &mut Vec<u8>) {
        for word in [self.tournament, self.black, self.white] {
            bytes.extend(word.to_le_bytes());
        }
        bytes.extend([self.black_discs, self.theoretical]);
        bytes.extend(self.moves);
    }

    /// The game played by the rules, forced passes filled in.
    ///
    /// # Errors
    /// A byte that is no square, a move after the end of the list, an illegal move.
    pub fn replay(&self) -> Result<Replay, Reason> {
        let mut replay = Replay::guess(Some(RuleSet::Othello), None);
        let count = self.moves.iter().take_while(|&&byte| byte != 0).count();
        for (index, &byte) in self.moves.iter().enumerate() {
            match square(byte) {
                Some(square) if index < count => replay.read(None, Move::Disc(square))?,
                None if index >= count && byte == 0 => {}
                _ => {
                    return Err(Reason::Unfit(format!(
                        "move {}: byte {byte} is not a square (11 to 88, 0 after the last)",
                        index + 1
                    )));
                }
            }
        }
        Ok(replay)
    }

    /// The outcome of the game that this entry holds, and a reason to warn.
    pub(super) fn outcome(&self, game: &Game) -> (Outcome, Option<Reason>) {
        let stated = 2.0 * f64::from(self.black_discs) - 64.0;
        if !game.is_over() {
            return (Outcome::of_score(stated, Ending::Unfinished), None);
        }
        let score = game.count().score(true);
        let discs = 32 + score / 2;
        let warning = (discs != i32::from(self.black_discs)).then(|| {
            Reason::Unfit(format!(
                "{} black discs stated, but {discs} on the board",
                self.black_discs
            ))
        });
        (Outcome::of_score(score.into(), Ending::Played), warning)
    }
}

/// The square of a move byte.
fn square(byte: u8) -> Option<Square> {
    let (row, column) = (byte / 10, byte % 10);
    if (1..=8).contains(&row) && (1..=8).contains(&column) {
        Square::new((row - 1) * 8 + column - 1)
    } else {
        None
    }
}

/// The byte of a square.
pub(super) const fn byte(square: Square) -> u8 {
    (square.row() + 1) * 10 + square.column() + 1
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn bytes_and_squares_are_one_to_one() {
        let squares: Vec<Square> = (0..=255).filter_map(square).collect();
        assert!(squares.iter().copied().eq(Square::all()));
        assert!(squares.iter().all(|&s| square(byte(s)) == Some(s)));
        assert_eq!(byte("f5".parse().unwrap()), 56);
    }
}
