//! The empty regions of a position and what parity says of them: who is expected to
//! move last in each, and in the game.
//!
//! The simple theory: as long as each move is answered in the region it was made
//! in, an even region is finished by the side that replies and an odd one by the
//! side that moves there first. Both play in the odd ones while there are any; who
//! then has to begin in an even one moves last in none. A pass turns parity round.
//! In the classic game it does so only where both have equally many discs in hand:
//! who has more puts his surplus down in the end, whoever passes.

use crate::board::{AnyPosition, Bitboard, Game, regions, stable};
use mollett_protocol::{Color, Square};
use serde_json::{Value, json};

/// A region and what there is to say about it.
#[derive(Debug, PartialEq, Eq)]
struct Region {
    squares: Bitboard,
    /// The side expected to move last; `None`: that is open.
    last: Option<Color>,
    /// Legal moves in it of Black and White.
    moves: [u32; 2],
}

impl Region {
    fn parity(&self) -> &'static str {
        match self.squares.len() % 2 {
            0 => "even",
            _ => "odd",
        }
    }
}

/// A position as parity sees it.
#[derive(Debug, PartialEq, Eq)]
pub(super) struct Survey {
    regions: Vec<Region>,
    /// The side expected to move last in the game, and how often in a row; `None`
    /// where it is over.
    last: Option<(Color, u32)>,
    /// Discs of Black and White that nothing can turn any more, as far as is known.
    stable: [Bitboard; 2],
    /// Legal moves of Black and White, whoever is to move.
    moves: [u32; 2],
}

impl Survey {
    /// The survey of a game as it stands.
    pub(super) fn of(game: &Game) -> Self {
        let (position, side) = (*game.position(), game.side());
        let over = game.is_over();
        let [black, white] = both(side, position, position.pass());
        // Who must pass is not the one who moves first.
        let (next, mover) = match position.moves().is_empty() && !over {
            true => (position.pass(), side.opponent()),
            false => (position, side),
        };
        let last = (!over).then(|| last_of_game(&next, mover));
        let parts = regions(!position.board().occupied());
        let odd = parts.iter().filter(|part| part.len() % 2 == 1).count();
        let alone = parts.len() == 1;
        let regions = parts
            .into_iter()
            .map(|squares| Region {
                last: last.and_then(|(side, times)| match squares.len() % 2 {
                    _ if alone => Some(side),
                    // Who moves last in the game has replied to the end.
                    0 => (times == 1).then_some(side),
                    _ => (odd == 1).then_some(mover),
                }),
                moves: [black, white].map(|side| (side.moves().0 & squares.0).count_ones()),
                squares,
            })
            .collect();
        Self {
            regions,
            last,
            stable: [black, white].map(|side| {
                let board = side.board();
                Bitboard(stable(board.own, board.opp))
            }),
            moves: [black, white].map(|side| side.moves().len()),
        }
    }

    /// A line for each region, and three for the whole board.
    pub(super) fn text(&self) -> String {
        let mut lines: Vec<String> = Vec::new();
        for region in &self.regions {
            let [black, white] = region.moves;
            let last = match (region.last, region.squares.len() % 2) {
                (Some(side), _) => side.to_string(),
                (None, 0) => "open".to_owned(),
                (None, _) => "first".to_owned(),
            };
            lines.push(format!(
                "region size {} {} last {last} moves black {black} white {white} squares {}",
                region.squares.len(),
                region.parity(),
                words(region.squares)
            ));
        }
        lines.push(match self.last {
            Some((side, times)) => format!("last {side} {times}"),
            None => "over".to_owned(),
        });
        let [black, white] = self.stable.map(Bitboard::len);
        lines.push(format!("stable black {black} white {white}"));
        let [black, white] = self.moves;
        lines.push(format!("moves black {black} white {white}"));
        lines.join("\n")
    }

    /// The same as one JSON object, with the squares of the stable discs.
    pub(super) fn json(&self) -> String {
        let squares = |set: Bitboard| set.into_iter().map(|s| s.to_string()).collect::<Vec<_>>();
        let side = |side: Option<Color>| side.map(|side| side.to_string());
        let regions: Vec<Value> = self
            .regions
            .iter()
            .map(|region| {
                json!({
                    "squares": squares(region.squares),
                    "size": region.squares.len(),
                    "parity": region.parity(),
                    "last": side(region.last),
                    "moves": {"black": region.moves[0], "white": region.moves[1]},
                })
            })
            .collect();
        json!({
            "regions": regions,
            "last": side(self.last.map(|last| last.0)),
            "last_in_a_row": self.last.map(|last| last.1),
            "stable": {"black": squares(self.stable[0]), "white": squares(self.stable[1])},
            "moves": {"black": self.moves[0], "white": self.moves[1]},
        })
        .to_string()
    }

    /// The same for GoGui to draw: each region in the colour of the side that is
    /// expected to move last, with its size, and the stable discs marked.
    pub(super) fn graphics(&self) -> String {
        let last = match self.last {
            Some((side, _)) => format!("last {side}"),
            None => "over".to_owned(),
        };
        let [black, white] = self.moves;
        let [black_stable, white_stable] = self.stable.map(Bitboard::len);
        let mut lines = vec![format!(
            "TEXT {last}, moves black {black} white {white}, \
             stable black {black_stable} white {white_stable}"
        )];
        for region in &self.regions {
            let colour = match region.last {
                Some(Color::Black) => "#404040",
                Some(Color::White) => "#f0f0f0",
                None => "#d0a030",
            };
            lines.push(format!("COLOR {colour} {}", large_words(region.squares)));
            let size = region.squares.len();
            for square in region.squares {
                lines.push(format!("LABEL {square:#} {size}"));
            }
        }
        let stable = Bitboard(self.stable[0].0 | self.stable[1].0);
        if !stable.is_empty() {
            lines.push(format!("CIRCLE {}", large_words(stable)));
        }
        lines.join("\n")
    }
}

/// For Black and White: the position as each sees it when it is to move.
fn both(side: Color, own: AnyPosition, other: AnyPosition) -> [AnyPosition; 2] {
    match side {
        Color::Black => [own, other],
        Color::White => [other, own],
    }
}

/// Who moves last and how often in a row, if everybody can always move while he has
/// discs.
fn last_of_game(position: &AnyPosition, mover: Color) -> (Color, u32) {
    let Some((black, white)) = position.supplies(mover) else {
        return match position.empties() % 2 {
            0 => (mover.opponent(), 1),
            _ => (mover, 1),
        };
    };
    let (own, other) = match mover {
        Color::Black => (u32::from(black), u32::from(white)),
        Color::White => (u32::from(white), u32::from(black)),
    };
    match own > other {
        true => (mover, own - other),
        false => (mover.opponent(), other - own + 1),
    }
}

fn words(set: Bitboard) -> String {
    join(set, |square| square.to_string())
}

/// As GoGui writes squares.
fn large_words(set: Bitboard) -> String {
    join(set, |square| format!("{square:#}"))
}

fn join(set: Bitboard, word: impl Fn(Square) -> String) -> String {
    set.into_iter().map(word).collect::<Vec<_>>().join(" ")
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::board::parse_position;
    use mollett_protocol::RuleSet::{self, Classic, Othello};

    fn survey(rules: RuleSet, cells: &str, side: &str, supplies: Option<&str>) -> Survey {
        let (position, side) = parse_position(rules, cells, side, supplies).unwrap();
        Survey::of(&Game::from_position(position, side))
    }

    /// Holes a1 b1, g1 h1, a8 b8 and g8 h8, in which both sides can move.
    const FOUR_PAIRS: &str = "--XOOX--XOOXXOOXXXOOOOXXOXXOOXXOOXXOOXXOXXOOOOXXXOOXXOOX--OXXO--";

    fn lasts(survey: &Survey) -> Vec<Option<Color>> {
        survey.regions.iter().map(|region| region.last).collect()
    }

    #[test]
    fn four_holes_of_two_are_even_for_the_side_that_replies() {
        let found = survey(Othello, FOUR_PAIRS, "X", None);
        assert!(found.regions.iter().all(|region| region.squares.len() == 2));
        assert_eq!(lasts(&found), [Some(Color::White); 4]);
        assert_eq!(found.last, Some((Color::White, 1)));
        assert!(found.moves.iter().all(|&moves| moves > 0));
    }

    #[test]
    fn one_pass_turns_parity_round() {
        let before = survey(Othello, FOUR_PAIRS, "X", None);
        let after = survey(Othello, FOUR_PAIRS, "O", None);
        assert_eq!(lasts(&after), [Some(Color::Black); 4]);
        assert_eq!(after.last, Some((Color::Black, 1)));
        assert_ne!(before.last, after.last);
        // A pass that must come is reckoned with before it has been made.
        let mut game = Game::new(Othello);
        for (number, word) in ["c4", "c3", "f5", "b4", "a4", "a5", "b2", "a3"]
            .iter()
            .enumerate()
        {
            let side = [Color::Black, Color::White][number % 2];
            game.play(side, word.parse().unwrap()).unwrap();
        }
        assert!(game.moves().is_empty());
        let before = Survey::of(&game);
        game.play(Color::Black, mollett_protocol::Move::Pass)
            .unwrap();
        assert_eq!(Survey::of(&game), before);
        // 52 empty squares and White to move: Black is the one who replies.
        assert_eq!(before.last, Some((Color::Black, 1)));
    }

    #[test]
    fn in_the_classic_game_it_depends_on_who_passed() {
        // Nobody has passed: as in Othello.
        let start = survey(Classic, FOUR_PAIRS, "X", Some("4/4"));
        assert_eq!(start.last, Some((Color::White, 1)));
        // Black has passed: parity is turned round.
        let turned = survey(Classic, FOUR_PAIRS, "O", Some("4/4"));
        assert_eq!(turned.last, Some((Color::Black, 1)));
        assert_eq!(lasts(&turned), [Some(Color::Black); 4]);
        // White has passed with the odd disc in hand: it stays his, and after
        // Black's last one he moves twice.
        let odd = FOUR_PAIRS.replacen('-', "X", 1);
        let kept = survey(Classic, &odd, "X", Some("3/4"));
        assert_eq!(kept.last, Some((Color::White, 2)));
        assert_eq!(lasts(&kept), [Some(Color::Black), None, None, None]);
        assert!(
            kept.text()
                .contains("\nregion size 2 even last open moves ")
        );
        // A pass of the one with fewer discs in hand leaves the last move where it was.
        let again = survey(Classic, &odd, "O", Some("3/4"));
        assert_eq!(again.last, Some((Color::White, 1)));
        assert_eq!(lasts(&again), [Some(Color::White); 4]);
        assert_eq!(
            survey(Othello, &odd, "X", None).last,
            Some((Color::Black, 1))
        );
    }

    #[test]
    fn the_only_odd_region_is_the_movers_and_of_several_who_comes_first() {
        let cells = FOUR_PAIRS.replacen('-', "X", 1);
        let one = survey(Othello, &cells, "X", None);
        // He fills it, and White has to begin in the even ones.
        assert_eq!(one.regions[0].squares.len(), 1);
        assert_eq!(lasts(&one), [Some(Color::Black); 4]);
        let cells: String = cells
            .chars()
            .rev()
            .collect::<String>()
            .replacen('-', "X", 1);
        let two = survey(Othello, &cells, "X", None);
        let white = Some(Color::White);
        assert_eq!(lasts(&two), [None, white, white, None]);
        assert!(two.text().contains(" odd last first moves "));
        assert_eq!(two.last, Some((Color::White, 1)));
    }

    #[test]
    fn a_finished_game_has_no_last_move_and_stable_discs_are_told_apart() {
        let cells = "X".repeat(63) + "-";
        let over = survey(Othello, &cells, "X", None);
        assert_eq!((over.last, lasts(&over)), (None, vec![None]));
        assert!(over.text().contains("\nover\nstable black "));
        let cells = "XXXOO".to_owned() + &"-".repeat(59);
        let found = survey(Othello, &cells, "X", None);
        assert_eq!(found.stable[0], Bitboard(0b111));
        assert_eq!(found.stable[1], Bitboard(0));
    }
}
