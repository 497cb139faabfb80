"""Everybody and everything that a text names, with what each is called: the closed world in which owners are sought."""

from dataclasses import dataclass, field, replace
from typing import Literal, TypeAlias

from agentsensus.text.names import Names

__all__ = ["EntryKind", "Registry", "RegistryEntry"]

EntryKind: TypeAlias = Literal["character", "place", "carrier"]
_ARTICLE = "the "


@dataclass(frozen=True, slots=True)
class RegistryEntry:
    """One name of the registry. `only_in` are the parts to which a generic title («Messenger») is confined, `seat` is
    the place where an institution is, and `wary_of` are those whom it does not trust.
    """

    id: str
    name: str
    kind: EntryKind = "character"
    aliases: tuple[str, ...] = ()
    latin: str = ""
    profile: str = ""
    office: str = ""
    kin: tuple[str, ...] = ()
    only_in: tuple[str, ...] = ()
    region: str = ""
    mentions: int = 0
    seat: str = ""
    wary_of: tuple[str, ...] = ()

    @property
    def title(self) -> str:
        """The name without the part to which it is confined: «Messenger» of «Messenger II.2»."""
        return next(
            (bare for part in self.only_in if (bare := self.name.removesuffix(f" {part}")) != self.name), self.name
        )

    @property
    def in_a_sentence(self) -> str:
        """The name as it stands in a sentence: «the platform before the castle», «the Duke of Gloster».

        Another name with an article («the slip», for the boatyard) does not take the place of the name.
        """
        if self.name.startswith(_ARTICLE):
            return self.name
        own = f"{_ARTICLE}{self.name.casefold()}"
        return next((alias for alias in self.aliases if alias.casefold() == own), self.name)

    @property
    def called(self) -> tuple[str, ...]:
        """Its names, the one it goes by first."""
        return tuple(dict.fromkeys((self.name, *self.aliases)))


@dataclass(frozen=True)
class Registry:
    """The entries by id, in order, and what had to be mended in them."""

    entries: dict[str, RegistryEntry] = field(default_factory=dict)
    warnings: tuple[str, ...] = ()

    def of_kind(self, kind: EntryKind) -> dict[str, RegistryEntry]:
        """The entries of one kind."""
        return {id_: entry for id_, entry in self.entries.items() if entry.kind == kind}

    def names(self, kind: EntryKind) -> Names:
        """What those of one kind are called, an alias of several left to nobody."""
        return Names({id_: entry.called for id_, entry in self.of_kind(kind).items()})

    def counted(self, mentions: dict[str, int]) -> "Registry":
        """The same with how often each was found."""
        return Registry(
            {id_: replace(entry, mentions=mentions.get(id_, 0)) for id_, entry in self.entries.items()}, self.warnings
        )
