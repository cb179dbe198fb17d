"""The command line of ``scripts/sprt.py``: the ratio of given counts, simulations, and the arena."""

from __future__ import annotations

import argparse
import os
import sys

from .arena import add_arguments as add_arena
from .arena import run_arena
from .simulation import simulate
from .sprt import Sprt


def make_parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(prog="sprt.py", description="Sequential tests on pairs of games.")
    commands = parser.add_subparsers(dest="command", required=True)

    ratio = commands.add_parser("ratio", help="log-likelihood ratio and decision for pentanomial counts")
    ratio.add_argument("counts", nargs=5, type=int, metavar="N", help="pairs with 0, 0.5, 1, 1.5 and 2 points")
    add_test(ratio, "0 10")

    simulation = commands.add_parser("simulate", help="how often a test decides wrongly when one hypothesis is true")
    add_test(simulation, "0 30")
    simulation.add_argument("--matches", type=int, default=10_000, help="for each hypothesis (default 10000)")
    simulation.add_argument("--seed", type=int, default=1)
    simulation.add_argument("--draws", type=float, default=0.05, help="share of drawn games (default 0.05)")
    simulation.add_argument("--bias", type=float, default=100, help="Elo by which openings favour a colour (default 100)")
    simulation.add_argument("--processes", type=int, default=os.cpu_count() or 1)

    add_arena(commands.add_parser("arena", help="the working tree against another revision: builds both, plays, decides"))
    return parser


def add_test(parser: argparse.ArgumentParser, default: str) -> None:
    parser.add_argument("--test", nargs="+", default=default.split(), metavar="X",
                        help=f"ELO0 ELO1 [ALPHA BETA [logistic|normalised]] (default {default})")


def show_ratio(args) -> int:
    test = Sprt.parse(args.test)
    print(f"SPRT {test}")
    print(f"ratio {test.ratio(args.counts):+.3f} in ({test.lower:.3f}, {test.upper:.3f}): {test.decide(args.counts)}")
    return 0


def run_simulation(args) -> int:
    """Simulate under both hypotheses; 1 when an error rate exceeds 1.2 times the wanted one."""
    test = Sprt.parse(args.test)
    if args.matches < 1 or args.processes < 1:
        raise ValueError("--matches and --processes are 1 or more")
    if not 0 <= args.draws < 1:
        raise ValueError(f"--draws {args.draws:g}: from 0 to below 1")
    print(f"SPRT {test}; {args.matches} simulated matches each, seed {args.seed}, draws {args.draws:g}, bias {args.bias:g}")
    good = True
    for name, elo, wanted in (("H0", test.elo0, test.alpha), ("H1", test.elo1, test.beta)):
        if test.model != "logistic":
            raise ValueError("simulations are for the logistic model")
        done = simulate(test, elo, args.matches, args.seed, args.draws, args.bias, processes=args.processes)
        wrong = done.accepted_h1 if name == "H0" else done.accepted_h0
        rate = wrong / done.matches
        good = good and rate <= 1.2 * wanted and not done.undecided
        print(
            f"{name} true ({elo:+g} Elo): {wrong} wrong decisions = {100 * rate:.2f} % (wanted at most {100 * wanted:g} %), "
            f"{done.undecided} undecided, {done.pairs:.0f} pairs on average"
        )
    print("error rates within 1.2 times the wanted ones" if good else "ERROR RATES TOO HIGH")
    return 0 if good else 1


def main(arguments: list[str] | None = None) -> int:
    args = make_parser().parse_args(arguments)
    try:
        return {"ratio": show_ratio, "simulate": run_simulation, "arena": run_arena}[args.command](args)
    except (ValueError, OSError, RuntimeError) as error:
        print(f"sprt.py: {error}", file=sys.stderr)
        return 2
