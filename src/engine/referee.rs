//! What can be told about a game by its rules alone, in the words of each client.

use super::option::{ClassicScore, Options};
use crate::board::Game;
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

/// `B+12`, `W+4` or `0`.
pub(super) fn final_score(game: &Game, options: &Options) -> String {
    match score(game, options) {
        0 => "0".to_owned(),
        score if score > 0 => format!("B+{score}"),
        score => format!("W+{}", -score),
    }
}

/// The result as a sentence.
pub(super) fn final_result(game: &Game, options: &Options) -> String {
    let count = game.count();
    let discs = format!("Black {}, White {}", count.black, count.white);
    if !game.is_over() {
        return format!("The game goes on: {discs}");
    }
    let score = score(game, options);
    let winner = if score > 0 { "Black" } else { "White" };
    let result = match score {
        0 => "Draw".to_owned(),
        score => format!("{winner} wins by {}", score.abs()),
    };
    match count.empties {
        0 => format!("{result}: {discs}"),
        empties => format!("{result}: {discs}, empty {empties}"),
    }
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
fn rows(game: &Game) -> Vec<String> {
    let cells: Vec<char> = game
        .position()
        .cells(game.side(), ['X', 'O', '.'])
        .chars()
        .collect();
    let row = |row: &[char]| words(row.iter().map(char::to_string));
    cells.chunks(8).map(row).collect()
}

/// The board as GoGui reads it: row 8 first, no coordinates.
pub(super) fn gogui_board(game: &Game) -> String {
    let rows: Vec<String> = rows(game).into_iter().rev().collect();
    rows.join("\n")
}

/// The board for people, row 1 at the top, with the side to move and the discs.
pub(super) fn show_board(game: &Game) -> String {
    const COLUMNS: &str = "  a b c d e f g h";
    let mut text = format!("\n{COLUMNS}\n");
    for (number, cells) in (1..).zip(rows(game)) {
        text.push_str(&format!("{number} {cells} {number}\n"));
    }
    let count = game.count();
    let turn = match (game.is_over(), game.side()) {
        (true, _) => "game over",
        (false, Color::Black) => "black to move",
        (false, Color::White) => "white to move",
    };
    text.push_str(&format!(
        "{COLUMNS}\nblack X {}, white O {}, {turn}",
        count.black, count.white
    ));
    if let Some((black, white)) = game.supplies() {
        text.push_str(&format!("\nin hand: black {black}, white {white}"));
    }
    text
}

/// Two numbers for GoGui's side panel: the discs in hand in the classic game, the
/// discs on the board in Othello; Black first.
pub(super) fn gogui_counts(game: &Game) -> String {
    let count = game.count();
    match game.supplies() {
        Some((black, white)) => format!("{black} {white}"),
        None => format!("{} {}", count.black, count.white),
    }
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
        assert_eq!(gogui_counts(&game), "4 1");
    }

    #[test]
    fn people_see_row_1_first() {
        let text = show_board(&game("f5"));
        let lines: Vec<&str> = text.lines().collect();
        assert_eq!(lines[6], "5 . . . X X X . . 5");
        assert_eq!(lines[11], "black X 4, white O 1, white to move");
    }

    #[test]
    fn results_say_who_wins_and_by_what() {
        let options = Options::default();
        let won = game("f5f6f7f4d3e3f3c3b2");
        assert_eq!(final_score(&won, &options), "B+64");
        assert_eq!(gogui_moves(&won), "");
        assert_eq!(
            final_result(&won, &options),
            "Black wins by 64: Black 13, White 0, empty 51"
        );
        assert_eq!(final_score(&game("f5"), &options), "B+3");
        assert_eq!(
            final_result(&game("f5"), &options),
            "The game goes on: Black 4, White 1"
        );
    }
}
