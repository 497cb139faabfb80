"""Everything that reached each agent in a run, by round and source."""

from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, Literal, TypeAlias

from agentsensus.worlds.actions.registry import LEARNING
from agentsensus.worlds.events.event import Acted, AnyEvent, Happened, Remembered, Sent, ThreadRead, Woke
from agentsensus.worlds.minds.view import view_of
from agentsensus.worlds.scenario.rules import Rules
from agentsensus.worlds.scenario.scenario import Scenario
from agentsensus.worlds.state.mail import WORLD, Letter
from agentsensus.worlds.state.world import World

__all__ = ["Receipt", "ReceiptHow", "Reception", "reception_of"]


ReceiptHow: TypeAlias = Literal["sediment", "self", "seen", "told", "overheard", "read", "announced", "thought"]
"""How a text reached an agent: history, profile, seen, told, overheard, read, announced by the world, or its own
words."""


@dataclass(frozen=True, slots=True)
class Receipt:
    """A text that an agent has since a round: how it came, from which source, and the id of its message or event."""

    round: int
    how: ReceiptHow
    text: str
    source: str = ""
    id: str = ""

    @property
    def is_own(self) -> bool:
        """Whether the text is the agent's own words, which do not prove that the agent received the fact."""
        return self.how == "thought"


_UNSEEN = {"letters", "learnt", "cache", "minded", "hints", "goals", "woken_by"}
"""Parts of a view that bring nothing new: the agent's own past, which is recorded when it happens."""
_OWN_WORDS = frozenset(("say", "gesture", "think", "conclude", "remember", "revise_memory", "push_goal", "act_on"))


@dataclass(slots=True)
class Reception:
    """Everything that reached each character, in order."""

    scenario: Scenario
    by_agent: dict[str, list[Receipt]] = field(default_factory=lambda: defaultdict(list))
    _texts: dict[str, set[tuple[str, bool]]] = field(default_factory=lambda: defaultdict(set))

    def of(self, agent: str, before: int | None = None) -> list[Receipt]:
        """Return everything that had reached an agent when it acted in round `before` (default: by the end)."""
        receipts = self.by_agent.get(agent, [])
        return receipts if before is None else [receipt for receipt in receipts if receipt.round <= before]

    def add(self, agent: str, receipt: Receipt) -> None:
        """Add a receipt, unless the agent already has its text."""
        key = (receipt.text, receipt.is_own)
        if receipt.text.strip() and key not in self._texts[agent]:
            self._texts[agent].add(key)
            self.by_agent[agent].append(receipt)


def reception_of(scenario: Scenario, rules: Mapping[str, Any], events: Iterable[AnyEvent]) -> Reception:
    """Return everything that reached every agent in a run with these rules."""
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
    """Return the rules of a run. Runs of version 0.1.0 lack later rules, which get the value of the `paper` preset."""
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
    """Yield everything that an agent hears and sees when its turn begins."""
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
    """Yield the agent with a receipt for each text that the action showed it, and for its own words."""
    how: ReceiptHow = "read" if event.action == "read" else "seen"
    for text in _flat(event.data):
        yield event.agent, Receipt(event.round, how, text)
    if event.action in _OWN_WORDS:
        for text in _flat(event.params):
            yield event.agent, Receipt(event.round, "thought", text)


def _flat(value: Any) -> Iterator[str]:
    """Yield every text in a nested value, keys included."""
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
