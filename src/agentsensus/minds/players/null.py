"""The null company: minds that act at random, to tell what comes of drives from what comes of chance."""

from collections.abc import Iterator

from agentsensus.actions import ACTIONS
from agentsensus.actions.hand import Hand
from agentsensus.minds.mind import Decision, Mind
from agentsensus.minds.players.claims import Claim
from agentsensus.minds.players.claims.deeds import CAME, deed
from agentsensus.minds.players.part import Part, parts_of
from agentsensus.minds.view import View
from agentsensus.text.sentences import sentences
from agentsensus.world.scenario import Scenario

__all__ = ["NullMind", "null_company"]


class NullMind:
    """Does one of the things that can be done here, each as likely as the others, with whatever is at hand."""

    def __init__(self, part: Part) -> None:
        self._part = part

    async def decide(self, view: View) -> Decision:
        hand = _hand(self._part, view)
        drawn = {name: kind.declared.drawn(hand) for name, kind in ACTIONS.items()}
        possible = {name: params for name, params in drawn.items() if params is not None}
        name = sorted(possible)[int(hand.draw("action") * len(possible))]
        return Decision(action=name, params=possible[name], because="", drive="chance")


def _hand(part: Part, view: View) -> Hand:
    rows = _rows(view)
    return Hand(
        place=view.place.id,
        people=[person.id for person in view.people],
        destinations=[place.id for place in view.places],
        readable=[carrier.id for carrier in view.readable],
        threads=[notice.thread for notice in view.notices],
        goals=view.goals,
        status=view.status,
        rows=rows,
        sentences=[*dict.fromkeys((*rows.values(), *_heard(view), *_seen(part, view)))],
        names=[view.place.name, *(person.name for person in view.people)],
        draw=lambda purpose: part.chance(f"null {purpose}", view.round),
    )


def _rows(view: View) -> dict[str, str]:
    """Rows of one's memory that were recalled and are still at hand, by id."""
    results = [turn.result for turn in view.cache if turn.ok and turn.action == "recall"]
    return {row["id"]: row["text"] for result in results for row in result.get("rows", ())}


def _heard(view: View) -> Iterator[str]:
    for letter in view.letters:
        if letter.read is not None:
            yield from sentences(letter.content)


def _seen(part: Part, view: View) -> Iterator[str]:
    """That those who are here have come here."""
    for person in view.people:
        yield from part.script.wordings(Claim(deed(CAME, person.id, view.place.id)))[:1]


def null_company(scenario: Scenario, seed: int) -> dict[str, Mind]:
    """A mind that acts at random for every active character."""
    return {id_: NullMind(part) for id_, part in parts_of(scenario, seed).items()}
