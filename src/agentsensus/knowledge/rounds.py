"""As of which round a question is asked, and about whom."""

from agentsensus.errors import InputError, UnknownName
from agentsensus.study.run import Run

__all__ = ["checked_agent", "checked_round"]


def checked_round(run: Run, at: int | None) -> int:
    """The round of a question: the last one played where none is named; one that was not played is an error."""
    last = run.rounds
    if at is None:
        return last
    if not 0 <= at <= last:
        raise InputError(f"{run.folder}: round {at} was not played; the run has rounds 0 to {last}")
    return at


def checked_agent(run: Run, name: str) -> str:
    """The id of whoever or whatever answers to a name or an id: a character, a place or a thing."""
    lookup = run.scenario.lookup()
    id_ = lookup.find(name)
    if id_ is None:
        raise UnknownName(f"{run.folder}: nobody in {run.scenario.world.name} is called {name!r}{lookup.hint(name)}")
    return id_
