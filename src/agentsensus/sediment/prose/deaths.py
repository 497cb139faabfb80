"""Who dies in a sentence, and by whose hand, as far as the words beside a name tell."""

from collections.abc import Sequence

from agentsensus.sediment.prose.mentions import Mention
from agentsensus.sediment.words import SedimentWords

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
    return deaths
