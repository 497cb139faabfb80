"""What a player makes of a message: what it claims, on whose word, and what it asks."""

from dataclasses import dataclass

from agentsensus.minds.players.claims import Claim, Script
from agentsensus.minds.players.phrases import PlayerPhrases
from agentsensus.text.sentences import sentences

__all__ = ["Asked", "HeardMessage", "Questions", "listen"]


@dataclass(frozen=True, slots=True)
class Asked:
    """A question: about an event, about somebody, or (neither) for any news. `text` is what to recall by."""

    text: str
    event: str = ""
    person: str = ""


@dataclass(frozen=True, slots=True)
class HeardMessage:
    """A message as understood: claims with the number of mouths between them and the speaker, and a question."""

    claims: tuple[Claim, ...] = ()
    hops: int = 0
    asks: Asked | None = None


class Questions:
    """The questions that goals of a world ask, each with the event it is about."""

    def __init__(self, event_of: dict[str, str]) -> None:
        self._asked = {text.casefold(): event for text, event in event_of.items()}

    def event(self, sentence: str) -> str:
        """The event a sentence asks for; empty when it is no such question."""
        return self._asked.get(sentence.strip().casefold(), "")


def listen(content: str, speaker: str, hearer: str, script: Script, questions: Questions) -> HeardMessage:
    """Understand what one has said to another."""
    phrases = PlayerPhrases.of(script.language)
    spoken = sentences(content)
    plain = [script.plainly(sentence, speaker, hearer) for sentence in spoken]
    going = [claim for sentence in spoken if (claim := script.farewell(sentence, speaker))]
    claims = tuple(dict.fromkeys([*(claim for text in plain for claim in script.claims(text)), *going]))
    if any(phrases.is_whether(sentence) for sentence in spoken):
        event = claims[0].event if claims else ""
        worded = phrases.joined(script.wordings(claim)[0] for claim in claims)
        return HeardMessage(asks=Asked(worded, event) if event else None)
    hows = [how for sentence in spoken if (how := phrases.how(sentence))]
    hops = 1 if "told" in hows else 0
    return HeardMessage(claims, hops, None if claims else _question_in(spoken, script, questions, phrases))


def _question_in(spoken: list[str], script: Script, questions: Questions, phrases: PlayerPhrases) -> Asked | None:
    for sentence in spoken:
        if event := questions.event(sentence):
            return Asked(sentence, event)
        name = phrases.person_asked(sentence)
        persons = script.persons(name) if name else ()
        if persons:
            return Asked(sentence, person=persons[0])
        if phrases.is_news(sentence):
            return Asked(sentence)
    return None
