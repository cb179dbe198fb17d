//! Alpha-beta with a table: the midgame, and the upper part of every solve.
//!
//! A node searched as many plies deep as there are empty squares is solved to the
//! end; its value is a whole number of discs and [`super::endgame`] takes over
//! near the leaves. Scores are in 1/128 of a disc for the side to move, fail-soft.
//! Depth counts discs put down; a pass costs none.

use super::endgame::SOLVER_EMPTIES;
use super::ordering::Candidates;
use super::probcut;
use super::searcher::Searcher;
use super::selectivity::Selectivity;
use super::split::Begun;
use super::table::{self, Entry, NO_MOVE};
use crate::board::{Position, Rules};
use crate::eval::{Features, Score};

/// Beyond any score.
pub(super) const INFINITE: i32 = 65 * Score::DISC;

/// Fewest plies for which looking up the children pays.
const CHILDREN_DEPTH: u32 = 5;

/// Fewest plies at which the children use the table: it takes long to answer, so what it has
/// on all of them is asked for ahead.
const PREFETCH_DEPTH: u32 = 4;

/// Most empty squares at which a full window is narrowed by null windows alone.
const ZOOM_EMPTIES: u32 = 7;

impl<R: Rules> Searcher<'_, R> {
    /// Whether a position is worth more than `alpha`: a value above it is a lower
    /// bound, any other an upper bound. `statics` is its static score where the caller
    /// has it.
    pub(super) fn nws(
        &mut self,
        position: Position<R>,
        features: &Features,
        alpha: i32,
        depth: u32,
        empties: u32,
        statics: Option<i32>,
    ) -> i32 {
        let solving = depth >= empties;
        if solving && empties <= SOLVER_EMPTIES {
            return self.solve(position, alpha.div_euclid(Score::DISC)) * Score::DISC;
        }
        if self.enter() {
            return alpha;
        }
        if depth == 0 {
            return self.evaluate(&position, features, empties);
        }
        let discs = alpha.div_euclid(Score::DISC);
        if let Some(bound) = self.stability_cut(position.board, discs, empties) {
            return bound * Score::DISC;
        }
        if let Some(bound) = Self::supply_cut(&position, discs, empties) {
            return bound * Score::DISC;
        }
        let moves = position.moves();
        if moves == 0 {
            let passed = position.pass();
            return if passed.moves() == 0 {
                position.final_score() * Score::DISC
            } else {
                -self.nws(passed, &features.passed(), -alpha - 1, depth, empties, None)
            };
        }
        match depth {
            1 => return self.nws_one(position, features, moves, alpha, empties),
            2 => return self.nws_two(position, features, moves, alpha, empties, statics),
            _ => {}
        }
        let key = table::key(&position);
        let selectivity = self.selectivity_at(depth, empties);
        let mut table_moves = [NO_MOVE; 2];
        if let Some(entry) = self.shared.table.probe(&position, key) {
            if entry.depth >= depth && entry.selectivity >= selectivity {
                if entry.lower > alpha {
                    return entry.lower;
                }
                if entry.upper <= alpha {
                    return entry.upper;
                }
            }
            table_moves = entry.moves;
        }
        if let Some(value) = self.probcut(position, features, alpha, depth, empties, statics) {
            return value;
        }
        let mut candidates = Candidates::new(&position, moves, empties);
        let look_up = self.techniques.children && depth >= CHILDREN_DEPTH;
        if depth >= PREFETCH_DEPTH {
            for candidate in candidates.as_mut_slice() {
                candidate.key = table::key(&candidate.child);
                self.shared.table.prefetch(candidate.key);
            }
        }
        if look_up {
            let selectivity = self.selectivity_at(depth - 1, empties - 1);
            for candidate in candidates.as_mut_slice() {
                if let Some(entry) = self.shared.table.probe(&candidate.child, candidate.key)
                    && entry.depth >= depth - 1
                    && entry.selectivity >= selectivity
                    && -entry.upper > alpha
                {
                    return -entry.upper;
                }
            }
        }
        let mut best = -INFINITE;
        let mut best_move = NO_MOVE;
        // The table's move is tried before the others are ranked: where it is enough,
        // ranking them would be wasted.
        let mut known = candidates.take(table_moves[0]);
        if known.is_none() {
            self.rank(
                &mut candidates,
                features,
                table_moves,
                alpha,
                depth,
                empties,
            );
        }
        while let Some(candidate) = known.or_else(|| candidates.best()) {
            let square = candidate.square;
            let after = features.after(usize::from(square), candidate.flips);
            let (child, statics) = (candidate.child, candidate.statics);
            let value = -self.nws(child, &after, -alpha - 1, depth - 1, empties - 1, statics);
            if self.stopped {
                return alpha;
            }
            if value > best {
                (best, best_move) = (value, square);
                if value > alpha {
                    break;
                }
            }
            if known.take().is_some() {
                self.rank(
                    &mut candidates,
                    features,
                    table_moves,
                    alpha,
                    depth,
                    empties,
                );
            }
            if self.may_split(depth, empties) && candidates.left() > 1 {
                (best, best_move) = self.split(Begun {
                    features,
                    depth,
                    empties,
                    alpha,
                    beta: alpha + 1,
                    best,
                    best_move,
                    candidates,
                });
                if self.stopped {
                    return alpha;
                }
                break;
            }
        }
        self.keep(
            &position,
            key,
            (alpha, alpha + 1),
            best,
            best_move,
            depth,
            empties,
        );
        best
    }

    /// The value of a position, if it lies between `alpha` and `beta`; otherwise a
    /// bound on the side it lies.
    pub(super) fn pvs(
        &mut self,
        position: Position<R>,
        features: &Features,
        mut alpha: i32,
        beta: i32,
        depth: u32,
        empties: u32,
    ) -> i32 {
        let depth = depth.min(empties);
        let solving = depth == empties;
        if solving && empties <= ZOOM_EMPTIES {
            return self.zoom(position, alpha, beta);
        }
        if self.enter() {
            return alpha;
        }
        if depth == 0 {
            return self.evaluate(&position, features, empties);
        }
        let moves = position.moves();
        if moves == 0 {
            let passed = position.pass();
            return if passed.moves() == 0 {
                position.final_score() * Score::DISC
            } else {
                -self.pvs(passed, &features.passed(), -beta, -alpha, depth, empties)
            };
        }
        let key = table::key(&position);
        let mut table_moves = [NO_MOVE; 2];
        if let Some(entry) = self.shared.table.probe(&position, key) {
            table_moves = entry.moves;
        }
        let mut candidates = Candidates::new(&position, moves, empties);
        self.rank(
            &mut candidates,
            features,
            table_moves,
            alpha,
            depth,
            empties,
        );
        let window = (alpha, beta);
        let mut best = -INFINITE;
        let mut best_move = NO_MOVE;
        while let Some(candidate) = candidates.best() {
            let square = candidate.square;
            let after = features.after(usize::from(square), candidate.flips);
            let child = candidate.child;
            let mut value = -INFINITE;
            if best_move != NO_MOVE {
                let statics = candidate.statics;
                value = -self.nws(child, &after, -alpha - 1, depth - 1, empties - 1, statics);
            }
            if best_move == NO_MOVE || value > alpha && value < beta {
                value = -self.pvs(child, &after, -beta, -alpha, depth - 1, empties - 1);
            }
            if self.stopped {
                return alpha;
            }
            if value > best {
                (best, best_move) = (value, square);
                alpha = alpha.max(value);
                if value >= beta {
                    break;
                }
            }
            if self.may_split(depth, empties) && candidates.left() > 1 {
                (best, best_move) = self.split(Begun {
                    features,
                    depth,
                    empties,
                    alpha,
                    beta,
                    best,
                    best_move,
                    candidates,
                });
                if self.stopped {
                    return alpha;
                }
                break;
            }
        }
        self.keep(&position, key, window, best, best_move, depth, empties);
        best
    }

    /// The exact value within a window by null windows (A. Plaat et al., MTD(f),
    /// 1996): near the end they cost less than a tree of full windows.
    fn zoom(&mut self, position: Position<R>, alpha: i32, beta: i32) -> i32 {
        let alpha = alpha.div_euclid(Score::DISC);
        let beta = -(-beta).div_euclid(Score::DISC);
        let (mut lower, mut upper) = (-64, 64);
        let mut guess = 0.clamp(alpha, beta);
        while lower < upper && !self.stopped {
            let below = guess.max(lower + 1) - 1;
            guess = self.solve(position, below);
            if guess > below {
                lower = guess;
                if lower >= beta {
                    break;
                }
            } else {
                upper = guess;
                if upper <= alpha {
                    break;
                }
            }
        }
        guess * Score::DISC
    }

    /// The confidence that a result of this depth has: a search that reaches no
    /// ProbCut is exact whatever was asked for.
    pub(super) fn selectivity_at(&self, depth: u32, empties: u32) -> Selectivity {
        if depth < probcut::MIN_DEPTH || depth >= empties && empties <= SOLVER_EMPTIES {
            Selectivity::EXACT
        } else {
            self.selectivity
        }
    }

    /// Stores a completed result.
    #[expect(
        clippy::too_many_arguments,
        reason = "one call site a function, all of it needed"
    )]
    fn keep(
        &mut self,
        position: &Position<R>,
        key: u64,
        (alpha, beta): (i32, i32),
        value: i32,
        best_move: u8,
        depth: u32,
        empties: u32,
    ) {
        if self.stopped {
            return;
        }
        let entry = Entry {
            lower: if value > alpha { value } else { Score::MIN.0 },
            upper: if value < beta { value } else { Score::MAX.0 },
            depth,
            selectivity: self.selectivity_at(depth, empties),
            moves: [best_move, NO_MOVE],
        };
        self.shared.table.store(position, key, entry);
    }
}
