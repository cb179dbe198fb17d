"""The command line of ``scripts/match.py``: arguments, the run of a match, what is printed at its end."""

from __future__ import annotations

import argparse
import os
import signal
import sys

from .blunder import judge
from .board import OTHELLO, RULE_SETS
from .cluster import cluster_games
from .compliance import check_engine
from .elo import collect
from .failure import FATAL, MEANING
from .game import Adjudication
from .opening import choose, default_length, random_openings, read_openings
from .picture import write_picture
from .record import ResultFile, fingerprint, read_results
from .report import write_report
from .runner import Runner, SolverEngine
from .schedule import GAUNTLET, ROUND_ROBIN, build
from .solver import MAX_EMPTIES
from .spec import KEYS, EngineSpec, unique_names
from .sprt import CONTINUE, Sprt
from .table import LiveTable, summary
from .transcript import WRITERS, write_file

EXAMPLES = """\
examples:
  two versions, 100 games at 0.1 s a move, two at a time:
    match.py --engine cmd=./old --engine cmd=./new --st 0.1 --games 100 --concurrency 2 --out m.jsonl
  against gtp-rhino, which knows no pass command:
    match.py --engine "cmd=target/release/mollett" --engine "cmd=gtp-rhino -l 3" passes=implied --st 2
  fixed nodes, so that the same seed gives the same games:
    match.py --engine cmd=./a --engine cmd=./b --nodes 20000 --seed 7
  time odds, an NBoard engine, own options:
    match.py --engine cmd=./a tc=10+0.1 option.threads=2 --engine "cmd=ntest x" protocol=nboard tc=60
  stop as soon as it is clear whether B is 10 Elo better than A or not:
    match.py --engine cmd=./b --engine cmd=./a --st 0.1 --games 20000 --sprt 0 10
  a round robin of three: give three engines. Only the first against all others: --tournament gauntlet
"""


class StopSignal(BaseException):
    """Ctrl-C or SIGTERM; carries the signal's number."""


def raise_on_signals() -> None:
    """Turn the first SIGINT, SIGTERM or SIGHUP into :class:`StopSignal` in the main thread; ignore the rest."""

    def handler(number, _frame):
        for each in (signal.SIGINT, signal.SIGTERM, signal.SIGHUP):
            signal.signal(each, signal.SIG_IGN)
        raise StopSignal(number)

    for each in (signal.SIGINT, signal.SIGTERM, signal.SIGHUP):
        signal.signal(each, handler)


def make_parser() -> argparse.ArgumentParser:
    keys = "\n".join(f"  {key:12} {meaning}" for key, meaning in KEYS.items())
    parser = argparse.ArgumentParser(
        prog="match.py",
        description="Matches and tournaments between Othello or classic Reversi engines, with a referee that has rules "
        "and clock of its own.",
        epilog=f"keys of --engine and --each:\n{keys}\n\n{EXAMPLES}",
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    group = parser.add_argument_group("engines")
    group.add_argument("--engine", nargs="+", action="append", default=[], metavar="KEY=VALUE", help="one engine; see keys below")
    group.add_argument("--each", nargs="+", action="extend", default=[], metavar="KEY=VALUE", help="keys for every engine")
    for name, text in (
        ("tc", "clock for every engine: MAIN, MAIN+INCREMENT or MAIN+PERIOD/MOVES"),
        ("st", "seconds a move for every engine"),
        ("depth", "search depth for every engine"),
        ("nodes", "nodes a move for every engine"),
        ("passes", "explicit or implied, for every engine"),
        ("protocol", "gtp or nboard, for every engine"),
        ("margin", "milliseconds over the limit forgiven, for every engine (default 100)"),
    ):
        group.add_argument(f"--{name}", help=text)
    group = parser.add_argument_group("games")
    group.add_argument("--rules", choices=RULE_SETS, default=OTHELLO)
    group.add_argument("--games", type=int, default=100, help="games of each two engines, an even number (default 100)")
    group.add_argument("--openings", metavar="FILE", help="a line of moves a row; each is played twice, colours swapped")
    group.add_argument("--order", choices=("sequential", "random"), default="random", help="of the openings (default random)")
    group.add_argument("--start", type=int, default=1, metavar="N", help="first opening to use (default 1)")
    group.add_argument("--random-plies", type=int, metavar="N", help="without a file: random lines of N plies (default 8, classic 12)")
    group.add_argument("--seed", type=int, default=1, help="of all chance in the choice of openings (default 1)")
    group.add_argument("--tournament", choices=(ROUND_ROBIN, GAUNTLET), default=ROUND_ROBIN)
    group.add_argument("--sprt", nargs="+", metavar="X", help="ELO0 ELO1 [ALPHA BETA [logistic|normalised]]: stop when decided")
    group.add_argument("--adjudicate", type=int, default=0, metavar="EMPTIES", help="end games solved exactly at so few empty squares")
    group.add_argument("--adjudicator", metavar="COMMAND", help=f"engine with mollett-solve for that (without: own solver, up to {MAX_EMPTIES})")
    group = parser.add_argument_group("running")
    group.add_argument("--concurrency", type=int, default=1, metavar="N", help="games at a time (default 1)")
    group.add_argument("--recover", action="store_true", help="go on after a crash, hang or bad frame (else the match stops)")
    group.add_argument("--patience", type=float, default=10, metavar="S", help="seconds until a silent engine counts as hanging (default 10)")
    group.add_argument("--move-limit", type=float, default=300, metavar="S", help="seconds for a move without clock (default 300)")
    group.add_argument("--cluster", nargs="?", const="local", metavar="ADDRESS", help="play over a Dask cluster: that of this scheduler, or without ADDRESS one on this machine")
    group.add_argument("--workers", type=int, default=2, metavar="N", help="of the cluster on this machine (default 2)")
    group.add_argument("--log", metavar="FOLDER", help="keep the conversations there")
    group.add_argument("--interval", type=int, default=0, metavar="N", help="not at a terminal: print the standing every N games")
    group.add_argument("--quiet", action="store_true", help="no live table")
    group.add_argument("--compliance", metavar="COMMAND", help="play nothing: check this engine's GTP (--each keys hold)")
    group = parser.add_argument_group("results")
    for form in WRITERS:
        group.add_argument(f"--{form}", metavar="FILE", help=f"write all games as {'PGN-like text' if form == 'pgn' else form.upper()} at the end")
    group.add_argument("--html", metavar="FILE", help="write the report, one page complete in itself")
    group.add_argument("--png", metavar="FILE", help="write the report's charts as a picture (needs matplotlib)")
    group.add_argument("--report", metavar="RESULTS", help="play nothing: write --html, --png, --sgf ... of a results file")
    group.add_argument("--analyst", metavar="COMMAND", help="engine with mollett-hint that judges every move for the report")
    group.add_argument("--analyst-depth", type=int, default=10, metavar="N", help="its search depth (default 10)")
    group.add_argument("--out", metavar="FILE", help="JSON lines; an unfinished match of the same settings goes on")
    return parser


def common_words(args) -> list[str]:
    """The keys that hold for every engine."""
    common = list(args.each)
    for key in ("tc", "st", "depth", "nodes", "passes", "protocol", "margin"):
        value = getattr(args, key)
        if value is not None:
            common.append(f"{key}={value}")
    return common


def read_specs(args) -> list[EngineSpec]:
    common = common_words(args)
    specs = [EngineSpec.parse(words, common) for words in args.engine]
    unique_names(specs)
    return specs


def read_opening_list(args, count: int) -> list[list[int]]:
    if args.openings:
        return choose(read_openings(args.openings, args.rules), count, args.order, args.start, args.seed)
    length = default_length(args.rules) if args.random_plies is None else args.random_plies
    return random_openings(args.rules, count, length, args.seed)


def header_of(args, specs: list[EngineSpec]) -> dict:
    """What makes a match the same match: nothing about this machine or how fast it is played."""
    return {
        "rules": args.rules,
        "form": args.tournament,
        "engines": [spec.as_dict() for spec in specs],
        "games": args.games,
        "openings": os.path.basename(args.openings) if args.openings else f"random {args.random_plies or default_length(args.rules)}",
        "order": args.order,
        "start": args.start,
        "seed": args.seed,
        "adjudicate": args.adjudicate,
        "sprt": args.sprt,
    }


def check(args, specs: list[EngineSpec]) -> None:
    """Reject what makes no sense; ``ValueError`` says which word."""
    if len(specs) < 2:
        raise ValueError("a match needs --engine twice or more")
    if args.games < 2 or args.games % 2:
        raise ValueError(f"--games {args.games}: an even number, for every opening is played twice")
    if args.concurrency < 1:
        raise ValueError(f"--concurrency {args.concurrency}: 1 or more")
    if args.workers < 1:
        raise ValueError(f"--workers {args.workers}: 1 or more")
    if args.start < 1:
        raise ValueError(f"--start {args.start}: 1 or more")
    if args.sprt and len(specs) != 2:
        raise ValueError("--sprt is for two engines")
    if args.adjudicate and not args.adjudicator and args.adjudicate > MAX_EMPTIES:
        raise ValueError(f"--adjudicate {args.adjudicate}: more than {MAX_EMPTIES} need an --adjudicator")
    if args.adjudicate < 0 or args.adjudicate > 30:
        raise ValueError(f"--adjudicate {args.adjudicate}: 0 to 30 empty squares")
    if args.concurrency > (os.cpu_count() or 1) and not args.cluster and any(spec.tc or spec.st for spec in specs):
        print(f"--concurrency {args.concurrency} on {os.cpu_count()} processors: engines will wait for each other; "
              "the table tells how long, load=forgive takes it off their time", file=sys.stderr)
    untimed = [s.name for s in specs if not (s.tc or s.st or s.depth or s.nodes)]
    if untimed:
        print(f"no limit for {', '.join(untimed)}: it thinks as long as it likes, up to --move-limit", file=sys.stderr)


def play_match(args, specs: list[EngineSpec], results: ResultFile, test: Sprt | None) -> tuple[int, str]:
    """Play what is not yet in ``results``. Returns the exit code and the reason for the end."""
    names = [spec.name for spec in specs]
    openings = read_opening_list(args, args.games // 2)
    tasks = build(names, args.tournament, args.rules, openings, args.seed)
    left = [task for task in tasks if task.key not in results.games]
    if results.games:
        print(f"going on with {len(results.games)} of {len(tasks)} games", file=sys.stderr)
    decided = test is not None and test.decide(collect(results.in_order(), *names).pairs) != CONTINUE
    if decided or not left:
        return 0, "nothing left to play"

    def adjudication() -> Adjudication | None:
        if not args.adjudicate:
            return None
        return Adjudication(args.adjudicate, SolverEngine(args.adjudicator) if args.adjudicator else None)

    table = None if args.quiet else LiveTable(names, args.tournament, len(tasks), test, args.interval)
    ended = {"code": 0, "reason": "all games played"}

    def on_game(record: dict) -> bool:
        results.add(record)
        if table is not None:
            table.update(list(results.games.values()))
        if record["end"] in FATAL and not args.recover:
            ended["code"] = 1
            ended["reason"] = f"{record['fault']} {MEANING[record['end']]}: {record['detail']} (--recover goes on)"
            return True
        if test is not None and test.decide(collect(list(results.games.values()), *names).pairs) != CONTINUE:
            ended["reason"] = "the test is decided"
            return True
        return False

    stubborn: list[str] = []
    try:
        if args.cluster:
            settings = {key: getattr(args, key) for key in ("patience", "move_limit", "adjudicate", "adjudicator")}
            address = None if args.cluster == "local" else args.cluster
            cluster_games(left, specs, settings, address, args.workers, on_game)
        else:
            runner = Runner(specs, args.concurrency, args.patience, args.move_limit, adjudication, args.log)
            stubborn = runner.stubborn
            runner.run(left, on_game)
    except StopSignal as stop:
        number = stop.args[0]
        ended["code"], ended["reason"] = 128 + number, f"stopped by {signal.Signals(number).name}"
    finally:
        if table is not None:
            table.update(list(results.games.values()), final=True)
    for name in sorted(set(stubborn)):
        print(f"{name} ignored quit and was killed", file=sys.stderr)
    return ended["code"], ended["reason"]


def write_reports(args, header: dict, games: list[dict]) -> int:
    """Write the files asked for; the exit code, 2 when one could not be written."""
    code = 0
    for form in WRITERS:
        path = getattr(args, form)
        if path:
            try:
                write_file(path, form, games)
            except (ValueError, OSError) as error:
                print(f"match.py: --{form}: {error}", file=sys.stderr)
                code = 2
    if args.html or args.png:
        try:
            findings = judge(games, args.analyst, args.analyst_depth)
            if args.html:
                with open(args.html, "w", encoding="utf-8") as file:
                    file.write(write_report(header, games, findings))
            if args.png:
                write_picture(args.png, header, games)
        except (ValueError, OSError, RuntimeError) as error:
            print(f"match.py: report: {error}", file=sys.stderr)
            code = 2
    return code


def report_only(args) -> int:
    try:
        header, games, _ = read_results(args.report)
    except (ValueError, OSError) as error:
        print(f"match.py: {error}", file=sys.stderr)
        return 2
    ordered = sorted(games.values(), key=lambda game: game["number"])
    names = [engine["name"] for engine in header["engines"]]
    test = Sprt.parse(header["sprt"]) if header["sprt"] else None
    for line in summary(names, header["form"], ordered, test):
        print(line)
    print(f"{len(ordered)} games, fingerprint {fingerprint(ordered)}")
    return write_reports(args, header, ordered)


def main(arguments: list[str] | None = None) -> int:
    parser = make_parser()
    args = parser.parse_args(arguments)
    if args.report:
        return report_only(args)
    if args.compliance:
        try:
            return check_engine(EngineSpec.parse([f"cmd={args.compliance}"], common_words(args)), args.patience)
        except ValueError as error:
            print(f"match.py: {error}", file=sys.stderr)
            return 2
    try:
        specs = read_specs(args)
        check(args, specs)
        test = Sprt.parse(args.sprt) if args.sprt else None
        results = ResultFile(args.out, header_of(args, specs))
    except (ValueError, OSError) as error:
        print(f"match.py: {error}", file=sys.stderr)
        return 2
    names = [spec.name for spec in specs]
    raise_on_signals()
    try:
        code, reason = play_match(args, specs, results, test)
    except (ValueError, OSError, RuntimeError) as error:
        print(f"match.py: {error}", file=sys.stderr)
        code, reason = 2, "an error"
    except StopSignal as stop:
        code, reason = 128 + stop.args[0], "stopped"
    games = results.in_order()
    for line in summary(names, args.tournament, games, test):
        print(line)
    for spec in specs:
        versions = sorted({v for g in games if len(g["versions"]) == 2 for n, v in zip((g["black"], g["white"]), g["versions"]) if n == spec.name})
        print(f"{spec.name}: {', '.join(versions) or 'never started'}; {spec.limits()}")
    if test is not None and len(names) == 2:
        print(f"SPRT decision: {test.decide(collect(games, *names).pairs)}")
    print(f"ended: {reason}; {len(games)} games, fingerprint {results.fingerprint()}")
    results.close()
    return max(code, write_reports(args, results.header, games))


