"""Replace pronouns by names if their meaning (their antecedent) is certain."""

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
    """The context of a statement: the speaker, the hearers, the people named so far, and the other members of «we».

    `centre` is the person that the last pronoun meant. The next pronoun means the same person if possible.
    """

    speaker: str
    participants: tuple[str, ...]
    named: tuple[str, ...]
    company: tuple[str, ...] = ()
    centre: str = ""
    called: Mapping[str, str] = field(default_factory=dict)
    """The pronoun last used for each person, so that «he» is not resolved to somebody who was «she»."""


def resolve(statement: str, speech: Speech, persons: Callable[[str], Sequence[str]]) -> str:
    """Return the statement with each pronoun replaced by a name if it can mean only one person or party.

    «We» becomes the speaker with `speech.company`, or «X and others» if the text does not say who.
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
    """Return the gender class of a pronoun: «f» for «she» and «her», «m» for «he» and «him»."""
    return "f" if pronoun.lower() in ("she", "her", "hers", "herself", "她") else "m"


def first_third(statement: str) -> str:
    """Return the first «he» or «she» outside quotes, in any case form; "" if there is none."""
    pronoun = rules_of(language(statement)).pronouns.third.search(unquoted(statement))
    return pronoun.group() if pronoun else ""


def is_unresolved(statement: str, names: Names | None = None) -> bool:
    """Return whether the statement still has a pronoun and does not name the person it means."""
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
    """Return whether an object pronoun remains and the only person named before it is the subject: «Tom called her»."""
    rules, text = rules_of(language(statement)), unquoted(statement)
    pronoun = rules.talk.object_pronoun.search(text)
    if pronoun is None or rules.clause_joint.search(text[: pronoun.start()]):
        return False
    before = text[: pronoun.start()]
    people = people_in(before, names)
    return len(people) == 1 and before.startswith(people[0]) and not rules.talk.embeds.search(before)


def candidates(text: str, names: Names, known: Sequence[str] = ()) -> tuple[str, ...]:
    """Return the people in a text that a pronoun may mean: registered names, those in `known`, and guessed names of
    people.
    """
    masked, met = text, []
    # `known` may hold a thousand names and a text only a few, so filter before sorting.
    for name in sorted((name for name in known if name in text), key=lambda name: (-len(name), name)):
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
    """Return the text with `party` in place of the pronoun at its start: «They signed» becomes «Ana and Tom signed»."""
    pronouns = rules_of(language(text)).pronouns
    pronoun = pronouns.they if pronouns.they.match(text) else pronouns.third
    return replaced_outside_quotes(text, pronoun, lambda match: _in_case(party, match), most=1)


_PERSON = "\ue000"
"""Placeholder for a person's name while the rest of a text is read."""
_UNNAMED = "\ue001"
"""Marks an antecedent without a name («a man»), which cannot replace a pronoun."""


def antecedents(statement: str, persons: Sequence[str], before: tuple[str, ...]) -> tuple[str, ...]:
    """Return the people that «he» or «she» in the next statement may mean. If this statement mentions no people:
    `before`.

    People without a name are included, so that a pronoun that may mean them is not replaced.
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
    """Return `named` unchanged; an empty tuple if one of them has neither a name nor a role."""
    return () if any(name.startswith(_UNNAMED) for name in named) else tuple(named)


def _others_in(text: str, rules: LanguageRules) -> tuple[str, ...]:
    """Return the people mentioned without a name: by a role («the foreman») or indefinitely («a man»)."""
    roles = tuple(role for role in rules.talk.roles(text) if not _has_name(role, text))
    rest = text
    for role in roles:
        rest = rest.replace(role.partition(" ")[2] or role, "")
    met = (match.group() for match in rules.pronouns.nameless.finditer(rest) if not _has_name(match.group(), text))
    return (*roles, *dict.fromkeys(f"{_UNNAMED}{person}" for person in met if not rules.talk.is_plural(person)))


def _nearer(text: str, pronoun: re.Match[str], rules: LanguageRules) -> tuple[str, ...]:
    """Return unnamed people in the same sentence that a pronoun may mean. An object pronoun cannot mean the subject."""
    before = text[: pronoun.start()]
    others = _others_in(before, rules)
    is_object = rules.talk.object_pronoun.match(text, pronoun.start()) is not None
    return () if is_object and len(others) == 1 and not rules.talk.reports.search(before) else others


def _has_name(role: str, text: str) -> bool:
    """Return whether the text names the person in a role: «the instructor was Mr. Doyle»."""
    word = role.rpartition(" ")[2]
    return bool(re.search(rf"{re.escape(word)}(?:是|叫|，|,? (?:is |was |named )?)?{_PERSON}", text))


def _with_parties(text: str, speech: Speech, rules: LanguageRules) -> str:
    """Return the text with names in place of «we», and of «you» if there is only one other participant."""
    party = rules.writing.all_of([speech.speaker, *speech.company]) if speech.company else ""
    text = rules.talk.name_party(text, party or rules.talk.others.format(speech.speaker))
    others = [name for name in dict.fromkeys(speech.participants) if name != speech.speaker]
    return rules.pronouns.name_hearer(text, others[0]) if len(others) == 1 else text


def _with_antecedent(text: str, named: tuple[str, ...], centre: str, rules: LanguageRules) -> str:
    """Return the text with a name in place of the first «he», «she» or «they»."""
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
    """Return the text with a name in place of an object pronoun, which cannot mean the subject: «Ben called her»."""
    pronoun = rules.talk.object_pronoun.search(text)
    is_clear = len(named) == 1 and len(by_name) == 1 and named[0] not in by_name
    if not pronoun or not is_clear or not text.startswith(by_name[0]) or not certain(named):
        return text
    if not rules.talk.may_mean(pronoun.group(), named[0]):
        return text
    return replaced_outside_quotes(text, rules.talk.object_pronoun, lambda _: named[0], most=1)


def _in_case(name: str, match: re.Match[str]) -> str:
    word = match.group().lower()
    # Before a noun, «her» is usually the possessive.
    owns = word in _POSSESSIVE or (word == "her" and bool(re.match(_OWNED, match.string[match.end() :])))
    return f"{name}'s" if owns else name
