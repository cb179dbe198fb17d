"""The regression check for contributors: the working tree against another revision, decided by a SPRT.

Both engines are built in release mode; the other revision from an export of its files under ``target/arena``, where the
built binary is kept by commit so that a second run need not build it again. Not for: judging results (see ``sprt``).
"""

from __future__ import annotations

import argparse
import os
import shutil
import subprocess
import sys
import tarfile
from pathlib import Path

BINARY = "mollett"


def add_arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("--base", default="main", metavar="REVISION", help="to compare with (default main)")
    parser.add_argument("--test", nargs="+", default=["-10", "0"], metavar="X",
                        help="ELO0 ELO1 [ALPHA BETA [MODEL]]; default -10 0: no regression; 0 10 proves a gain")
    parser.add_argument("--rules", choices=("othello", "classic"), default="othello")
    parser.add_argument("--st", default="0.1", help="seconds a move (default 0.1)")
    parser.add_argument("--nodes", help="nodes a move instead of time: for changes that do not touch the speed")
    parser.add_argument("--games", default="20000", help="at most so many (default 20000)")
    parser.add_argument("--concurrency", default=str(max(1, (os.cpu_count() or 2) // 2)), metavar="N")
    parser.add_argument("--openings", metavar="FILE", help="default: the list of the game in scripts/openings")
    parser.add_argument("--out", metavar="FILE", help="default: target/arena/BASE-HEAD.jsonl")
    parser.add_argument("--html", metavar="FILE", help="write the report")


def run(words: list[str], folder: Path) -> str:
    """Output of a command; ``RuntimeError`` with its last line when it fails."""
    done = subprocess.run(words, cwd=folder, capture_output=True, text=True)
    if done.returncode:
        said = (done.stderr.strip() or done.stdout.strip()).splitlines()
        raise RuntimeError(f"'{' '.join(words)}' failed: {said[-1] if said else done.returncode}")
    return done.stdout.strip()


def build(source: Path, target: Path) -> Path:
    print(f"building {source}", file=sys.stderr)
    run(["cargo", "build", "--release", "--quiet", "--bin", BINARY, "--target-dir", str(target)], source)
    return target / "release" / BINARY


def base_binary(top: Path, arena: Path, revision: str) -> tuple[Path, str]:
    """The engine of ``revision``, built if it is not kept, and the short name of its commit."""
    commit = run(["git", "rev-parse", "--verify", "--short=12", f"{revision}^{{commit}}"], top)
    kept = arena / f"{BINARY}-{commit}"
    if not kept.exists():
        source = arena / f"source-{commit}"
        shutil.rmtree(source, ignore_errors=True)
        source.mkdir(parents=True)
        archive = arena / f"{commit}.tar"
        run(["git", "archive", "--output", str(archive), commit], top)
        with tarfile.open(archive) as tar:
            tar.extractall(source, filter="data")
        archive.unlink()
        shutil.copy2(build(source, arena / "build"), kept)
        shutil.rmtree(source)
    return kept, commit


def run_arena(args) -> int:
    """Build, play, decide. 0: H1 accepted (no regression, or a gain); 1: H0; 3: undecided."""
    from .command import main as run_match
    from .record import read_results
    from .elo import collect
    from .sprt import ACCEPT_H1, CONTINUE, Sprt

    test = Sprt.parse(args.test)
    top = Path(run(["git", "rev-parse", "--show-toplevel"], Path(__file__).resolve().parent))
    arena = top / "target" / "arena"
    arena.mkdir(parents=True, exist_ok=True)
    base, commit = base_binary(top, arena, args.base)
    # A copy, so that building again during a long match does not change the engine under it.
    new = arena / f"{BINARY}-tree"
    shutil.copy2(build(top, top / "target"), new)
    openings = args.openings or str(top / "scripts" / "openings" / f"{'othello' if args.rules == 'othello' else 'diagonal'}.txt")
    out = args.out or str(arena / f"tree-{commit}-{args.rules}.jsonl")
    if not args.out and os.path.exists(out):
        os.unlink(out)  # the tree may have changed since
    words = ["--engine", f"cmd={new}", "name=tree", "--engine", f"cmd={base}", f"name={commit}", "--rules", args.rules,
             "--games", args.games, "--concurrency", args.concurrency, "--out", out, "--openings", openings, "--recover",
             "--sprt", *args.test]
    words += ["--nodes", args.nodes] if args.nodes else ["--st", args.st]
    if args.html:
        words += ["--html", args.html]
    code = run_match(words)
    if code:
        return code
    _, games, _ = read_results(out)
    decision = test.decide(collect(list(games.values()), "tree", commit).pairs)
    return 0 if decision == ACCEPT_H1 else 3 if decision == CONTINUE else 1
