"""Time controls and the referee's clock for one side.

All times are seconds as floats. Not for: what an engine is told about its time (see ``gtp``).
"""

from __future__ import annotations

from dataclasses import dataclass


def parse_seconds(text: str) -> float:
    """``90``, ``0.1`` or ``1:30``."""
    minutes, colon, rest = text.rpartition(":")
    try:
        seconds = float(rest) + (60 * float(minutes) if colon else 0)
    except ValueError:
        seconds = -1.0
    if not 0 <= seconds < 1e7:
        raise ValueError(f"'{text}' is not a time: seconds or MINUTES:SECONDS")
    return seconds


@dataclass(frozen=True)
class TimeControl:
    """How long one side may think.

    ``fixed``: every move up to ``period``. ``fischer``: ``main`` for the game plus ``increment`` after each
    move (0 = absolute). ``canadian``: ``main``, then ``stones`` moves in every ``period``. ``none``: no limit.
    """

    kind: str = "none"
    main: float = 0.0
    increment: float = 0.0
    period: float = 0.0
    stones: int = 0

    @classmethod
    def fixed(cls, text: str) -> "TimeControl":
        period = parse_seconds(text)
        if period <= 0:
            raise ValueError(f"'{text}' is not a time for a move: more than 0 seconds")
        return cls("fixed", period=period)

    @classmethod
    def parse(cls, text: str) -> "TimeControl":
        """``60`` absolute, ``10+0.1`` Fischer, ``60+10/5`` main time then 5 moves in every 10 s."""
        main_text, plus, rest = text.partition("+")
        main = parse_seconds(main_text)
        if not plus:
            control = cls("fischer", main=main)
        elif "/" in rest:
            period_text, _, stones_text = rest.partition("/")
            if not stones_text.isdigit() or int(stones_text) < 1:
                raise ValueError(f"'{stones_text}' is not a number of moves in '{text}'")
            control = cls("canadian", main=main, period=parse_seconds(period_text), stones=int(stones_text))
        else:
            control = cls("fischer", main=main, increment=parse_seconds(rest))
        if control.main + control.increment + control.period <= 0:
            raise ValueError(f"'{text}' is no time at all: MAIN, MAIN+INCREMENT or MAIN+PERIOD/MOVES")
        return control

    def __str__(self) -> str:
        if self.kind == "fixed":
            return f"{self.period:g} s/move"
        if self.kind == "fischer":
            return f"{self.main:g}+{self.increment:g}"
        if self.kind == "canadian":
            return f"{self.main:g}+{self.period:g}/{self.stones}"
        return "no clock"


class Clock:
    """The clock of one side in one game."""

    def __init__(self, control: TimeControl):
        self.control = control
        self.main_left = control.main
        self.period_left = control.period
        self.stones_left = control.stones

    def budget(self) -> float | None:
        """Seconds the side may use for the move to come; None without a limit."""
        kind = self.control.kind
        if kind == "none":
            return None
        if kind == "fixed":
            return self.control.period
        if kind == "fischer":
            return self.main_left
        return self.main_left + self.period_left

    def told(self) -> tuple[float, int]:
        """What ``time_left`` says: seconds and moves left in them (0 = main time)."""
        if self.control.kind == "canadian" and self.main_left <= 0:
            return self.period_left, self.stones_left
        return self.main_left, 0

    def spend(self, seconds: float, margin: float) -> float:
        """Take a move of ``seconds`` off the clock; returns seconds over the limit (0 or more).

        An overrun of at most ``margin`` is forgiven: the clock then stands at zero before any increment.
        """
        limit = self.budget()
        if limit is None:
            return 0.0
        over = max(0.0, seconds - limit)
        if over > margin or self.control.kind == "fixed":
            return over
        if self.control.kind == "fischer":
            self.main_left = max(0.0, self.main_left - seconds) + self.control.increment
            return over
        from_main = min(seconds, self.main_left)
        in_period = self.main_left <= seconds
        self.main_left -= from_main
        if in_period:
            self.period_left = max(0.0, self.period_left - (seconds - from_main))
            self.stones_left -= 1
            if self.stones_left == 0:
                self.period_left, self.stones_left = self.control.period, self.control.stones
        return over
