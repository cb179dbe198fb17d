//! What can be told about a game by its rules alone, in the words of each client.

use super::option::{ClassicScore, Options, SecondColor};
use crate::board::{Count, Game};
use mollett_protocol::{Color, RuleSet};

/// The score for Black in discs: of a finished game by its rules (or the option
/// for classic games), of an unfinished one the discs on the board.
pub(super) fn score(game: &Game, options: &Options) -> i32 {
    let empties_to_winner = match game.rules() {
        RuleSet::Othello => true,
        RuleSet::Classic => options.classic_score == ClassicScore::EmptiesToWinner,
    };
    game.count().score(empties_to_winner && game.is_over())
}

/// A side as people are to read it.
fn name(side: Color, options: &Options) -> &'static str {
    match (side, options.second_color) {
        (Color::Black, _) => "black",
        (Color::White, SecondColor::White) => "white",
        (Color::White, SecondColor::Red) => "red",
    }
}

/// `B+12`, `W+4` or `0`.
pub(super) fn final_score(game: &Game, options: &Options) -> String {
    match score(game, options) {
        0 => "0".to_owned(),
        score if score > 0 => format!("B+{score}"),
        score => format!("W+{}", -score),
    }
}

/// The result of a finished game as a sentence, in the words GoGui's users know.
pub(super) fn final_result(game: &Game, options: &Options) -> Option<String> {
    if !game.is_over() {
        return None;
    }
    let Count { black, white, .. } = game.count();
    let score = score(game, options);
    // What the score has beyond the discs are empty squares of the winner.
    let bonus = score.unsigned_abs() - black.abs_diff(white);
    let (second, letter) = match options.second_color {
        SecondColor::White => ("White", 'W'),
        SecondColor::Red => ("Red", 'R'),
    };
    let (result, black, white) = match score {
        0 => ("Draw".to_owned(), black, white),
        1.. => (format!("Black wins by {score}"), black + bonus, white),
        _ => (format!("{second} wins by {}", -score), black, white + bonus),
    };
    Some(format!(
        "{result}. Final score is B {black} and {letter} {white}"
    ))
}

/// Legal squares as GoGui compares them: upper case, `pass` when that is all,
/// nothing when the game is over.
pub(super) fn gogui_moves(game: &Game) -> String {
    let moves = game.moves();
    if moves.is_empty() && !game.is_over() {
        return "pass".to_owned();
    }
    words(moves.into_iter().map(|square| format!("{square:#}")))
}

/// As [`gogui_moves`], in lower case like every other answer.
pub(super) fn legal_moves(game: &Game) -> String {
    gogui_moves(game).to_lowercase()
}

fn words(words: impl Iterator<Item = String>) -> String {
    words.collect::<Vec<_>>().join(" ")
}

/// Eight rows of eight cells, row 1 first.
fn rows(game: &Game, empty: char) -> Vec<String> {
    let cells = game.position().cells(game.side(), ['X', 'O', empty]);
    let cells: Vec<char> = cells.chars().collect();
    let row = |row: &[char]| words(row.iter().map(char::to_string));
    cells.chunks(8).map(row).collect()
}

/// The board as GoGui reads it: row 8 first, no coordinates.
pub(super) fn gogui_board(game: &Game) -> String {
    let rows: Vec<String> = rows(game, '.').into_iter().rev().collect();
    rows.join("\n")
}

/// The board for people, row 1 at the top, with game, turn and discs.
pub(super) fn show_board(game: &Game, options: &Options) -> String {
    const COLUMNS: &str = "  a b c d e f g h";
    let turn = match game.is_over() {
        true => "game over".to_owned(),
        false => format!("{} to move", name(game.side(), options)),
    };
    let mut text = format!("{}, {turn}\n{COLUMNS}\n", game.rules());
    for (number, cells) in (1..).zip(rows(game, '-')) {
        text.push_str(&format!("{number} {cells} {number}\n"));
    }
    let Count {
        black,
        white,
        empties,
    } = game.count();
    let second = name(Color::White, options);
    let counts = match game.supplies() {
        None => format!("black X {black}, {second} O {white}, empty {empties}"),
        Some((left, right)) => format!(
            "black X {black} and {left} in hand, {second} O {white} and {right} in hand, empty {empties}"
        ),
    };
    text + COLUMNS + "\n" + &counts
}

/// Two numbers for GoGui's side panel: the discs that Black and White have in hand
/// in the classic game, zeros in Othello.
pub(super) fn gogui_counts(game: &Game) -> String {
    let (black, white) = game.supplies().unwrap_or_default();
    format!("{black} {white}")
}

#[cfg(test)]
mod tests {
    use super::*;
    use mollett_protocol::Move;

    fn game(line: &str) -> Game {
        let mut game = Game::new(RuleSet::Othello);
        for word in line.as_bytes().chunks(2) {
            let played: Move = std::str::from_utf8(word).unwrap().parse().unwrap();
            game.play(game.side(), played).unwrap();
        }
        game
    }

    #[test]
    fn gogui_sees_row_8_first_and_upper_case() {
        let game = game("f5");
        assert_eq!(gogui_moves(&game), "F4 D6 F6");
        assert_eq!(legal_moves(&game), "f4 d6 f6");
        let rows = gogui_board(&game);
        assert_eq!(rows.lines().nth(3), Some(". . . X X X . ."));
        assert_eq!(gogui_counts(&game), "0 0");
    }

    #[test]
    fn people_see_row_1_first() {
        let text = show_board(&game("f5"), &Options::default());
        let lines: Vec<&str> = text.lines().collect();
        assert_eq!(lines[0], "othello, white to move");
        assert_eq!(lines[6], "5 - - - X X X - - 5");
        assert_eq!(lines[11], "black X 4, white O 1, empty 59");
        let red = Options {
            second_color: SecondColor::Red,
            ..Options::default()
        };
        let text = show_board(&game("f5"), &red);
        assert!(text.starts_with("othello, red to move\n"), "{text}");
        assert!(text.ends_with("\nblack X 4, red O 1, empty 59"), "{text}");
        let lost = game("f5f4e3f2f3f6e6d6g4h4");
        assert_eq!(
            final_result(&lost, &red).as_deref(),
            Some("Red wins by 64. Final score is B 0 and R 64")
        );
    }

    #[test]
    fn results_say_who_wins_and_by_what() {
        let options = Options::default();
        let won = game("f5f6f7f4d3e3f3c3b2");
        assert_eq!(final_score(&won, &options), "B+64");
        assert_eq!(gogui_moves(&won), "");
        assert_eq!(
            final_result(&won, &options).as_deref(),
            Some("Black wins by 64. Final score is B 64 and W 0")
        );
        assert_eq!(final_score(&game("f5"), &options), "B+3");
        assert_eq!(final_result(&game("f5"), &options), None);
    }
}
