#!/usr/bin/env python3
"""An engine that speaks NBoard's protocol and plays random moves: ``mock_nboard.py [ntest|edax|illegal|dying]``.

``edax`` prints the error line, the spaced move form and the status lines seen from Edax.
"""

import random
import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parents[1]))

from mollett_match.board import Position, squares  # noqa: E402
from mollett_match.diagram import parse_square, square_name  # noqa: E402


def main(style: str) -> None:
    chance = random.Random(1)
    position = Position.start("othello")
    asked = 0
    for line in sys.stdin:
        words = line.split()
        if not words:
            continue
        if words[0] == "nboard":
            if style == "edax":
                print('Error: Edax expected "nboard 1" protocol', file=sys.stderr, flush=True)
            print(f"set myname Mock-{style}", flush=True)
        elif words[:2] == ["set", "game"]:
            position = Position.start("othello")
        elif words[0] == "move":
            move = parse_square(words[1].split("/")[0])
            if position.is_legal(move):
                position = position.play(move)
            else:
                print(f"status illegal move {words[1]}", flush=True)
        elif words[0] == "ping":
            print(f"pong {words[1]}", flush=True)
        elif words[0] == "go":
            asked += 1
            if style == "dying" and asked == 4:
                sys.exit(1)
            legal = list(squares(position.moves()))
            name = square_name(chance.choice(legal)) if legal else "PA"
            if style == "illegal" and asked == 4:
                name = "a1" if not position.is_legal(0) else "h8"
            print("status thinking", flush=True)
            print("nodestats 123 0.01", flush=True)
            if style == "edax":
                print(f"search {name}       -1 0 1", flush=True)
                print(f"=== {name} 2.00 0.0", flush=True)
            else:
                print(f"search {name.upper()} 3.65 0 10 free text", flush=True)
                print(f"=== {name.upper()}/-1.63/0.01", flush=True)
            print("status", flush=True)
        elif words[0] == "quit":
            return


if __name__ == "__main__":
    main(sys.argv[1] if len(sys.argv) > 1 else "ntest")
