"""What was learnt of a text, whatever its form: the ground on which a world is built."""

from collections import Counter, defaultdict
from dataclasses import dataclass, field
from functools import cached_property

from agentsensus.sediment.registry import Registry
from agentsensus.sediment.statement import Death, TextStatement
from agentsensus.text.language import Language

__all__ = ["Account", "LastPlace", "TextDocument"]

_NEIGHBOURS = 3


@dataclass(frozen=True, slots=True)
class LastPlace:
    """Where somebody is at the end of what is told, and the statement that says so; None where nothing does."""

    place: str
    statement: int | None


@dataclass(frozen=True, slots=True)
class TextDocument:
    """Something that can be read: what it says, and who holds it."""

    id: str
    name: str
    text: tuple[str, ...]
    holder: str
    aliases: tuple[str, ...] = ()
    profile: str = ""


@dataclass
class Account:
    """A text as statements with owners, its registry, and how things stand where it breaks off."""

    title: str
    form: str
    language: Language
    span: tuple[str, str]
    registry: Registry
    statements: list[TextStatement] = field(default_factory=list)
    later: list[TextStatement] = field(default_factory=list)
    deaths: list[Death] = field(default_factory=list)
    whereabouts: dict[str, LastPlace] = field(default_factory=dict)
    documents: list[TextDocument] = field(default_factory=list)
    ways: list[tuple[str, str]] = field(default_factory=list)
    """Places between which the text goes, in its order."""
    warnings: list[str] = field(default_factory=list)
    passages: int = 0
    passed_over: int = 0

    def name(self, id_: str) -> str:
        """What somebody or something is called."""
        return self.registry.entries[id_].name

    def called(self, id_: str) -> str:
        """What somebody or something is called within a sentence: with its article, if it has one."""
        return self.registry.entries[id_].in_a_sentence

    @cached_property
    def rows(self) -> Counter[str]:
        """How many statements each character owns."""
        return Counter(owner for statement in self.statements for owner in statement.owners)

    @cached_property
    def closeness(self) -> dict[str, Counter[str]]:
        """By character: how often each other one was spoken to by it, or shares a statement of few owners with it."""
        counts: dict[str, Counter[str]] = defaultdict(Counter)
        for statement in self.statements:
            near = (statement.speaker, *statement.hearers) if statement.hearers else statement.owners
            if 1 < len(near) <= 4:
                for who in near:
                    counts[who].update(other for other in near if other != who)
        self._add_neighbours(counts)
        return counts

    def _add_neighbours(self, counts: dict[str, Counter[str]]) -> None:
        """Whoever shares no statement with anybody is close to those who own statements in the same places."""
        by_place: dict[str, Counter[str]] = defaultdict(Counter)
        for statement in self.statements:
            by_place[statement.place].update(statement.owners)
        for here in by_place.values():
            for who in here:
                if len(counts[who]) < _NEIGHBOURS:
                    counts[who].update(other for other, _ in here.most_common(_NEIGHBOURS + 1) if other != who)

    @cached_property
    def dead(self) -> dict[str, Death]:
        """By character: its death."""
        return {death.who: death for death in self.deaths}
