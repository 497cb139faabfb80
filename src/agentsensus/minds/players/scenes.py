"""What words come to as events of the run: who accused, comforted or told whom, and what gave occasion to it."""

from collections.abc import Iterable

from agentsensus.minds.players.claims import Claim
from agentsensus.minds.players.claims.spoken import spoken_deed
from agentsensus.minds.players.conversation import Utterance
from agentsensus.minds.players.phrases.phrases import IN_VAIN
from agentsensus.minds.players.situation import Situation

__all__ = ["occasion", "scene"]

_KINDS = {"charge": "accuse", "confront": "dispute", "deflect": "silence"}
"""Acts that are told of in the words for another."""
_ABOUT_DOER = frozenset(("warn", "denounce"))
_ABOUT_VICTIM = frozenset(("accuse", "charge"))
"""Acts that are told of as a harm to somebody: to the victim, or to nobody who is named."""
_ABOUT_LAST = frozenset(("deny", "accept", "doubt"))
"""Acts that are about whatever the words before them were about."""
_TELLING = frozenset(("", *IN_VAIN, "ask_other"))


def scene(situation: Situation, words: Utterance) -> Claim | None:
    """What somebody did by words, as an event; None where it asks, or nobody has words for it."""
    kind, target = words.heard.act, words.letter.recipients[0]
    about = words.heard.about if words.heard.about in situation.part.scenario.characters else ""
    if kind in _TELLING:
        if not words.heard.claims:
            return None
        kind = "write" if words.letter.afar else "tell"
    if kind in _ABOUT_LAST:
        before = _before(situation, words)
        about = _subject(situation, before, words) if before is not None else ""
    about = about or _subject(situation, words, words)
    event = Claim(spoken_deed(_KINDS.get(kind, kind), words.by, target, about))
    plain = Claim(spoken_deed(_KINDS.get(kind, kind), words.by, target))
    return next((claim for claim in (event, plain) if situation.script.wordings(claim)), None)


def occasion(situation: Situation, words: Utterance) -> Iterable[Claim]:
    """What gave occasion to words, as far as one knows of it: what they are about, or the words that they answer."""
    claims = [claim for claim in words.heard.claims if situation.belief(claim.event) is not None]
    if claims:
        return claims[:1]
    before = _before(situation, words)
    answered = scene(situation, before) if before is not None else None
    if answered is not None:
        return [answered]
    lost = words.heard.about
    deaths = [belief.claim for belief in situation.weighty if lost and lost in situation.matter(belief).victims]
    return deaths[:1]


def _before(situation: Situation, words: Utterance) -> Utterance | None:
    """What was last said to the speaker by whom it speaks to, before that."""
    earlier = [
        other
        for other in situation.talk.utterances
        if other.by in words.letter.recipients
        and words.by in other.letter.recipients
        and other.letter.sent < words.letter.sent
        and (other.heard.claims or other.heard.act)
    ]
    return earlier[-1] if earlier else None


def _subject(situation: Situation, words: Utterance, said: Utterance) -> str:
    """Whom words are about: of what they tell, the victim first, else anybody.

    A warning and a charge are about who did it, an accusation about who suffered it, and about nobody else.
    """
    persons: list[str] = []
    for claim in words.heard.claims:
        matter = situation.part.matters.of(claim)
        if words.heard.act in _ABOUT_DOER:
            persons += matter.doers
        elif words.heard.act in _ABOUT_VICTIM:
            persons += matter.victims
        else:
            persons += [*matter.victims, *matter.doers, *situation.script.named(claim)]
    return next((person for person in persons if person not in (said.by, said.letter.recipients[0])), "")
