"""Who is meant: aliases become one canonical name before anything is embedded or judged.

The wording that is stored stays as it was said; only the key for matching is changed. An alias counts only when
exactly one agent claims it, and the longest match wins, so that «King Hamlet» is not read as «Hamlet».
"""

import re
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from functools import lru_cache

from agentsensus.errors import InputError
from agentsensus.text.scripts import HAN

_LETTER = rf"[^\W{HAN}]"
_NO_LETTER = rf"(?![^\W{HAN}])"
_HAN = re.compile(f"[{HAN}]")
_AN_ID = re.compile(r"[A-Z]|[-.:/@].*\d|\d.*[-.:/@]")
_PASSES = 8


class Names:
    """Agents by id with what they are called: the first name is the canonical one, the others are aliases.

    Places have names too, so that «the ramparts» and «the battlements» are one place; they are not people.

    >>> names = Names({"hamlet": ["Hamlet", "the prince"], "ghost": ["the Ghost", "King Hamlet"]})
    >>> names.canonical("The prince saw King Hamlet.")
    'Hamlet saw the Ghost.'
    """

    def __init__(
        self,
        names: Mapping[str, Sequence[str] | str] | None = None,
        places: Mapping[str, Sequence[str] | str] | None = None,
    ) -> None:
        self._names: dict[str, tuple[str, ...]] = {}
        self._places = frozenset(places or ())
        for agent, spellings in {**(names or {}), **(places or {})}.items():
            spelt = (spellings,) if isinstance(spellings, str) else tuple(spellings)
            self._names[agent] = tuple(dict.fromkeys(name.strip() for name in spelt if name.strip())) or (agent,)
        self._hash = hash((tuple(sorted(self._names.items())), self._places))
        self._owner = self._claims()
        self._written = {form: agent for name, agent in self._owner.items() for form in _forms(name)}
        self._written |= self._owner
        self._pattern = _pattern(self._written)
        self.has_han = any(_HAN.search(name) for name in self._owner)
        self.canonical = lru_cache(maxsize=65_536)(self._canonical)
        self.mentioned = lru_cache(maxsize=65_536)(self._mentioned)
        self.spans = lru_cache(maxsize=65_536)(self._spans)

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Names) and (self._names, self._places) == (other._names, other._places)

    def __hash__(self) -> int:
        return self._hash

    def __bool__(self) -> bool:
        return bool(self._names)

    def __repr__(self) -> str:
        return f"Names({len(self._names)} agents, {len(self._owner)} usable names)"

    def as_dict(self) -> dict[str, tuple[str, ...]]:
        """The names of people as given, by agent."""
        return {agent: spelt for agent, spelt in sorted(self._names.items()) if agent not in self._places}

    def places(self) -> dict[str, tuple[str, ...]]:
        """The names of places as given, by place."""
        return {place: self._names[place] for place in sorted(self._places)}

    def is_place(self, name: str) -> bool:
        """Whether a canonical name is a place's."""
        agent = self._written.get(name)
        return agent is not None and agent in self._places

    def display(self, agent: str) -> str:
        """What an agent is called: its canonical name, or its id made readable."""
        if agent in self._names:
            return self._names[agent][0]
        return agent if _HAN.search(agent) or _AN_ID.search(agent) else agent.replace("_", " ").title()

    def found_in(self, text: str) -> list[tuple[int, str]]:
        """Where a text names an agent, and which; every mention, in order."""
        return [(start, agent) for start, _, agent in self.spans(text)]

    def _spans(self, text: str) -> tuple[tuple[int, int, str], ...]:
        """Every mention of an agent, in order: where it begins, where it ends, and who it is."""
        if self._pattern is None:
            return ()
        return tuple((match.start(), match.end(), self._agent(match.group())) for match in self._pattern.finditer(text))

    def glossary(self, text: str) -> dict[str, str]:
        """Who or where is meant where a text says it by another name than the usual one: «the prince», Hamlet."""
        called = ((text[start:end], self.display(agent)) for start, end, agent in self.spans(text))
        return {alias: name for alias, name in called if alias not in (name, _opening(name))}

    def _canonical(self, text: str) -> str:
        if self._pattern is None:
            return text
        # A name put in may complete a longer one («玄德之子» is «刘备之子», whom we know), so look again.
        for _ in range(_PASSES):
            before, text = text, self._pattern.sub(self._replacement, text)
            if text == before:
                break
        return text

    def _mentioned(self, text: str) -> tuple[str, ...]:
        """Agents named in a text, in the order of their first mention."""
        return tuple(dict.fromkeys(agent for _, agent in self.found_in(text)))

    def _replacement(self, match: re.Match[str]) -> str:
        name = self._names[self._agent(match.group())][0]
        return _opening(name) if match.start() == 0 else name

    def _agent(self, name: str) -> str:
        return self._written[" ".join(name.split())]

    def _claims(self) -> dict[str, str]:
        claims = Counter(form for spelt in self._names.values() for form in set(map(_opening, spelt)))
        canonical = Counter(spelt[0] for spelt in self._names.values())
        twice = [name for name, count in canonical.items() if count > 1]
        if twice:
            raise InputError(f"two agents have the same canonical name {twice[0]!r}; give each its own")
        owner = {
            " ".join(name.split()): agent
            for agent, spelt in self._names.items()
            for name in spelt
            if claims[_opening(name)] == 1
        }
        return owner | {" ".join(spelt[0].split()): agent for agent, spelt in self._names.items()}


def _opening(name: str) -> str:
    """A name as it opens a sentence: «The prince»."""
    plain = " ".join(name.split())
    return plain[0].upper() + plain[1:]


def _forms(name: str) -> set[str]:
    """A name as it may be written: «The prince» is «the prince», but «hamlet», a village, is not «Hamlet»."""
    plain = " ".join(name.split())
    lower = {plain[0].lower() + plain[1:]} if " " in plain else set()
    return {plain, _opening(name)} | lower


def _pattern(names: Iterable[str]) -> re.Pattern[str] | None:
    """What finds any of the names, at each place the longest first."""
    ordered = sorted(names, key=lambda name: (-len(name), name))
    words = [name for name in ordered if re.match(_LETTER, name[0])]
    others = [name for name in ordered if not re.match(_LETTER, name[0])]
    found = [f"(?<!{_LETTER}){_any_of(words)}"] if words else []
    found += [_any_of(others)] if others else []
    return re.compile("|".join(found)) if found else None


def _any_of(names: Sequence[str]) -> str:
    """A pattern for any of these; what ends with a letter is not followed by one.

    Names with one first letter stand together, so that the others need not be tried; the end is looked at once for all
    names where it is the same for all, since it takes longer to compile than all else.
    """
    ends = {bool(re.match(_LETTER, name[-1])) for name in names}
    by_first: dict[str, list[str]] = {}
    for name in names:
        by_first.setdefault(name[0], []).append(_rest(name, is_ended=len(ends) > 1))
    among = "|".join(f"{re.escape(first)}(?:{'|'.join(rest)})" for first, rest in by_first.items())
    return f"(?:{among}){_NO_LETTER if ends == {True} else ''}"


def _rest(name: str, *, is_ended: bool) -> str:
    """A name without its first letter, with or without what must not follow it."""
    spaced = r"\s+".join(map(re.escape, name[1:].split(" ")))
    return f"{spaced}{_NO_LETTER}" if is_ended and re.match(_LETTER, name[-1]) else spaced
