use super::*;

const LAG: Duration = Duration::from_millis(10);

fn seconds(time: f64) -> Duration {
    Duration::from_secs_f64(time)
}

/// Plays a game in which each move takes what `take` makes of its budget;
/// returns the time used.
fn game(clock: &mut Clock, lag: Duration, take: fn(TimeBudget) -> Duration) -> Duration {
    let mut used = Duration::ZERO;
    for empties in (1..=60).rev().step_by(2) {
        let budget = clock.budget(empties, lag).unwrap();
        assert!(budget.soft <= budget.hard);
        let time = take(budget) + lag;
        used += time;
        clock.spend(time);
    }
    used
}

#[test]
fn a_whole_game_stays_within_an_absolute_clock_and_uses_most_of_it() {
    for main in [0.5, 1.0, 5.0, 60.0, 1500.0] {
        let kind = ClockKind::Absolute {
            main: seconds(main),
        };
        let longest = game(&mut Clock::new(kind), LAG, |budget| budget.hard);
        assert!(longest < seconds(main), "{main} {longest:?}");
        let usual = game(&mut Clock::new(kind), LAG, |budget| budget.soft);
        assert!(usual > seconds(main * 0.7), "{main} {usual:?}");
    }
}

#[test]
fn lag_that_nobody_reports_is_left_room_for() {
    let kind = ClockKind::Absolute { main: seconds(30.) };
    let lag = Duration::from_millis(100);
    let longest = game(&mut Clock::new(kind), lag, |budget| budget.hard);
    assert!(longest < seconds(30.), "{longest:?}");
}

#[test]
fn fischer_clocks_grow_with_each_move_and_are_never_overrun() {
    for (main, increment) in [(1.0, 0.1), (10.0, 1.0), (0.1, 0.01), (0.0, 0.5)] {
        let kind = ClockKind::Fischer {
            main: seconds(main),
            increment: seconds(increment),
        };
        for take in [|b: TimeBudget| b.hard, |b: TimeBudget| b.soft] {
            let mut clock = Clock::new(kind);
            if main == 0.0 {
                let budget = clock.budget(60, LAG).unwrap();
                assert!(budget.hard < seconds(increment));
                continue;
            }
            for empties in (1..=60).rev().step_by(2) {
                let time = take(clock.budget(empties, LAG).unwrap()) + LAG;
                assert!(time <= clock.left().unwrap().max(LAG + SHORTEST));
                clock.spend(time);
            }
        }
    }
    let mut clock = Clock::new(ClockKind::Fischer {
        main: seconds(10.),
        increment: seconds(1.),
    });
    clock.spend(seconds(0.25));
    assert_eq!(clock.left(), Some(seconds(10.75)));
}

#[test]
fn canadian_periods_begin_again_after_their_moves() {
    let kind = ClockKind::Canadian {
        main: seconds(1.),
        period: seconds(30.),
        moves: 3,
    };
    let mut clock = Clock::new(kind);
    clock.spend(seconds(3.));
    assert_eq!(clock.phase, Phase::Moves(seconds(28.), 2));
    clock.spend(seconds(20.));
    assert_eq!(clock.phase, Phase::Moves(seconds(8.), 1));
    let budget = clock.budget(30, LAG).unwrap();
    assert!(budget.hard < seconds(8.) && budget.soft > seconds(6.));
    clock.spend(seconds(7.));
    assert_eq!(clock.phase, Phase::Moves(seconds(30.), 3));
    let mut ten = Clock::new(ClockKind::Canadian {
        main: Duration::ZERO,
        period: seconds(300.),
        moves: 10,
    });
    let budget = ten.budget(60, LAG).unwrap();
    assert!(budget.soft > seconds(20.) && budget.soft < seconds(30.));
}

#[test]
fn byo_yomi_gives_each_move_a_period_and_loses_one_when_it_is_overrun() {
    let kind = ClockKind::ByoYomi {
        main: Duration::ZERO,
        period: seconds(10.),
        count: 3,
    };
    let mut clock = Clock::new(kind);
    let budget = clock.budget(40, LAG).unwrap();
    assert!(budget.hard < seconds(10.) && budget.soft > seconds(3.));
    clock.spend(seconds(9.));
    assert_eq!(clock.phase, Phase::Periods(seconds(10.), 3));
    clock.spend(seconds(21.));
    assert_eq!(clock.phase, Phase::Periods(seconds(10.), 1));
    let mut long = Clock::new(ClockKind::ByoYomi {
        main: seconds(1800.),
        period: seconds(20.),
        count: 1,
    });
    assert!(long.budget(40, LAG).unwrap().soft < seconds(120.));
    assert!(long.budget(40, LAG).unwrap().hard < seconds(160.));
    assert!(long.budget(27, LAG).unwrap().soft > seconds(600.));
}

#[test]
fn rounded_reports_leave_the_own_count_alone_and_others_replace_it() {
    let mut clock = Clock::new(ClockKind::Absolute { main: seconds(10.) });
    clock.spend(seconds(9.25));
    for told in [1., 0.] {
        clock.correct(seconds(told), 0);
        assert_eq!(clock.left(), Some(seconds(0.75)));
    }
    clock.correct(seconds(5.), 0);
    assert_eq!(clock.left(), Some(seconds(5.)));
    clock.correct(seconds(4.5), 0);
    assert_eq!(clock.left(), Some(seconds(4.5)));
    clock.correct(seconds(0.), 0);
    assert_eq!(clock.budget(50, LAG).unwrap().hard, SHORTEST);
}

#[test]
fn a_clock_that_is_overrun_keeps_more_in_hand() {
    let mut clock = Clock::new(ClockKind::Absolute { main: seconds(2.) });
    let planned = clock.budget(20, LAG).unwrap();
    clock.spend(planned.hard + LAG);
    let usual = clock;
    clock = Clock::new(ClockKind::Absolute { main: seconds(2.) });
    let _ = clock.budget(20, LAG);
    clock.spend(planned.hard + LAG + seconds(0.1));
    // Of what is left alike, one and a half of the delay is kept.
    clock.phase = usual.phase;
    let (mut usual, mut late) = (usual, clock);
    let difference = usual.budget(2, LAG).unwrap().hard - late.budget(2, LAG).unwrap().hard;
    assert!(difference > seconds(0.05), "{difference:?}");
    // It is forgotten when nothing is late any more.
    for _ in 0..20 {
        let _ = late.budget(2, LAG);
        late.spend(Duration::ZERO);
    }
    late.phase = usual.phase;
    assert_eq!(late.budget(2, LAG), usual.budget(2, LAG));
}

#[test]
fn time_that_goes_unseen_is_reckoned_with() {
    let mut clock = Clock::new(ClockKind::Absolute { main: seconds(2.) });
    clock.spend(seconds(0.5));
    let usual = clock.budget(20, LAG).unwrap();
    clock.correct(seconds(1.4), 0);
    clock.phase = Phase::Main(seconds(1.5));
    assert!(clock.budget(20, LAG).unwrap().hard < usual.hard);
    clock.correct(seconds(0.1), 0);
    assert_eq!(clock.delay, seconds(0.1));
}

#[test]
fn a_slow_connection_that_is_reported_never_overruns_the_clock() {
    for kind in [
        ClockKind::Absolute { main: seconds(3.) },
        ClockKind::Canadian {
            main: seconds(0.5),
            period: seconds(0.8),
            moves: 10,
        },
    ] {
        let mut clock = Clock::new(kind);
        let mut outer = clock;
        for (number, empties) in (1..=52).rev().step_by(2).enumerate() {
            let left = outer.left().unwrap();
            let moves = match outer.phase {
                Phase::Moves(_, moves) => moves,
                _ => 0,
            };
            clock.correct(left, moves);
            let budget = clock.budget(empties, LAG).unwrap();
            let way = Duration::from_millis([40, 5, 50, 20, 30][number % 5]);
            let hard = budget.hard.max(SHORTEST);
            let most = match (outer.phase, kind) {
                (Phase::Main(_), ClockKind::Canadian { period, .. }) => left + period,
                _ => left,
            };
            assert!(hard + way < most, "{kind:?} {empties} {hard:?} of {most:?}");
            clock.spend(hard + LAG);
            outer.spend(hard + way);
        }
    }
}

#[test]
fn the_last_move_of_a_period_leaves_room_for_the_slowest_way() {
    let mut state = 1u64;
    let mut way = || {
        state = state
            .wrapping_mul(6_364_136_223_846_793_005)
            .wrapping_add(1);
        Duration::from_micros((state >> 33) % 50_000)
    };
    for game in 0..2_000 {
        let mut outer = Clock::new(ClockKind::Canadian {
            main: seconds(0.3),
            period: seconds(0.6),
            moves: 10,
        });
        let mut clock = outer;
        for empties in (1..=52).rev().step_by(2) {
            let left = outer.left().unwrap();
            let (moves, most) = match outer.phase {
                Phase::Moves(_, moves) => (moves, left),
                _ => (0, left + seconds(0.6)),
            };
            clock.correct(left, moves);
            // A search ends a little after its time.
            let budget = clock.budget(empties, LAG).unwrap();
            let search = if moves == 1 { budget.hard } else { budget.soft };
            let search = search + Duration::from_millis(3);
            let took = search + way();
            assert!(
                took < most,
                "game {game}, {empties} empty: {took:?} of {most:?}"
            );
            clock.spend(search + LAG);
            outer.spend(took);
        }
    }
}

#[test]
fn waiting_that_comes_with_every_move_is_reckoned_with() {
    let wait = seconds(0.03);
    let mut clock = Clock::new(ClockKind::Absolute { main: seconds(1.) });
    let mut used = Duration::ZERO;
    for empties in (1..=52).rev().step_by(2) {
        let budget = clock.budget(empties, LAG).unwrap();
        // Towards the end everything is known and waiting is all there is.
        let search = if empties > 18 {
            budget.soft
        } else {
            Duration::ZERO
        };
        used += search + wait;
        clock.note_waiting(wait);
        clock.spend(search + wait + LAG);
    }
    assert!(seconds(0.6) < used && used < seconds(1.), "{used:?}");
}

#[test]
fn reports_bound_a_game_without_a_clock_and_an_endless_one_does_not() {
    let mut clock = Clock::new(ClockKind::None);
    assert_eq!(clock.budget(60, LAG), None);
    clock.correct(seconds(2.), 0);
    assert!(clock.budget(60, LAG).unwrap().hard < seconds(1.));
    clock.correct(seconds(30.), 3);
    assert!(clock.budget(60, LAG).unwrap().hard < seconds(20.));
    clock.correct(seconds(1e9), 0);
    assert_eq!(clock.budget(60, LAG), None);
    clock.correct(seconds(1e9), 3);
    assert_eq!(clock.budget(60, LAG), None);
    clock.correct(seconds(2.), 3);
    assert!(clock.budget(60, LAG).unwrap().hard < seconds(2.));
    for (main, period) in [(0., 1e9), (5., 1e9), (1e9, 5.)] {
        let (main, period) = (seconds(main), seconds(period));
        for kind in [
            ClockKind::Canadian {
                main,
                period,
                moves: 3,
            },
            ClockKind::ByoYomi {
                main,
                period,
                count: 3,
            },
        ] {
            let mut clock = Clock::new(kind);
            assert_eq!(clock.budget(60, LAG), None, "{kind:?}");
            clock.correct(seconds(2.), 1);
            assert!(clock.budget(60, LAG).unwrap().hard < seconds(2.));
        }
    }
}
