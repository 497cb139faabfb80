"""Who or what is meant by an id, a name or an alias: only where exactly one can be meant."""

from collections import defaultdict
from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING

from agentsensus.errors import InputError, UnknownName, closest, nearest, plain

if TYPE_CHECKING:
    from agentsensus.world.scenario import Scenario

__all__ = ["Lookup", "acting", "closest", "plain"]


class Lookup:
    """Ids with what each is called: first its name, then its aliases.

    >>> lookup = Lookup({"hamlet": ["Hamlet", "Prince Hamlet"], "ghost": ["King Hamlet", "Hamlet"]})
    >>> lookup.find("the prince hamlet"), lookup.find("hamlet"), lookup.find("nobody")
    ('hamlet', 'hamlet', None)
    """

    def __init__(self, called: Mapping[str, Sequence[str]]) -> None:
        self.called = called
        self._by_name: dict[str, set[str]] = defaultdict(set)
        self._by_alias: dict[str, set[str]] = defaultdict(set)
        for id_, names in called.items():
            for name in (id_, *names[:1]):
                self._by_name[plain(name)].add(id_)
            for name in names:
                self._by_alias[plain(name)].add(id_)

    def find(self, name: str) -> str | None:
        """The one id that answers to this: an id first, then a name, then an alias."""
        claimants = self.claimants(name)
        return claimants[0] if len(claimants) == 1 else None

    def claimants(self, name: str) -> tuple[str, ...]:
        """Every id that may be meant, sorted; an id or a name of its own outdoes others' aliases."""
        if name in self.called:
            return (name,)
        key = plain(name)
        return tuple(sorted(self._by_name.get(key) or self._by_alias.get(key) or ()))

    def near(self, name: str) -> str | None:
        """The id or name that may have been meant."""
        return closest(name, [*self.called, *(called for names in self.called.values() for called in names)])

    def hint(self, name: str) -> str:
        """What may have been meant: «; did you mean 'horatio'?», or the ids there are, or nothing."""
        near = self.near(name)
        return f"; did you mean {near!r}?" if near else nearest(name, self.called)


def acting(scenario: "Scenario", name: str, otherwise: str) -> str:
    """The id of a character that acts; for one that does not, the error ends in `otherwise`: «cannot be played»."""
    agent = scenario.find(name, "character")
    if agent is None:
        hint = scenario.lookup("character").hint(name)
        raise UnknownName(f"no character of {scenario.world.name} is called {name!r}{hint}")
    if agent not in scenario.active:
        raise InputError(f"{agent} is {scenario.characters[agent].archived} and {otherwise}")
    return agent
