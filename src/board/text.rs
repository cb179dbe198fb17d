//! Position text: 64 cells, side to move and, in the classic game, the discs both
//! players have in hand.
//!
//! Only the one-line form; files of positions and pasted text belong to `formats`.

use super::classic::{Classic, Supply};
use super::disc_board::Board;
use super::othello::Othello;
use super::position::{AnyPosition, Position};
use super::rules::Rules;
use mollett_protocol::{Color, RuleSet};
use std::fmt;

/// Why a text is no position.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum SetupError {
    /// The board has not 64 cells but this many.
    Cells(usize),
    /// A character that is no cell.
    Cell(char),
    /// The word for the side to move is missing or is not one.
    Side(String),
    /// The word for the supplies is not of the form `BLACK/WHITE`.
    Supplies(String),
    /// The supplies do not add up to the number of empty squares.
    Sum {
        /// Black's and White's supplies as given.
        supplies: (u8, u8),
        /// Empty squares on the board.
        empties: u32,
    },
    /// Supplies given in Othello, where discs are a common stock.
    NoSupplies,
}

impl fmt::Display for SetupError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Cells(count) => write!(f, "a board has 64 cells, not {count}"),
            Self::Cell(cell) => write!(
                f,
                "'{}' is not a cell (X * b black, O o w white, - . empty)",
                cell.escape_default()
            ),
            Self::Side(word) => write!(f, "'{word}' is not a side to move (X or O)"),
            Self::Supplies(word) => {
                write!(
                    f,
                    "'{word}' is not a pair of supplies (BLACK/WHITE, each 0 to 32)"
                )
            }
            Self::Sum {
                supplies: (black, white),
                empties,
            } => write!(
                f,
                "supplies {black}/{white} must add up to the {empties} empty squares"
            ),
            Self::NoSupplies => f.write_str("supplies belong to the classic game only"),
        }
    }
}

impl std::error::Error for SetupError {}

/// Reads a board of 64 cells (row 1 first, a to h), the side to move and, in the
/// classic game, the supplies (`BLACK/WHITE`; without them the mover gets half of
/// the empty squares' discs, rounded up).
///
/// Black is `X x * B b`, White `O o W w`, empty `- .`; the side is written with
/// the same letters or as `black` or `white`.
///
/// ```
/// use mollett::board::{SetupError, parse_position};
/// use mollett::protocol::{Color, RuleSet};
/// let cells = "---------------------------OX------XO---------------------------";
/// let (position, side) = parse_position(RuleSet::Othello, cells, "O", None).unwrap();
/// assert_eq!((position.text(side), side), (format!("{cells} O"), Color::White));
/// let classic = parse_position(RuleSet::Classic, cells, "X", Some("30/31"));
/// let sum = SetupError::Sum { supplies: (30, 31), empties: 60 };
/// assert_eq!(classic, Err(sum));
/// ```
///
/// # Errors
/// The first thing that is wrong, see [`SetupError`].
pub fn parse_position(
    rules: RuleSet,
    cells: &str,
    side: &str,
    supplies: Option<&str>,
) -> Result<(AnyPosition, Color), SetupError> {
    let count = cells.chars().count();
    if count != 64 {
        return Err(SetupError::Cells(count));
    }
    let (mut black, mut white) = (0u64, 0u64);
    for (index, cell) in cells.chars().enumerate() {
        match cell {
            'X' | 'x' | '*' | 'B' | 'b' => black |= 1 << index,
            'O' | 'o' | 'W' | 'w' => white |= 1 << index,
            '-' | '.' => {}
            other => return Err(SetupError::Cell(other)),
        }
    }
    let side = match side {
        "X" | "x" | "*" => Color::Black,
        "O" | "o" => Color::White,
        word => word
            .parse()
            .map_err(|_| SetupError::Side(word.to_owned()))?,
    };
    let board = match side {
        Color::Black => Board {
            own: black,
            opp: white,
        },
        Color::White => Board {
            own: white,
            opp: black,
        },
    };
    let empties = (!board.occupied()).count_ones();
    let position = match (rules, supplies) {
        (RuleSet::Othello, None) => Position::<Othello>::new(board, ()).into(),
        (RuleSet::Othello, Some(_)) => return Err(SetupError::NoSupplies),
        (RuleSet::Classic, None) => {
            Position::<Classic>::new(board, Classic::default_reserve(empties)).into()
        }
        (RuleSet::Classic, Some(word)) => {
            let bad = || SetupError::Supplies(word.to_owned());
            let (black, white) = word.split_once('/').ok_or_else(bad)?;
            let black: u8 = black.parse().map_err(|_| bad())?;
            let white: u8 = white.parse().map_err(|_| bad())?;
            if black > 32 || white > 32 {
                return Err(bad());
            }
            if u32::from(black) + u32::from(white) != empties {
                return Err(SetupError::Sum {
                    supplies: (black, white),
                    empties,
                });
            }
            let supply = if side == Color::Black { black } else { white };
            Position::<Classic>::new(board, Supply(supply)).into()
        }
    };
    Ok((position, side))
}

impl AnyPosition {
    /// Position text with `side` to move: `<64 cells> X` for Othello,
    /// `<64 cells> X <black>/<white>` for classic; [`parse_position`] reads it.
    #[must_use]
    pub fn text(&self, side: Color) -> String {
        let mut text = self.cells(side, ['X', 'O', '-']);
        text.push(' ');
        text.push(side.letter());
        if let Some((black, white)) = self.supplies(side) {
            text.push_str(&format!(" {black}/{white}"));
        }
        text
    }

    /// The 64 cells, row 1 first, drawn as `[black, white, empty]`.
    #[must_use]
    pub fn cells(&self, side: Color, [black, white, empty]: [char; 3]) -> String {
        let Board { own, opp } = self.board();
        let (own_cell, opp_cell) = match side {
            Color::Black => (black, white),
            Color::White => (white, black),
        };
        (0..64)
            .map(|index| match (own >> index & 1, opp >> index & 1) {
                (1, _) => own_cell,
                (_, 1) => opp_cell,
                _ => empty,
            })
            .collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const START: &str = "---------------------------OX------XO---------------------------";

    #[test]
    fn text_reads_back_as_it_is_printed() {
        let (position, side) = parse_position(RuleSet::Othello, START, "X", None).unwrap();
        assert_eq!(position, AnyPosition::start(RuleSet::Othello));
        assert_eq!(position.text(side), format!("{START} X"));
        let (position, side) =
            parse_position(RuleSet::Classic, START, "white", Some("31/29")).unwrap();
        assert_eq!(position.text(side), format!("{START} O 31/29"));
    }

    #[test]
    fn missing_supplies_are_shared_and_the_mover_gets_the_odd_disc() {
        let cells = START.replacen('-', "X", 1);
        let (position, side) = parse_position(RuleSet::Classic, &cells, "o", None).unwrap();
        assert_eq!(position.supplies(side), Some((29, 30)));
    }

    #[test]
    fn what_is_wrong_is_named() {
        let error = |cells: &str, side: &str, supplies| {
            parse_position(RuleSet::Classic, cells, side, supplies).unwrap_err()
        };
        assert_eq!(error("XO", "X", None), SetupError::Cells(2));
        assert_eq!(
            error(&START.replace('O', "7"), "X", None),
            SetupError::Cell('7')
        );
        assert_eq!(error(START, "q", None), SetupError::Side("q".into()));
        assert_eq!(
            error(START, "X", Some("30")),
            SetupError::Supplies("30".into())
        );
        assert_eq!(
            error(START, "X", Some("33/27")),
            SetupError::Supplies("33/27".into())
        );
        let sum = error(START, "X", Some("32/30"));
        assert_eq!(
            sum.to_string(),
            "supplies 32/30 must add up to the 60 empty squares"
        );
        let othello = parse_position(RuleSet::Othello, START, "X", Some("30/30"));
        assert_eq!(othello, Err(SetupError::NoSupplies));
    }
}
