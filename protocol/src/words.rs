//! The nouns of the game, shared by every layer: colour, square, move, rule set.
//!
//! Each has one spelling when printed and takes any letter case when read.

use std::fmt;
use std::str::FromStr;

/// A word that is not the noun it should be. `Display` names the bad word and
/// the right form.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct WordError {
    /// The word as it was typed.
    pub word: String,
    /// What was expected in its place, such as `a square a1 to h8`.
    pub expected: &'static str,
}

impl WordError {
    pub(crate) fn new(word: &str, expected: &'static str) -> Self {
        Self {
            word: word.to_owned(),
            expected,
        }
    }
}

impl fmt::Display for WordError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "'{}' is not {}", self.word, self.expected)
    }
}

impl std::error::Error for WordError {}

/// A side. Black is the first player in both games.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Color {
    /// The first player; printed `black`, drawn `X`.
    Black,
    /// The second player; printed `white`, drawn `O`.
    White,
}

impl Color {
    /// The other side.
    #[must_use]
    pub const fn opponent(self) -> Self {
        match self {
            Self::Black => Self::White,
            Self::White => Self::Black,
        }
    }

    /// `X` for Black, `O` for White, as in position text.
    #[must_use]
    pub const fn letter(self) -> char {
        match self {
            Self::Black => 'X',
            Self::White => 'O',
        }
    }
}

impl fmt::Display for Color {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Black => "black",
            Self::White => "white",
        })
    }
}

impl FromStr for Color {
    type Err = WordError;

    /// Reads `b`, `black`, `w`, `white` in any letter case, and `r`, `red` for White:
    /// old sets of discs are black and red.
    fn from_str(word: &str) -> Result<Self, WordError> {
        match word.to_ascii_lowercase().as_str() {
            "b" | "black" => Ok(Self::Black),
            "w" | "white" | "r" | "red" => Ok(Self::White),
            _ => Err(WordError::new(word, "a colour (black or white)")),
        }
    }
}

/// A square of the 8x8 board, `a1` to `h8`: column letter, row number. `a1` is
/// the top left corner of a printed board and index 0; `h1` is 7, `a2` is 8.
///
/// ```
/// use mollett_protocol::Square;
/// let square: Square = "F5".parse().unwrap();
/// assert_eq!((square.column(), square.row(), square.index()), (5, 4, 37));
/// assert_eq!(square.to_string(), "f5");
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Square(u8);

impl Square {
    /// The square with this index (row by row from `a1`), or `None` above 63.
    #[must_use]
    pub const fn new(index: u8) -> Option<Self> {
        if index < 64 { Some(Self(index)) } else { None }
    }

    /// The square of the lowest bit of a set of squares (bit i = index i), or
    /// `None` when the set is empty.
    #[must_use]
    pub const fn lowest(set: u64) -> Option<Self> {
        Self::new(set.trailing_zeros() as u8)
    }

    /// 0 to 63, row by row from `a1`.
    #[must_use]
    pub const fn index(self) -> usize {
        self.0 as usize
    }

    /// The set that holds this square alone (bit i = index i).
    #[must_use]
    pub const fn bit(self) -> u64 {
        1 << self.0
    }

    /// 0 for column `a` to 7 for `h`.
    #[must_use]
    pub const fn column(self) -> u8 {
        self.0 % 8
    }

    /// 0 for row 1 to 7 for row 8.
    #[must_use]
    pub const fn row(self) -> u8 {
        self.0 / 8
    }

    /// All 64 squares in order of index.
    pub fn all() -> impl DoubleEndedIterator<Item = Self> + Clone {
        (0..64).map(Self)
    }
}

impl fmt::Display for Square {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let column = char::from(b'a' + self.column());
        let row = char::from(b'1' + self.row());
        if f.alternate() {
            write!(f, "{}{row}", column.to_ascii_uppercase())
        } else {
            write!(f, "{column}{row}")
        }
    }
}

impl FromStr for Square {
    type Err = WordError;

    fn from_str(word: &str) -> Result<Self, WordError> {
        if let [column, row] = word.as_bytes() {
            let column = column.to_ascii_lowercase().wrapping_sub(b'a');
            let row = row.wrapping_sub(b'1');
            if column < 8 && row < 8 {
                return Ok(Self(row * 8 + column));
            }
        }
        Err(WordError::new(word, "a square (a1 to h8)"))
    }
}

/// What a player does in a turn.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Move {
    /// A disc put on this square.
    Disc(Square),
    /// No disc: the other side is to move.
    Pass,
}

impl Move {
    /// The square of a disc move; `None` for a pass.
    #[must_use]
    pub const fn square(self) -> Option<Square> {
        match self {
            Self::Disc(square) => Some(square),
            Self::Pass => None,
        }
    }
}

impl From<Square> for Move {
    fn from(square: Square) -> Self {
        Self::Disc(square)
    }
}

impl fmt::Display for Move {
    /// Lower case (`f5`, `pass`); with `{:#}` upper case (`F5`, `PASS`).
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Disc(square) => square.fmt(f),
            Self::Pass => f.write_str(if f.alternate() { "PASS" } else { "pass" }),
        }
    }
}

impl FromStr for Move {
    type Err = WordError;

    /// Reads a square or `pass` in any letter case.
    fn from_str(word: &str) -> Result<Self, WordError> {
        if word.eq_ignore_ascii_case("pass") {
            return Ok(Self::Pass);
        }
        match word.parse() {
            Ok(square) => Ok(Self::Disc(square)),
            Err(_) => Err(WordError::new(word, "a move (a1 to h8, or pass)")),
        }
    }
}

/// One of the two games.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum RuleSet {
    /// Modern Othello.
    Othello,
    /// Reversi of the 1880s: free centre opening, 32 discs a player.
    Classic,
}

impl RuleSet {
    /// Both games, Othello first.
    pub const ALL: [Self; 2] = [Self::Othello, Self::Classic];

    /// The name game servers and GUIs compare: `Othello` or `ClassicReversi`.
    #[must_use]
    pub const fn game_id(self) -> &'static str {
        match self {
            Self::Othello => "Othello",
            Self::Classic => "ClassicReversi",
        }
    }
}

impl fmt::Display for RuleSet {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Othello => "othello",
            Self::Classic => "classic",
        })
    }
}

impl FromStr for RuleSet {
    type Err = WordError;

    /// Reads `othello`, `classic` or `ClassicReversi` in any letter case; the
    /// bare word `reversi` means either game to different people and is refused.
    fn from_str(word: &str) -> Result<Self, WordError> {
        match word.to_ascii_lowercase().as_str() {
            "othello" => Ok(Self::Othello),
            "classic" | "classicreversi" => Ok(Self::Classic),
            _ => Err(WordError::new(word, "a game (othello or classic)")),
        }
    }
}

/// How the first four discs of a classic game lie, both sides' on the centre.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum SetUp {
    /// Each side's diagonally, as Othello begins.
    Diagonal,
    /// Each side's beside each other.
    Parallel,
}

impl fmt::Display for SetUp {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Diagonal => "diagonal",
            Self::Parallel => "parallel",
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_word_reads_back_as_it_is_printed() {
        for square in Square::all() {
            assert_eq!(square.to_string().parse(), Ok(square));
            assert_eq!(format!("{square:#}").parse(), Ok(Move::Disc(square)));
        }
        assert_eq!("PaSs".parse(), Ok(Move::Pass));
        for color in [Color::Black, Color::White] {
            assert_eq!(color.to_string().to_uppercase().parse(), Ok(color));
        }
        for red in ["r", "Red"] {
            assert_eq!(red.parse(), Ok(Color::White));
        }
        for rules in RuleSet::ALL {
            assert_eq!(rules.to_string().parse(), Ok(rules));
            assert_eq!(rules.game_id().parse(), Ok(rules));
        }
    }

    #[test]
    fn a_bad_word_is_named() {
        assert_eq!(
            "i9".parse::<Square>().unwrap_err().to_string(),
            "'i9' is not a square (a1 to h8)"
        );
        assert!("a0".parse::<Square>().is_err());
        assert!("é1".parse::<Square>().is_err());
        assert!("reversi".parse::<RuleSet>().is_err());
    }
}
