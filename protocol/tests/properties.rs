//! Properties of the language that hold for every line and every command.

use mollett_protocol::{
    Analysis, AnalysisLimit, Color, Command, Dialect, KgsTime, Line, MAX_TIME, Move, OpenReply,
    Play, PositionText, Reply, Request, RequestId, RuleSet, SPECS, Square, Supplies, parse_line,
};
use proptest::prelude::*;
use proptest::strategy::{Union, ValueTree};
use proptest::test_runner::TestRunner;
use std::collections::BTreeSet;
use std::time::Duration;

fn color() -> impl Strategy<Value = Color> {
    prop_oneof![Just(Color::Black), Just(Color::White)]
}

fn rules() -> impl Strategy<Value = RuleSet> {
    prop_oneof![Just(RuleSet::Othello), Just(RuleSet::Classic)]
}

fn square() -> impl Strategy<Value = Square> {
    (0_u8..64).prop_map(|index| Square::new(index).unwrap())
}

fn play() -> impl Strategy<Value = Play> {
    let mv = prop_oneof![4 => square().prop_map(Move::Disc), 1 => Just(Move::Pass)];
    (color(), mv).prop_map(|(color, mv)| Play { color, mv })
}

fn time() -> impl Strategy<Value = Duration> {
    prop_oneof![
        (0_u64..1_000_000_000, 0_u32..1_000_000_000).prop_map(|(s, n)| Duration::new(s, n)),
        (0_u64..100_000).prop_map(Duration::from_secs),
        Just(MAX_TIME),
    ]
}

/// A word of printable characters; a `#` would begin a comment.
fn word() -> impl Strategy<Value = String> {
    "[^\\s#\\p{C}]{1,12}"
}

fn words() -> impl Strategy<Value = String> {
    "[^\\s#\\p{C}]{1,8}( {1,3}[^\\s#\\p{C}]{1,8}){0,3}"
}

fn analysis() -> impl Strategy<Value = Analysis> {
    let dialect = prop::sample::select(&Dialect::ALL);
    let interval = (0_u64..1_000_000).prop_map(|cs| Duration::from_millis(10 * cs));
    let limit = prop_oneof![
        Just(AnalysisLimit::None),
        Just(AnalysisLimit::Exact),
        Just(AnalysisLimit::Result),
        (1_u32..).prop_map(AnalysisLimit::Depth),
        (1_u64..).prop_map(AnalysisLimit::Nodes),
        time().prop_map(AnalysisLimit::Time),
    ];
    (
        dialect,
        prop::option::of(color()),
        prop::option::of(interval),
        limit,
    )
        .prop_map(|(dialect, color, interval, limit)| Analysis {
            dialect,
            color,
            interval,
            limit,
        })
}

fn kgs_time() -> impl Strategy<Value = KgsTime> {
    prop_oneof![
        Just(KgsTime::None),
        time().prop_map(|main| KgsTime::Absolute { main }),
        (time(), time(), any::<u32>()).prop_map(|(main, period, count)| KgsTime::ByoYomi {
            main,
            period,
            count
        }),
        (time(), time(), any::<u32>()).prop_map(|(main, period, moves)| KgsTime::Canadian {
            main,
            period,
            moves
        }),
    ]
}

fn position() -> impl Strategy<Value = PositionText> {
    let supplies = (0_u8..=64, 0_u8..=64).prop_map(|(black, white)| Supplies { black, white });
    (
        any::<u64>(),
        any::<u64>(),
        color(),
        prop::option::of(supplies),
    )
        .prop_map(|(black, white, side, supplies)| PositionText {
            black,
            white: white & !black,
            side,
            supplies,
        })
}

fn command() -> Union<BoxedStrategy<Command>> {
    let bare = prop::sample::select(vec![
        Command::ProtocolVersion,
        Command::Name,
        Command::Version,
        Command::ListCommands,
        Command::Quit,
        Command::Stop,
        Command::ClearBoard,
        Command::ListGames,
        Command::Undo,
        Command::CpuTime,
        Command::FinalScore,
        Command::ShowBoard,
        Command::RulesGameId,
        Command::RulesBoardSize,
        Command::RulesBoard,
        Command::RulesSideToMove,
        Command::RulesLegalMoves,
        Command::RulesFinalResult,
        Command::RulesCapturedCount,
        Command::GoguiInterrupt,
        Command::GoguiTitle,
        Command::GoguiAnalyzeCommands,
        Command::ReadPosition,
        Command::ReadRules,
        Command::LegalMoves,
        Command::Solve,
        Command::SolveWld,
        Command::Eval,
        Command::Regions { json: false },
        Command::Regions { json: true },
        Command::RegionsGfx,
        Command::Transcript,
        Command::ListOptions,
        Command::ListParameters,
    ]);
    Union::new([
        bare.boxed(),
        word()
            .prop_map(|name| Command::KnownCommand { name })
            .boxed(),
        any::<u32>()
            .prop_map(|size| Command::BoardSize { size })
            .boxed(),
        (-1e9..=1e9)
            .prop_map(|points| Command::Komi { points })
            .boxed(),
        rules().prop_map(|rules| Command::SetGame { rules }).boxed(),
        play().prop_map(Command::Play).boxed(),
        any::<u32>()
            .prop_map(|count| Command::GgUndo { count })
            .boxed(),
        color().prop_map(|color| Command::Genmove { color }).boxed(),
        color()
            .prop_map(|color| Command::RegGenmove { color })
            .boxed(),
        analysis().prop_map(Command::GenmoveAnalyze).boxed(),
        analysis().prop_map(Command::Analyze).boxed(),
        (time(), time(), any::<u32>())
            .prop_map(|(main, period, moves)| Command::TimeSettings {
                main,
                period,
                moves,
            })
            .boxed(),
        (color(), time(), any::<u32>())
            .prop_map(|(color, time, moves)| Command::TimeLeft { color, time, moves })
            .boxed(),
        kgs_time().prop_map(Command::KgsTimeSettings).boxed(),
        prop::collection::vec(play(), 0..70)
            .prop_map(Command::PlaySequence)
            .boxed(),
        prop::collection::vec((color(), square()), 0..70)
            .prop_map(Command::SetupDiscs)
            .boxed(),
        color()
            .prop_map(|color| Command::SetupPlayer { color })
            .boxed(),
        prop::option::of(words())
            .prop_map(|version| Command::GoguiVersion { version })
            .boxed(),
        position().prop_map(Command::SetPosition).boxed(),
        rules()
            .prop_map(|rules| Command::SetRules { rules })
            .boxed(),
        (1_u32..).prop_map(|count| Command::Hint { count }).boxed(),
        (1_u32..)
            .prop_map(|count| Command::HintGfx { count })
            .boxed(),
        any::<u32>()
            .prop_map(|depth| Command::Perft { depth })
            .boxed(),
        word().prop_map(|name| Command::ReadOption { name }).boxed(),
        (word(), words())
            .prop_map(|(name, value)| Command::SetOption { name, value })
            .boxed(),
        (word(), words())
            .prop_map(|(name, value)| Command::SetParameter { name, value })
            .boxed(),
        ("[a-z/. é]{0,12}", prop::option::of(1_u32..))
            .prop_map(|(path, number)| Command::LoadGame { path, number })
            .boxed(),
        "[a-z/. é]{0,12}"
            .prop_map(|path| Command::SaveGame { path })
            .boxed(),
    ])
}

fn id() -> impl Strategy<Value = Option<RequestId>> {
    prop::option::of((0_u32..=i32::MAX as u32).prop_map(|n| RequestId::new(n).unwrap()))
}

/// Whether these bytes are one reply: marked, ended by the only empty line, with
/// no control character inside.
fn is_frame(text: &str) -> bool {
    text.starts_with(['=', '?'])
        && text.find("\n\n") == Some(text.len() - 2)
        && !text.chars().any(|c| c.is_control() && c != '\n')
}

#[test]
fn the_properties_below_reach_every_command() {
    let mut runner = TestRunner::deterministic();
    let command = command();
    let reached: BTreeSet<_> = (0..20_000)
        .map(|_| command.new_tree(&mut runner).unwrap().current().name())
        .collect();
    let known: BTreeSet<_> = SPECS.iter().map(|spec| spec.name).collect();
    assert_eq!(reached, known);
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 4000, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn every_request_prints_a_line_that_reads_as_itself(id in id(), command in command()) {
        let request = Request { id, command };
        let line = request.to_string();
        prop_assert_eq!(parse_line(line.as_bytes()), Line::Request(request.clone()));
        let noisy = format!("\u{FEFF}\t{} \t# comment\r\n", line.replace(' ', "\t"));
        if !matches!(
            request.command,
            Command::SetOption { .. } | Command::SetParameter { .. } | Command::GoguiVersion { .. }
        ) {
            prop_assert_eq!(parse_line(noisy.as_bytes()), Line::Request(request));
        }
    }

    #[test]
    fn any_bytes_are_one_line(bytes in prop::collection::vec(any::<u8>(), 0..200)) {
        if let Line::Bad { id, error } = parse_line(&bytes) {
            let frame = Reply::failure(id, &error).to_string();
            prop_assert!(is_frame(&frame), "{:?}", frame);
            prop_assert_eq!(frame.matches('\n').count(), 2);
        }
    }

    #[test]
    fn any_word_after_a_name_is_one_line(
        spec in prop::sample::select(SPECS),
        arguments in "\\PC{0,60}",
    ) {
        match parse_line(format!("9 {} {arguments}", spec.name).as_bytes()) {
            Line::Request(request) => prop_assert_eq!(request.command.name(), spec.name),
            Line::Bad { id, error } => {
                prop_assert_eq!(id, RequestId::new(9));
                prop_assert!(error.to_string().ends_with(spec.usage), "{}", error);
            }
            other => prop_assert!(false, "{:?}", other),
        }
    }

    #[test]
    fn any_text_is_one_frame_that_reads_back(id in id(), text in "(\\PC|[\n\r\t\u{0}\u{b}\u{1b}\u{85}\u{2028} =?]){0,80}") {
        for reply in [Reply::success(id, &text), Reply::failure(id, &text)] {
            let frame = reply.to_string();
            prop_assert!(is_frame(&frame), "{:?}", frame);
            prop_assert_eq!(Reply::parse(&frame), Some(reply));
        }
        let (mut open, mut frame) = OpenReply::begin(id);
        frame += &open.line(&text);
        frame += &open.line(&text);
        frame += &open.end();
        prop_assert!(is_frame(&frame), "{:?}", frame);
        prop_assert_eq!(Reply::parse(&frame).map(|reply| reply.id()), Some(id));
    }
}
