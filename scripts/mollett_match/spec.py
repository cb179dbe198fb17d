"""What the user says about one engine: command, name, language, limits and options, as ``key=value`` words."""

from __future__ import annotations

import os
import shlex
from dataclasses import asdict, dataclass, field

from .clock import TimeControl

KEYS = {
    "cmd": "command line that starts the engine (needed)",
    "name": "name in tables and files",
    "dir": "folder to start it in",
    "protocol": "gtp (default) or nboard",
    "passes": "explicit (default: 'play white pass' is sent) or implied (never sent; gtp-rhino)",
    "tc": "clock: MAIN, MAIN+INCREMENT or MAIN+PERIOD/MOVES, in seconds or M:SS",
    "st": "seconds for every move",
    "depth": "search depth of every move (mollett-option depth, NBoard set depth)",
    "nodes": "nodes for every move (mollett-option nodes)",
    "clock": "how a clock is told: auto (default), standard (GTP 2), fischer (M B 0 means M plus B a move), none",
    "margin": "milliseconds over the limit that are forgiven (default 100)",
    "load": "count (default) or forgive: take off a move's time what a busy machine made the engine wait for a processor",
    "ids": "off (default) or on: number the GTP commands and check the answers' numbers",
    "frames": "strict (default) or lenient: skip lines on stdout that belong to no answer",
    "restart": "auto (default: on under depth or nodes), on or off: a new process for every game",
    "info": "off (default) or on: genmove_analyze where listed, to record score, depth and nodes",
    "init": "GTP command sent once at the start (may be given several times)",
    "option.NAME": "value for mollett-option NAME",
    "env.NAME": "environment variable",
}

CHOICES = {
    "protocol": ("gtp", "nboard"),
    "passes": ("explicit", "implied"),
    "clock": ("auto", "standard", "fischer", "none"),
    "load": ("count", "forgive"),
    "ids": ("off", "on"),
    "frames": ("strict", "lenient"),
    "restart": ("auto", "on", "off"),
    "info": ("off", "on"),
}


@dataclass
class EngineSpec:
    """One engine of a match. Build it with :meth:`parse`."""

    cmd: str
    name: str = ""
    dir: str | None = None
    protocol: str = "gtp"
    passes: str = "explicit"
    tc: str | None = None
    st: str | None = None
    depth: int | None = None
    nodes: int | None = None
    clock: str = "auto"
    margin: int = 100
    load: str = "count"
    ids: str = "off"
    frames: str = "strict"
    restart: str = "auto"
    info: str = "off"
    init: list[str] = field(default_factory=list)
    options: dict[str, str] = field(default_factory=dict)
    environment: dict[str, str] = field(default_factory=dict)

    @classmethod
    def parse(cls, words: list[str], common: list[str] = ()) -> "EngineSpec":
        """Read ``key=value`` words; those of ``common`` hold unless repeated in ``words``.

        ``tc`` and ``st`` of the engine's own words replace either of the common ones.
        Raises ``ValueError`` naming the bad word.
        """
        own_keys = {word.partition("=")[0] for word in words}
        if own_keys & {"tc", "st"}:
            common = [word for word in common if word.partition("=")[0] not in ("tc", "st")]
        values: dict = {"init": [], "options": {}, "environment": {}}
        for word in [*common, *words]:
            key, equals, value = word.partition("=")
            if not equals:
                raise ValueError(f"'{word}' is not KEY=VALUE")
            if key.startswith("option.") and len(key) > 7:
                values["options"][key[7:]] = value
            elif key.startswith("env.") and len(key) > 4:
                values["environment"][key[4:]] = value
            elif key == "init":
                values["init"].append(value)
            elif key in ("depth", "nodes", "margin"):
                if not value.isdigit() or (int(value) < 1 and key != "margin"):
                    raise ValueError(f"'{word}': {key} is a whole number")
                values[key] = int(value)
            elif key in CHOICES:
                if value not in CHOICES[key]:
                    raise ValueError(f"'{word}': {key} is {' or '.join(CHOICES[key])}")
                values[key] = value
            elif key in ("cmd", "name", "dir", "tc", "st"):
                values[key] = value
            else:
                raise ValueError(f"'{word}': unknown key '{key}'; known: {', '.join(KEYS)}")
        if not values.get("cmd"):
            raise ValueError(f"an engine needs cmd=COMMAND (in '{' '.join(words)}')")
        spec = cls(**values)
        if spec.tc and spec.st:
            raise ValueError("an engine has tc= or st=, not both")
        spec.time_control()  # reports a malformed time now rather than in the first game
        if not spec.name:
            spec.name = os.path.basename(shlex.split(spec.cmd)[0])
        if spec.protocol == "nboard" and spec.nodes:
            raise ValueError("nodes= cannot be said in NBoard's language; use depth=")
        return spec

    def time_control(self) -> TimeControl:
        if self.tc:
            return TimeControl.parse(self.tc)
        if self.st:
            return TimeControl.fixed(self.st)
        return TimeControl()

    def restarts(self) -> bool:
        """Whether every game gets a new process. Under fixed depth or nodes it does, so that nothing an engine
        remembers of earlier games makes a result depend on the order in which games were played."""
        if self.restart == "auto":
            return bool(self.depth or self.nodes)
        return self.restart == "on"

    def limits(self) -> str:
        """The limits in words for tables."""
        parts = [f"depth {self.depth}"] if self.depth else []
        if self.nodes:
            parts.append(f"{self.nodes} nodes")
        control = self.time_control()
        if control.kind != "none" or not parts:
            parts.append(str(control))
        return ", ".join(parts)

    def as_dict(self) -> dict:
        return asdict(self)


def unique_names(specs: list[EngineSpec]) -> None:
    """Number engines that share a name: A, A -> A-1, A-2."""
    seen: dict[str, int] = {}
    for spec in specs:
        seen[spec.name] = seen.get(spec.name, 0) + 1
    counters: dict[str, int] = {}
    taken = {name for name, count in seen.items() if count == 1}
    for spec in specs:
        if seen[spec.name] > 1:
            base = spec.name
            while True:
                counters[base] = counters.get(base, 0) + 1
                name = f"{base}-{counters[base]}"
                if name not in taken:
                    break
            taken.add(name)
            spec.name = name
