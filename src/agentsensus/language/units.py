"""The units of a statement: its words, names and numbers in order, each with its meaning and role."""

from dataclasses import dataclass, field

__all__ = ["NAME", "NOT", "NUMBER", "RAW", "THING", "UNMET", "VERB", "Unit", "turned_role"]

NAME, NUMBER, THING, VERB, RAW, NOT = "name", "number", "thing", "verb", "raw", "not"
"""What a unit is: a name, a number, a thing or a quality, a deed, a character of an unknown word, or a denial."""

UNMET = "unmet"
"""The key of a denial that says that something was only meant, or nearly happened: 本想, 差点."""


@dataclass(frozen=True, slots=True)
class Unit:
    """One word, name or number. Units are compared by `key`, by shared `senses` and by opposite `sides`.

    `role` is the part it plays: «doer», «done», «to», «from» or the preposition before it, and «of doer» or the like
    for whatever only belongs to the one who plays that part.
    """

    key: str
    kind: str
    role: str = ""
    senses: frozenset[int] = field(default=frozenset())
    sides: frozenset[int] = field(default=frozenset())
    clause: int = 0
    text: str = ""
    denies: bool = False
    """Whether it denies what follows, as «unable» and «yet to» do."""
    is_slight: bool = False
    """Whether it mostly serves other words."""
    is_scene: bool = False
    """Whether it only sets the scene: «After the play was stopped, …», 宕机之后，……"""
    is_kin: bool = False
    """Whether it says what somebody is to somebody else: «sister», «colleague», 同事."""
    plans: bool = False
    """Whether it makes of a deed something intended, asked for or allowed."""

    def says(self, other: "Unit") -> bool:
        """Whether two units are the same word or in one group of words that say the same."""
        return self.key == other.key or bool(self.senses & other.senses)

    def opposes(self, other: "Unit") -> bool:
        """Whether two units stand on opposite sides, and are not also words that say the same."""
        return bool(self.sides) and any(-side in other.sides for side in self.sides) and not self.says(other)


def turned_role(role: str, turned: dict[str, str]) -> str:
    """A part after the parts of a clause were turned round; «of doer» goes with «doer»."""
    if role.startswith("of "):
        return f"of {turned.get(role[3:], role[3:])}"
    return turned.get(role, role)
