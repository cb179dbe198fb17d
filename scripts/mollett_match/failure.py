"""The ways in which an engine can fail a game, each with one name used in results and tables."""

from __future__ import annotations

CRASH = "crash"  # the process ended or closed its output
HANG = "hang"  # no answer at all, long after it was due
TIME = "time"  # an answer, but after the limit and its margin
ILLEGAL = "illegal"  # a move the rules do not allow
FRAME = "frame"  # output that is no well-formed answer to what was asked
REFUSED = "refused"  # a legal move or pass of the game was rejected
ERROR = "error"  # a failure answer to a command the engine has to know
START = "start"  # the program could not be started or set up

KINDS = (CRASH, HANG, TIME, ILLEGAL, FRAME, REFUSED, ERROR, START)

# After these the process is of no use any more and a new one is needed.
FATAL = (CRASH, HANG, FRAME, START)

MEANING = {
    CRASH: "ended or closed its output in mid-game",
    HANG: "gave no answer at all",
    TIME: "answered after its time",
    ILLEGAL: "played a move the rules do not allow",
    FRAME: "wrote output that is no well-formed answer",
    REFUSED: "rejected a legal move of the game",
    ERROR: "answered a needed command with a failure",
    START: "could not be started or set up",
}


class EngineFailure(Exception):
    """An engine broke the conversation. ``kind`` is one of :data:`KINDS`, ``detail`` says what was seen."""

    def __init__(self, kind: str, detail: str):
        super().__init__(f"{kind}: {detail}")
        self.kind = kind
        self.detail = detail


class Cancelled(Exception):
    """The match is being stopped; the game in hand does not count."""
