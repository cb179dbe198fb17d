//! The game, the clocks and the options, and what each command does with them.
//!
//! It answers what can be answered at once, says what has to be searched, and
//! turns the result into the answer. It reads and writes nothing, and starts
//! nothing.

mod cassio;
mod file;
mod menu;
pub(super) mod nboard;
mod play;

pub(super) use cassio::progress;

use super::answer::{
    cassio_result, graphics, hints, nboard_score, nboard_stats, result, solution, static_score,
};
use super::choice::{Chance, Choice};
use super::clock_pair::{ClockPair, gtp_clock, kgs_clock};
use super::cpu_time::cpu_time;
use super::door::Request;
use super::event::{Outcome, Work};
use super::limit;
use super::option::Options;
use super::referee;
use super::region::Survey;
use super::session_error::SessionError;
use super::setup;
use super::task::{Answer, Ending, Purpose, Stream, Task};
use crate::board::{AnyPosition, Game};
use crate::search::{Goal, Limits};
use mollett_protocol::{Analysis, Color, Command, Move, Play, PlayLine, RuleSet, SPECS, find_spec};
use std::time::Duration;

/// The state of a conversation.
pub(super) struct Session {
    game: Game,
    clocks: ClockPair,
    options: Options,
    /// The next search is to begin with an empty table.
    forget: bool,
    /// The positions a review of the game has still to search.
    reviews: Vec<(usize, AnyPosition)>,
    /// Nodes and time of the last search.
    searched: (u64, Duration),
    /// What to search on the opponent's time.
    ponder: Option<Work>,
    /// How the move of the search that runs is chosen.
    choice: Choice,
    /// What all choices at random are drawn from.
    chance: Chance,
}

impl Session {
    /// A new game.
    pub(super) fn new(rules: RuleSet, options: Options) -> Self {
        let chance = Chance::new(options.seed);
        Self {
            game: Game::new(rules),
            clocks: ClockPair::default(),
            options,
            forget: false,
            reviews: Vec::new(),
            searched: (0, Duration::ZERO),
            ponder: None,
            choice: Choice::Best,
            chance,
        }
    }

    /// The options as they are now.
    pub(super) const fn options(&self) -> &Options {
        &self.options
    }

    /// Who moves first in a search of the game: with an implied pass it is the
    /// other side.
    pub(super) fn mover(&self, work: &Work) -> Color {
        let side = self.game.side();
        match work {
            Work::Search { root, .. } if root != self.game.position() => side.opponent(),
            _ => side,
        }
    }

    /// Whether the search about to begin is to forget earlier ones; asking ends it.
    pub(super) const fn take_forget(&mut self) -> bool {
        std::mem::replace(&mut self.forget, false)
    }

    /// What to search now that the opponent is to move, if anything; asking ends it.
    pub(super) const fn take_ponder(&mut self) -> Option<Work> {
        self.ponder.take()
    }

    /// Does what is asked, or says what has to be searched first.
    ///
    /// # Errors
    /// Why it cannot be; nothing has changed then.
    pub(super) fn answer(&mut self, request: Request) -> Result<Answer, SessionError> {
        self.ponder = None;
        match request {
            Request::Gtp(command) => self.answer_gtp(command),
            Request::Nboard(command) => self.answer_nboard(command),
            Request::Cassio(command) => self.answer_cassio(&command),
            Request::Alive => Ok(Answer::Text("ok.".to_owned())),
        }
    }

    fn answer_gtp(&mut self, command: Command) -> Result<Answer, SessionError> {
        let text = match command {
            Command::ProtocolVersion => "2".to_owned(),
            Command::Name => env!("CARGO_PKG_NAME").to_owned(),
            Command::Version => env!("CARGO_PKG_VERSION").to_owned(),
            Command::KnownCommand { name } => find_spec(&name).is_some().to_string(),
            Command::ListCommands => {
                let names: Vec<&str> = SPECS.iter().map(|spec| spec.name).collect();
                names.join("\n")
            }
            Command::Quit => return Ok(Answer::Quit),
            Command::BoardSize { size: 8 } => String::new(),
            Command::BoardSize { .. } => return Err(SessionError::Size),
            Command::ClearBoard => self.new_game(self.game.rules()),
            Command::SetGame { rules } | Command::SetRules { rules } => self.new_game(rules),
            Command::ListGames => RuleSet::ALL.map(RuleSet::game_id).join("\n"),
            Command::Play(Play { color, mv }) => {
                self.game.play(color, mv)?;
                String::new()
            }
            Command::Undo => self.undo(1)?,
            Command::GgUndo { count } => self.undo(count)?,
            Command::Genmove { color } => return self.genmove(color, Purpose::Genmove(color)),
            Command::RegGenmove { color } => return self.genmove(color, Purpose::RegGenmove),
            Command::GenmoveAnalyze(analysis) => return self.genmove_analyze(&analysis),
            Command::Analyze(analysis) => return self.analyze(&analysis),
            Command::TimeSettings {
                main,
                period,
                moves,
            } => {
                let kind = self.options.time_kind;
                self.clocks.set(gtp_clock(main, period, moves, kind));
                String::new()
            }
            Command::KgsTimeSettings(time) => {
                self.clocks.set(kgs_clock(time));
                String::new()
            }
            Command::TimeLeft { color, time, moves } => {
                self.clocks.correct(color, time, moves);
                String::new()
            }
            Command::CpuTime => format!("{:.3}", cpu_time().as_secs_f64()),
            Command::FinalScore => referee::final_score(&self.game, &self.options),
            Command::LoadGame { path, number } => self.load_game(&path, number)?,
            Command::SaveGame { path } => self.save_game(&path)?,
            Command::ShowBoard => referee::show_board(&self.game, &self.options),
            Command::RulesGameId => self.game.rules().game_id().to_owned(),
            Command::RulesBoardSize => "8".to_owned(),
            Command::RulesBoard => referee::gogui_board(&self.game),
            Command::RulesSideToMove => self.game.side().to_string(),
            Command::RulesLegalMoves => referee::gogui_moves(&self.game),
            Command::RulesFinalResult => {
                referee::final_result(&self.game, &self.options).ok_or(SessionError::NotOver)?
            }
            Command::RulesCapturedCount => referee::gogui_counts(&self.game),
            Command::PlaySequence(plays) => self.play_sequence(&plays)?,
            Command::SetupDiscs(discs) => {
                self.game = setup::from_discs(self.game.rules(), &discs)?;
                String::new()
            }
            Command::SetupPlayer { color } => {
                self.game = setup::with_side(&self.game, color)?;
                String::new()
            }
            Command::Stop
            | Command::Komi { .. }
            | Command::GoguiInterrupt
            | Command::GoguiVersion { .. } => String::new(),
            Command::GoguiTitle => match self.game.rules() {
                RuleSet::Othello => "mollett (Othello)".to_owned(),
                RuleSet::Classic => "mollett (Classic Reversi)".to_owned(),
            },
            Command::GoguiAnalyzeCommands => menu::ANALYZE_COMMANDS.to_owned(),
            Command::ReadPosition => self.game.text(),
            Command::SetPosition(text) => {
                self.game = setup::from_text(self.game.rules(), &text)?;
                String::new()
            }
            Command::ReadRules => self.game.rules().to_string(),
            Command::LegalMoves => referee::legal_moves(&self.game),
            Command::Hint { count } => return Ok(self.hint(count, Purpose::Hint)),
            Command::HintGfx { count } => return Ok(self.hint(count, Purpose::HintGfx)),
            Command::Solve => return Ok(self.solve(Goal::Exact, Purpose::Solve)),
            Command::SolveWld => return Ok(self.solve(Goal::WinLossDraw, Purpose::SolveWld)),
            Command::Perft { depth } => {
                let root = *self.game.position();
                let work = Work::Perft { root, depth };
                return Ok(task(work, Purpose::Perft, Ending::Bounded));
            }
            Command::Eval => static_score(self.game.position(), &self.options.weights.evaluation),
            Command::Regions { json: false } => Survey::of(&self.game).text(),
            Command::Regions { json: true } => Survey::of(&self.game).json(),
            Command::RegionsGfx => Survey::of(&self.game).graphics(),
            Command::Transcript => self.game.transcript(),
            Command::ListOptions => self.options.list(),
            Command::ReadOption { name } => self.options.get(&name)?,
            Command::ListParameters => self.options.parameters(),
            Command::SetOption { name, value } | Command::SetParameter { name, value } => {
                let weights = self.options.weights.clone();
                self.options.set(&name, &value)?;
                // Scores of other weights mean nothing now.
                self.forget |= self.options.weights != weights;
                if name == "seed" {
                    self.chance = Chance::new(self.options.seed);
                }
                String::new()
            }
        };
        Ok(Answer::Text(text))
    }

    /// The reply to the request whose task ended so, after this time; for a task
    /// that was reported while it ran, its last line.
    ///
    /// # Errors
    /// Why there is no result.
    pub(super) fn finish(
        &mut self,
        purpose: Purpose,
        outcome: &Outcome,
        elapsed: Duration,
    ) -> Result<String, SessionError> {
        let report = match outcome {
            Outcome::NoTable(error) => return Err(SessionError::Table(error.to_string())),
            Outcome::Perft(count) => {
                let stopped = SessionError::Stopped("count was complete");
                return count.map(|count| count.to_string()).ok_or(stopped);
            }
            Outcome::Search(report) => report,
        };
        self.searched = (report.nodes, elapsed);
        Ok(match purpose {
            Purpose::Hint | Purpose::Solve if report.is_unknown() => {
                return Err(SessionError::Stopped("search began"));
            }
            Purpose::Genmove(color) => self.play_found(color, report, elapsed)?.to_string(),
            Purpose::GenmoveAnalyze(color, Stream { dialect, .. }) => {
                let mv = self.play_found(color, report, elapsed)?;
                PlayLine { mv, dialect }.to_string()
            }
            Purpose::RegGenmove => self.chosen(report).best_move().to_string(),
            Purpose::Analyze(_) | Purpose::Perft => String::new(),
            Purpose::Hint => hints(report),
            Purpose::HintGfx => graphics(report),
            Purpose::Solve => solution(report),
            Purpose::NboardGo => {
                let report = &self.chosen(report);
                let stats = nboard_stats(report, elapsed);
                let (mv, seconds) = (nboard::move_word(report.best_move()), elapsed.as_secs_f64());
                match nboard_score(report) {
                    Some(score) => format!("{stats}\n=== {mv}/{score}/{seconds:.2}"),
                    None => format!("{stats}\n=== {mv}"),
                }
            }
            Purpose::NboardHint => nboard_stats(report, elapsed),
            Purpose::NboardReview(ply) => nboard_score(report)
                .map_or_else(String::new, |score| format!("analysis {ply} {score}")),
            Purpose::Cassio(position) => cassio_result(&position, report, elapsed),
            Purpose::SolveWld => result(report).ok_or(SessionError::Stopped("result was known"))?,
        })
    }

    fn new_game(&mut self, rules: RuleSet) -> String {
        self.clocks.restart();
        self.forget |= !self.options.keep_table;
        self.game = Game::new(rules);
        String::new()
    }

    fn undo(&mut self, count: u32) -> Result<String, SessionError> {
        let mut game = self.game.clone();
        for _ in 0..count {
            if !game.undo() {
                return Err(SessionError::CannotUndo);
            }
        }
        self.game = game;
        Ok(String::new())
    }

    fn play_sequence(&mut self, plays: &[Play]) -> Result<String, SessionError> {
        let mut game = self.game.clone();
        for &Play { color, mv } in plays {
            game.play(color, mv)?;
        }
        self.game = game;
        Ok(String::new())
    }

    /// The position for a search of `color`'s move: an implied pass comes first.
    fn root(&self, color: Color) -> Result<AnyPosition, SessionError> {
        let position = *self.game.position();
        if color == self.game.side() || position.is_over() {
            return Ok(position);
        }
        let first = position.pass().moves().into_iter().next();
        let played = first.map_or(Move::Pass, Move::Disc);
        self.game.check(color, played)?;
        Ok(position.pass())
    }

    fn analyze(&self, analysis: &Analysis) -> Result<Answer, SessionError> {
        let root = self.root(analysis.color.unwrap_or_else(|| self.game.side()))?;
        if root.is_over() {
            return Ok(Answer::Text(String::new()));
        }
        let (mut limits, ending) = limit::by_request(&self.options, analysis.limit);
        limits.lines = self.options.analyze_moves;
        let purpose = Purpose::Analyze(stream(analysis));
        Ok(task(Work::Search { root, limits }, purpose, ending))
    }

    fn hint(&self, count: u32, purpose: Purpose) -> Answer {
        let root = *self.game.position();
        let (mut limits, ending) = limit::by_options(&self.options);
        limits.lines = usize::try_from(count).unwrap_or(usize::MAX);
        task(Work::Search { root, limits }, purpose, ending)
    }

    fn solve(&self, goal: Goal, purpose: Purpose) -> Answer {
        let root = *self.game.position();
        let limits = Limits {
            goal,
            ..limit::unlimited(&self.options)
        };
        task(Work::Search { root, limits }, purpose, Ending::Bounded)
    }
}

/// What may be searched or must be.
fn task(work: Work, purpose: Purpose, ending: Ending) -> Answer {
    Answer::Search(Box::new(Task {
        work,
        purpose,
        ending,
    }))
}

const fn stream(analysis: &Analysis) -> Stream {
    Stream {
        dialect: analysis.dialect,
        interval: analysis.interval,
    }
}
