"""One statement, read: everything the vetoes and the judge compare."""

from dataclasses import dataclass
from functools import lru_cache

from agentsensus.memory.language import Language, language
from agentsensus.memory.names import Names
from agentsensus.memory.reading import chinese, english
from agentsensus.memory.reading.persons import persons_in


@dataclass(frozen=True, slots=True)
class Reading:
    """What a statement says, as far as rules can tell."""

    text: str
    language: Language
    words: tuple[str, ...]
    persons: tuple[str, ...]
    doer: str
    numbers: frozenset[str]
    times: frozenset[str]
    places: frozenset[str]
    orders: bool
    negated: bool
    planned: bool
    asks: bool
    told: bool

    @property
    def vocabulary(self) -> frozenset[str]:
        """The content words without order."""
        return frozenset(self.words)


@lru_cache(maxsize=65_536)
def read(text: str, names: Names) -> Reading:
    """Read a statement in which aliases are already canonical names."""
    spoken = language(text)
    rules = chinese if spoken == "zh" else english
    persons = persons_in(text, names)
    return Reading(
        text=text,
        language=spoken,
        words=rules.content_words(text, persons),
        persons=persons,
        doer=rules.doer(text, persons),
        numbers=rules.numbers(_without(text, persons) if spoken == "zh" else text),
        times=rules.times(text),
        places=rules.places(text, persons),
        orders=rules.orders(text),
        negated=rules.negated(text),
        planned=rules.planned(text),
        asks=rules.asks(text),
        told=rules.told(text),
    )


def _without(text: str, persons: tuple[str, ...]) -> str:
    """A Chinese text without its names: 张三 is nobody's three."""
    for person in sorted(persons, key=len, reverse=True):
        text = text.replace(person, "，")
    return text
