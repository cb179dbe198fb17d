//! How long a search for each kind of request may last.

use super::clock_pair::ClockPair;
use super::level::Level;
use super::option::Options;
use super::task::Ending;
use crate::board::AnyPosition;
use crate::search::{Goal, Limits, TimeBudget};
use mollett_protocol::{AnalysisLimit, Color, Move};
use std::time::Duration;

/// No limit but the number of threads.
pub(super) fn unlimited(options: &Options) -> Limits {
    Limits {
        threads: options.threads,
        evaluation: options.weights.evaluation.clone(),
        ..Limits::default()
    }
}

/// The limits that the options set: depth and nodes, or the time for a move.
pub(super) fn by_options(options: &Options) -> (Limits, Ending) {
    let mut limits = unlimited(options);
    (limits.depth, limits.nodes) = (options.depth, options.nodes);
    if limits.depth.is_some() || limits.nodes.is_some() {
        return (limits, Ending::Bounded);
    }
    let time = options.move_time;
    limits.time = Some(fixed(time.saturating_sub(options.lag).max(time / 2)));
    (limits, Ending::Timed)
}

/// The limits for a move: those of the level, if there is one, within those that the
/// options set.
fn by_level(options: &Options, root: &AnyPosition) -> (Limits, Ending) {
    let Some(level) = Level::of(options.level) else {
        return by_options(options);
    };
    let depth = match root.empties() <= level.solve {
        true => Options::MAX_DEPTH,
        false => level.depth,
    };
    let limits = Limits {
        depth: Some(options.depth.map_or(depth, |most| most.min(depth))),
        nodes: options.nodes,
        ..unlimited(options)
    };
    (limits, Ending::Bounded)
}

/// The limits stated with an analysing command.
pub(super) fn by_request(options: &Options, stated: AnalysisLimit) -> (Limits, Ending) {
    let mut limits = unlimited(options);
    let ending = match stated {
        AnalysisLimit::None => Ending::Unlimited,
        AnalysisLimit::Depth(depth) => {
            limits.depth = Some(depth);
            Ending::Bounded
        }
        AnalysisLimit::Nodes(nodes) => {
            limits.nodes = Some(nodes);
            Ending::Bounded
        }
        AnalysisLimit::Time(time) => {
            limits.time = Some(fixed(time));
            Ending::Timed
        }
        AnalysisLimit::Exact => Ending::Bounded,
        AnalysisLimit::Result => {
            limits.goal = Goal::WinLossDraw;
            Ending::Bounded
        }
    };
    (limits, ending)
}

/// The limits for a move: what was stated with the request, else the options,
/// and the clock in any case. The time for a move is for games without a clock.
pub(super) fn for_move(
    options: &Options,
    clocks: &mut ClockPair,
    color: Color,
    root: &AnyPosition,
    stated: AnalysisLimit,
) -> (Limits, Ending) {
    let (mut limits, mut ending) = match stated {
        AnalysisLimit::None => by_level(options, root),
        stated => by_request(options, stated),
    };
    if let Some(clock) = clocks.budget(color, root.empties(), options.lag) {
        let own = limits.time.filter(|_| stated != AnalysisLimit::None);
        limits.time = Some(match own {
            Some(own) if own.hard < clock.hard => own,
            _ => clock,
        });
        ending = Ending::Timed;
    }
    (limits, ending)
}

/// The move that needs no search: a forced pass, or the only legal disc unless a
/// depth or a number of nodes was asked for.
pub(super) fn only_move(root: &AnyPosition, limits: &Limits) -> Option<Move> {
    let mut moves = root.moves().into_iter();
    match (moves.next(), moves.next()) {
        (None, _) => Some(Move::Pass),
        (Some(only), None)
            if limits.time.is_some() && limits.depth.is_none() && limits.nodes.is_none() =>
        {
            Some(only.into())
        }
        _ => None,
    }
}

const fn fixed(time: Duration) -> TimeBudget {
    TimeBudget {
        soft: time,
        hard: time,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::search::ClockKind;
    use mollett_protocol::RuleSet;

    fn limits(options: &Options, clock: ClockKind, stated: AnalysisLimit) -> (Limits, Ending) {
        let mut clocks = ClockPair::default();
        clocks.set(clock);
        let root = AnyPosition::start(RuleSet::Othello);
        for_move(options, &mut clocks, Color::Black, &root, stated)
    }

    #[test]
    fn the_clock_bounds_a_move_whatever_else_is_set() {
        let mut options = Options::default();
        let clock = ClockKind::Absolute {
            main: Duration::from_secs(10),
        };
        let stated = [
            AnalysisLimit::None,
            AnalysisLimit::Depth(5),
            AnalysisLimit::Exact,
            AnalysisLimit::Time(Duration::from_secs(100)),
        ];
        for depth in [None, Some(7)] {
            options.depth = depth;
            for stated in stated {
                let (limits, ending) = limits(&options, clock, stated);
                assert_eq!(ending, Ending::Timed);
                assert!(limits.time.unwrap().hard < Duration::from_secs(3));
            }
        }
        assert_eq!(
            limits(&options, clock, AnalysisLimit::None).0.depth,
            Some(7)
        );
        let short = AnalysisLimit::Time(Duration::from_millis(10));
        let (limits, _) = limits(&options, clock, short);
        assert_eq!(limits.time.unwrap().hard, Duration::from_millis(10));
    }

    #[test]
    fn the_time_for_a_move_is_for_games_without_clock_and_limit() {
        let mut options = Options::default();
        let (timed, ending) = limits(&options, ClockKind::None, AnalysisLimit::None);
        assert_eq!(ending, Ending::Timed);
        assert_eq!(timed.time.unwrap().hard, Duration::from_millis(994));
        options.nodes = Some(1000);
        let (bounded, ending) = limits(&options, ClockKind::None, AnalysisLimit::None);
        assert_eq!((bounded.time, ending), (None, Ending::Bounded));
    }
}
