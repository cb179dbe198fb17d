//! Both games once more, square by square and line by line: slow, without a
//! single bit trick, and written without a look at the engine's rules.

use mollett::board::AnyPosition;
use mollett_protocol::{Color, Move, RuleSet, Square};

/// A board with colours, and the discs both players have in hand.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Mailbox {
    rules: RuleSet,
    cells: [Option<Color>; 64],
    pub side: Color,
    /// Black's and White's; not used in Othello.
    hands: [i32; 2],
}

impl Mailbox {
    pub fn start(rules: RuleSet) -> Self {
        let mut board = Self {
            rules,
            cells: [None; 64],
            side: Color::Black,
            hands: [32; 2],
        };
        if rules == RuleSet::Othello {
            for (name, color) in [
                ("d4", Color::White),
                ("e4", Color::Black),
                ("d5", Color::Black),
                ("e5", Color::White),
            ] {
                board.cells[name.parse::<Square>().unwrap().index()] = Some(color);
            }
        }
        board
    }

    /// The squares whose discs a disc of `color` here would turn.
    fn turned(&self, color: Color, square: usize) -> Vec<usize> {
        let mut all = Vec::new();
        for (down, right) in [
            (-1, -1),
            (-1, 0),
            (-1, 1),
            (0, -1),
            (0, 1),
            (1, -1),
            (1, 0),
            (1, 1),
        ] {
            let mut line = Vec::new();
            let (mut row, mut column) = (square as i32 / 8, square as i32 % 8);
            loop {
                (row, column) = (row + down, column + right);
                if !(0..8).contains(&row) || !(0..8).contains(&column) {
                    break;
                }
                let there = (row * 8 + column) as usize;
                match self.cells[there] {
                    Some(disc) if disc == color => {
                        all.append(&mut line);
                        break;
                    }
                    Some(_) => line.push(there),
                    None => break,
                }
            }
        }
        all
    }

    fn moves_of(&self, color: Color) -> Vec<usize> {
        let empty = (0..64).filter(|&square| self.cells[square].is_none());
        if self.rules == RuleSet::Classic {
            if self.hands[color as usize] == 0 {
                return Vec::new();
            }
            let centre: Vec<usize> = [27, 28, 35, 36]
                .into_iter()
                .filter(|&square| self.cells[square].is_none())
                .collect();
            if !centre.is_empty() {
                return centre;
            }
        }
        empty
            .filter(|&square| !self.turned(color, square).is_empty())
            .collect()
    }

    /// What the side to move may do: squares in order, one pass, or nothing where
    /// the game is over.
    pub fn moves(&self) -> Vec<Move> {
        let own = self.moves_of(self.side);
        if !own.is_empty() {
            return own
                .into_iter()
                .map(|index| Square::new(index as u8).unwrap().into())
                .collect();
        }
        if self.moves_of(self.side.opponent()).is_empty() {
            Vec::new()
        } else {
            vec![Move::Pass]
        }
    }

    /// The board after a legal move.
    pub fn after(&self, played: Move) -> Self {
        let mut next = self.clone();
        if let Move::Disc(square) = played {
            let opening = [27, 28, 35, 36].iter().any(|&c| self.cells[c].is_none());
            if !(opening && self.rules == RuleSet::Classic) {
                for turned in self.turned(self.side, square.index()) {
                    next.cells[turned] = Some(self.side);
                }
            }
            next.cells[square.index()] = Some(self.side);
            next.hands[self.side as usize] -= 1;
        }
        next.side = self.side.opponent();
        next
    }

    pub fn empties(&self) -> usize {
        self.cells.iter().filter(|cell| cell.is_none()).count()
    }

    /// The score of the side to move if the game ended here.
    pub fn score(&self) -> i32 {
        let discs = |color| self.cells.iter().filter(|&&c| c == Some(color)).count() as i32;
        let difference = discs(self.side) - discs(self.side.opponent());
        match self.rules {
            RuleSet::Othello => difference + difference.signum() * self.empties() as i32,
            RuleSet::Classic => difference,
        }
    }

    /// The value for the side to move with best play of both, without any cut.
    pub fn minimax(&self) -> i32 {
        self.moves()
            .into_iter()
            .map(|played| -self.after(played).minimax())
            .max()
            .unwrap_or_else(|| self.score())
    }

    /// Position text as the engine spells it.
    pub fn text(&self) -> String {
        let mut text: String = self
            .cells
            .iter()
            .map(|cell| cell.map_or('-', Color::letter))
            .collect();
        text.push(' ');
        text.push(self.side.letter());
        if self.rules == RuleSet::Classic {
            text.push_str(&format!(" {}/{}", self.hands[0], self.hands[1]));
        }
        text
    }

    /// The same as the engine has it.
    pub fn position(&self) -> AnyPosition {
        let text = self.text();
        let mut words = text.split(' ');
        let (cells, side) = (words.next().unwrap(), words.next().unwrap());
        mollett::board::parse_position(self.rules, cells, side, words.next())
            .unwrap()
            .0
    }
}
