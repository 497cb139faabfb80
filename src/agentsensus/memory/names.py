"""Who is meant: aliases become one canonical name before anything is embedded or judged.

The wording that is stored stays as it was said; only the key for matching is changed. An alias counts only when
exactly one agent claims it, and the longest match wins, so that «King Hamlet» is not read as «Hamlet».
"""

import re
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from functools import lru_cache

from agentsensus.errors import InputError

_LATIN_EDGE = re.compile(r"[\w]")
_HAN = re.compile(r"[\u3400-\u9fff]")


class Names:
    """Agents by id with what they are called: the first name is the canonical one, the others are aliases.

    >>> names = Names({"hamlet": ["Hamlet", "the prince"], "ghost": ["the Ghost", "King Hamlet"]})
    >>> names.canonical("The prince saw King Hamlet.")
    'Hamlet saw the Ghost.'
    """

    def __init__(self, names: Mapping[str, Sequence[str] | str] | None = None) -> None:
        self._names: dict[str, tuple[str, ...]] = {}
        for agent, given in (names or {}).items():
            listed = (given,) if isinstance(given, str) else tuple(given)
            self._names[agent] = tuple(dict.fromkeys(name.strip() for name in listed if name.strip())) or (agent,)
        self._owner = self._claims()
        self._pattern = _pattern(self._owner)
        self.has_han = any(_HAN.search(name) for name in self._owner)
        self.canonical = lru_cache(maxsize=65_536)(self._canonical)
        self.mentioned = lru_cache(maxsize=65_536)(self._mentioned)

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Names) and self._names == other._names

    def __hash__(self) -> int:
        return hash(tuple(sorted(self._names.items())))

    def __bool__(self) -> bool:
        return bool(self._names)

    def __repr__(self) -> str:
        return f"Names({len(self._names)} agents, {len(self._owner)} usable names)"

    def as_dict(self) -> dict[str, tuple[str, ...]]:
        """The names as given, by agent."""
        return dict(sorted(self._names.items()))

    def display(self, agent: str) -> str:
        """What an agent is called: its canonical name, or its id made readable."""
        if agent in self._names:
            return self._names[agent][0]
        return agent if _HAN.search(agent) else agent.replace("_", " ").title()

    def agent_of(self, name: str) -> str | None:
        """The agent that answers to this id or name; None when nobody or more than one does."""
        return name if name in self._names else self._owner.get(name)

    def _canonical(self, text: str) -> str:
        if self._pattern is None:
            return text
        return self._pattern.sub(lambda match: self._replacement(match), text)

    def _mentioned(self, text: str) -> tuple[str, ...]:
        """Agents named in a text, in the order of their first mention."""
        if self._pattern is None:
            return ()
        return tuple(dict.fromkeys(self._agent(match.group()) for match in self._pattern.finditer(text)))

    def _replacement(self, match: re.Match[str]) -> str:
        name = self._names[self._agent(match.group())][0]
        first_word = match.start() == 0
        return name[0].upper() + name[1:] if first_word else name

    def _agent(self, found: str) -> str:
        if found in self._owner:
            return self._owner[found]
        return self._owner.get(found[0].lower() + found[1:]) or self._owner[found[0].upper() + found[1:]]

    def _claims(self) -> dict[str, str]:
        claims = Counter(name for listed in self._names.values() for name in listed)
        canonical = Counter(listed[0] for listed in self._names.values())
        twice = [name for name, count in canonical.items() if count > 1]
        if twice:
            raise InputError(f"two agents have the same canonical name {twice[0]!r}; give each its own")
        owner = {name: agent for agent, listed in self._names.items() for name in listed if claims[name] == 1}
        return owner | {listed[0]: agent for agent, listed in self._names.items()}


def _pattern(names: Iterable[str]) -> re.Pattern[str] | None:
    ordered = sorted(names, key=lambda name: (-len(name), name))
    return re.compile("|".join(map(_one, ordered))) if ordered else None


def _one(name: str) -> str:
    if _HAN.search(name):
        return re.escape(name)
    # «The prince» at the start of a sentence is «the prince»; but «hamlet», a village, is not «Hamlet».
    first = f"[{re.escape(name[0].upper() + name[0].lower())}]" if " " in name else re.escape(name[0])
    before = r"(?<!\w)" if _LATIN_EDGE.match(name[0]) else ""
    after = r"(?!\w)" if _LATIN_EDGE.match(name[-1]) else ""
    return f"{before}{first}{re.escape(name[1:])}{after}"
