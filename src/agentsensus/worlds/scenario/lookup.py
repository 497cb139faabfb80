"""Resolve an id, a name or an alias to an id, if it is unambiguous."""

from collections import defaultdict
from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING

from agentsensus.errors import InputError, UnknownName, closest, did_you_mean, plain

if TYPE_CHECKING:
    from agentsensus.worlds.scenario.scenario import Scenario

__all__ = ["Lookup", "acting", "closest", "plain"]


class Lookup:
    """Ids with their names: first the usual name, then aliases.

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
        """Return the only id that matches; None if there is none or more than one."""
        claimants = self.claimants(name)
        return claimants[0] if len(claimants) == 1 else None

    def claimants(self, name: str) -> tuple[str, ...]:
        """Return all matching ids, sorted. Ids and usual names take precedence over aliases."""
        if name in self.called:
            return (name,)
        key = plain(name)
        return tuple(sorted(self._by_name.get(key) or self._by_alias.get(key) or ()))

    def near(self, name: str) -> str | None:
        """Return the id or name closest in spelling; None if none is close."""
        return closest(name, [*self.called, *(called for names in self.called.values() for called in names)])

    def hint(self, name: str) -> str:
        """Return «; did you mean 'horatio'?», or the known ids, or an empty string."""
        near = self.near(name)
        return f"; did you mean {near!r}?" if near else did_you_mean(name, self.called)


def acting(scenario: "Scenario", name: str, otherwise: str) -> str:
    """Return the id of an active character.

    Raises for an unknown name and, with the message `otherwise`, for an archived character.
    """
    agent = scenario.find(name, "character")
    if agent is None:
        hint = scenario.lookup("character").hint(name)
        raise UnknownName(f"no character of {scenario.world.name} is called {name!r}{hint}")
    if agent not in scenario.active:
        raise InputError(f"{agent} is {scenario.characters[agent].archived} and {otherwise}")
    return agent
