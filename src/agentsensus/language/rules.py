"""What differs between languages, as types. Each language fills in one `LanguageRules`."""

import re
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Literal, TypeAlias

from agentsensus.language.names import Names
from agentsensus.language.quantities import MeasuredText
from agentsensus.language.units import Unit

__all__ = [
    "Comparing",
    "Headings",
    "Language",
    "LanguageRules",
    "Pronouns",
    "ReadingRules",
    "Report",
    "Reporting",
    "Talk",
    "Telling",
    "UnitRules",
    "Way",
    "WorldPhrases",
    "Writing",
    "opposite_pairs",
]

Way = Literal["told", "overheard"]


@dataclass(frozen=True, slots=True)
class Report:
    """A report, taken apart; every part is in the words of the sentence.

    `hearer` is empty where the sentence names none. `contents` are what was told, a sentence each. `frame` is the rest:
    the telling without what was told. `before` is another deed of the teller that the sentence begins with. `is_deed`
    says that the telling is itself a deed, a warning or a confession, and not only news.
    """

    teller: str
    hearer: str
    contents: tuple[str, ...]
    frame: str
    way: Way = "told"
    is_deed: bool = False
    before: str = ""
    is_quoted: bool = False
    """Whether the contents are the teller's own words, in which «I» is the teller and «you» the hearer."""


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
    """Patterns of pronouns."""

    name_speaker: Callable[[str, str], str]
    """A text with the speaker's name for the first person singular outside quotes."""
    name_hearer: Callable[[str, str], str]
    """A text with the hearer's name for the second person outside quotes."""
    third: re.Pattern[str]
    they: re.Pattern[str]
    first_or_second: re.Pattern[str]
    """Any first or second person that is left when names were put in."""
    any_third: re.Pattern[str]
    opening: re.Pattern[str]
    """A pronoun, personal or demonstrative, that opens a statement as its subject."""
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
    """Whether it says that a person kept silent about something."""
    guessed_names: Callable[[str, bool], list[tuple[int, str]]]
    """Names in a text with their places; the second argument says whether a registry has names in Han characters."""


@dataclass(frozen=True, slots=True)
class UniquenessWords:
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
    singling: UniquenessWords
    """Words that say of what there is only one."""
    bare_verbs: frozenset[str]
    """Keys of verbs that tell no deed of their own: «own», «hold», 有, 得到. Another statement may do without them."""


@dataclass(frozen=True, slots=True)
class Comparing:
    """What two statements are compared by."""

    has_capitals: bool
    """Whether names are told by capital letters, and words by spaces."""
    capitals: Callable[[str], frozenset[str]]
    """The words that are written with a capital, in small letters, without those that only serve others."""
    tokens: Callable[[str], tuple[str, ...]]
    """Every word of a text in order, or every character."""
    root: Callable[[str], str]
    """The root that the forms of a word share: «struck» and «strike»."""
    rough_words: Callable[[str], set[str]]
    """The words of a text for a rough comparison, marks included."""
    slot_words: Callable[[str], Sequence[str]]
    """The words of a text, among which one may stand in the place of another."""
    numbers_in: Callable[[Sequence[str]], frozenset[str]]
    """The numbers among some words, in figures."""
    beside_figures: Callable[[str], dict[str, set[str]]]
    """The figures that stand beside each word."""
    denying_prefixes: frozenset[str]
    """What a word begins with that denies the rest of it: «un» in «unresolved»."""
    list_joiners: frozenset[str]
    """What stands between two names of a list."""
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
    """How a sentence is retold: the details that a version may change, and who «I» and «you» are."""

    counted: re.Pattern[str]
    """Numbers that a version may change."""
    number_words: tuple[str, ...]
    """Numbers in words, in order, from two on."""
    plain_numbers: Mapping[str, str]
    """Number words with the form that is the same in every position: 二 and 两."""
    number_before: Callable[[str, str], str]
    """A number (first argument) in the form that it has before the words that follow."""
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
    """Speech of others: in a report, or in a transcript in their own words."""

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
class Talk:
    """How people talk and take notes: fillers, and words that are left out because they are understood."""

    is_filler: Callable[[str], bool]
    """Whether a sentence is a question, greeting, thanks, wish, request or acknowledgement in the speaker's words."""
    content: Callable[[str], str]
    """The sentence without the interjections and list numbers before it: «Okay, I will come», «1. Pay»."""
    says_nothing: Callable[[str], bool]
    """Whether a statement is a tautology: «Alex is Alex.»"""
    with_subject: Callable[[str, str], str]
    """A sentence with the writer's name (second argument) as the subject that a note leaves out: «Met Ana»."""
    lacks_subject: Callable[[str], bool]
    """Whether a sentence leaves out a subject that need not be the writer."""
    dangles: Callable[[str], bool]
    """Whether a statement refers to something outside it: «It failed», «One of them left», «in May»."""
    candidates: Callable[[str, tuple[str, ...]], tuple[str, ...]]
    """The people among the guessed names of a text; acronyms, products, places and months are left out."""
    roles: Callable[[str], tuple[str, ...]]
    """People whom a text names by a role: «the foreman»."""
    is_plural: Callable[[str], bool]
    """Whether a word for people without a name means several, so that «he» cannot mean it: «doctors»."""
    may_mean: Callable[[str, str], bool]
    """Whether a third-person pronoun may mean a person of this name or role: «she» does not mean «Bob»."""
    object_pronoun: re.Pattern[str]
    """A third-person pronoun as an object, which cannot mean the subject of its clause."""
    embeds: re.Pattern[str]
    """Words that open a clause in which an object pronoun may mean the subject of the sentence."""
    spelled_out: Callable[[str], str]
    """A text without short forms that a name would turn into an owner: «She's a nurse»."""
    has_owner: re.Pattern[str]
    """The beginning of a sentence with a subject of its own, to which «his» or «her» refers: «One driver»."""
    reports: re.Pattern[str]
    """Words that open reported content or another clause, in which an object pronoun may mean the subject."""
    companions: Callable[[str], tuple[str, ...]]
    """Those whom a clause joins with «I»: «Jake and I»."""
    name_party: Callable[[str, str], str]
    """A text with a party's name (second argument) for «we», «us» and «our» outside quotes."""
    others: str
    """A party of which only one is known: «{} and others»."""
    vague: re.Pattern[str]
    """Finds such a party in a statement."""
    answer: Callable[[str, str], str]
    """A question and a short reply as one sentence in the first person; empty if that is not certain."""


@dataclass(frozen=True, slots=True)
class Headings:
    """How source texts write headings. Functions take the pattern of a number and return the pattern of a heading."""

    numeral: str
    """Pattern of a number in words."""
    value: Callable[[str], int | None]
    """The value of a number in words."""
    act: Callable[[str], str]
    scene: Callable[[str], str]
    chapter: Callable[[str], str]
    date: Callable[[str], str]
    persons: str
    """Headings of a list of characters."""
    setting: str
    small_in_names: frozenset[str]
    """Words that are written small inside a name."""
    small_in_places: frozenset[str]
    """Words that alone name no place."""
    until_marks: Mapping[str, str]
    """Characters around the numbers in «tell up to act III, scene 2», by part."""
    examples: Mapping[str, str]
    """An example for each form of text, for error messages."""


@dataclass(frozen=True, slots=True)
class WorldPhrases:
    """Words and patterns that story worlds look for: in an author's files, in what a person types, in source texts."""

    kinds: Mapping[str, str]
    """Words for the kinds of event, with the English kind."""
    intents: tuple[tuple[str, str], ...]
    """Kinds of goal, each with the pattern of its form."""
    hidden_mark: str
    grave_mark: str
    name_joiner: str
    """Pattern between names in an author's files."""
    doors: str
    shut: str
    not_shut: str
    around: frozenset[str]
    """Words that a person types to look around."""
    everybody: frozenset[str]
    typed_and: str
    """Pattern between names that a person types."""
    rounds: str
    before_places: tuple[list[str], ...]
    """Words that may stand before the name of a place."""
    not_plural: str
    """Pattern behind a pronoun that is singular."""
    you: tuple[str, str] | None
    """The word for «you», and a pattern that finds its polite form too."""
    small_words: frozenset[str]
    """Words that do not tell texts apart."""
    postures: frozenset[str]
    """Status keys that describe how somebody stands or sits, which ends when they leave the place."""
    perceived: str
    """Pattern of a verb behind a subject: the subject saw, heard or found something."""
    thought: str
    """Pattern of a verb behind a subject: the subject concluded, believed or feared something."""
    narrators: frozenset[str]
    rare_surnames: str
    """Surnames that are more often ordinary words."""
    surnames_that_are_words: str
    """Surnames that are ordinary words unless a clause begins with them."""
    leaks: tuple[re.Pattern[str], ...]
    """Words about the machinery of a run, which no story contains."""


@dataclass(frozen=True, slots=True)
class LanguageRules:
    """One language: its code, its English name, and its rules."""

    code: Language
    name: str
    evidence: Callable[[str], int]
    """How much of a text is in this language's script; a text is in the language with the most."""
    clause_cuts: Callable[[str, tuple[str, ...]], list[tuple[int, int]]]
    may_part: Callable[[str, str], bool]
    clause_joint: re.Pattern[str]
    """Words and marks that may join two facts in one sentence."""
    is_fragment: Callable[[str], bool]
    """Whether some words say too little to stand for themselves: «likes tea», a point of a list."""
    reporting: Reporting
    talk: Talk
    writing: Writing
    pronouns: Pronouns
    reader: ReadingRules
    unit_rules: UnitRules
    comparing: Comparing
    telling: Telling
    world_words: WorldPhrases
    headings: Headings


def opposite_pairs(text: str) -> tuple[tuple[frozenset[str], frozenset[str]], ...]:
    """Words and their opposites, out of «buy bought / sell sold; open / close shut»."""
    sides = (pair.split("/") for pair in text.replace("\n", " ").split(";"))
    return tuple((frozenset(words.split()), frozenset(opposites.split())) for words, opposites in sides)
