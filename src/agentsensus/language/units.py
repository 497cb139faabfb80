"""The units of a statement: its words, names and numbers in order, each with its meaning and role."""

from dataclasses import dataclass, field

__all__ = ["NAME", "NOT", "NUMBER", "RAW", "THING", "UNMET", "VERB", "Unit", "turned_role"]

NAME, NUMBER, THING, VERB, RAW, NOT = "name", "number", "thing", "verb", "raw", "not"
"""The kinds of unit: a name, a number, a thing or quality, a deed, a character of an unknown word, or a denial."""

UNMET = "unmet"
"""The key of the denial in words for something that was intended or nearly happened, but did not: 本想, 差点."""


@dataclass(frozen=True, slots=True)
class Unit:
    """One word, name or number. Units are compared by `key`, by shared `senses` and by opposite `sides`.

    `role` is the role of the unit in its clause: «doer», «done», «to», «from», or the preposition before it. «of doer»
    and the like mark something that belongs to the unit with that role.
    """

    key: str
    kind: str
    role: str = ""
    senses: frozenset[int] = field(default=frozenset())
    sides: frozenset[int] = field(default=frozenset())
    clause: int = 0
    text: str = ""
    denies: bool = False
    """Whether the unit denies what follows, like «unable» and «yet to»."""
    is_slight: bool = False
    """Whether the unit is a function word or another word of little meaning."""
    is_scene: bool = False
    """Whether the unit only sets the scene: «After the play was stopped, …», 宕机之后，……"""
    is_kin: bool = False
    """Whether the unit is a relationship between people: «sister», «colleague», 同事."""
    plans: bool = False
    """Whether the unit turns a deed into something intended, requested or allowed."""

    def says(self, other: "Unit") -> bool:
        """Return whether two units mean the same: the same word, or synonyms."""
        return self.key == other.key or bool(self.senses & other.senses)

    def opposes(self, other: "Unit") -> bool:
        """Return whether two units are opposites and not also synonyms."""
        return bool(self.sides) and any(-side in other.sides for side in self.sides) and not self.says(other)


def turned_role(role: str, turned: dict[str, str]) -> str:
    """Return the new role after the roles of a clause were swapped by the table `turned`; «of doer» changes with
    «doer».
    """
    if role.startswith("of "):
        return f"of {turned.get(role[3:], role[3:])}"
    return turned.get(role, role)
