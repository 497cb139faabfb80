"""What is at hand for an action that is drawn at random: who and what is here, and sentences to fill it with."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, TypeVar

__all__ = ["Hand", "filled"]

T = TypeVar("T")


@dataclass(frozen=True, slots=True, kw_only=True)
class Hand:
    """Ids of what is here, texts, and a keyed draw from 0 up to 1; each method draws one thing, None if there is none.

    `rows` are rows of one's memory by id, `names` whom and what one could ask about, `things` what one holds, `lying`
    what lies here, `deeds` what the world allows.
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
        """One of several."""
        return among[int(self.draw(purpose) * len(among))] if among else None

    def person(self) -> list[str] | None:
        """Somebody who is here, as a list of one."""
        id_ = self.one_of(self.people, "whom")
        return [id_] if id_ else None

    def sentence(self) -> str | None:
        """A sentence that was recalled, read, heard or can be seen to be so."""
        return self.one_of(self.sentences, "sentence")

    def question(self) -> str | None:
        """Something to ask for: a sentence, a goal, or a name."""
        return self.one_of([*self.sentences, *self.goals, *self.names], "about")

    def row(self) -> str | None:
        """A row of one's memory by its id."""
        return self.one_of([*self.rows], "row")

    def two_rows(self) -> dict[str, Any] | None:
        """A row and another one to link it with."""
        row = self.row()
        other = self.one_of([id_ for id_ in self.rows if id_ != row], "other")
        return filled(memory=row, others=[other] if other else None)

    def number(self, most: int) -> int:
        """A number from 1 to the largest."""
        return 1 + int(self.draw("number") * most)


def filled(**params: Any) -> dict[str, Any] | None:
    """These parameters; None when any of them could not be drawn."""
    return None if any(value is None for value in params.values()) else params
