"""Who or what is meant by an id, a name or an alias: only where exactly one can be meant."""

from collections import defaultdict
from collections.abc import Mapping, Sequence

from agentsensus.errors import closest, nearest, plain

__all__ = ["Lookup", "closest", "plain"]


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
        found = self.claimants(name)
        return found[0] if len(found) == 1 else None

    def claimants(self, name: str) -> tuple[str, ...]:
        """Every id that may be meant, sorted; an id or a name of its own outdoes others' aliases."""
        if name in self.called:
            return (name,)
        key = plain(name)
        return tuple(sorted(self._by_name.get(key) or self._by_alias.get(key) or ()))

    def near(self, name: str) -> str | None:
        """The id or name that may have been meant."""
        return closest(name, [*self.called, *(one for names in self.called.values() for one in names)])

    def hint(self, name: str) -> str:
        """What may have been meant: «; did you mean 'horatio'?», or the ids there are, or nothing."""
        near = self.near(name)
        return f"; did you mean {near!r}?" if near else nearest(name, self.called)
