//! The clocks of both sides.

use crate::search::{Clock, ClockKind, TimeBudget};
use mollett_protocol::{Color, KgsTime, MAX_TIME};
use std::time::Duration;

use super::option::TimeKind;

/// The clocks of both sides, of one kind.
#[derive(Clone, Debug, Default)]
pub(super) struct ClockPair {
    kind: ClockKind,
    black: Clock,
    white: Clock,
}

impl ClockPair {
    /// Sets both clocks as they are before the first move.
    pub(super) fn set(&mut self, kind: ClockKind) {
        let clock = Clock::new(kind);
        *self = Self {
            kind,
            black: clock,
            white: clock,
        };
    }

    /// A new game with the same clocks.
    pub(super) fn restart(&mut self) {
        self.set(self.kind);
    }

    /// What the other end says about a clock, see [`Clock::correct`].
    pub(super) fn correct(&mut self, color: Color, time: Duration, number: u32) {
        self.of(color).correct(time, number);
    }

    /// Takes note of what of a move was waiting, see [`Clock::note_waiting`].
    pub(super) fn note_waiting(&mut self, color: Color, waited: Duration) {
        self.of(color).note_waiting(waited);
    }

    /// Takes the time of a move off a clock.
    pub(super) fn spend(&mut self, color: Color, used: Duration) {
        self.of(color).spend(used);
    }

    /// The time for a move, or `None` without a clock.
    pub(super) fn budget(
        &mut self,
        color: Color,
        empties: u32,
        lag: Duration,
    ) -> Option<TimeBudget> {
        self.of(color).budget(empties, lag)
    }

    fn of(&mut self, color: Color) -> &mut Clock {
        match color {
            Color::Black => &mut self.black,
            Color::White => &mut self.white,
        }
    }
}

/// The clock that `time_settings MAIN PERIOD MOVES` asks for.
pub(super) fn gtp_clock(
    main: Duration,
    period: Duration,
    moves: u32,
    time_kind: TimeKind,
) -> ClockKind {
    match (period.is_zero(), moves, time_kind) {
        (true, ..) => ClockKind::Absolute { main },
        (false, 0, TimeKind::Gtp) => ClockKind::None,
        (false, 0, TimeKind::Fischer) => ClockKind::Fischer {
            main,
            increment: period,
        },
        (false, moves, _) => ClockKind::Canadian {
            main,
            period,
            moves,
        },
    }
}

/// The clock that `kgs-time_settings` asks for. A period of no length or without
/// moves is no period.
pub(super) const fn kgs_clock(time: KgsTime) -> ClockKind {
    match time {
        KgsTime::None => ClockKind::None,
        KgsTime::ByoYomi {
            main,
            period,
            count,
        } if !period.is_zero() && count > 0 => ClockKind::ByoYomi {
            main,
            period,
            count,
        },
        KgsTime::Canadian {
            main,
            period,
            moves,
        } if !period.is_zero() && moves > 0 => ClockKind::Canadian {
            main,
            period,
            moves,
        },
        KgsTime::Absolute { main }
        | KgsTime::ByoYomi { main, .. }
        | KgsTime::Canadian { main, .. } => ClockKind::Absolute { main },
    }
}

/// The clock of a GGF game: `MAIN[/INCREMENT[/EXTENSION]]`, each as seconds,
/// `MM:SS` or `HH:MM:SS`, perhaps with words after a comma. The extension, which
/// costs the game's points, is left alone; no main time is no clock.
pub(super) fn ggf_clock(text: &str) -> ClockKind {
    let mut parts = text.split('/').map(ggf_time);
    match (parts.next().flatten(), parts.next().flatten()) {
        (None | Some(Duration::ZERO), _) => ClockKind::None,
        (Some(main), None | Some(Duration::ZERO)) => ClockKind::Absolute { main },
        (Some(main), Some(increment)) => ClockKind::Fischer { main, increment },
    }
}

fn ggf_time(text: &str) -> Option<Duration> {
    let text = text.split(',').next()?.trim();
    let seconds = text.split(':').try_fold(0_u64, |seconds, part| {
        seconds.checked_mul(60)?.checked_add(part.parse().ok()?)
    })?;
    Some(Duration::from_secs(seconds).min(MAX_TIME))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn clocks_of_ggf_games_are_read() {
        let seconds = Duration::from_secs;
        let absolute = |main| ClockKind::Absolute {
            main: seconds(main),
        };
        for text in [
            "15:00",
            "15:00//02:00",
            "900",
            "15:00,N1/0/2:00",
            "00:15:00",
        ] {
            assert_eq!(ggf_clock(text), absolute(900), "{text}");
        }
        let fischer = ClockKind::Fischer {
            main: seconds(300),
            increment: seconds(10),
        };
        assert_eq!(ggf_clock("05:00/00:10/02:00"), fischer);
        for text in ["", "0", "?", "0:00/0:05", "soon", "-3", "1:-2"] {
            assert_eq!(ggf_clock(text), ClockKind::None, "{text}");
        }
        let longest = ClockKind::Absolute { main: MAX_TIME };
        assert_eq!(ggf_clock("18446744073709551615"), longest);
        assert_eq!(ggf_clock("18446744073709551615:00"), ClockKind::None);
    }

    #[test]
    fn settings_without_moves_mean_no_limit_or_an_increment() {
        let second = Duration::from_secs(1);
        let kind = |moves, kind| gtp_clock(second, second, moves, kind);
        assert_eq!(kind(0, TimeKind::Gtp), ClockKind::None);
        assert!(matches!(
            kind(0, TimeKind::Fischer),
            ClockKind::Fischer { .. }
        ));
        assert!(matches!(kind(1, TimeKind::Gtp), ClockKind::Canadian { .. }));
        assert!(matches!(
            gtp_clock(second, Duration::ZERO, 5, TimeKind::Fischer),
            ClockKind::Absolute { .. }
        ));
    }

    #[test]
    fn a_new_game_has_full_clocks_and_each_side_its_own() {
        let mut clocks = ClockPair::default();
        let none = Duration::ZERO;
        assert_eq!(clocks.budget(Color::Black, 60, none), None);
        clocks.set(ClockKind::Absolute {
            main: Duration::from_secs(10),
        });
        let full = clocks.budget(Color::White, 60, none);
        clocks.spend(Color::White, Duration::from_secs(8));
        assert_ne!(clocks.budget(Color::White, 60, none), full);
        assert_eq!(clocks.budget(Color::Black, 60, none), full);
        clocks.restart();
        assert_eq!(clocks.budget(Color::White, 60, none), full);
    }
}
