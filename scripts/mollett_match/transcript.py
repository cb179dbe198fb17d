"""Games as SGF, GGF and PGN-like text, from records.

SGF is written as the format's Othello games (GM[2]) have it: ``aa`` is a1, columns first, rows from the top, a pass
an empty value. GGF is that of NBoard and the GGS server. Not for: reading either.
"""

from __future__ import annotations

import re

from .board import BLACK, CLASSIC, OTHELLO, PASS, Position
from .diagram import parse_square, square_name, write_position
from .failure import TIME

NAMES = {OTHELLO: "Othello", CLASSIC: "classic Reversi"}


def plies_of(game: dict) -> list[int]:
    return [parse_square(word) for word in game["moves"].split()]


def walk(game: dict):
    """(position before the ply, ply number from 1, move, detail or None) for every ply of a record.

    A detail is [ply, move, wall, cpu, score, depth, nodes].
    """
    details = {detail[0]: detail for detail in game["details"]}
    position = Position.start(game["rules"])
    for number, move in enumerate(plies_of(game), 1):
        yield position, number, move, details.get(number)
        position = position.play(move)


def final_position(game: dict) -> Position:
    position = Position.start(game["rules"])
    for move in plies_of(game):
        position = position.play(move)
    return position


def result_words(game: dict) -> str:
    """The result for people: ``Black wins by 12``, and why when the game was not played out."""
    score, margin = game["score"], game["margin"]
    text = "draw" if score == 0.5 else "Black wins" if score == 1 else "White wins"
    if margin:
        text += f" by {abs(margin)}"
    if game["fault"]:
        text += f" ({game['fault']}: {game['end']}, {game['detail']})"
    elif game["end"] != "normal":
        text += f" ({game['end']})"
    return text


# SGF


def sgf_text(text: str) -> str:
    """Escape for a property value."""
    return text.replace("\\", "\\\\").replace("]", "\\]")


def sgf_square(move: int) -> str:
    """``a1`` is ``aa``, ``d3`` is ``dc``; a pass is empty."""
    if move == PASS:
        return ""
    return chr(97 + (move & 7)) + chr(97 + (move >> 3))


def sgf_result(game: dict) -> str:
    if game["score"] == 0.5:
        return "0"
    winner = "B" if game["score"] == 1 else "W"
    if game["end"] == TIME:
        return f"{winner}+T"
    if game["fault"]:
        return f"{winner}+F"
    if game["margin"] is None:
        return f"{winner}+R"
    return f"{winner}+{abs(game['margin'])}"


def detail_words(detail) -> str:
    """``+2.50 depth 12 34567 nodes 0.102 s`` as far as known."""
    if detail is None:
        return ""
    _, _, wall, _, score, depth, nodes = detail
    parts = [f"{score:+.2f}"] if score is not None else []
    if depth is not None:
        parts.append(f"depth {depth}")
    if nodes is not None:
        parts.append(f"{nodes} nodes")
    return " ".join([*parts, f"{wall:.3f} s"])


def write_sgf(game: dict) -> str:
    """One game tree. The classic game starts from the empty board and its RU property says so."""
    root = ["FF[4]GM[2]CA[UTF-8]SZ[8]AP[match.py]"]
    root.append(f"PB[{sgf_text(game['black'])}]PW[{sgf_text(game['white'])}]RE[{sgf_result(game)}]")
    root.append(f"RU[{game['rules']}]GN[{sgf_text(game['key'])}]GC[{sgf_text(result_words(game))}]")
    if game["rules"] == OTHELLO:
        root.append("AB[ed][de]AW[dd][ee]PL[B]")
    nodes = []
    for position, number, move, detail in walk(game):
        comment = "opening" if number == game["opening_plies"] else detail_words(detail)
        tail = f"C[{sgf_text(comment)}]" if comment else ""
        nodes.append(f";{'BW'[position.side]}[{sgf_square(move)}]{tail}")
    return "(;" + "\n".join(root) + "\n" + "\n".join(nodes) + ")\n"


# GGF


def ggf_clock(limits: str) -> str:
    """``MM:SS/MM:SS`` of a Fischer clock, ``MM:SS`` of an absolute one, else 0 (no clock)."""
    found = re.fullmatch(r"(?:.*, )?([\d.]+)\+([\d.]+)", limits)
    if not found:
        return "0"
    times = [f"{int(seconds) // 60:02}:{int(seconds) % 60:02}" for seconds in map(float, found.groups())]
    return times[0] if float(found[2]) == 0 else "/".join(times)


def write_ggf(game: dict) -> str:
    """One game on one line. ``ValueError`` for the classic game, which the format does not know."""
    if game["rules"] != OTHELLO:
        raise ValueError("GGF has no classic Reversi; use SGF")
    result = "+0.000"
    if game["margin"] is not None:
        result = f"{game['margin']:+.3f}"
    elif game["score"] != 0.5:
        result = "+64.000" if game["score"] == 1 else "-64.000"
        # The format knows a resignation and a loss on time; everything else that breaks a game off is the first.
        result += ":t" if game["end"] == TIME else ":r"
    cells = write_position(Position.start(OTHELLO))[:64].replace("X", "*")
    clocks = [ggf_clock(limits) for limits in game["limits"]]
    parts = [
        f"GM[Othello]PC[match.py]PB[{sgf_text(game['black'])}]PW[{sgf_text(game['white'])}]RE[{result}]",
        (f"TI[{clocks[0]}]" if clocks[0] == clocks[1] else f"TB[{clocks[0]}]TW[{clocks[1]}]") + f"TY[8]BO[8 {cells} *]",
    ]
    for position, _, move, detail in walk(game):
        name = "PA" if move == PASS else square_name(move).upper()
        if detail is not None:
            score = "" if detail[4] is None else f"{detail[4]:.2f}"
            name += f"/{score}/{detail[2]:.2f}"
        parts.append(f"{'BW'[position.side]}[{name}]")
    return "(;" + "".join(parts) + ";)\n"


# PGN-like


def pgn_text(text: str) -> str:
    return text.replace("\\", "\\\\").replace('"', '\\"')


def write_pgn(game: dict) -> str:
    """Tags and numbered moves in the manner of chess files, times and evaluations in braces."""
    position = final_position(game)
    if game["margin"] is not None and game["end"] == "normal":
        # The official score: in Othello the winner's includes the empty squares.
        total = 64 if game["rules"] == OTHELLO else position.count(0) + position.count(1)
        black = (total + game["margin"]) // 2
        result = f"{black}-{total - black}"
    else:
        result = {1.0: "1-0", 0.5: "1/2-1/2", 0.0: "0-1"}[game["score"]]
    tags = {
        "Event": game["key"],
        "Round": str(game["number"]),
        "Black": game["black"],
        "White": game["white"],
        "Result": result,
        "Variant": NAMES[game["rules"]],
        "Opening": game["opening"],
        "Termination": result_words(game),
    }
    words = []
    for position, number, move, detail in walk(game):
        if position.side == BLACK:
            words.append(f"{(number + 1) // 2}.")
        elif not words:
            words.append("1...")
        words.append(square_name(move))
        comment = detail_words(detail)
        if comment:
            words.append("{" + comment + "}")
    lines, line = [], ""
    for word in [*words, result]:
        if line and len(line) + 1 + len(word) > 100:
            lines.append(line)
            line = word
        else:
            line = f"{line} {word}" if line else word
    lines.append(line)
    head = "\n".join(f'[{name} "{pgn_text(value)}"]' for name, value in tags.items())
    return head + "\n\n" + "\n".join(lines) + "\n\n"


WRITERS = {"sgf": write_sgf, "ggf": write_ggf, "pgn": write_pgn}


def write_file(path: str, form: str, games: list[dict]) -> None:
    """All games in one file of the given form (``sgf``, ``ggf`` or ``pgn``)."""
    text = "".join(WRITERS[form](game) for game in games)
    with open(path, "w", encoding="utf-8") as file:
        file.write(text)
