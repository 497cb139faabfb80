"""The null company: minds that act at random, to tell what comes of drives from what comes of chance."""

from collections.abc import Callable, Iterator, Sequence
from typing import Any, TypeAlias, TypeVar

from agentsensus.minds.mind import Decision, Mind
from agentsensus.minds.players.claims import Claim
from agentsensus.minds.players.claims.deeds import CAME, deed
from agentsensus.minds.players.part import Part, parts_of
from agentsensus.minds.view import View
from agentsensus.text.sentences import sentences
from agentsensus.world.scenario import Scenario

__all__ = ["NullMind", "null_company"]

T = TypeVar("T")
Params: TypeAlias = dict[str, Any]
_MOST_GOALS = 4
_LONGEST_WAIT = 3


class NullMind:
    """Does one of the things that can be done here, each as likely as the others, with whatever is at hand."""

    def __init__(self, part: Part) -> None:
        self._part = part

    async def decide(self, view: View) -> Decision:
        chance = _Chance(self._part, view)
        possible = {name: make for name, make in _ACTIONS.items() if chance.can(name)}
        name = chance.one(sorted(possible), "action")
        return Decision(action=name, params=possible[name](chance), because="", drive="chance")


class _Chance:
    """What is at hand in a turn, and draws from it."""

    def __init__(self, part: Part, view: View) -> None:
        self.view = view
        self._part = part
        self.rows = _rows(view)
        self.sentences = [*dict.fromkeys((*self.rows.values(), *self._heard(), *self._seen()))]

    def can(self, name: str) -> bool:
        """Whether there is what an action needs."""
        needs = _NEEDS.get(name)
        return needs is None or bool(needs(self))

    def one(self, among: Sequence[T], purpose: str) -> T:
        """One of several."""
        return among[int(self._part.chance(f"null {purpose}", self.view.round) * len(among))]

    def sentence(self) -> str:
        """A sentence that was recalled, read, heard or can be seen to be so."""
        return self.one(self.sentences, "sentence")

    def about(self) -> str:
        """Something to ask for: a sentence, a goal, or a name."""
        names = [one.name for one in (self.view.place, *self.view.people)]
        return self.one([*self.sentences, *self.view.goals, *names], "about")

    def whom(self) -> list[str]:
        """Somebody who is here."""
        return [self.one(self.view.people, "whom").id]

    def row(self, purpose: str = "row", without: str = "") -> str:
        """A row of one's memory by its id."""
        return self.one([id_ for id_ in self.rows if id_ != without], purpose)

    def number(self, most: int) -> int:
        """A number from 1 to the largest."""
        return self.one(range(1, most + 1), "number")

    def linking(self) -> Params:
        """A row and another one."""
        row = self.row()
        return {"memory": row, "others": [self.row("other", without=row)]}

    def _heard(self) -> Iterator[str]:
        for letter in self.view.letters:
            if letter.read is not None:
                yield from sentences(letter.content)

    def _seen(self) -> Iterator[str]:
        """That those who are here have come here."""
        for person in self.view.people:
            yield from self._part.script.wordings(Claim(deed(CAME, person.id, self.view.place.id)))[:1]


def _rows(view: View) -> dict[str, str]:
    """Rows of one's memory that are still at hand, by id."""
    recalled = [turn.result for turn in view.cache if turn.ok and turn.action == "recall"]
    return {row["id"]: row["text"] for result in recalled for row in result.get("rows", ())}


_ACTIONS: dict[str, Callable[[_Chance], Params]] = {
    "say": lambda at: {"targets": at.whom(), "content": at.sentence()},
    "gesture": lambda at: {"targets": at.whom(), "description": at.sentence()},
    "observe": lambda at: {"target": at.one((at.view.place, *at.view.people, *at.view.readable), "what").id},
    "move": lambda at: {"destination": at.one(at.view.places, "where").id},
    "act_on": lambda at: {"target": at.view.place.id, "description": at.sentence()},
    "read": lambda at: {"target": at.one(at.view.readable, "what").id, "query": at.about()},
    "read_thread": lambda at: {"thread": at.one(at.view.notices, "thread").thread},
    "conclude": lambda at: {"text": at.sentence()},
    "wait": lambda at: {"timeout_rounds": at.number(_LONGEST_WAIT)},
    "noop": lambda at: {},
    "remember": lambda at: {"text": at.sentence()},
    "recall": lambda at: {"query": at.about()},
    "push_goal": lambda at: {"text": at.sentence()},
    "pop_goal": lambda at: {},
    "replace_goal": lambda at: {"text": at.sentence()},
    "update_status": lambda at: {"key": "mood", "value": at.number(10)},
    "remove_status": lambda at: {"key": "mood"},
    "forget": lambda at: {"memory_id": at.row()},
    "revise_memory": lambda at: {"memory_id": at.row(), "new_text": at.sentence()},
    "add_affiliated": _Chance.linking,
    "remove_affiliated": _Chance.linking,
    "set_affiliated": _Chance.linking,
    "get_affiliated": lambda at: {"memory": at.row()},
}
"""How the parameters of each action are drawn. Only thinking is left out: there is nobody to ask."""

_NEEDS: dict[str, Callable[[_Chance], object]] = {
    "say": lambda at: at.view.people and at.sentences,
    "gesture": lambda at: at.view.people and at.sentences,
    "move": lambda at: at.view.places,
    "act_on": lambda at: at.sentences,
    "read": lambda at: at.view.readable,
    "read_thread": lambda at: at.view.notices,
    "conclude": lambda at: at.sentences,
    "remember": lambda at: at.sentences,
    "push_goal": lambda at: at.sentences and len(at.view.goals) < _MOST_GOALS,
    "pop_goal": lambda at: len(at.view.goals) > 1,  # whoever wants nothing sleeps until spoken to
    "replace_goal": lambda at: at.sentences and at.view.goals,
    "remove_status": lambda at: "mood" in at.view.status,
    **dict.fromkeys(("forget", "revise_memory", "get_affiliated"), lambda at: at.rows),
    **dict.fromkeys(("add_affiliated", "remove_affiliated", "set_affiliated"), lambda at: len(at.rows) > 1),
}


def null_company(scenario: Scenario, seed: int) -> dict[str, Mind]:
    """A mind at random for every active character."""
    return {id_: NullMind(part) for id_, part in parts_of(scenario, seed).items()}
