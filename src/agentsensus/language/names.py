"""Resolve names: aliases are replaced by one canonical name before a text is embedded or judged.

The stored text does not change, only the text used for matching. An alias counts only if exactly one agent has it. The
longest match wins, so that «King Hamlet» is not read as «Hamlet». A part of a place («the chapel» in the royal
apartments) belongs to that place but is never replaced by the place's name.
"""

import re
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from functools import lru_cache

from agentsensus.errors import InputError
from agentsensus.language.scripts import HAN

_LETTER = rf"[^\W{HAN}]"
_NO_LETTER = rf"(?![^\W{HAN}])"
_HAN = re.compile(f"[{HAN}]")
_AN_ID = re.compile(r"[A-Z]|[-.:/@].*\d|\d.*[-.:/@]")
_PASSES = 8


class Names:
    """The names of agents and places by id: the first name is the canonical one, the others are aliases.

    With place names, «the ramparts» and «the battlements» are read as one place. Places do not count as people.

    >>> names = Names({"hamlet": ["Hamlet", "the prince"], "ghost": ["the Ghost", "King Hamlet"]})
    >>> names.canonical("The prince saw King Hamlet.")
    'Hamlet saw the Ghost.'
    """

    def __init__(
        self,
        names: Mapping[str, Sequence[str] | str] | None = None,
        places: Mapping[str, Sequence[str] | str] | None = None,
        parts: Mapping[str, Sequence[str] | str] | None = None,
    ) -> None:
        self._names = {agent: _spelt(named) or (agent,) for agent, named in {**(names or {}), **(places or {})}.items()}
        self._places = frozenset(places or ())
        named_parts = {place: _spelt(named) for place, named in (parts or {}).items() if place in self._places}
        self._parts = {place: spelt for place, spelt in named_parts.items() if spelt}
        self._hash = hash(tuple(tuple(sorted(named.items())) for named in (self._names, self.places(), self._parts)))
        self._owner, self._part_of = self._claims()
        self._usual = {form: self._names[agent][0] for name, agent in self._owner.items() for form in _forms(name)}
        self._written = {form: agent for name, agent in self._owner.items() for form in _forms(name)} | self._owner
        self._add_names_of_places()
        self._pattern = _pattern(self._written)
        self.has_han = any(_HAN.search(name) for name in self._owner)
        self.canonical = lru_cache(maxsize=65_536)(self._canonical)
        self.mentioned = lru_cache(maxsize=65_536)(self._mentioned)
        self.spans = lru_cache(maxsize=65_536)(self._spans)

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Names) and (self._names, self._places, self._parts) == (
            other._names,
            other._places,
            other._parts,
        )

    def __hash__(self) -> int:
        return self._hash

    def __bool__(self) -> bool:
        return bool(self._names)

    def __repr__(self) -> str:
        return f"Names({len(self._names)} agents, {len(self._owner)} usable names)"

    def as_dict(self) -> dict[str, tuple[str, ...]]:
        """Return the names of people as they were given, by agent."""
        return {agent: spelt for agent, spelt in sorted(self._names.items()) if agent not in self._places}

    def places(self) -> dict[str, tuple[str, ...]]:
        """Return the names of places as they were given, by place."""
        return {place: self._names[place] for place in sorted(self._places)}

    def parts(self) -> dict[str, tuple[str, ...]]:
        """Return the names of parts of places as they were given, by place."""
        return dict(sorted(self._parts.items()))

    def is_place(self, name: str) -> bool:
        """Return whether a canonical name belongs to a place."""
        agent = self._written.get(name)
        return agent is not None and agent in self._places

    def display(self, agent: str) -> str:
        """Return the display name of an agent: its canonical name, or its id made readable."""
        if agent in self._names:
            return self._names[agent][0]
        return agent if _HAN.search(agent) or _AN_ID.search(agent) else agent.replace("_", " ").title()

    def found_in(self, text: str) -> list[tuple[int, str]]:
        """Return every mention of an agent in a text, in order: its position and the agent."""
        return [(start, agent) for start, _, agent in self.spans(text)]

    def _spans(self, text: str) -> tuple[tuple[int, int, str], ...]:
        """Return every mention of an agent in order: start, end and agent."""
        if self._pattern is None:
            return ()
        return tuple((match.start(), match.end(), self._agent(match.group())) for match in self._pattern.finditer(text))

    def glossary(self, text: str) -> dict[str, str]:
        """Return the aliases that a text uses, each with its canonical name: {"the prince": "Hamlet"}."""
        called = ((text[start:end], self.display(agent)) for start, end, agent in self.spans(text))
        return {alias: name for alias, name in called if alias not in (name, _opening(name))}

    def _canonical(self, text: str) -> str:
        if self._pattern is None:
            return text
        # Search again: an inserted name may complete a longer known name («玄德之子» becomes «刘备之子»).
        for _ in range(_PASSES):
            before, text = text, self._pattern.sub(self._replacement, text)
            if text == before:
                break
        return text

    def _mentioned(self, text: str) -> tuple[str, ...]:
        """Return the agents named in a text, in the order of their first mention."""
        return tuple(dict.fromkeys(agent for _, agent in self.found_in(text)))

    def _replacement(self, match: re.Match[str]) -> str:
        name = self._usual[" ".join(match.group().split())]
        return _opening(name) if match.start() == 0 else name

    def _agent(self, name: str) -> str:
        return self._written[" ".join(name.split())]

    def _claims(self) -> tuple[dict[str, str], dict[str, str]]:
        """Return two tables: name → the agent or place it means, and part of a place → the place.

        A name that two agents share means the agent that has it as canonical name. Raises InputError if both have.
        """
        spellings = [*self._names.values(), *self._parts.values()]
        claims = Counter(form for spelt in spellings for form in set(map(_opening, spelt)))
        canonical = Counter(spelt[0] for spelt in self._names.values())
        twice = [name for name, count in canonical.items() if count > 1]
        if twice:
            raise InputError(f"two agents have the same canonical name {twice[0]!r}; give each its own")
        owner, part_of = (
            {
                " ".join(name.split()): agent
                for agent, spelt in named.items()
                for name in spelt
                if claims[_opening(name)] == 1
            }
            for named in (self._names, self._parts)
        )
        return owner | {" ".join(spelt[0].split()): agent for agent, spelt in self._names.items()}, part_of

    def _add_names_of_places(self) -> None:
        """Add parts of places, and variants of place names that contain a person: «the queen's closet», «Gertrude's
        closet».
        """
        people = _pattern(form for form, agent in self._written.items() if agent not in self._places)
        named = [(name, place, name in self._part_of) for name, place in self._part_of.items()]
        named += [(name, place, False) for name, place in self._owner.items() if place in self._places]
        for name, place, is_part in named:
            plain = people.sub(self._replacement, name) if people and not _HAN.search(name) else name
            for form in {*_forms(name), *_forms(plain)} - self._written.keys():
                self._written[form] = place
                self._usual[form] = plain if is_part else self._names[place][0]


def _spelt(names: Sequence[str] | str) -> tuple[str, ...]:
    """Return the names of an agent without duplicates."""
    every = (names,) if isinstance(names, str) else names
    return tuple(dict.fromkeys(name.strip() for name in every if name.strip()))


def _opening(name: str) -> str:
    """Return a name with a capital, as at the start of a sentence: «The prince»."""
    plain = " ".join(name.split())
    return plain[0].upper() + plain[1:]


def _forms(name: str) -> set[str]:
    """Return the spellings that count as a name: «The prince» and «the prince», but not «hamlet» (a village) for
    «Hamlet»."""
    plain = " ".join(name.split())
    lower = {plain[0].lower() + plain[1:]} if " " in plain else set()
    return {plain, _opening(name)} | lower


def _pattern(names: Iterable[str]) -> re.Pattern[str] | None:
    """Return a pattern that finds any of the names, longest first; None without names."""
    ordered = sorted(names, key=lambda name: (-len(name), name))
    words = [name for name in ordered if re.match(_LETTER, name[0])]
    others = [name for name in ordered if not re.match(_LETTER, name[0])]
    found = [f"(?<!{_LETTER}){_any_of(words)}"] if words else []
    found += [_any_of(others)] if others else []
    return re.compile("|".join(found)) if found else None


def _any_of(names: Sequence[str]) -> str:
    """Return a pattern for any of the names. A name that ends in a letter must not be followed by a letter.

    For speed, names are grouped by their first letter, and a check of the next character that all names need is made
    once.
    """
    ends = {bool(re.match(_LETTER, name[-1])) for name in names}
    by_first: dict[str, list[str]] = {}
    for name in names:
        by_first.setdefault(name[0], []).append(_rest(name, is_ended=len(ends) > 1))
    among = "|".join(f"{re.escape(first)}(?:{'|'.join(rest)})" for first, rest in by_first.items())
    return f"(?:{among}){_NO_LETTER if ends == {True} else ''}"


def _rest(name: str, *, is_ended: bool) -> str:
    """Return the pattern of a name after its first letter. With `is_ended`, no letter may follow the name."""
    spaced = r"\s+".join(map(re.escape, name[1:].split(" ")))
    return f"{spaced}{_NO_LETTER}" if is_ended and re.match(_LETTER, name[-1]) else spaced
