"""The types of the rules that differ between languages. Each language provides one `LanguageRules`."""

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
    "ProposedPerson",
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
    """The parts of a sentence that reports speech, each in the sentence's own words.

    `hearer` is empty if the sentence names none. `contents` are the reported sentences. `frame` is the sentence
    without them. `before` is an earlier deed of the teller at the start of the sentence. `is_deed` is true if the
    telling is itself a deed, such as a warning or a confession.
    """

    teller: str
    hearer: str
    contents: tuple[str, ...]
    frame: str
    way: Way = "told"
    is_deed: bool = False
    before: str = ""
    is_quoted: bool = False
    """Whether the contents are quoted, so that «I» in them means the teller and «you» the hearer."""


Language: TypeAlias = Literal["en", "zh"]


@dataclass(frozen=True, slots=True)
class Writing:
    """Rules for joining words and sentences."""

    tag: str
    """The language tag for HTML pages."""
    has_latin_letters: bool
    """Whether names are written in Latin letters, which every font has."""
    full_stop: str
    sentence_joiner: str
    """Text between two sentences, and between a name and the next word."""
    clause_joiner: str
    list_joiner: str
    last_joiner: str
    """Text between the last two names of an enumeration: «A, B and C»."""
    unwrapped: Callable[[str], str]
    """Joins the lines of a wrapped text into one line."""

    def sentences(self, sentences: Iterable[str]) -> str:
        """Join sentences into a text."""
        return self.sentence_joiner.join(sentences)

    def clauses(self, clauses: Iterable[str]) -> str:
        """Join clauses into one sentence."""
        return self.clause_joiner.join(clauses) + self.full_stop

    def names(self, names: Iterable[str]) -> str:
        """Join names: «A, B, C»."""
        return self.list_joiner.join(names)

    def all_of(self, names: Sequence[str]) -> str:
        """Join two or more names into one party: «A, B and C»."""
        return self.list_joiner.join(names[:-1]) + self.last_joiner + names[-1]


@dataclass(frozen=True, slots=True)
class Pronouns:
    """Patterns of pronouns."""

    name_speaker: Callable[[str, str], str]
    """Replaces «I», «me» and «my» outside quotes by the speaker's name (second argument)."""
    name_hearer: Callable[[str, str], str]
    """Replaces «you» and «your» outside quotes by the hearer's name (second argument)."""
    third: re.Pattern[str]
    they: re.Pattern[str]
    first_or_second: re.Pattern[str]
    """Matches a first- or second-person pronoun that remains after names were inserted."""
    any_third: re.Pattern[str]
    opening: re.Pattern[str]
    """Matches a personal or demonstrative pronoun that is the subject at the start of a statement."""
    nameless: re.Pattern[str]
    """Matches a person without a name, whom a pronoun may mean instead of a named one: «a man»."""
    placeholder: str
    """The character that replaces each name before `nameless` and `party_of` are matched."""
    party_of: Callable[[int], str]
    """Returns a pattern for an enumeration of this many placeholders."""


@dataclass(frozen=True, slots=True)
class ReadingRules:
    """Functions that read facts from a statement. `persons` are the names in it, in order of first mention."""

    content_words: Callable[[str, tuple[str, ...]], tuple[str, ...]]
    content_units: Callable[[str, tuple[str, ...]], tuple[str, ...]]
    """Returns the smallest meaningful parts of a text: stems, or single Chinese characters."""
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
    """Returns whether the text says that a person kept silent about something."""
    guessed_names: Callable[[str, bool], list[tuple[int, str]]]
    """Returns guessed names with their positions. The second argument says whether the registry has names in Han
    characters."""


@dataclass(frozen=True, slots=True)
class UniquenessWords:
    """Words that mark something as unique, so that a different number, time or name is a contradiction."""

    only_one: re.Pattern[str]
    """Words for the only thing or person of its kind: «the only», «the current», 唯一."""
    lasting: re.Pattern[str]
    """Words for a lasting state rather than a single event: «is», «costs», «located», 位于."""
    leaning: re.Pattern[str]
    """An opening that depends on earlier text or on the day: «it», «this», «he», «today»."""
    measuring: re.Pattern[str]
    """Words for what was measured and in which unit, but not of whom: «total», «metres», 总数."""
    held: re.Pattern[str]
    """Words for where something is or is held."""
    single: re.Pattern[str]
    """Words and sentence forms that can be true of only one person or thing: «the capital is», 现任."""
    once: re.Pattern[str]
    """Deeds that happen only once to a person or thing, or have one doer: «born», «murdered», «wrote», 去世."""
    part_of: re.Pattern[str]
    """Words that say that only part of a whole is counted: «nine ships of the fleet», 其中."""


@dataclass(frozen=True, slots=True)
class UnitRules:
    """Functions that split a statement into numbers, times, words and names, each with its meaning and role."""

    quantities: Callable[[str], MeasuredText]
    """Returns numbers and times in one notation, and the text without them."""
    units: Callable[[str, frozenset[str]], tuple[Unit, ...]]
    """Returns the units of a text without numbers and times; the given names are not split."""
    whole_names: Callable[[str, tuple[str, ...]], frozenset[str]]
    """Returns the guessed names of a text that must not be split into words."""
    same_root: Callable[[str, str], bool]
    """Returns whether two unit keys are derived from the same word."""
    offices: Callable[[str], dict[str, str]]
    """Returns which party holds each of two opposing offices, by office: plaintiff and defendant, 原告 and 被告."""
    singling: UniquenessWords
    """Words that mark a value as unique."""
    bare_verbs: frozenset[str]
    """Keys of verbs with so little meaning that a retelling may omit them: «own», «hold», 有, 得到."""


@dataclass(frozen=True, slots=True)
class Comparing:
    """Functions and word lists for comparing two statements."""

    has_capitals: bool
    """Whether the language marks names by capital letters and words by spaces."""
    capitals: Callable[[str], frozenset[str]]
    """Returns the capitalised words of a text in lower case, without function words."""
    tokens: Callable[[str], tuple[str, ...]]
    """Returns every word, or every Chinese character, of a text in order."""
    root: Callable[[str], str]
    """Returns the root that all forms of a word share: «struck» and «strike»."""
    rough_words: Callable[[str], set[str]]
    """Returns the words of a text for a rough comparison, punctuation included."""
    slot_words: Callable[[str], Sequence[str]]
    """Returns the words of a text for finding a word that replaces another."""
    numbers_in: Callable[[Sequence[str]], frozenset[str]]
    """Returns the numbers among some words, as figures."""
    beside_figures: Callable[[str], dict[str, set[str]]]
    """Returns the figures next to each word."""
    denying_prefixes: frozenset[str]
    """Prefixes that negate a word: «un» in «unresolved»."""
    list_joiners: frozenset[str]
    """Words and marks between two names of a list."""
    deeds: Callable[[str], frozenset[str]]
    """Returns the deeds in a text, as content words."""
    name_parts: Callable[[str], set[str]]
    """Returns the words of a name that may occur alone in other texts."""
    has_name: Callable[[str, str], bool]
    """Returns whether a text contains a part of a name."""
    reports: tuple[re.Pattern[str], ...]
    """Patterns of sentences in which a `teller` tells a `hearer` something (`rest`)."""
    opposites: tuple[tuple[frozenset[str], frozenset[str]], ...]
    words_among: Callable[[str, frozenset[str]], set[str]]
    """Returns which of the given words occur in a text."""
    ways: tuple[tuple[re.Pattern[str], re.Pattern[str]], ...]
    """Patterns of opposite directions: up and down, into and out of, 上 and 下."""
    marks: tuple[re.Pattern[str], ...]
    """Patterns of words that make two statements differ if only one has them: «used to», 以前."""
    towards: re.Pattern[str]
    """Matches the words before a destination, at the end of a text: «to the», 去了."""


@dataclass(frozen=True, slots=True)
class Telling:
    """Rules for retelling a sentence: the details a version may change, and the use of «I» and «you»."""

    counted: re.Pattern[str]
    """Matches numbers that a version may change."""
    number_words: tuple[str, ...]
    """Number words in order, from two on."""
    plain_numbers: Mapping[str, str]
    """For number words with several forms, the form used everywhere: 二 and 两."""
    number_before: Callable[[str, str], str]
    """Returns a number word (first argument) in the form needed before the words that follow it."""
    polarity: Callable[[str], tuple[int, int, bool] | None]
    """Finds where a sentence affirms or denies. Returns start, end and whether it denies, or None if there is no such
    place."""
    denial: str
    """The words that `polarity` finds in a sentence that denies."""
    affirmation: str
    """The words that `polarity` finds in a sentence that affirms."""
    articled: Callable[[str], str]
    """Returns a place name with its article."""
    inside: Callable[[str, str], str]
    """Returns a place name with its preposition: «in the lobby»."""
    said_to: Callable[[str, Names, str, str | None], str]
    """Returns a sentence as the speaker says it to the hearer, both given by id. Several hearers (None) keep their
    names."""
    understood: Callable[[str, str, str], str]
    """Returns a sentence with the names of speaker and hearer in place of «I» and «you»."""
    with_of: Callable[[str, Names], str]
    """Returns a sentence with «the order of Ann» in place of «Ann's order», where «my order» can replace either."""


@dataclass(frozen=True, slots=True)
class Reporting:
    """Rules for the speech of others, in reports and in transcripts."""

    report_in: Callable[[str, tuple[str, ...]], Report | None]
    """Returns the report in a sentence, or None. The second argument is the people named in the sentence."""
    asserts: Callable[[str], bool]
    """Returns whether spoken words assert something, rather than ask, command or greet."""
    is_promise: Callable[[str, str], bool]
    """Returns whether the words announce a future deed of the teller (second argument)."""
    quoted: Callable[[str, str], str]
    """Returns somebody's words as a sentence about that person: «The user asked: "…"»."""
    by_role: Callable[[str], str]
    """Returns how a sentence names a speaker known by role: «the user»."""
    parties: Callable[[str], list[str]]
    """Splits a phrase into the people it names: «Bernardo and me»."""
    first_person: frozenset[str]
    """The pronouns that mean the speaker."""
    opening_third: re.Pattern[str]
    """Matches a third-person pronoun at the start of a sentence."""
    own_again: re.Pattern[str]
    """Matches where the writer returns from a report to the first person: «Ben says CI is red; I am looking into it».
    """
    may_mean: Callable[[str, str], bool]
    """Returns whether a pronoun may mean a person of this name: «she» does not mean «King Claudius»."""


@dataclass(frozen=True, slots=True)
class Talk:
    """Rules for conversation and notes: fillers, and words that are left out."""

    is_filler: Callable[[str], bool]
    """Returns whether a sentence is only a question, greeting, thanks, wish, request or acknowledgement."""
    content: Callable[[str], str]
    """Returns the sentence without leading interjections and list numbers: «Okay, I will come», «1. Pay»."""
    says_nothing: Callable[[str], bool]
    """Returns whether a statement is a tautology: «Alex is Alex.»"""
    with_subject: Callable[[str, str], str]
    """Adds the writer's name (second argument) as the missing subject of a note: «Met Ana»."""
    lacks_subject: Callable[[str], bool]
    """Returns whether a sentence lacks a subject that need not be the writer."""
    dangles: Callable[[str], bool]
    """Returns whether a statement refers to something outside it: «It failed», «One of them left», «in May»."""
    candidates: Callable[[str, tuple[str, ...]], tuple[str, ...]]
    """Returns the people among the guessed names of a text, without acronyms, products, places and months."""
    roles: Callable[[str], tuple[str, ...]]
    """Returns the people that a text names by a role: «the foreman»."""
    is_plural: Callable[[str], bool]
    """Returns whether a word for unnamed people is plural, so that «he» cannot mean it: «doctors»."""
    may_mean: Callable[[str, str], bool]
    """Returns whether a third-person pronoun may mean a person of this name or role: «she» does not mean «Bob»."""
    object_pronoun: re.Pattern[str]
    """Matches a third-person object pronoun, which cannot mean the subject of its clause."""
    embeds: re.Pattern[str]
    """Words that open a clause in which an object pronoun may mean the subject of the sentence."""
    spelled_out: Callable[[str], str]
    """Expands contractions that would read as possessives after a name is inserted: «She's a nurse»."""
    has_owner: re.Pattern[str]
    """Matches the start of a sentence in which «his» or «her» refers to the sentence's own subject: «One driver»."""
    reports: re.Pattern[str]
    """Words that open reported content or another clause. In it an object pronoun may mean the subject."""
    companions: Callable[[str], tuple[str, ...]]
    """Returns the people that a clause joins with «I»: «Jake and I»."""
    name_party: Callable[[str, str], str]
    """Replaces «we», «us» and «our» outside quotes by a party's name (second argument)."""
    others: str
    """The name of a party with one known member: «{} and others»."""
    vague: re.Pattern[str]
    """Matches «X and others» in a statement."""
    answer: Callable[[str, str], str]
    """Combines a question and a short reply into one first-person sentence; "" if uncertain."""


@dataclass(frozen=True, slots=True)
class Headings:
    """Patterns of headings in source texts. Functions take the pattern of a number and return the pattern of a
    heading."""

    numeral: str
    """Pattern of a number in words."""
    value: Callable[[str], int | None]
    """Returns the value of a number in words."""
    act: Callable[[str], str]
    scene: Callable[[str], str]
    chapter: Callable[[str], str]
    date: Callable[[str], str]
    persons: str
    """Pattern of the heading of a list of characters."""
    setting: str
    small_in_names: frozenset[str]
    """Words written in lower case inside a name."""
    small_in_places: frozenset[str]
    """Words that do not name a place by themselves."""
    until_marks: Mapping[str, str]
    """Characters around the numbers in «tell up to act III, scene 2», by part."""
    examples: Mapping[str, str]
    """An example for each form of text, for error messages."""


@dataclass(frozen=True, slots=True)
class WorldPhrases:
    """Words and patterns that story worlds look for in an author's files, in typed commands and in source texts."""

    kinds: Mapping[str, str]
    """Words for the kinds of event, each with the English name of the kind."""
    intents: tuple[tuple[str, str], ...]
    """Kinds of goal, each with the pattern of its text."""
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
    """Pattern that must follow a pronoun for it to be singular."""
    you: tuple[str, str] | None
    """The word for «you», and a pattern that also matches its polite form."""
    small_words: frozenset[str]
    """Function words, which do not help to tell texts apart."""
    postures: frozenset[str]
    """Status keys for a posture, which ends when the character leaves the place."""
    perceived: str
    """Pattern of a verb after a subject that saw, heard or found something."""
    thought: str
    """Pattern of a verb after a subject that concluded, believed or feared something."""
    narrators: frozenset[str]
    rare_surnames: str
    """Surnames that are more often ordinary words."""
    surnames_that_are_words: str
    """Surnames that count as names only at the start of a clause, because they are also ordinary words."""
    leaks: tuple[re.Pattern[str], ...]
    """Words about the software behind a run, which must not appear in a story."""


@dataclass(frozen=True, slots=True)
class ProposedPerson:
    """A person that a text seems to name: usual name, other names, number of occurrences, and role («the cook»)."""

    name: str
    aliases: tuple[str, ...]
    count: int
    role: str


@dataclass(frozen=True, slots=True)
class LanguageRules:
    """One language: its code, its English name, and its rules."""

    code: Language
    name: str
    evidence: Callable[[str], int]
    """Returns how much of a text is written in this language. The language with the highest number is chosen."""
    clause_cuts: Callable[[str, tuple[str, ...]], list[tuple[int, int]]]
    may_part: Callable[[str, str], bool]
    clause_joint: re.Pattern[str]
    """Words and marks that may join two facts in one sentence."""
    is_fragment: Callable[[str], bool]
    """Returns whether some words are too short to stand alone: «likes tea» as a list item."""
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
    propose_people: Callable[[str], list[ProposedPerson]]


def opposite_pairs(text: str) -> tuple[tuple[frozenset[str], frozenset[str]], ...]:
    """Parse pairs of opposites from «buy bought / sell sold; open / close shut»."""
    sides = (pair.split("/") for pair in text.replace("\n", " ").split(";"))
    return tuple((frozenset(words.split()), frozenset(opposites.split())) for words, opposites in sides)
