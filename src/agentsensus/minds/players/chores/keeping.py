"""To keep what one has learnt, in one's own words."""

from collections.abc import Sequence

from agentsensus.minds.players.chores.chore import Chore
from agentsensus.minds.players.claims import Claim
from agentsensus.minds.players.claims.deeds import CAME, GOING, SEEN, TOLD, deed, parts
from agentsensus.minds.players.hearing import HeardMessage
from agentsensus.minds.players.situation import Situation
from agentsensus.world.character import Learnt
from agentsensus.world.mail import WORLD

__all__ = ["keeping", "news_of"]

_AT_ONCE = 4


def keeping(situation: Situation) -> list[Chore]:
    """What is to be kept of what was learnt since one last kept anything, each statement by itself."""
    script, seed = situation.script, situation.part.seed
    chores = []
    for claim, source in news_of(situation)[:_AT_ONCE]:
        text = script.word(_as_kept(situation, claim, source), situation.me, seed)
        is_told = source in situation.part.scenario.characters
        because = {"who": situation.name(source)} if is_told else {}
        chores.append(Chore("keep", "keep" if is_told else "keep_seen", 80, text, because=because))
    return chores


def news_of(situation: Situation) -> list[tuple[Claim, str]]:
    """Claims learnt since one last kept anything and not known before, each once, with its source."""
    news: dict[Claim, str] = {}
    for lesson in situation.view.learnt:
        for claim in _claims(situation, lesson):
            if not _is_known(situation, claim):
                news.setdefault(claim, lesson.source)
    return list(news.items())


def _claims(situation: Situation, learnt: Learnt) -> Sequence[Claim]:
    if learnt.how in ("told", "overheard") and learnt.source in situation.part.scenario.characters:
        heard = _heard(situation, learnt)
        return [claim for claim in heard.claims if parts(claim.event)[0] not in (CAME, GOING, SEEN)]
    if learnt.source == WORLD or learnt.how == "read":
        return situation.script.claims(learnt.text)
    return ()


def _heard(situation: Situation, learnt: Learnt) -> HeardMessage:
    """What a message says: «you» is whoever it was said to, also for those who overheard it."""
    words = next((words for words in situation.talk.utterances if words.letter.id == learnt.detail), None)
    return words.heard if words else situation.part.hear(learnt.text, learnt.source, situation.me)


def _is_known(situation: Situation, claim: Claim) -> bool:
    """Whether one knew it before it was learnt now: seen at first, come to mind, or heard in an earlier turn."""
    if situation.me in situation.script.topic(claim.event).there and claim == situation.script.original(claim.event):
        return True
    if any(situation.script.claim(row.text) == claim for row in situation.view.minded):
        return True
    if any(situation.script.claim(row["text"]) == claim for turn in situation.view.cache for row in _rows(turn)):
        return True
    return any(
        heard.claim == claim and (heard.read or 0) <= situation.last_kept for heard in situation.talk.claims_heard
    )


def _rows(turn: object) -> Sequence[dict[str, str]]:
    result = getattr(turn, "result", None)
    is_recall = getattr(turn, "action", "") == "recall" and isinstance(result, dict)
    return result.get("rows", ()) if is_recall and isinstance(result, dict) else ()


def _as_kept(situation: Situation, claim: Claim, source: str) -> Claim:
    """What one keeps of a claim: that it is so, or, disbelieving it, only that it was said."""
    belief = situation.belief(claim.event)
    told_by_somebody = source in situation.part.scenario.characters
    if parts(claim.event)[0] == TOLD or not told_by_somebody or belief is None:
        return claim
    if belief.claim == claim or situation.script.world_deeds.is_one(claim.event):
        return claim
    return Claim(deed(TOLD, source, situation.me, claim.event), claim.filling)
