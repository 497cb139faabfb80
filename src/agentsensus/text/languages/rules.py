"""Everything that differs from language to language, as one type: a language fills in all of it, once."""

import re
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from typing import Literal, TypeAlias

from agentsensus.text.languages.quantities import MeasuredText
from agentsensus.text.languages.units import Unit
from agentsensus.text.names import Names
from agentsensus.text.reports import Report

__all__ = [
    "Comparing",
    "Language",
    "LanguageRules",
    "Pronouns",
    "ReadingRules",
    "Reporting",
    "Telling",
    "UnitRules",
    "Writing",
    "opposite_pairs",
]

Language: TypeAlias = Literal["en", "zh"]


@dataclass(frozen=True, slots=True)
class Writing:
    """How texts are put together."""

    tag: str
    """The language as pages name it."""
    has_latin_letters: bool
    """Whether names are written in Latin letters, which every font has."""
    full_stop: str
    sentence_joiner: str
    """Between two sentences, and between a name and what follows it."""
    clause_joiner: str
    list_joiner: str
    last_joiner: str
    """Between the last two names of an enumeration: «A, B and C»."""
    unwrapped: Callable[[str], str]
    """A text that was laid out over several lines, on one."""

    def sentences(self, sentences: Iterable[str]) -> str:
        """Sentences one after the other."""
        return self.sentence_joiner.join(sentences)

    def clauses(self, clauses: Iterable[str]) -> str:
        """Clauses as one sentence."""
        return self.clause_joiner.join(clauses) + self.full_stop

    def names(self, names: Iterable[str]) -> str:
        """Names one after the other: «A, B, C»."""
        return self.list_joiner.join(names)

    def all_of(self, names: Sequence[str]) -> str:
        """Two or more names as one party: «A, B and C»."""
        return self.list_joiner.join(names[:-1]) + self.last_joiner + names[-1]


@dataclass(frozen=True, slots=True)
class Pronouns:
    """The words that stand for somebody, as patterns."""

    name_speaker: Callable[[str, str], str]
    """A text with the speaker's name for the first person singular outside quotes."""
    name_hearer: Callable[[str, str], str]
    """A text with the hearer's name for the second person outside quotes."""
    we: re.Pattern[str]
    third: re.Pattern[str]
    they: re.Pattern[str]
    first_or_second: re.Pattern[str]
    """Any first or second person that is left when names were put in."""
    any_third: re.Pattern[str]
    nameless: re.Pattern[str]
    """Somebody without a name whom a pronoun may mean as well as the one who has a name."""
    placeholder: str
    """What a name is replaced by before `nameless` and `party_of` are looked for."""
    party_of: Callable[[int], str]
    """A pattern of so many placeholders in one enumeration."""


@dataclass(frozen=True, slots=True)
class ReadingRules:
    """What a statement says. `persons` are the names in it, in order of first mention."""

    content_words: Callable[[str, tuple[str, ...]], tuple[str, ...]]
    content_units: Callable[[str, tuple[str, ...]], tuple[str, ...]]
    """The smallest parts that carry meaning: stems, or single characters."""
    doer: Callable[[str, tuple[str, ...]], str]
    numbers: Callable[[str, tuple[str, ...]], frozenset[str]]
    times: Callable[[str], frozenset[str]]
    places: Callable[[str, tuple[str, ...]], frozenset[str]]
    orders: Callable[[str], bool]
    negations: Callable[[str], int]
    planned: Callable[[str], bool]
    asks: Callable[[str], bool]
    reports_speech: Callable[[str], bool]
    keeps_silent: Callable[[str], bool]
    """Whether it says that somebody told nobody, or said nothing of a thing."""
    guessed_names: Callable[[str, bool], list[tuple[int, str]]]
    """Names in a text with their places; the second argument says whether a registry has names in Han characters."""


@dataclass(frozen=True, slots=True)
class Singling:
    """Words that say of what there is only one, so that another number, time or name is a contradiction."""

    only_one: re.Pattern[str]
    """Words that say that there is only one such thing or person: «the only», «the current», 唯一."""
    lasting: re.Pattern[str]
    """Words that say how things are rather than what happened once: «is», «costs», «located», 位于."""
    leaning: re.Pattern[str]
    """A beginning that leans on what was said before, or on the day: «it», «this», «he», «today»."""
    measuring: re.Pattern[str]
    """Words that say what was measured or counted, and in what, but not of whom: «total», «metres», 总数."""
    held: re.Pattern[str]
    """Words that say where something is, or is held."""
    single: re.Pattern[str]
    """Words and forms of sentence that can be true of one person or thing alone: «the capital is», 现任."""
    once: re.Pattern[str]
    """Deeds that happen once to somebody or something, and by one: «born», «murdered», «wrote», 去世."""
    part_of: re.Pattern[str]
    """Words that say that only a part of a whole is counted: «nine ships of the fleet», 其中."""


@dataclass(frozen=True, slots=True)
class UnitRules:
    """How a statement falls into numbers, times, words and names, each with its meaning and its part."""

    quantities: Callable[[str], MeasuredText]
    """Numbers and times in one notation, and the text without them."""
    units: Callable[[str, frozenset[str]], tuple[Unit, ...]]
    """The units of such a text; the names given are kept whole."""
    whole_names: Callable[[str, tuple[str, ...]], frozenset[str]]
    """Which guessed names of a text are kept whole."""
    same_root: Callable[[str, str], bool]
    """Whether two keys of units differ only by how a word is derived."""
    offices: Callable[[str], dict[str, str]]
    """Which of two facing parts each party has, by the part's name: plaintiff and defendant, 原告 and 被告."""
    singling: Singling
    """Words that say of what there is only one."""


@dataclass(frozen=True, slots=True)
class Comparing:
    """What two statements are compared by."""

    has_capitals: bool
    """Whether names are told by capital letters, and words by spaces."""
    capitals: Callable[[str], frozenset[str]]
    """The words that are written with a capital, in small letters, without those that only serve others."""
    tokens: Callable[[str], tuple[str, ...]]
    """Every word of a text in order, or every character."""
    rough_words: Callable[[str], set[str]]
    """The words of a text for a rough comparison, marks included."""
    slot_words: Callable[[str], Sequence[str]]
    """The words of a text, among which one may stand in the place of another."""
    numbers_in: Callable[[Sequence[str]], frozenset[str]]
    """The numbers among some words, in figures."""
    beside_figures: Callable[[str], dict[str, set[str]]]
    """The figures that stand beside each word."""
    deeds: Callable[[str], frozenset[str]]
    """What is done, as content words."""
    name_parts: Callable[[str], set[str]]
    """The words of a name by which it may be met again."""
    has_name: Callable[[str, str], bool]
    """Whether a text has a part of a name."""
    reports: tuple[re.Pattern[str], ...]
    """Sentences in which a `teller` tells a `hearer` something (`rest`)."""
    opposites: tuple[tuple[frozenset[str], frozenset[str]], ...]
    words_among: Callable[[str, frozenset[str]], set[str]]
    """Which of some words a text has."""


@dataclass(frozen=True, slots=True)
class Telling:
    """How a sentence is retold: what of it a version may change, and who «I» and «you» are."""

    counted: re.Pattern[str]
    """Numbers that a version may change."""
    number_words: tuple[str, ...]
    """Numbers in words, in order, from two on."""
    polarity: Callable[[str], tuple[int, int, bool] | None]
    """Where a sentence says that something was so or was not, from where to where, and whether it was not."""
    denial: str
    """What stands there in a sentence that denies."""
    affirmation: str
    """What stands there in one that does not deny."""
    articled: Callable[[str], str]
    """The name of a place with the article that it needs in a sentence."""
    inside: Callable[[str, str], str]
    """«in the lobby»: the name of a place behind its preposition."""
    said_to: Callable[[str, Names, str, str | None], str]
    """A sentence as the speaker says it to the hearer, both by id; None for several hearers, who keep their names."""
    understood: Callable[[str, str, str], str]
    """A sentence with the speaker's and the hearer's names for «I» and «you»."""
    with_of: Callable[[str, Names], str]
    """A sentence with «the order of Ann» for «Ann's order», where «my order» may stand for either."""


@dataclass(frozen=True, slots=True)
class Reporting:
    """What others say: in a report, or in a transcript as their own words."""

    report_in: Callable[[str, tuple[str, ...]], Report | None]
    """What a sentence reports that somebody told; the second argument are the people named in it."""
    asserts: Callable[[str], bool]
    """Whether words of somebody assert something, rather than ask, bid or greet."""
    is_promise: Callable[[str, str], bool]
    """Whether what a teller (the second argument) says is something that the teller will do."""
    quoted: Callable[[str, str], str]
    """Somebody's words as a sentence about them: «The user asked: "…"»."""
    by_role: Callable[[str], str]
    """Somebody who is called by a role, as a sentence names it: «the user»."""
    parties: Callable[[str], list[str]]
    """Those whom some words name, one by one: «Bernardo and me»."""
    first_person: frozenset[str]
    """The pronouns by which whoever speaks is among those."""
    opening_third: re.Pattern[str]
    """A third person that opens a sentence."""
    own_again: re.Pattern[str]
    """What parts a sentence where whoever writes goes on about itself: «Ben says CI is red; I am looking into it»."""
    may_mean: Callable[[str, str], bool]
    """Whether such a pronoun may mean somebody who is called so: «she» does not mean «King Claudius»."""


@dataclass(frozen=True, slots=True)
class LanguageRules:
    """One language: its code, its English name, and its rules."""

    code: Language
    name: str
    evidence: Callable[[str], int]
    """How much of a text is in this language's script; a text is in the language with the most."""
    clause_cuts: Callable[[str, tuple[str, ...]], list[tuple[int, int]]]
    may_part: Callable[[str, str], bool]
    is_fragment: Callable[[str], bool]
    """Whether some words say too little to stand for themselves: «likes tea», a point of a list."""
    reporting: Reporting
    writing: Writing
    pronouns: Pronouns
    reader: ReadingRules
    unit_rules: UnitRules
    comparing: Comparing
    telling: Telling


def opposite_pairs(text: str) -> tuple[tuple[frozenset[str], frozenset[str]], ...]:
    """Words and their opposites, out of «buy bought / sell sold; open / close shut»."""
    sides = (pair.split("/") for pair in text.replace("\n", " ").split(";"))
    return tuple((frozenset(words.split()), frozenset(opposites.split())) for words, opposites in sides)
