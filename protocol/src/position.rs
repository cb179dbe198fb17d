//! The text of a position: 64 cells, the side to move, the supplies.
//!
//! Spelling only. Whether the position can be played (supplies that add up, a
//! classic opening with flips) is decided where the rules are.

use std::fmt;
use std::str::FromStr;

use crate::words::{Color, Square, WordError};

const CELLS: &str = "64 cells (X black, O white, - empty)";
const SIDE: &str = "a side to move (X or O)";
const SUPPLIES: &str = "two supplies (BLACK/WHITE, each 0 to 64)";

/// A position as it is spelt: `CELLS SIDE [BLACK/WHITE]`.
///
/// ```
/// use mollett_protocol::{Color, PositionText};
/// let text = format!("{} O 30/31", "-".repeat(63) + "X");
/// let position: PositionText = text.parse().unwrap();
/// assert_eq!((position.black, position.side), (1 << 63, Color::White));
/// assert_eq!(position.to_string(), text);
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct PositionText {
    /// Squares with a black disc (bit i = square of index i, a1 = 0).
    pub black: u64,
    /// Squares with a white disc; none of them in `black`.
    pub white: u64,
    /// The side to move.
    pub side: Color,
    /// Discs in hand in the classic game; `None` when not stated.
    pub supplies: Option<Supplies>,
}

/// Discs in hand of both players in the classic game.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Supplies {
    /// Discs Black has left to place, 0 to 64.
    pub black: u8,
    /// Discs White has left to place, 0 to 64.
    pub white: u8,
}

impl fmt::Display for Supplies {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}/{}", self.black, self.white)
    }
}

impl FromStr for Supplies {
    type Err = WordError;

    /// Reads `BLACK/WHITE`, two numbers from 0 to 64.
    fn from_str(word: &str) -> Result<Self, WordError> {
        let number = |digits: &str| {
            let plain = !digits.is_empty() && digits.bytes().all(|byte| byte.is_ascii_digit());
            digits.parse().ok().filter(|&n: &u8| plain && n <= 64)
        };
        word.split_once('/')
            .and_then(|(black, white)| {
                Some(Self {
                    black: number(black)?,
                    white: number(white)?,
                })
            })
            .ok_or_else(|| WordError::new(word, SUPPLIES))
    }
}

/// The discs of 64 cells: black and white squares.
///
/// `X x * b B` are black, `O o w W` white, `- .` empty; a1 to h1 first.
///
/// # Errors
/// Another number of cells, or any other character.
pub(crate) fn read_cells(word: &str) -> Result<(u64, u64), WordError> {
    let mut discs = (0, 0);
    let mut squares = Square::all();
    for cell in word.chars() {
        let square = squares.next().ok_or_else(|| WordError::new(word, CELLS))?;
        match cell {
            'X' | 'x' | '*' | 'b' | 'B' => discs.0 |= square.bit(),
            'O' | 'o' | 'w' | 'W' => discs.1 |= square.bit(),
            '-' | '.' => {}
            _ => return Err(WordError::new(word, CELLS)),
        }
    }
    match squares.next() {
        Some(_) => Err(WordError::new(word, CELLS)),
        None => Ok(discs),
    }
}

/// The side to move: what a cell of its colour may be, or a colour.
///
/// # Errors
/// Any other word.
pub(crate) fn read_side(word: &str) -> Result<Color, WordError> {
    match word {
        "X" | "x" | "*" => Ok(Color::Black),
        "O" | "o" => Ok(Color::White),
        _ => word.parse().map_err(|_| WordError::new(word, SIDE)),
    }
}

impl fmt::Display for PositionText {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for square in Square::all() {
            let cell = if self.black & square.bit() != 0 {
                "X"
            } else if self.white & square.bit() != 0 {
                "O"
            } else {
                "-"
            };
            f.write_str(cell)?;
        }
        write!(f, " {}", self.side.letter())?;
        match self.supplies {
            Some(supplies) => write!(f, " {supplies}"),
            None => Ok(()),
        }
    }
}

impl FromStr for PositionText {
    type Err = WordError;

    /// Reads the words of a position, parted by any white space.
    fn from_str(text: &str) -> Result<Self, WordError> {
        let mut words = text.split_whitespace();
        let (black, white) = read_cells(words.next().unwrap_or_default())?;
        let side = read_side(words.next().unwrap_or_default())?;
        let supplies = words.next().map(str::parse).transpose()?;
        match words.next() {
            Some(word) => Err(WordError::new(word, "the end of the position")),
            None => Ok(Self {
                black,
                white,
                side,
                supplies,
            }),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const START: &str = "---------------------------OX------XO---------------------------";

    #[test]
    fn a_position_reads_back_as_it_prints() {
        for text in [format!("{START} X"), format!("{START} O 30/30")] {
            let position: PositionText = text.parse().unwrap();
            assert_eq!(position.black, 1 << 28 | 1 << 35);
            assert_eq!(position.white, 1 << 27 | 1 << 36);
            assert_eq!(position.to_string(), text);
        }
    }

    #[test]
    fn every_spelling_of_a_cell_and_a_side_is_read() {
        let cells = format!("Xx*bBOowW-.{}", "-".repeat(53));
        for (side, color) in [
            ("X", Color::Black),
            ("*", Color::Black),
            ("Black", Color::Black),
            ("b", Color::Black),
            ("o", Color::White),
            ("W", Color::White),
        ] {
            let position: PositionText = format!("{cells} {side}").parse().unwrap();
            assert_eq!(
                (position.black, position.white, position.side),
                (0b1_1111, 0b1_1110_0000, color)
            );
        }
    }

    #[test]
    fn the_bad_word_is_named() {
        let fault = |text: &str| text.parse::<PositionText>().unwrap_err().word;
        assert_eq!(fault("--- X"), "---");
        assert_eq!(fault(&format!("{START}- X")), format!("{START}-"));
        assert_eq!(fault(&format!("{START} q")), "q");
        assert_eq!(fault(START), "");
        for supplies in ["30", "30/", "/30", "65/0", "+3/3", "3/3/3", "300/3", "a/b"] {
            assert_eq!(fault(&format!("{START} X {supplies}")), supplies);
        }
        assert_eq!(fault(&format!("{START} X 30/30 more")), "more");
        assert_eq!(fault(&format!("{} X", START.replace('O', "0"))).len(), 64);
    }
}
