"""Results as JSON lines: one header with the match's settings, then a line a game; resumable.

Every line is complete in itself and flushed when written, so a file cut off by a crash loses at most its last,
torn line, which is removed when the match goes on. Not for: human formats (see ``transcript``).
"""

from __future__ import annotations

import hashlib
import json
import os

FORMAT = 1


class ResultFile:
    """The results of a match, in memory and (with a path) in a file."""

    def __init__(self, path: str | None, header: dict, resume: bool = True):
        """Open or make ``path``. An existing file must have the same settings, else ``ValueError``."""
        self.header = {"type": "match", "format": FORMAT, **header}
        self.games: dict[str, dict] = {}
        self._file = None
        if path is None:
            return
        if os.path.exists(path) and os.path.getsize(path):
            if not resume:
                raise ValueError(f"{path} exists already")
            old, games, good_bytes = read_results(path)
            for key in sorted(set(old) | set(self.header)):
                if old.get(key) != self.header.get(key):
                    raise ValueError(
                        f"{path} holds a match with other settings: {key} was {json.dumps(old.get(key))}, "
                        f"now {json.dumps(self.header.get(key))}"
                    )
            self.games = games
            os.truncate(path, good_bytes)
            self._file = open(path, "a", encoding="utf-8")
        else:
            self._file = open(path, "w", encoding="utf-8")
            self._write(self.header)

    def _write(self, line: dict) -> None:
        if self._file is not None:
            self._file.write(json.dumps(line, separators=(",", ":")) + "\n")
            self._file.flush()

    def add(self, game: dict) -> bool:
        """Keep a game; False (and nothing done) when its key is there already."""
        if game["key"] in self.games:
            return False
        self.games[game["key"]] = game
        self._write(game)
        return True

    def in_order(self) -> list[dict]:
        """The games by their place in the match."""
        return sorted(self.games.values(), key=lambda game: game["number"])

    def fingerprint(self) -> str:
        return fingerprint(self.games.values())

    def close(self) -> None:
        if self._file is not None:
            self._file.close()
            self._file = None


def read_results(path: str) -> tuple[dict, dict[str, dict], int]:
    """Header, games by key, and the length in bytes of the good lines.

    A torn last line is left out; anything else that cannot be read is a ``ValueError`` with its line number.
    """
    header: dict | None = None
    games: dict[str, dict] = {}
    good = 0
    with open(path, "rb") as file:
        for number, line in enumerate(file, 1):
            if not line.endswith(b"\n"):
                break
            try:
                value = json.loads(line)
                kind = value["type"]
            except (ValueError, KeyError, TypeError):
                raise ValueError(f"{path}, line {number}: not a line of a match") from None
            if number == 1:
                if kind != "match" or value.get("format") != FORMAT:
                    raise ValueError(f"{path}: does not begin with the header of a match of format {FORMAT}")
                header = value
            elif kind == "game":
                games.setdefault(value["key"], value)
            good += len(line)
    if header is None:
        raise ValueError(f"{path}: does not begin with the header of a match")
    return header, games, good


def fingerprint(games) -> str:
    """A short hash of who played which moves with which end: equal for two runs exactly when the games are."""
    digest = hashlib.sha256()
    for game in sorted(games, key=lambda game: game["key"]):
        digest.update(f"{game['key']}|{game['moves']}|{game['score']}|{game['end']}\n".encode())
    return digest.hexdigest()[:16]
