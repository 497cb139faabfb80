"""Names for pronouns, where there can be no doubt who is meant."""

import re
from collections.abc import Callable, Sequence
from dataclasses import dataclass

from agentsensus.text.language import language
from agentsensus.text.languages import LanguageRules, rules_of
from agentsensus.text.names import Names
from agentsensus.text.quotes import replaced_outside_quotes, unquoted
from agentsensus.text.reading.persons import people_in

_POSSESSIVE = frozenset(["our", "ours", "your", "yours", "his", "hers", "their", "theirs"])
_OWNED = (
    r"\s+(?!(?:and|or|but|to|in|on|at|by|from|with|for|as|that|away|back|up|down|out|off|into|when|while|who|not|a|the|"
    r"his|her|there|here|again|then)\b)[a-z]+"
)


@dataclass(frozen=True, slots=True)
class Speech:
    """Who speaks, to whom, and who has been named so far."""

    speaker: str
    participants: tuple[str, ...]
    named: tuple[str, ...]


def resolve(statement: str, speech: Speech, persons: Callable[[str], Sequence[str]]) -> str:
    """The statement with a name for each pronoun that can mean only one person or party."""
    rules = rules_of(language(statement))
    text = _with_parties(rules.pronouns.name_speaker(statement, speech.speaker), speech, rules)
    names_somebody = bool(persons(unquoted(statement)))
    return text if names_somebody else _with_antecedent(text, speech.named, rules)


def is_unresolved(statement: str, names: Names | None = None) -> bool:
    """Whether a pronoun is left whose person the statement does not name."""
    pronouns, text = rules_of(language(statement)).pronouns, unquoted(statement)
    if pronouns.first_or_second.search(text):
        return True
    third = pronouns.any_third.search(text)
    return third is not None and not people_in(text[: third.start()], names or Names())


def named_opening(text: str, party: str) -> str:
    """The text with a name for the pronoun that it begins with: «They signed», «Ana and Tom signed»."""
    pronouns = rules_of(language(text)).pronouns
    pronoun = pronouns.they if pronouns.they.match(text) else pronouns.third
    return replaced_outside_quotes(text, pronoun, lambda match: _in_case(party, match), most=1)


def antecedents(statement: str, persons: Sequence[str], before: tuple[str, ...]) -> tuple[str, ...]:
    """Whom a pronoun after this statement must mean; nobody if it may as well mean somebody without a name."""
    pronouns, text = rules_of(language(statement)).pronouns, unquoted(statement)
    for person in persons:
        text = text.replace(person, pronouns.placeholder)
    if pronouns.nameless.search(text):
        return ()
    if len(persons) > 2 and not re.search(pronouns.party_of(len(persons)), text):
        return ()
    return tuple(persons) or before


def _with_parties(text: str, speech: Speech, rules: LanguageRules) -> str:
    """The text with names for «we», and for «you» if there is only one other participant."""
    others = [name for name in dict.fromkeys(speech.participants) if name != speech.speaker]
    if others:
        everyone = rules.writing.all_of([speech.speaker, *others])
        text = replaced_outside_quotes(text, rules.pronouns.we, lambda match: _in_case(everyone, match))
    return rules.pronouns.name_hearer(text, others[0]) if len(others) == 1 else text


def _with_antecedent(text: str, named: tuple[str, ...], rules: LanguageRules) -> str:
    """The text with a name for the first «he», «she» or «they»."""
    if not named:
        return text
    pronoun = rules.pronouns.third if len(named) == 1 else rules.pronouns.they
    party = named[0] if len(named) == 1 else rules.writing.all_of(named)
    return replaced_outside_quotes(text, pronoun, lambda match: _in_case(party, match), most=1)


def _in_case(name: str, match: re.Match[str]) -> str:
    word = match.group().lower()
    # «her» is the possessive when a noun follows, which is far more often than not.
    owns = word in _POSSESSIVE or (word == "her" and bool(re.match(_OWNED, match.string[match.end() :])))
    return f"{name}'s" if owns else name
