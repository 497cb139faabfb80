"""The parser for messages. It finds the claims and their source, the question, and the speech act."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass

from agentsensus.language.sentences import sentences
from agentsensus.worlds.minds.players.claims import Claim, Script
from agentsensus.worlds.minds.players.free_talk import FreeTalk, FreeTalkReader
from agentsensus.worlds.minds.players.phrases import PlayerPhrases

__all__ = ["Asked", "HeardMessage", "Questions", "parse_message"]

_HEARSAY = ("told", "told_here", "told_afar", "overheard")


@dataclass(frozen=True, slots=True)
class Asked:
    """A question about an event, about a person, about the whereabouts of a person (`where`), or for any news.

    `text` is the query for a recall.
    """

    text: str
    event: str = ""
    person: str = ""
    where: str = ""


@dataclass(frozen=True, slots=True)
class HeardMessage:
    """A parsed message.

    hops: number of tellers between the claims and the speaker
    act: the speech act, such as `accuse`
    about: the person, place or thing the act names
    free: the meaning of a line that is no phrase of the players; such a line always gets a reply
    """

    claims: tuple[Claim, ...] = ()
    hops: int = 0
    asks: Asked | None = None
    act: str = ""
    about: str = ""
    free: FreeTalk | None = None


class Questions:
    """The questions that belong to the goals of a world, each with the event it asks about."""

    def __init__(self, event_of: dict[str, str]) -> None:
        self._asked = {text.casefold(): event for text, event in event_of.items()}

    def event(self, sentence: str) -> str:
        """Return the event that a sentence asks about; empty if the sentence is no question of a goal."""
        return self._asked.get(sentence.strip().casefold(), "")


def parse_message(
    content: str,
    speaker: str,
    hearer: str,
    script: Script,
    questions: Questions,
    find: Callable[[str, str], str] = lambda name, speaker: "",
    reader: FreeTalkReader | None = None,
) -> HeardMessage:
    """Parse a message from a speaker to a hearer; `find` returns the id for a name the speaker uses.

    With a `reader`, lines that are no phrase of the players are read as free lines.
    """
    phrases = script.phrases
    spoken = sentences(script.calling.as_anybody(content, speaker))
    plain = [script.plainly(sentence, speaker, hearer) for sentence in spoken]
    going = [claim for sentence in spoken if (claim := script.farewell(sentence, speaker))]
    heard = [
        claim
        for sentence, text in zip(spoken, plain, strict=True)
        for claim in script.claims(text) or script.claims_by_call(sentence, speaker, hearer)
    ]
    claims = tuple(dict.fromkeys([*heard, *going]))
    if any(phrases.is_whether(sentence) for sentence in spoken):
        event = claims[0].event if claims else ""
        worded = phrases.joined(script.wordings(claim)[0] for claim in claims)
        return HeardMessage(asks=Asked(worded, event) if event else None)
    hows = [how for sentence in spoken if (how := phrases.how(sentence))]
    hops = 1 if any(how in _HEARSAY for how in hows) else 0
    act, about = _act(spoken, speaker, phrases, find)
    if claims or act:
        return HeardMessage(claims, hops, None, act, about)
    named = [script.by_name(sentence, speaker, hearer) for sentence in spoken]
    called = [script.plainly_by_call(sentence, speaker, hearer) for sentence in spoken]
    forms = list(zip(plain, spoken, named, called, strict=True))
    asks = _question_in(forms, speaker, questions, phrases, find)
    if reader is None or not spoken or hows or (asks and asks.event) or any(map(phrases.is_own, spoken)):
        return HeardMessage(hops=hops, asks=asks)
    return HeardMessage(hops=hops, asks=asks, free=reader.read(spoken, speaker, hearer))


def _act(
    spoken: Sequence[str], speaker: str, phrases: PlayerPhrases, find: Callable[[str, str], str]
) -> tuple[str, str]:
    kind, about = "", ""
    for sentence in spoken:
        act = phrases.act(sentence)
        if act is None or (kind and act[0] != kind):
            continue
        kind, fields = act
        named = next((fields[field] for field in ("person", "victim", "thing", "place") if field in fields), "")
        about = about or (find(named, speaker) if named else "")
    return kind, about


def _question_in(
    forms: Sequence[tuple[str, str, str, str]],
    speaker: str,
    questions: Questions,
    phrases: PlayerPhrases,
    find: Callable[[str, str], str],
) -> Asked | None:
    """Return the first question in the sentences, or None.

    Each sentence is given in the four forms that `parse_message` builds.
    """
    for plain, sentence, named, called in forms:
        for form in (plain, sentence, named, called):
            if event := questions.event(form):
                return Asked(form, event)
        sought = phrases.person_asked(sentence, "where")
        if sought and (id_ := find(sought, speaker)):
            return Asked(sentence, where=id_)
        name = phrases.person_asked(sentence)
        if name and (id_ := find(name, speaker)):
            return Asked(sentence, person=id_)
        if phrases.is_news(sentence):
            return Asked(sentence)
    return None
