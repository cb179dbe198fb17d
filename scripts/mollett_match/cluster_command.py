"""The command line of ``scripts/cluster.py``: self-play and position solving over a Dask cluster.

Matches over a cluster are ``match.py --cluster``.
"""

from __future__ import annotations

import argparse
import json
import os
import sys

from .board import OTHELLO, RULE_SETS
from .cluster import cluster_games, cluster_solutions
from .command import StopSignal, raise_on_signals
from .diagram import parse_position, write_position
from .game import GameTask
from .opening import default_length, random_openings
from .record import ResultFile
from .spec import EngineSpec


def make_parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(
        prog="cluster.py", description="Self-play and solving over many machines; matches: match.py --cluster."
    )
    commands = parser.add_subparsers(dest="command", required=True)
    selfplay = commands.add_parser("selfplay", help="an engine against itself, every game from a random line of its own")
    selfplay.add_argument("--engine", nargs="+", required=True, metavar="KEY=VALUE", help="as for match.py")
    selfplay.add_argument("--rules", choices=RULE_SETS, default=OTHELLO)
    selfplay.add_argument("--games", type=int, default=100)
    selfplay.add_argument("--random-plies", type=int, metavar="N", help="length of the random lines (default 8, classic 12)")
    selfplay.add_argument("--seed", type=int, default=1)
    solve = commands.add_parser("solve", help="exact results of positions with mollett-solve")
    solve.add_argument("--solver", required=True, metavar="COMMAND", help="an engine with mollett-solve")
    solve.add_argument("--rules", choices=RULE_SETS, help="default: by the position text (supplies mean classic)")
    solve.add_argument("--chunk", type=int, default=10, help="positions a task (default 10)")
    solve.add_argument("positions", metavar="FILE", help="position text a row, text after ; and % ignored (OBF too)")
    for each in (selfplay, solve):
        each.add_argument("--scheduler", metavar="ADDRESS", help="of a running cluster; default: a cluster on this machine")
        each.add_argument("--workers", type=int, default=2, help="of the cluster on this machine (default 2)")
        each.add_argument("--out", required=True, metavar="FILE", help="JSON lines; what is there already is not done again")
    return parser


def run_selfplay(args) -> int:
    specs = [EngineSpec.parse([*args.engine, f"name={name}"]) for name in ("self-1", "self-2")]
    length = default_length(args.rules) if args.random_plies is None else args.random_plies
    header = {"rules": args.rules, "form": "selfplay", "engines": [spec.as_dict() for spec in specs], "games": args.games,
              "openings": f"random {length}", "seed": args.seed, "sprt": None}
    results = ResultFile(args.out, header)
    tasks = []
    for index, opening in enumerate(random_openings(args.rules, args.games, length, args.seed), 1):
        key = f"selfplay {args.seed} #{index}"
        tasks.append(GameTask(key, index, key, "self-1", "self-2", args.rules, opening, index, args.seed))
    left = [task for task in tasks if task.key not in results.games]
    print(f"{len(tasks) - len(left)} of {len(tasks)} games are there already", file=sys.stderr)
    settings = {"patience": 10.0, "move_limit": 300.0, "adjudicate": 0, "adjudicator": None}

    def on_game(record: dict) -> bool:
        results.add(record)
        if len(results.games) % 100 == 0:
            print(f"{len(results.games)}/{len(tasks)} games", file=sys.stderr)
        return False

    try:
        if left:
            cluster_games(left, specs, settings, args.scheduler, args.workers, on_game)
    finally:
        results.close()
    failed = sum(game["fault"] is not None for game in results.games.values())
    print(f"{len(results.games)} games, {failed} broke off, fingerprint {results.fingerprint()}")
    return 0


def read_positions(path: str, rules: str | None) -> list[list[str]]:
    """``[rules, position text]`` of every row, each position once; ``ValueError`` names a bad row."""
    found: dict[str, list[str]] = {}
    with open(path, encoding="utf-8-sig") as file:
        for number, row in enumerate(file, 1):
            text = row.partition("%")[0].partition(";")[0].strip()
            if not text:
                continue
            try:
                position = parse_position(text, rules)
            except ValueError as error:
                raise ValueError(f"{path}, row {number}: {error}") from None
            word = write_position(position)
            found[f"{position.rules} {word}"] = [position.rules, word]
    return list(found.values())


def run_solve(args) -> int:
    positions = read_positions(args.positions, args.rules)
    known: dict[str, dict] = {}
    if os.path.exists(args.out):
        with open(args.out, encoding="utf-8") as file:
            for line in file:
                if line.endswith("\n"):  # a torn last line is done again
                    row = json.loads(line)
                    known[row["key"]] = row
        with open(args.out, "w", encoding="utf-8") as file:
            file.writelines(json.dumps(row) + "\n" for row in known.values())
    left = [each for each in positions if f"{each[0]} {each[1]}" not in known]
    print(f"{len(positions) - len(left)} of {len(positions)} positions are there already", file=sys.stderr)
    with open(args.out, "a", encoding="utf-8") as file:

        def on_rows(rows: list[dict]) -> bool:
            for row in rows:
                if row["key"] not in known:
                    known[row["key"]] = row
                    file.write(json.dumps(row) + "\n")
            file.flush()
            return False

        if left:
            cluster_solutions(left, args.solver, args.scheduler, args.workers, on_rows, max(1, args.chunk))
    print(f"{len(known)} positions solved")
    return 0


def main(arguments: list[str] | None = None) -> int:
    args = make_parser().parse_args(arguments)
    raise_on_signals()
    try:
        return run_selfplay(args) if args.command == "selfplay" else run_solve(args)
    except (ValueError, OSError, RuntimeError) as error:
        print(f"cluster.py: {error}", file=sys.stderr)
        return 2
    except StopSignal as stop:
        return 128 + stop.args[0]
