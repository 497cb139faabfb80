"""Who dies in a sentence, and by whose hand, as far as the words beside a name tell."""

from collections.abc import Sequence

from agentsensus.sediment.prose.mentions import Mention
from agentsensus.sediment.words import SedimentWords
from agentsensus.text.quotes import outside_quotes

__all__ = ["deaths_in"]


def deaths_in(sentence: str, named: Sequence[Mention], words: SedimentWords) -> list[tuple[str, str]]:
    """Victim and doer of every death that the sentence tells outside quotes; no doer where none is named."""
    deaths: list[tuple[str, str]] = []
    outside = [mention for mention in named if not mention.is_quoted]
    for mention in outside:
        before, after = sentence[: mention.start], sentence[mention.end :]
        if words.pattern("victim_after").search(before):
            doers = [other.id for other in outside if other.end <= mention.start and other.id != mention.id]
            deaths.append((mention.id, doers[-1] if doers else ""))
        elif words.pattern("victim_before").match(after):
            deaths.append((mention.id, ""))
    return deaths or _death_of_the_subject(sentence, outside, words)


def _death_of_the_subject(sentence: str, outside: Sequence[Mention], words: SedimentWords) -> list[tuple[str, str]]:
    """«The knife struck Joost, and he died»: in English whoever was named last, in Chinese the sentence's subject."""
    match = words.pattern("subject_dies").search(sentence)
    if match is None or not any(start <= match.start() < end for start, end in outside_quotes(sentence)):
        return []
    before = [mention for mention in outside if mention.end <= match.start()]
    return [(before[0 if words.drops_subjects else -1].id, "")] if before else []
