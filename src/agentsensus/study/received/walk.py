"""A log walked once, noting for every character all that reaches it: the world is rebuilt event by event beside it."""

from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from agentsensus.actions.registry import LEARNING
from agentsensus.events.event import Acted, AnyEvent, Happened, Remembered, Sent, ThreadRead, Woke
from agentsensus.minds.view import view_of
from agentsensus.study.received.receipt import Receipt, ReceiptHow
from agentsensus.world.mail import WORLD, Letter
from agentsensus.world.rules import Rules
from agentsensus.world.scenario import Scenario
from agentsensus.world.world import World

__all__ = ["Reception", "reception_of"]

_UNSEEN = {"letters", "learnt", "cache", "minded", "hints", "goals", "woken_by"}
"""Parts of a view that bring nothing new: one's own past, which is noted where it happens."""
_OWN_WORDS = frozenset(("say", "gesture", "think", "conclude", "remember", "revise_memory", "push_goal", "act_on"))


@dataclass(slots=True)
class Reception:
    """By character, in order: everything that reached it."""

    scenario: Scenario
    by_agent: dict[str, list[Receipt]] = field(default_factory=lambda: defaultdict(list))
    _texts: dict[str, set[tuple[str, bool]]] = field(default_factory=lambda: defaultdict(set))

    def of(self, agent: str, before: int | None = None) -> list[Receipt]:
        """What had reached somebody when it acted in round `before`; by the end, when left out."""
        receipts = self.by_agent.get(agent, [])
        return receipts if before is None else [receipt for receipt in receipts if receipt.round <= before]

    def add(self, agent: str, receipt: Receipt) -> None:
        """Note a receipt; a text that is there already is not noted again."""
        key = (receipt.text, receipt.is_own)
        if receipt.text.strip() and key not in self._texts[agent]:
            self._texts[agent].add(key)
            self.by_agent[agent].append(receipt)


def reception_of(scenario: Scenario, rules: Mapping[str, Any], events: Iterable[AnyEvent]) -> Reception:
    """Everything that reached everybody in a run whose rules were these."""
    reception = Reception(scenario)
    for agent in scenario.active:
        for receipt in _at_first(scenario, agent):
            reception.add(agent, receipt)
    world = World(scenario, _rules(rules), learning=LEARNING)
    for event in events:
        world.apply(event)
        for agent, receipt in _receipts(world, event):
            reception.add(agent, receipt)
    return reception


def _rules(written: Mapping[str, Any]) -> Rules:
    """The rules of a run; one of version 0.1.0 lacks those that came later, which stood as in `paper` then."""
    is_old = "hearing" not in written
    base = Rules.presets["paper"].model_dump() if is_old else {}
    known = {key: value for key, value in written.items() if key in Rules.model_fields}
    return Rules.model_validate(base | known)


def _at_first(scenario: Scenario, agent: str) -> Iterator[Receipt]:
    character = scenario.characters[agent]
    for event in scenario.events:
        if agent in event.witnesses:
            for text in (event.text, *event.tellings):
                yield Receipt(0, "sediment", text, id=event.id)
    own = [character.profile, character.office, character.voice.manner, *character.relations.values()]
    own += [goal.text for goal in character.goals] + [goal.question for goal in character.goals]
    own += [*character.voice.turns, *character.voice.epithets, *_flat(character.status)]
    own += [name for names in character.voice.calls.values() for name in names]
    for text in own:
        yield Receipt(0, "self", text)


def _receipts(world: World, event: AnyEvent) -> Iterator[tuple[str, Receipt]]:
    match event:
        case Woke():
            yield from _waking(world, event)
        case ThreadRead():
            letters = [world.mail.read_by(event.agent, message) for message in event.messages]
            yield from ((event.agent, _heard(Letter.of(letter, event.round), event.round)) for letter in letters)
        case Acted():
            yield from _acted(event)
        case Sent() if event.sender:
            yield event.sender, Receipt(event.round, "thought", event.content, id=event.message)
        case Remembered():
            yield event.agent, Receipt(event.round, "thought", event.text)
        case Happened():
            for owner in event.owners:
                for text in (*event.text, *event.tellings):
                    yield owner, Receipt(event.round, "seen", text, id=event.id)
        case _:
            pass


def _waking(world: World, event: Woke) -> Iterator[tuple[str, Receipt]]:
    """What somebody hears and sees when its turn begins."""
    agent = event.agent
    for letter in world.mail.letters(agent):
        if letter.read == event.round:
            yield agent, _heard(letter, event.round)
    if world.actors[agent].place is None:
        return
    view = view_of(world, agent, event.round, event.reasons)
    for text in _flat(view.model_dump(exclude=_UNSEEN)):
        yield agent, Receipt(event.round, "seen", text)


def _heard(letter: Letter, round_: int) -> Receipt:
    if letter.sender == WORLD:
        return Receipt(round_, "announced", letter.content, id=letter.id)
    how: ReceiptHow = "overheard" if letter.overheard else "told"
    return Receipt(round_, how, letter.content, letter.sender, letter.id)


def _acted(event: Acted) -> Iterator[tuple[str, Receipt]]:
    """What a deed shows its doer, and the words that were its own."""
    how: ReceiptHow = "read" if event.action == "read" else "seen"
    for text in _flat(event.data):
        yield event.agent, Receipt(event.round, how, text)
    if event.action in _OWN_WORDS:
        for text in _flat(event.params):
            yield event.agent, Receipt(event.round, "thought", text)


def _flat(value: Any) -> Iterator[str]:
    """Every text in a value, keys included, such as those of a status."""
    if isinstance(value, str):
        yield value
    elif isinstance(value, Mapping):
        for key, part in value.items():
            if isinstance(part, str | int | bool):
                yield f"{key}: {part}"
            else:
                yield from _flat(part)
    elif isinstance(value, Sequence | set | frozenset):
        for part in value:
            yield from _flat(part)
