"""The type of a veto, and its text in each language."""

from dataclasses import dataclass
from enum import StrEnum

from agentsensus.base.texts import texts
from agentsensus.language.rules import Language

__all__ = ["Veto", "VetoKind"]


class VetoKind(StrEnum):
    """How two statements differ. Each kind has a template in veto.LANGUAGE.yaml; the comments list the template's
    values.
    """

    PERSONS = "persons"  # the person in each statement
    NAMES = "names"  # the name in each statement
    PLACES = "places"  # the place in each statement
    THINGS = "things"  # the thing in each statement
    TIMES = "times"  # the time in each statement
    NUMBERS = "numbers"  # the number in each statement
    ROLES_EXCHANGED = "exchanged"  # the two parties
    DIRECTIONS = "directions"  # the place or person
    UNMATCHED = "unmatched"  # the word in each statement
    UNMATCHED_DEED = "deed"  # the deed that only one statement tells
    ONE_FRAME = "frame"
    SHORT = "few"
    WORD_ORDER = "order"
    OTHER_DOER = "acts"  # who acts in one statement, and who in the other
    PEOPLE_MOVED = "people"
    RELATIVE = "kin"  # a person, and the relative that the other statement is about
    NEGATED = "negated"
    OPPOSITES = "opposites"  # the two words
    PLANNED = "planned"
    ASKED = "asked"
    REPORTED = "happened"
    KEPT_SILENT = "silence"
    OTHER_REPORT = "tellings"  # teller and hearer of one statement, teller and hearer of the other
    ONLY_ONE_REPORTS = "told"  # teller and hearer
    OTHER_CONTENT = "contents"
    ONLY_A_PART = "part"
    NO_SHARED_WORD = "words"
    SHORT_AND_NO_SHARED_WORD = "short"
    UNLIKELY = "unlikely"  # the offline judge, its score and its threshold
    OTHER = "other"  # a reason in free text: from a custom judge, a server, or an older store


@dataclass(frozen=True, slots=True)
class Veto:
    """A reason why two statements cannot be the same event. `str(veto)` is the reason in English."""

    kind: VetoKind
    values: tuple[str | float, ...] = ()

    @classmethod
    def from_text(cls, text: str) -> "Veto":
        """Return a veto of the kind `other` for a reason that exists only as text."""
        return cls(VetoKind.OTHER, (text,))

    @staticmethod
    def stored_words(stored: str, language: Language = "en") -> str:
        """Return the text of a stored veto, which is stored as its kind. Older stores hold the text; it is returned
        unchanged.
        """
        words: str = texts(__package__, "veto_kind", language).get(stored, stored)
        return words

    def words(self, language: Language) -> str:
        """Return the reason in a language."""
        template: str = texts(__package__, "veto", language)[self.kind.value]
        return template.format(*self.values)

    def __str__(self) -> str:
        return self.words("en")
