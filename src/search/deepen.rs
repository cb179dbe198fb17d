//! Iterative deepening at the root: which depth and confidence next, when to
//! stop, and what has been found so far.

mod course;
mod result;
mod resume;
mod step;

use super::limit::{Goal, Limits};
use super::line;
use super::midgame::INFINITE;
use super::probcut;
use super::report::{Bound, Kind, Line, Report};
use super::searcher::{Searcher, Shared};
use super::selectivity::Selectivity;
use super::team::Team;
use crate::board::{Bitboard, Position, Rules};
use crate::eval::{Features, Score};
use course::Course;
use mollett_protocol::Move;
use std::ops::Range;
use step::{Step, steps};

/// First half-width of the window of a solve: the selective pass before it is seldom wrong.
const SOLVE_ASPIRATION: i32 = Score::DISC;

/// From so few empty squares on all searches probe as those that reach the end.
const PLAYED_OUT: u32 = 30;

/// A legal move at the root and what is known of it.
#[derive(Clone, Copy)]
struct RootMove<R: Rules> {
    played: Move,
    child: Position<R>,
    features: Features,
    /// Value or bound of the last iteration in which it was searched.
    score: i32,
    bound: Bound,
    depth: u32,
    selectivity: Selectivity,
}

/// The root of a search.
pub(super) struct Root<'a, 'b, R: Rules> {
    position: Position<R>,
    empties: u32,
    moves: Vec<RootMove<R>>,
    limits: &'a Limits,
    /// How many of the moves have a line of their own to report.
    lines: usize,
    /// The first line once it is final, while others are searched.
    first: Option<Line>,
    course: Course,
    pub(super) searcher: Searcher<'b, R>,
}

impl<'a, 'b, R: Rules> Root<'a, 'b, R> {
    /// The root moves, best static evaluation first.
    pub(super) fn new(
        position: Position<R>,
        limits: &'a Limits,
        shared: &'b Shared<'b>,
        team: Option<&'b Team<R>>,
    ) -> Self {
        let empties = position.empties();
        let features = Features::of(position.board);
        let searcher = Searcher::new(shared, team);
        let mut moves: Vec<RootMove<R>> = Bitboard(position.moves())
            .into_iter()
            .map(|square| {
                let flips = R::flips(position.board, square.index());
                let child = position.after(square.index(), flips);
                (
                    Move::Disc(square),
                    child,
                    features.after(square.index(), flips),
                )
            })
            .chain(
                (position.moves() == 0 && !position.is_over())
                    .then(|| (Move::Pass, position.pass(), features.passed())),
            )
            .map(|(played, child, features)| {
                let left = child.empties();
                let score = -searcher.evaluate(&child, &features, left);
                let (bound, selectivity) = (Bound::Value, Selectivity::EXACT);
                RootMove {
                    played,
                    child,
                    features,
                    score,
                    bound,
                    depth: 0,
                    selectivity,
                }
            })
            .collect();
        moves.sort_by_key(|root_move| -root_move.score);
        Self {
            position,
            empties,
            moves,
            limits,
            lines: 1,
            first: None,
            course: Course::default(),
            searcher,
        }
    }

    /// Deepens until the goal or a limit, telling `report` after each iteration.
    pub(super) fn run(&mut self, report: &mut dyn FnMut(&Report)) -> Report {
        let mut state = self.report(0, Selectivity::EXACT);
        if self.moves.is_empty() {
            return state;
        }
        let steps = steps(self.limits, R::RULE_SET, self.empties);
        let lines = self.limits.lines.clamp(1, self.moves.len());
        let begin = match lines {
            1 if !self.limits.is_fixed() => self.resume(),
            _ => None,
        };
        let is_done = |step: &Step| begin.is_some_and(|reached| step.effort() < reached);
        let done = steps.iter().take_while(|step| is_done(step)).count();
        let steps = &steps[done.min(steps.len().saturating_sub(1))..];
        let first = match self.limits.is_fixed() {
            // What the other lines store would change what the first one finds:
            // it is searched to the end before they begin, as if it were alone.
            true => 1,
            false => lines,
        };
        for ranks in [0..first, first..lines] {
            self.lines = ranks.end;
            for (index, step) in steps.iter().enumerate() {
                if ranks.is_empty() {
                    break;
                }
                if index > 0 && !self.time_for_another() {
                    break;
                }
                let finished = self.make_ready(*step)
                    && match step.result_only {
                        true => self.search_result(*step),
                        false => self.iterate(*step, ranks.clone()),
                    };
                // Lines after the first have their own depths; the moves that were
                // finished may have changed the order.
                let completed = if finished && ranks.start == 0 && !step.result_only {
                    (step.depth, step.selectivity)
                } else {
                    (state.depth, state.selectivity)
                };
                state = self.report(completed.0, completed.1);
                if !finished {
                    break;
                }
                // Who wins is no iteration; before the first there is nothing to tell.
                if state.depth > 0 {
                    report(&state);
                }
                self.course.note(self.moves[0].played, self.moves[0].score);
            }
            self.first = state.lines.first().cloned();
        }
        state.nodes = self.searcher.all_nodes();
        state.elapsed = self.searcher.shared.start.elapsed();
        state
    }

    /// Whether the time allows one more iteration, which is expected to take
    /// about twice as long as all before it together.
    fn time_for_another(&self) -> bool {
        self.limits
            .time
            .is_none_or(|time| self.searcher.shared.start.elapsed() * 2 < self.course.end(time))
    }

    /// Expands the weights a step needs, each of which takes as long as many thousands
    /// of nodes: false if the search was ended meanwhile.
    fn make_ready(&mut self, step: Step) -> bool {
        let searcher = &mut self.searcher;
        let evaluation = searcher.shared.evaluation;
        let ready = evaluation.make_ready(step.phases(self.empties), || {
            searcher.wake();
            searcher.count();
            searcher.stopped
        });
        searcher.wake();
        ready
    }

    /// One iteration for the lines of these ranks; false if it was cut off.
    fn iterate(&mut self, step: Step, ranks: Range<usize>) -> bool {
        self.searcher.selectivity = step.selectivity;
        self.searcher.probe_part = match self.empties {
            ..=PLAYED_OUT => probcut::SOLVE_PART,
            _ => self.limits.tuning.probe_part.unsigned_abs(),
        };
        for rank in ranks {
            if !self.search_rank(rank, step) {
                return false;
            }
        }
        true
    }

    /// Finds the best move among those from `rank` on and puts it there.
    fn search_rank(&mut self, rank: usize, step: Step) -> bool {
        if self.limits.goal == Goal::WinLossDraw {
            let window = (-Score::DISC, Score::DISC);
            return self.search_window(rank, step, window);
        }
        let guess = self.moves[rank].score;
        let mut width = if step.depth >= self.empties {
            SOLVE_ASPIRATION
        } else {
            self.limits.tuning.aspiration
        };
        let (mut alpha, mut beta) = if step.depth < 5 {
            (-INFINITE, INFINITE)
        } else {
            (guess - width, guess + width)
        };
        loop {
            if !self.search_window(rank, step, (alpha, beta)) {
                return false;
            }
            let score = self.moves[rank].score;
            width *= 3;
            // One side opens and the other stays: pruning can make a search fail
            // low and then high, and a window moved along would do so for ever.
            if score <= alpha && alpha > Score::MIN.0 {
                alpha = score - width;
            } else if score >= beta && beta < Score::MAX.0 {
                beta = score + width;
            } else {
                self.moves[rank].bound = Bound::Value;
                return true;
            }
        }
    }

    /// One pass over the moves from `rank` on with this window. Completed moves
    /// are kept even when the pass is cut off, so that a better move found counts.
    fn search_window(&mut self, rank: usize, step: Step, window: (i32, i32)) -> bool {
        let (mut alpha, beta) = (window.0.max(-INFINITE), window.1.min(INFINITE));
        let mut best = -INFINITE;
        let depth = step.depth.saturating_sub(1);
        for index in rank..self.moves.len() {
            let RootMove {
                child, features, ..
            } = self.moves[index];
            let empties = child.empties();
            let depth = if self.moves[index].played == Move::Pass {
                step.depth
            } else {
                depth
            };
            let mut value = -INFINITE;
            if index > rank {
                value = -self
                    .searcher
                    .nws(child, &features, -alpha - 1, depth, empties, None);
            }
            if index == rank || value > alpha && value < beta {
                value = -self
                    .searcher
                    .pvs(child, &features, -beta, -alpha, depth, empties);
            }
            if self.searcher.stopped {
                return false;
            }
            let found = &mut self.moves[index];
            (found.score, found.depth, found.selectivity) = (value, step.depth, step.selectivity);
            found.bound = if value <= alpha && index > rank {
                Bound::AtMost
            } else if value >= beta {
                Bound::AtLeast
            } else if value <= alpha {
                Bound::AtMost
            } else {
                Bound::Value
            };
            if value > best {
                best = value;
                self.moves[rank..=index].rotate_right(1);
                alpha = alpha.max(value);
                if value >= beta {
                    break;
                }
            }
        }
        true
    }

    /// The state as it stands, best lines first.
    fn report(&mut self, depth: u32, selectivity: Selectivity) -> Report {
        let mut found: Vec<Line> = Vec::with_capacity(self.lines);
        if self.moves.is_empty() {
            found.push(Line {
                set_up: None,
                moves: Vec::new(),
                score: Score::from_discs(self.position.final_score()),
                bound: Bound::Value,
                kind: Kind::Exact,
                depth: 0,
                selectivity: Selectivity::EXACT,
            });
        }
        for index in 0..self.lines.min(self.moves.len()) {
            let root_move = self.moves[index];
            let first = self.first.clone().filter(|_| index == 0);
            let line = first.unwrap_or_else(|| self.line(&root_move));
            found.push(line);
        }
        // A first line that was searched alone is the move to play.
        let sorted = usize::from(self.limits.is_fixed()).min(found.len());
        found[sorted..].sort_by_key(|line| -line.score.0);
        Report {
            lines: found,
            depth,
            selectivity,
            nodes: self.searcher.all_nodes(),
            elapsed: self.searcher.shared.start.elapsed(),
        }
    }

    fn line(&mut self, root_move: &RootMove<R>) -> Line {
        let solved = root_move.depth >= self.empties && root_move.depth > 0;
        let (kind, score) = match (solved, self.limits.goal) {
            (true, Goal::WinLossDraw) if root_move.selectivity.is_exact() => (
                Kind::WinLossDraw,
                root_move.score.clamp(-Score::DISC, Score::DISC) / Score::DISC * Score::DISC,
            ),
            (true, _) if root_move.selectivity.is_exact() => (Kind::Exact, root_move.score),
            (true, _) => (Kind::Selective, root_move.score),
            (false, _) => (Kind::Evaluation, root_move.score),
        };
        let mut moves = vec![root_move.played];
        let (child, plies) = (&root_move.child, root_move.depth);
        if kind == Kind::Exact {
            let known = (root_move.score, root_move.bound);
            self.searcher.exact_line(child, plies, known, &mut moves);
        } else {
            line::follow(child, self.searcher.shared.table, plies, &mut moves);
        }
        Line {
            set_up: self.position.set_up_after(&moves),
            moves,
            score: Score(score.clamp(Score::MIN.0, Score::MAX.0)),
            bound: root_move.bound,
            kind,
            depth: root_move.depth,
            selectivity: root_move.selectivity,
        }
    }
}
