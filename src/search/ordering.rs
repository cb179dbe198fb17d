//! Which move first: the lists of moves of the table layers and their ranks.
//!
//! The solver's last layers rank in place, see [`super::endgame`].

use super::searcher::Searcher;
use crate::board::{Position, Rules, edge_stable, kernel};
use crate::eval::Features;
use arrayvec::ArrayVec;

/// Most legal moves a position can have, with room to spare.
pub(super) const MOST_MOVES: usize = 40;

/// Solved nodes with at most this many empty squares are ranked by the weights of
/// one phase: a phase's tables just fit the second-level cache.
pub(super) const LATE_EMPTIES: u32 = 20;

/// The number of empty squares whose weights serve all of them.
const LATE_PHASE: u32 = 19;

/// What one of the opponent's moves costs a move's rank in nodes that are solved, in
/// 1/512 disc: the fewer the replies the smaller the tree. Where children are ranked by static scores alone it weighs most.
const SOLVED_REPLY: i32 = 2000;
const SOLVED_REPLY_SEARCHED: i32 = 1280;

pub(super) const CORNERS: u64 = 0x8100_0000_0000_0081;

/// A move with the position after it.
#[derive(Clone, Copy)]
pub(super) struct Candidate<R: Rules> {
    /// Larger is tried earlier.
    pub(super) rank: i32,
    pub(super) square: u8,
    pub(super) flips: u64,
    pub(super) child: Position<R>,
    /// The child's table key, where it was needed.
    pub(super) key: u64,
    /// The child's static score, where it was needed.
    pub(super) statics: Option<i32>,
}

/// The moves of one position; handed out best first.
pub(super) struct Candidates<R: Rules> {
    list: ArrayVec<Candidate<R>, MOST_MOVES>,
    next: usize,
}

impl<R: Rules> Candidates<R> {
    /// All legal moves of a position, unranked.
    pub(super) fn new(position: &Position<R>, mut moves: u64, empties: u32) -> Self {
        let mut list = ArrayVec::new();
        let reserve = R::other_reserve(position.reserve, empties);
        while moves != 0 && !list.is_full() {
            let square = moves.trailing_zeros() as usize;
            moves &= moves - 1;
            let flips = R::flips(position.board, square);
            let child = Position::new(position.board.after(square, flips), reserve);
            list.push(Candidate {
                rank: 0,
                square: square as u8,
                flips,
                child,
                key: 0,
                statics: None,
            });
        }
        Self { list, next: 0 }
    }

    pub(super) fn as_mut_slice(&mut self) -> &mut [Candidate<R>] {
        &mut self.list
    }

    /// Those not handed out yet.
    fn left_mut(&mut self) -> &mut [Candidate<R>] {
        &mut self.list[self.next..]
    }

    /// How many have not been handed out yet.
    pub(super) const fn left(&self) -> usize {
        self.list.len() - self.next
    }

    /// The move on `square`, if it has not been handed out yet.
    pub(super) fn take(&mut self, square: u8) -> Option<Candidate<R>> {
        let mut left = self.list[self.next..].iter();
        let at = self.next + left.position(|candidate| candidate.square == square)?;
        self.list.swap(self.next, at);
        self.next += 1;
        Some(self.list[self.next - 1])
    }

    /// The best of those not handed out yet.
    #[inline]
    pub(super) fn best(&mut self) -> Option<Candidate<R>> {
        let mut chosen = self.next;
        for other in self.next + 1..self.list.len() {
            if self.list[other].rank > self.list[chosen].rank {
                chosen = other;
            }
        }
        (self.next < self.list.len()).then(|| {
            self.list.swap(self.next, chosen);
            self.next += 1;
            self.list[self.next - 1]
        })
    }
}

impl<R: Rules> Searcher<'_, R> {
    /// Ranks the moves left of a node searched `depth` plies deep: the table's moves,
    /// then by what a shallow search thinks of the position after them, by the
    /// opponent's mobility and by stable edges.
    pub(super) fn rank(
        &mut self,
        candidates: &mut Candidates<R>,
        features: &Features,
        table_moves: [u8; 2],
        alpha: i32,
        depth: u32,
        empties: u32,
    ) {
        let solving = depth >= empties;
        let shallow = shallow_depth(depth, empties);
        let phase = if solving && empties <= LATE_EMPTIES {
            LATE_PHASE
        } else {
            empties - 1
        };
        let (reply, beside, edge) = match (solving, shallow) {
            (false, _) => {
                let tuning = self.tuning;
                (tuning.reply, tuning.potential, tuning.edge)
            }
            (true, ..=0) => (SOLVED_REPLY, 200, 300),
            (true, _) => (SOLVED_REPLY_SEARCHED, 100, 400),
        };
        for candidate in candidates.left_mut() {
            let board = candidate.child.board;
            candidate.rank = if candidate.square == table_moves[0] {
                1 << 30
            } else if candidate.square == table_moves[1] {
                1 << 29
            } else if board.own == 0 {
                1 << 28
            } else {
                let mut rank = 0;
                if self.techniques.mobility {
                    let (moves, potential) = kernel::moves_and_potential(board.own, board.opp);
                    let replies = moves.count_ones() + (moves & CORNERS).count_ones();
                    rank -= reply * replies as i32 + beside * potential.count_ones() as i32;
                    rank += edge * edge_stable(board.opp, board.own).count_ones() as i32;
                }
                if self.techniques.shallow_ordering && shallow >= 0 {
                    let features = features.after(usize::from(candidate.square), candidate.flips);
                    let value = match shallow {
                        0 => {
                            self.nodes += 1;
                            let value = self.evaluate(&candidate.child, &features, phase);
                            // The weights of another number of empty squares tell
                            // children apart, their own tell what they are worth.
                            candidate.statics = (phase == empties - 1).then_some(value);
                            -value
                        }
                        _ => {
                            let wide = 8 * 128;
                            -self.pvs(
                                candidate.child,
                                &features,
                                -alpha - 1 - wide,
                                -alpha + wide,
                                shallow as u32,
                                empties - 1,
                            )
                        }
                    };
                    rank += 4 * value;
                }
                rank
            };
        }
    }
}

/// Plies of the search that ranks the moves of a node; negative: none pays. A node
/// that is solved to the end is ranked by static scores alone up to more plies: its
/// subtree is cheap for its depth. (With [20, 24, 28] the endgames FFO 40-49 took
/// 5 % more nodes, twelve of 23 and 24 empty squares from self-play 6 %; with the
/// midgame's numbers more still.)
fn shallow_depth(depth: u32, empties: u32) -> i32 {
    let [one, two, three] = if depth >= empties {
        [23, 26, 29]
    } else {
        [12, 16, 20]
    };
    match depth {
        0..=2 => -1,
        _ if depth < one => 0,
        _ if depth < two => 1,
        _ if depth < three => 2,
        _ => 3,
    }
}
