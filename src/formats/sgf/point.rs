//! How SGF files of different programs name a square.

use super::super::fault::{Reason, Trouble};
use mollett_protocol::{Move, Square};

const MOVE: &str = "a move (two letters a to h, a square a1 to h8, or nothing for a pass)";
const POINT: &str = "a square (two letters a to h, or a1 to h8)";

/// Where the second letter of a pair counts from.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Rows {
    /// `aa` is a1, as SGF and Othello programs have it.
    FromTop,
    /// `aa` is a8, as GoGui and its tools have it, with row 1 at the bottom.
    FromBottom,
}

impl Rows {
    /// The other one.
    pub(super) const fn other(self) -> Self {
        match self {
            Self::FromTop => Self::FromBottom,
            Self::FromBottom => Self::FromTop,
        }
    }

    /// The square of a letter pair or of its name.
    fn square(self, text: &str) -> Option<Square> {
        let [column, row] = text.as_bytes() else {
            return None;
        };
        if row.is_ascii_digit() {
            return text.parse().ok();
        }
        let column = column.to_ascii_lowercase().wrapping_sub(b'a');
        let row = row.to_ascii_lowercase().wrapping_sub(b'a');
        if column > 7 || row > 7 {
            return None;
        }
        Square::new(match self {
            Self::FromTop => row * 8 + column,
            Self::FromBottom => (7 - row) * 8 + column,
        })
    }

    /// The move of a `B` or `W` property.
    pub(super) fn read_move(self, text: &str, at: usize) -> Result<Move, Trouble> {
        let word = text.trim();
        let pass = ["", "tt", "pa", "ps", "--", "pass"];
        if pass.iter().any(|pass| word.eq_ignore_ascii_case(pass)) {
            return Ok(Move::Pass);
        }
        let square = self.square(word);
        square
            .map(Move::Disc)
            .ok_or_else(|| Trouble::new(at, Reason::word(word, MOVE)))
    }

    /// The squares of a set-up value: one, or a rectangle `aa:bb`.
    pub(super) fn read_set(self, text: &str, at: usize) -> Result<u64, Trouble> {
        let fail = || Trouble::new(at, Reason::word(text.trim(), POINT));
        let corner = |word: &str| self.square(word.trim()).ok_or_else(fail);
        let Some((one, two)) = text.split_once(':') else {
            return Ok(corner(text)?.bit());
        };
        let (one, two) = (corner(one)?, corner(two)?);
        let span = |a: u8, b: u8| a.min(b)..=a.max(b);
        let row = span(one.column(), two.column()).fold(0, |row, column| row | 1 << column);
        let rows = span(one.row(), two.row());
        Ok(rows.fold(0, |set, index| set | row << (8 * index)))
    }

    /// The letter pair of a square.
    pub(super) fn write(self, square: Square) -> String {
        let row = match self {
            Self::FromTop => square.row(),
            Self::FromBottom => 7 - square.row(),
        };
        [square.column(), row]
            .map(|part| char::from(b'a' + part))
            .iter()
            .collect()
    }
}
