"""The account of a text: statements with owners, deaths, documents and last places."""

from collections import Counter, defaultdict
from dataclasses import dataclass, field
from functools import cached_property

from agentsensus.language.rules import Language
from agentsensus.worlds.scenario.happenings import EventKind
from agentsensus.worlds.sediment.registry import Registry
from agentsensus.worlds.sediment.words import SedimentWords

__all__ = ["Account", "Death", "LastPlace", "TextDocument", "TextStatement", "mark_kinds"]


@dataclass(slots=True)
class TextStatement:
    """One fact of the text. `start` and `end` are its offsets in the source; `group` numbers events told together."""

    text: str
    part: str
    place: str
    owners: tuple[str, ...]
    start: int
    end: int
    group: int = 0
    time: str = ""
    tellings: tuple[str, ...] = ()
    kind: EventKind | None = None
    is_grave: bool = False
    is_secret: bool = False
    speaker: str = ""
    hearers: tuple[str, ...] = ()
    answers: str = ""
    """The previous speaker, for a speech."""
    mentions: tuple[str, ...] = ()
    sort: str = "sentence"
    confidence: float | None = None
    also_at: list[tuple[int, int]] = field(default_factory=list)
    """Offsets of later passages that retell the same fact."""


@dataclass(frozen=True, slots=True)
class Death:
    """A death: the victim, the doer if known, and the statement that tells it."""

    who: str
    doer: str
    statement: int


_NEIGHBOURS = 3


@dataclass(frozen=True, slots=True)
class LastPlace:
    """A character's last place, and the statement that tells it (None if inferred)."""

    place: str
    statement: int | None


@dataclass(frozen=True, slots=True)
class TextDocument:
    """A readable thing: its text and its holder."""

    id: str
    name: str
    text: tuple[str, ...]
    holder: str
    aliases: tuple[str, ...] = ()
    profile: str = ""


@dataclass
class Account:
    """A text as statements with owners, its registry, and the state of affairs at the end."""

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
    """Pairs of consecutive places, in text order."""
    warnings: list[str] = field(default_factory=list)
    passages: int = 0
    passed_over: int = 0

    def name(self, id_: str) -> str:
        """Return the name of an entry."""
        return self.registry.entries[id_].name

    def called(self, id_: str) -> str:
        """Return the name of an entry for use within a sentence, with its article if it has one."""
        return self.registry.entries[id_].in_a_sentence

    @cached_property
    def rows(self) -> Counter[str]:
        """The number of statements that each character owns."""
        return Counter(owner for statement in self.statements for owner in statement.owners)

    @cached_property
    def closeness(self) -> dict[str, Counter[str]]:
        """For each character, how often it spoke with each other one or shares a statement of few owners with it."""
        counts: dict[str, Counter[str]] = defaultdict(Counter)
        for statement in self.statements:
            near = (statement.speaker, *statement.hearers) if statement.hearers else statement.owners
            if 1 < len(near) <= 4:
                for who in near:
                    counts[who].update(other for other in near if other != who)
        self._add_neighbours(counts)
        return counts

    def _add_neighbours(self, counts: dict[str, Counter[str]]) -> None:
        """Count owners of statements in the same place as close, for characters with few contacts."""
        by_place: dict[str, Counter[str]] = defaultdict(Counter)
        for statement in self.statements:
            by_place[statement.place].update(statement.owners)
        for here in by_place.values():
            for who in here:
                if len(counts[who]) < _NEIGHBOURS:
                    counts[who].update(other for other, _ in here.most_common(_NEIGHBOURS + 1) if other != who)

    @cached_property
    def dead(self) -> dict[str, Death]:
        """Deaths by victim."""
        return {death.who: death for death in self.deaths}


_NOT_OF_ENTRANCES = ("entrance", "death")


def mark_kinds(statements: list[TextStatement], words: SedimentWords) -> None:
    """Set the kind of each statement by its words; a speech can only be a promise."""
    for statement in statements:
        if statement.kind is None and statement.sort not in _NOT_OF_ENTRANCES:
            statement.kind = _kind(statement, words)


def _kind(statement: TextStatement, words: SedimentWords) -> EventKind | None:
    if statement.sort == "speech":
        if not statement.hearers or not words.pattern("promised").search(statement.text):
            return None
        whom = statement.answers if statement.answers in statement.hearers else statement.hearers[0]
        return EventKind(kind="promise", doers=(statement.speaker,), victims=(whom,))
    for name, pattern in words.kinds.items():
        if name == "death":
            continue  # deaths are found separately
        if pattern.search(statement.text):
            doers = (statement.speaker,) if statement.speaker else ()
            victims = tuple(id_ for id_ in statement.mentions if id_ not in doers)[:1]
            return EventKind.model_validate({"kind": name, "doers": doers, "victims": victims})
    return None
