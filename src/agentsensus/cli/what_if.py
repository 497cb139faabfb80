"""The what-if that a demo suggests: a secret told to somebody whom it concerns, tried before it is offered."""

from collections.abc import Iterator
from dataclasses import dataclass
from itertools import islice
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from agentsensus.worlds.runs import Run

__all__ = ["ROUNDS", "WhatIf", "find_what_if"]

ROUNDS = 5
"""Number of rounds for which a what-if is played on."""
_TRIALS = 3
_HARM = ("death", "wrong", "threat")
_STIR = frozenset(
    (
        *("accuse", "denounce", "charge", "warn", "vow", "mourn", "demand", "break_off", "avenge", "judge", "do"),
        *("bad_news", "confide", "concern", "flee", "deny", "confess"),
    )
)
"""Drives that show that something has come of the news."""


@dataclass(frozen=True, slots=True)
class WhatIf:
    """A statement, the character who is told it after round `at`, and how much came of it when it was tried."""

    who: str
    text: str
    at: int
    outcome: int


def find_what_if(run: "Run", at: int) -> WhatIf | None:
    """Return the what-if of which most comes within `ROUNDS` rounds; None if nothing comes of any that was tried.

    Each is played by players in a temporary folder, from round `at` of the run.
    """
    tried = [_try(run, who, text, at) for who, text in islice(_candidates(run, at), _TRIALS)]
    best = max(tried, key=lambda each: each.outcome, default=None)
    return best if best and best.outcome else None


def _candidates(run: "Run", at: int) -> Iterator[tuple[str, str]]:
    """Yield pairs of a character and the harm done to somebody close to it that it does not know of, gravest first."""
    from agentsensus.worlds.minds.players.bonds import Bonds

    scenario = run.scenario
    bonds = Bonds(scenario)
    harms = [event for event in scenario.events if event.secret and event.kind and event.kind.kind in _HARM]
    harms.sort(key=lambda event: (not event.grave, event.kind is None or event.kind.kind != "death", event.id))
    told: set[str] = set()
    for event in harms:
        kind = event.kind
        for who in scenario.active:
            if kind is None or who in told or who in event.witnesses or who in (*kind.doers, *kind.victims):
                continue
            if any(bonds.are_close(who, victim) for victim in kind.victims) and not _knows(run, who, event.text, at):
                told.add(who)
                yield who, event.text


def _knows(run: "Run", who: str, text: str, at: int) -> bool:
    from agentsensus.analysis.knowledge.acquisitions import acquisitions, subject_of

    return any(each.agent == who and each.since <= at for each in acquisitions(run, subject_of(run, text)))


def _try(run: "Run", who: str, text: str, at: int) -> WhatIf:
    """Fork the run, tell the character the statement, play on and count what comes of it."""
    from agentsensus.base.loop import wait_for
    from agentsensus.worlds.events.event import Acted, ArcEnded
    from agentsensus.worlds.runs import RunFolder, checked_injections, fork, new_run, open_run, resume

    folder = RunFolder(run.folder)
    with TemporaryDirectory() as place:
        target = new_run("", Path(place) / "what-if")
        added = checked_injections([{"to": [who], "content": text}], folder, at)
        wait_for(fork(folder, at, target, added))
        resume(target.path, ROUNDS)
        with open_run(target.path) as played:
            later = [event for event in played.log if event.round > at]
    stirred = sum(
        isinstance(event, Acted) and event.ok and event.agent == who and event.drive in _STIR for event in later
    )
    deeds = sum(isinstance(event, Acted) and event.ok and event.action == "deed" for event in later)
    ended = sum(isinstance(event, ArcEnded) for event in later)
    return WhatIf(who, text, at, stirred and stirred + deeds + ended)
