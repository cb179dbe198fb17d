//! The commands as values: what a controller can ask, with typed arguments.
//!
//! A [`Command`] is read by [`parse_line`](crate::parse_line) and printed by
//! `Display`, and each reads back as it prints. How a name is read is the
//! business of the [command table](crate::SPECS).

use std::fmt;
use std::time::Duration;

use crate::analysis::{Analysis, Dialect};
use crate::clock::{KgsTime, Seconds};
use crate::position::PositionText;
use crate::words::{Color, Move, RuleSet, Square};

/// A move and who makes it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Play {
    /// Who moves.
    pub color: Color,
    /// What is played.
    pub mv: Move,
}

impl fmt::Display for Play {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} {}", self.color, self.mv)
    }
}

/// One request, without its id. Each variant names the command it is read from;
/// the reference of the language says what each does and answers.
#[derive(Clone, Debug, PartialEq)]
pub enum Command {
    /// `protocol_version`
    ProtocolVersion,
    /// `name`
    Name,
    /// `version`
    Version,
    /// `known_command NAME`
    KnownCommand {
        /// The name asked about, in any form.
        name: String,
    },
    /// `list_commands`
    ListCommands,
    /// `quit`
    Quit,
    /// `stop`
    Stop,

    /// `boardsize SIZE`
    BoardSize {
        /// Any number; only 8 can be played.
        size: u32,
    },
    /// `clear_board`
    ClearBoard,
    /// `komi POINTS`
    Komi {
        /// Within a thousand million; has no use in these games.
        points: f64,
    },
    /// `list_games`
    ListGames,
    /// `set_game GAME`
    SetGame {
        /// The game to play from now on.
        rules: RuleSet,
    },

    /// `play COLOR MOVE`
    Play(Play),
    /// `undo`
    Undo,
    /// `gg-undo [N]`
    GgUndo {
        /// How many moves to take back; 1 when not stated.
        count: u32,
    },
    /// `genmove COLOR`
    Genmove {
        /// Whose move is asked for.
        color: Color,
    },
    /// `reg_genmove COLOR`
    RegGenmove {
        /// Whose move is asked for.
        color: Color,
    },
    /// `genmove_analyze`, `lz-genmove_analyze`, `kata-genmove_analyze`
    GenmoveAnalyze(Analysis),
    /// `analyze`, `lz-analyze`, `kata-analyze`
    Analyze(Analysis),

    /// `time_settings MAIN PERIOD MOVES`
    TimeSettings {
        /// Main time.
        main: Duration,
        /// Length of a period after it.
        period: Duration,
        /// Moves in a period.
        moves: u32,
    },
    /// `time_left COLOR TIME MOVES`
    TimeLeft {
        /// Whose clock.
        color: Color,
        /// What is left of the main time or of the period.
        time: Duration,
        /// Moves left in the period; 0 during the main time.
        moves: u32,
    },
    /// `kgs-time_settings KIND [TIMES]`
    KgsTimeSettings(KgsTime),
    /// `cputime`
    CpuTime,

    /// `final_score`
    FinalScore,
    /// `showboard`
    ShowBoard,
    /// `loadsgf FILE [N]`
    LoadGame {
        /// The file.
        path: String,
        /// Read only the moves before this one, counted from 1.
        number: Option<u32>,
    },
    /// `savesgf FILE`
    SaveGame {
        /// The file.
        path: String,
    },

    /// `gogui-rules_game_id`
    RulesGameId,
    /// `gogui-rules_board_size`
    RulesBoardSize,
    /// `gogui-rules_board`
    RulesBoard,
    /// `gogui-rules_side_to_move`
    RulesSideToMove,
    /// `gogui-rules_legal_moves`
    RulesLegalMoves,
    /// `gogui-rules_final_result`
    RulesFinalResult,
    /// `gogui-rules_captured_count`
    RulesCapturedCount,

    /// `gogui-play_sequence [COLOR MOVE]...`
    PlaySequence(Vec<Play>),
    /// `gogui-setup [COLOR SQUARE]...`
    SetupDiscs(Vec<(Color, Square)>),
    /// `gogui-setup_player COLOR`
    SetupPlayer {
        /// The side to move from now on.
        color: Color,
    },
    /// `gogui-interrupt`
    GoguiInterrupt,
    /// `gogui-title`
    GoguiTitle,
    /// `gogui-version [TEXT]`
    GoguiVersion {
        /// The version of GoGui, when stated.
        version: Option<String>,
    },
    /// `gogui-analyze_commands`
    GoguiAnalyzeCommands,

    /// `mollett-position` without arguments
    ReadPosition,
    /// `mollett-position CELLS SIDE [BLACK/WHITE]`
    SetPosition(PositionText),
    /// `mollett-rules` without arguments
    ReadRules,
    /// `mollett-rules GAME`
    SetRules {
        /// The game to play from now on.
        rules: RuleSet,
    },
    /// `mollett-legal_moves`
    LegalMoves,
    /// `mollett-hint N`
    Hint {
        /// How many moves to show; at least 1.
        count: u32,
    },
    /// `mollett-hint_gfx N`
    HintGfx {
        /// How many moves to show; at least 1.
        count: u32,
    },
    /// `mollett-solve`
    Solve,
    /// `mollett-solve_wld`
    SolveWld,
    /// `mollett-perft DEPTH`
    Perft {
        /// In plies.
        depth: u32,
    },
    /// `mollett-eval`
    Eval,
    /// `mollett-regions [json]`
    Regions {
        /// As JSON.
        json: bool,
    },
    /// `mollett-regions_gfx`
    RegionsGfx,
    /// `mollett-transcript`
    Transcript,
    /// `mollett-option` without arguments
    ListOptions,
    /// `mollett-option NAME`
    ReadOption {
        /// The option asked about, in any form.
        name: String,
    },
    /// `mollett-option NAME VALUE`
    SetOption {
        /// The option to set, in any form.
        name: String,
        /// The rest of the line, without the spaces around it; never empty.
        value: String,
    },
    /// `mollett-param` without arguments
    ListParameters,
    /// `mollett-param NAME VALUE`
    SetParameter {
        /// The option to set, in any form.
        name: String,
        /// The rest of the line, without the spaces around it; never empty.
        value: String,
    },
}

impl Command {
    /// The name this command is asked by; always one in the command table.
    #[must_use]
    pub const fn name(&self) -> &'static str {
        match self {
            Self::ProtocolVersion => "protocol_version",
            Self::Name => "name",
            Self::Version => "version",
            Self::KnownCommand { .. } => "known_command",
            Self::ListCommands => "list_commands",
            Self::Quit => "quit",
            Self::Stop => "stop",
            Self::BoardSize { .. } => "boardsize",
            Self::ClearBoard => "clear_board",
            Self::Komi { .. } => "komi",
            Self::ListGames => "list_games",
            Self::SetGame { .. } => "set_game",
            Self::Play(_) => "play",
            Self::Undo => "undo",
            Self::GgUndo { .. } => "gg-undo",
            Self::Genmove { .. } => "genmove",
            Self::RegGenmove { .. } => "reg_genmove",
            Self::GenmoveAnalyze(analysis) => match analysis.dialect {
                Dialect::Own => "genmove_analyze",
                Dialect::Lz => "lz-genmove_analyze",
                Dialect::Kata => "kata-genmove_analyze",
            },
            Self::Analyze(analysis) => match analysis.dialect {
                Dialect::Own => "analyze",
                Dialect::Lz => "lz-analyze",
                Dialect::Kata => "kata-analyze",
            },
            Self::TimeSettings { .. } => "time_settings",
            Self::TimeLeft { .. } => "time_left",
            Self::KgsTimeSettings(_) => "kgs-time_settings",
            Self::CpuTime => "cputime",
            Self::FinalScore => "final_score",
            Self::ShowBoard => "showboard",
            Self::LoadGame { .. } => "loadsgf",
            Self::SaveGame { .. } => "savesgf",
            Self::RulesGameId => "gogui-rules_game_id",
            Self::RulesBoardSize => "gogui-rules_board_size",
            Self::RulesBoard => "gogui-rules_board",
            Self::RulesSideToMove => "gogui-rules_side_to_move",
            Self::RulesLegalMoves => "gogui-rules_legal_moves",
            Self::RulesFinalResult => "gogui-rules_final_result",
            Self::RulesCapturedCount => "gogui-rules_captured_count",
            Self::PlaySequence(_) => "gogui-play_sequence",
            Self::SetupDiscs(_) => "gogui-setup",
            Self::SetupPlayer { .. } => "gogui-setup_player",
            Self::GoguiInterrupt => "gogui-interrupt",
            Self::GoguiTitle => "gogui-title",
            Self::GoguiVersion { .. } => "gogui-version",
            Self::GoguiAnalyzeCommands => "gogui-analyze_commands",
            Self::ReadPosition | Self::SetPosition(_) => "mollett-position",
            Self::ReadRules | Self::SetRules { .. } => "mollett-rules",
            Self::LegalMoves => "mollett-legal_moves",
            Self::Hint { .. } => "mollett-hint",
            Self::HintGfx { .. } => "mollett-hint_gfx",
            Self::Solve => "mollett-solve",
            Self::SolveWld => "mollett-solve_wld",
            Self::Perft { .. } => "mollett-perft",
            Self::Eval => "mollett-eval",
            Self::Regions { .. } => "mollett-regions",
            Self::RegionsGfx => "mollett-regions_gfx",
            Self::Transcript => "mollett-transcript",
            Self::ListOptions | Self::ReadOption { .. } | Self::SetOption { .. } => {
                "mollett-option"
            }
            Self::ListParameters | Self::SetParameter { .. } => "mollett-param",
        }
    }
}

impl fmt::Display for Command {
    /// The line to send, without id and line end.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())?;
        match self {
            Self::KnownCommand { name } | Self::ReadOption { name } => write!(f, " {name}"),
            Self::BoardSize { size } => write!(f, " {size}"),
            Self::Komi { points } => write!(f, " {points}"),
            Self::SetGame { rules } => write!(f, " {}", rules.game_id()),
            Self::SetRules { rules } => write!(f, " {rules}"),
            Self::Play(play) => write!(f, " {play}"),
            Self::GgUndo { count } | Self::Hint { count } | Self::HintGfx { count } => {
                write!(f, " {count}")
            }
            Self::Genmove { color } | Self::RegGenmove { color } | Self::SetupPlayer { color } => {
                write!(f, " {color}")
            }
            Self::GenmoveAnalyze(analysis) | Self::Analyze(analysis) => write!(f, "{analysis}"),
            Self::TimeSettings {
                main,
                period,
                moves,
            } => write!(f, " {} {} {moves}", Seconds(*main), Seconds(*period)),
            Self::TimeLeft { color, time, moves } => {
                write!(f, " {color} {} {moves}", Seconds(*time))
            }
            Self::KgsTimeSettings(time) => write!(f, " {time}"),
            Self::PlaySequence(plays) => plays.iter().try_for_each(|play| write!(f, " {play}")),
            Self::SetupDiscs(discs) => discs
                .iter()
                .try_for_each(|(color, square)| write!(f, " {color} {square}")),
            Self::GoguiVersion {
                version: Some(version),
            } => write!(f, " {version}"),
            Self::Regions { json: true } => f.write_str(" json"),
            Self::SetPosition(position) => write!(f, " {position}"),
            Self::Perft { depth } => write!(f, " {depth}"),
            Self::SetOption { name, value } | Self::SetParameter { name, value } => {
                write!(f, " {name} {value}")
            }
            Self::LoadGame { path, number } => {
                write!(f, " {}", Path(path))?;
                number.map_or(Ok(()), |number| write!(f, " {number}"))
            }
            Self::SaveGame { path } => write!(f, " {}", Path(path)),
            _ => Ok(()),
        }
    }
}

/// A path as [`crate::parse_line`] reads it: in quotes where it is not one word.
struct Path<'a>(&'a str);

impl fmt::Display for Path<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if self.0.is_empty() || self.0.contains(' ') {
            write!(f, "\"{}\"", self.0)
        } else {
            f.write_str(self.0)
        }
    }
}
