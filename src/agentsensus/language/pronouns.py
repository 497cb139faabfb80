"""Names for pronouns, where there can be no doubt who is meant."""

import re
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field

from agentsensus.language.languages import language, rules_of
from agentsensus.language.names import Names
from agentsensus.language.quotes import replaced_outside_quotes, unquoted
from agentsensus.language.reading import people_in
from agentsensus.language.rules import LanguageRules
from agentsensus.language.scripts import HAN

_HAN = re.compile(f"[{HAN}]")
_OWN = frozenset(["his", "her", "himself", "herself", "their", "themselves"])
_POSSESSIVE = frozenset(["your", "yours", "his", "hers", "their", "theirs"])
_OWNED = (
    r"\s+(?!(?:and|or|but|to|in|on|at|by|from|with|for|as|that|away|back|up|down|out|off|into|when|while|who|not|a|the|"
    r"his|her|there|here|again|then)\b)[a-z]+"
)


@dataclass(frozen=True, slots=True)
class Speech:
    """Who speaks, to whom, who has been named so far, and the people that «we» adds to the speaker.

    `centre` is the person for whom a pronoun stood last; a text goes on about that person if it can.
    """

    speaker: str
    participants: tuple[str, ...]
    named: tuple[str, ...]
    company: tuple[str, ...] = ()
    centre: str = ""
    called: Mapping[str, str] = field(default_factory=dict)
    """The pronoun that stood for a person before: «he» is not said of somebody who was «she»."""


def resolve(statement: str, speech: Speech, persons: Callable[[str], Sequence[str]]) -> str:
    """The statement with a name for each pronoun that can mean only one person or party.

    «We» is the speaker with `speech.company`, or «X and others» if the text does not say who.
    """
    rules = rules_of(language(statement))
    text = _with_parties(rules.pronouns.name_speaker(statement, speech.speaker), speech, rules)
    by_name = persons(unquoted(statement))
    if by_name and not rules.reporting.opening_third.match(statement):
        return _with_object(text, speech.named, by_name, rules)
    pronoun = rules.pronouns.third.search(unquoted(text))
    kind = kind_of(pronoun.group()) if pronoun else ""
    named = tuple(n for n in speech.named if n not in by_name and speech.called.get(n, kind) == kind)
    return _with_antecedent(text, named, speech.centre, rules)


def kind_of(pronoun: str) -> str:
    """Which pronouns can stand for the same person: «f» for «she», «m» for «he», each with its other cases."""
    return "f" if pronoun.lower() in ("she", "her", "hers", "herself", "她") else "m"


def first_third(statement: str) -> str:
    """The first «he» or «she» of a statement outside quotes, in any case; empty if there is none."""
    pronoun = rules_of(language(statement)).pronouns.third.search(unquoted(statement))
    return pronoun.group() if pronoun else ""


def is_unresolved(statement: str, names: Names | None = None) -> bool:
    """Whether a pronoun is left that stands for a person not named in the statement."""
    rules, text = rules_of(language(statement)), unquoted(statement)
    if rules.pronouns.first_or_second.search(text):
        return True
    third = rules.pronouns.any_third.search(text)
    if third is None:
        return False
    if third.group().lower() in _OWN and third.start() and rules.talk.has_owner.match(text):
        return False
    before, known = text[: third.start()], names or Names()
    people = (*candidates(before, known), *people_in(before, known), *_others_in(before, rules))
    return not any(rules.talk.may_mean(third.group(), person) for person in people)


def has_vague_object(statement: str, names: Names) -> bool:
    """Whether an object pronoun is left that cannot mean the only person named before it: «Tom called her»."""
    rules, text = rules_of(language(statement)), unquoted(statement)
    pronoun = rules.talk.object_pronoun.search(text)
    if pronoun is None or rules.clause_joint.search(text[: pronoun.start()]):
        return False
    before = text[: pronoun.start()]
    people = people_in(before, names)
    return len(people) == 1 and before.startswith(people[0]) and not rules.talk.embeds.search(before)


def candidates(text: str, names: Names, known: Sequence[str] = ()) -> tuple[str, ...]:
    """The people in a text that a pronoun may mean: registered or known ones, and guessed names that can be people."""
    masked, met = text, []
    for name in sorted(known, key=lambda name: (-len(name), name)):
        is_han = _HAN.search(name) is not None
        if name in masked and (is_han or re.search(rf"\b{re.escape(name)}\b", masked)):
            met.append(name)
            masked = masked.replace(name, "，" * len(name)) if is_han else masked
    people = people_in(masked, names)
    registered = frozenset(names.display(agent) for agent in names.mentioned(text))
    met += [name for name in people if name in registered and name not in met]
    guessed = tuple(name for name in people if name not in met)
    found = [*met, *rules_of(language(text)).talk.candidates(masked, guessed)]
    return tuple(dict.fromkeys(sorted(found, key=text.find)))


def named_opening(text: str, party: str) -> str:
    """The text with a name for the pronoun that it begins with: «They signed», «Ana and Tom signed»."""
    pronouns = rules_of(language(text)).pronouns
    pronoun = pronouns.they if pronouns.they.match(text) else pronouns.third
    return replaced_outside_quotes(text, pronoun, lambda match: _in_case(party, match), most=1)


_PERSON = "\ue000"
"""Stands for a person while the rest of a text is read."""
_UNNAMED = "\ue001"
"""Marks an antecedent that cannot stand for a pronoun: «a man»."""


def antecedents(statement: str, persons: Sequence[str], before: tuple[str, ...]) -> tuple[str, ...]:
    """Everybody whom «he» or «she» in the next statement may mean; `before` if the statement mentions nobody.

    Somebody without a name is among them as well, so that a pronoun which may mean that person stays as it is.
    """
    rules, text = rules_of(language(statement)), unquoted(statement)
    for person in persons:
        text = text.replace(person, _PERSON)
    pronouns = rules.pronouns
    text = re.sub(rf"(?:{pronouns.nameless.pattern})\s?(?={_PERSON})", "", text)  # «his brother Emil» is one person
    others = _others_in(text, rules)
    if len(persons) > 2 and not re.search(pronouns.party_of(len(persons)), text.replace(_PERSON, pronouns.placeholder)):
        return (*persons, _UNNAMED)
    return (*persons, *others) or before


def certain(named: Sequence[str]) -> tuple[str, ...]:
    """The antecedents if all of them have names or all of them roles; else none."""
    return () if any(name.startswith(_UNNAMED) for name in named) else tuple(named)


def _others_in(text: str, rules: LanguageRules) -> tuple[str, ...]:
    """The people whom a text mentions without a name: by a role («the foreman»), or in no way that is definite."""
    roles = tuple(role for role in rules.talk.roles(text) if not _has_name(role, text))
    rest = text
    for role in roles:
        rest = rest.replace(role.partition(" ")[2] or role, "")
    met = (match.group() for match in rules.pronouns.nameless.finditer(rest) if not _has_name(match.group(), text))
    return (*roles, *dict.fromkeys(f"{_UNNAMED}{person}" for person in met if not rules.talk.is_plural(person)))


def _nearer(text: str, pronoun: re.Match[str], rules: LanguageRules) -> tuple[str, ...]:
    """People without a name in the same sentence whom a pronoun may mean; an object is not the subject."""
    before = text[: pronoun.start()]
    others = _others_in(before, rules)
    is_object = rules.talk.object_pronoun.match(text, pronoun.start()) is not None
    return () if is_object and len(others) == 1 and not rules.talk.reports.search(before) else others


def _has_name(role: str, text: str) -> bool:
    """Whether the text gives the name of somebody whom it names by a role too: «the instructor was Mr. Doyle»."""
    word = role.rpartition(" ")[2]
    return bool(re.search(rf"{re.escape(word)}(?:是|叫|，|,? (?:is |was |named )?)?{_PERSON}", text))


def _with_parties(text: str, speech: Speech, rules: LanguageRules) -> str:
    """The text with names for «we», and for «you» if there is only one other participant."""
    party = rules.writing.all_of([speech.speaker, *speech.company]) if speech.company else ""
    text = rules.talk.name_party(text, party or rules.talk.others.format(speech.speaker))
    others = [name for name in dict.fromkeys(speech.participants) if name != speech.speaker]
    return rules.pronouns.name_hearer(text, others[0]) if len(others) == 1 else text


def _with_antecedent(text: str, named: tuple[str, ...], centre: str, rules: LanguageRules) -> str:
    """The text with a name for the first «he», «she» or «they»."""
    pronoun = rules.pronouns.third.search(unquoted(text))
    nearer = _nearer(unquoted(text), pronoun, rules) if pronoun else ()
    meant = [name for name in (*named, *nearer) if pronoun and rules.talk.may_mean(pronoun.group(), name)]
    if centre in meant and not nearer:
        meant = [centre]
    if len(meant) == 1 and not nearer and certain(meant):
        return replaced_outside_quotes(
            rules.talk.spelled_out(text), rules.pronouns.third, lambda match: _in_case(meant[0], match), most=1
        )
    if len(named) < 2 or pronoun or not certain(named):
        return text
    party = rules.writing.all_of(named)
    return replaced_outside_quotes(text, rules.pronouns.they, lambda match: _in_case(party, match), most=1)


def _with_object(text: str, named: tuple[str, ...], by_name: Sequence[str], rules: LanguageRules) -> str:
    """The text with a name for an object pronoun, which cannot mean the subject: «Ben called her»."""
    pronoun = rules.talk.object_pronoun.search(text)
    is_clear = len(named) == 1 and len(by_name) == 1 and named[0] not in by_name
    if not pronoun or not is_clear or not text.startswith(by_name[0]) or not certain(named):
        return text
    if not rules.talk.may_mean(pronoun.group(), named[0]):
        return text
    return replaced_outside_quotes(text, rules.talk.object_pronoun, lambda _: named[0], most=1)


def _in_case(name: str, match: re.Match[str]) -> str:
    word = match.group().lower()
    # «her» is the possessive when a noun follows, which is far more often than not.
    owns = word in _POSSESSIVE or (word == "her" and bool(re.match(_OWNED, match.string[match.end() :])))
    return f"{name}'s" if owns else name
