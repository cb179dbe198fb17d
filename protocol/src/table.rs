//! The command table: every name, its right form and how its arguments are
//! read. Dispatch, `list_commands`, `known_command` and the usage in error
//! messages all read this one table, so they cannot disagree.

use nom::combinator::opt;
use nom::{Err, Parser};

use crate::analysis::Dialect;
use crate::argument::{
    Fault, Parsed, analysis, any_word, count, decimal, end, free_text, keyword, kgs_time, list,
    noun, path, play, position, seconds,
};
use crate::command::Command;
use crate::error::ParseError;

/// One row of a command table; `C` is what its line is read as.
#[derive(Debug)]
pub struct Spec<C: 'static = Command> {
    /// The name as it is sent; names are case-sensitive.
    pub name: &'static str,
    /// The right form, beginning with the name: arguments in capitals, optional
    /// ones in brackets, `|` between alternatives, `...` for a list.
    pub usage: &'static str,
    pub(crate) arguments: fn(&str) -> Parsed<'_, C>,
}

impl<C> Clone for Spec<C> {
    fn clone(&self) -> Self {
        *self
    }
}

impl<C> Copy for Spec<C> {}

const COLOR: &str = "a colour (black or white)";

/// A command without arguments.
macro_rules! bare {
    ($name:literal, $command:expr) => {
        Spec {
            name: $name,
            usage: $name,
            arguments: |input| Ok((input, $command)),
        }
    };
}

pub(crate) use bare;

/// A command with arguments: the form after the name, and their parser.
macro_rules! with {
    ($name:literal, $form:literal, $arguments:expr) => {
        Spec {
            name: $name,
            usage: concat!($name, " ", $form),
            arguments: $arguments,
        }
    };
}

pub(crate) use with;

macro_rules! analysing {
    ($name:literal, $dialect:expr, $command:expr) => {
        with!(
            $name,
            "[COLOR] [CENTISECONDS] [depth N | nodes N | time SECONDS | exact | wld]",
            |input| analysis($dialect).map($command).parse(input)
        )
    };
}

/// Every command, in the order of the reference and of `list_commands`.
pub static SPECS: &[Spec] = &[
    bare!("protocol_version", Command::ProtocolVersion),
    bare!("name", Command::Name),
    bare!("version", Command::Version),
    with!("known_command", "NAME", |input| {
        any_word("a command name")
            .map(|name| Command::KnownCommand { name: name.into() })
            .parse(input)
    }),
    bare!("list_commands", Command::ListCommands),
    bare!("quit", Command::Quit),
    bare!("stop", Command::Stop),
    with!("boardsize", "8", |input| {
        count("a board size", 0)
            .map(|size| Command::BoardSize { size })
            .parse(input)
    }),
    bare!("clear_board", Command::ClearBoard),
    with!("komi", "POINTS", |input| {
        decimal("a number of points")
            .map(|points| Command::Komi { points })
            .parse(input)
    }),
    bare!("list_games", Command::ListGames),
    with!("set_game", "Othello | ClassicReversi", |input| {
        noun("a game (Othello or ClassicReversi)")
            .map(|rules| Command::SetGame { rules })
            .parse(input)
    }),
    with!("play", "COLOR MOVE", |input| play
        .map(Command::Play)
        .parse(input)),
    bare!("undo", Command::Undo),
    with!("gg-undo", "[N]", |input| {
        absent_or(input, Command::GgUndo { count: 1 }, |input| {
            count("a number of moves", 0)
                .map(|count| Command::GgUndo { count })
                .parse(input)
        })
    }),
    with!("genmove", "COLOR", |input| {
        noun(COLOR)
            .map(|color| Command::Genmove { color })
            .parse(input)
    }),
    with!("reg_genmove", "COLOR", |input| {
        noun(COLOR)
            .map(|color| Command::RegGenmove { color })
            .parse(input)
    }),
    analysing!("genmove_analyze", Dialect::Own, Command::GenmoveAnalyze),
    analysing!("lz-genmove_analyze", Dialect::Lz, Command::GenmoveAnalyze),
    analysing!(
        "kata-genmove_analyze",
        Dialect::Kata,
        Command::GenmoveAnalyze
    ),
    analysing!("analyze", Dialect::Own, Command::Analyze),
    analysing!("lz-analyze", Dialect::Lz, Command::Analyze),
    analysing!("kata-analyze", Dialect::Kata, Command::Analyze),
    with!("time_settings", "MAIN PERIOD MOVES", |input| {
        (
            seconds("a main time in seconds"),
            seconds("a period in seconds"),
            count("a number of moves", 0),
        )
            .map(|(main, period, moves)| Command::TimeSettings {
                main,
                period,
                moves,
            })
            .parse(input)
    }),
    with!("time_left", "COLOR SECONDS MOVES", |input| {
        (
            noun(COLOR),
            seconds("a time in seconds"),
            count("a number of moves", 0),
        )
            .map(|(color, time, moves)| Command::TimeLeft { color, time, moves })
            .parse(input)
    }),
    with!(
        "kgs-time_settings",
        "none | absolute MAIN | byoyomi MAIN PERIOD COUNT | canadian MAIN PERIOD MOVES",
        |input| kgs_time.map(Command::KgsTimeSettings).parse(input)
    ),
    bare!("cputime", Command::CpuTime),
    bare!("final_score", Command::FinalScore),
    bare!("showboard", Command::ShowBoard),
    with!("loadsgf", "FILE [N]", |input| {
        let (rest, path) = path(input)?;
        let (rest, number) = opt(count("a move number from 1", 1)).parse(rest)?;
        Ok((rest, Command::LoadGame { path, number }))
    }),
    with!("savesgf", "FILE", |input| path
        .map(|path| Command::SaveGame { path })
        .parse(input)),
    bare!("gogui-rules_game_id", Command::RulesGameId),
    bare!("gogui-rules_board_size", Command::RulesBoardSize),
    bare!("gogui-rules_board", Command::RulesBoard),
    bare!("gogui-rules_side_to_move", Command::RulesSideToMove),
    bare!("gogui-rules_legal_moves", Command::RulesLegalMoves),
    bare!("gogui-rules_final_result", Command::RulesFinalResult),
    bare!("gogui-rules_captured_count", Command::RulesCapturedCount),
    with!("gogui-play_sequence", "[COLOR MOVE]...", |input| {
        list(play).map(Command::PlaySequence).parse(input)
    }),
    with!("gogui-setup", "[COLOR SQUARE]...", |input| {
        list(|input| (noun(COLOR), noun("a square (a1 to h8)")).parse(input))
            .map(Command::SetupDiscs)
            .parse(input)
    }),
    with!("gogui-setup_player", "COLOR", |input| {
        noun(COLOR)
            .map(|color| Command::SetupPlayer { color })
            .parse(input)
    }),
    bare!("gogui-interrupt", Command::GoguiInterrupt),
    bare!("gogui-title", Command::GoguiTitle),
    with!("gogui-version", "[TEXT]", |input| {
        free_text
            .map(|version| Command::GoguiVersion { version })
            .parse(input)
    }),
    bare!("gogui-analyze_commands", Command::GoguiAnalyzeCommands),
    with!("mollett-position", "[CELLS SIDE [BLACK/WHITE]]", |input| {
        absent_or(input, Command::ReadPosition, |input| {
            position.map(Command::SetPosition).parse(input)
        })
    }),
    with!("mollett-rules", "[othello | classic]", |input| {
        absent_or(input, Command::ReadRules, |input| {
            noun("a game (othello or classic)")
                .map(|rules| Command::SetRules { rules })
                .parse(input)
        })
    }),
    bare!("mollett-legal_moves", Command::LegalMoves),
    with!("mollett-hint", "N", |input| {
        count("a number of moves from 1", 1)
            .map(|count| Command::Hint { count })
            .parse(input)
    }),
    with!("mollett-hint_gfx", "N", |input| {
        count("a number of moves from 1", 1)
            .map(|count| Command::HintGfx { count })
            .parse(input)
    }),
    bare!("mollett-solve", Command::Solve),
    bare!("mollett-solve_wld", Command::SolveWld),
    with!("mollett-perft", "DEPTH", |input| {
        count("a depth in plies", 0)
            .map(|depth| Command::Perft { depth })
            .parse(input)
    }),
    bare!("mollett-eval", Command::Eval),
    with!("mollett-regions", "[json]", |input| {
        absent_or(input, Command::Regions { json: false }, |input| {
            keyword("json")
                .map(|()| Command::Regions { json: true })
                .parse(input)
        })
    }),
    bare!("mollett-regions_gfx", Command::RegionsGfx),
    bare!("mollett-transcript", Command::Transcript),
    with!("mollett-option", "[NAME [VALUE]]", |input| {
        let (rest, name) = opt(any_word("")).parse(input)?;
        let Some(name) = name.map(str::to_owned) else {
            return Ok((rest, Command::ListOptions));
        };
        let (rest, value) = free_text(rest)?;
        let command = match value {
            None => Command::ReadOption { name },
            Some(value) => Command::SetOption { name, value },
        };
        Ok((rest, command))
    }),
    with!("mollett-param", "[NAME VALUE]", |input| {
        absent_or(input, Command::ListParameters, |input| {
            let (rest, name) = any_word("an option")(input)?;
            let (rest, value) = free_text(rest)?;
            let name = name.to_owned();
            let value = value.ok_or(Err::Error(Fault::Missing("a value")))?;
            Ok((rest, Command::SetParameter { name, value }))
        })
    }),
];

/// `command` when the line has no arguments, else what `arguments` makes of it.
fn absent_or<'a>(
    input: &'a str,
    command: Command,
    mut arguments: impl FnMut(&'a str) -> Parsed<'a, Command>,
) -> Parsed<'a, Command> {
    match end(input) {
        Ok(_) => Ok((input, command)),
        Err(_) => arguments(input),
    }
}

/// The row of a name; names are compared exactly.
#[must_use]
pub fn find_spec(name: &str) -> Option<&'static Spec> {
    SPECS.iter().find(|spec| spec.name == name)
}

impl<C> Spec<C> {
    /// Reads the rest of a line after the name.
    pub(crate) fn parse(&self, arguments: &str) -> Result<C, ParseError> {
        let parsed =
            (self.arguments)(arguments).and_then(|(rest, command)| end(rest).map(|_| command));
        parsed.map_err(|error| {
            let usage = self.usage;
            match error {
                Err::Error(fault) | Err::Failure(fault) => match fault {
                    Fault::Bad(fault) => ParseError::BadArgument { fault, usage },
                    Fault::Missing(expected) => ParseError::MissingArgument { expected, usage },
                    Fault::Extra(word) => ParseError::ExtraArgument { word, usage },
                },
                // Only streaming parsers of nom ask for more; none is used.
                Err::Incomplete(_) => ParseError::MissingArgument {
                    expected: "an argument",
                    usage,
                },
            }
        })
    }
}

#[cfg(test)]
mod tests;
