"""Random parameters for actions: a pool of ids and texts, and keyed draws from it."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, TypeVar

__all__ = ["ParamPool", "filled"]

T = TypeVar("T")


@dataclass(frozen=True, slots=True, kw_only=True)
class ParamPool:
    """Ids and texts available for random parameters, and a keyed random number in [0, 1).

    Each method draws one item, or returns None if none is available. `rows` are rows of the actor's memory by id,
    `names` are possible query subjects, `things` are held by the actor, `lying` are things in its place, `deeds` are
    those the world allows.
    """

    place: str
    people: Sequence[str]
    destinations: Sequence[str]
    readable: Sequence[str]
    threads: Sequence[str]
    goals: Sequence[str]
    status: Mapping[str, object]
    rows: Mapping[str, str]
    sentences: Sequence[str]
    names: Sequence[str]
    things: Sequence[str] = ()
    lying: Sequence[str] = ()
    deeds: Sequence[str] = ()
    draw: Callable[[str], float]

    def one_of(self, among: Sequence[T], purpose: str) -> T | None:
        """Draw one item of `among`. Returns None if it is empty."""
        return among[int(self.draw(purpose) * len(among))] if among else None

    def person(self) -> list[str] | None:
        """Draw a character who is present, as a list of one."""
        id_ = self.one_of(self.people, "whom")
        return [id_] if id_ else None

    def sentence(self) -> str | None:
        """Draw a sentence that was recalled, read or heard, or that describes the place."""
        return self.one_of(self.sentences, "sentence")

    def question(self) -> str | None:
        """Draw a query: a sentence, a goal or a name."""
        return self.one_of([*self.sentences, *self.goals, *self.names], "about")

    def row(self) -> str | None:
        """Draw the id of a row of the actor's memory."""
        return self.one_of([*self.rows], "row")

    def two_rows(self) -> dict[str, Any] | None:
        """Draw a row of the actor's memory, and another row to link it to."""
        row = self.row()
        other = self.one_of([id_ for id_ in self.rows if id_ != row], "other")
        return filled(memory=row, others=[other] if other else None)

    def number(self, most: int) -> int:
        """Draw a number from 1 to `most`."""
        return 1 + int(self.draw("number") * most)


def filled(**params: Any) -> dict[str, Any] | None:
    """Return the parameters, or None if any of them is None."""
    return None if any(value is None for value in params.values()) else params
