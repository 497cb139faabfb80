"""To keep what one has learnt: first look what there is, then put it into one's own words."""

from collections.abc import Sequence

from agentsensus.minds.players.claims import Claim
from agentsensus.minds.players.claims.deeds import CAME, TOLD, deed, is_deed, parts
from agentsensus.minds.players.drives.drive import Proposal, propose
from agentsensus.minds.players.situation import Situation
from agentsensus.world.character import Learnt
from agentsensus.world.mail import WORLD

__all__ = ["check", "keep", "news_of"]

_AT_ONCE = 4
_CARED_FOR = 2


def check(situation: Situation) -> Proposal | None:
    """Ask one's memory about what was just heard, where one may know better, before keeping or believing it."""
    news = news_of(situation)
    if not news or news[0][1] == WORLD:
        return None
    claim = news[0][0]
    query = situation.script.word(claim, situation.me, situation.part.seed)
    if situation.has_recalled(query) or not _may_be_known(situation, *news[0]):
        return None
    return propose(situation, 82, "check", "recall", query=query)


def keep(situation: Situation) -> Proposal | None:
    """Remember what one source has told or shown, up to four statements at once."""
    news = news_of(situation)
    if not news:
        return None
    source = news[0][1]
    claims = [claim for claim, by in news if by == source][:_AT_ONCE]
    script, seed = situation.script, situation.part.seed
    wordings = [script.word(_as_kept(situation, claim, source), situation.me, seed) for claim in claims]
    text = situation.part.phrases.joined(wordings)
    if source in situation.part.scenario.characters:
        drive = "keep_came" if parts(claims[0].event)[0] == CAME else "keep"
        return propose(situation, 80, drive, "remember", {"who": situation.name(source)}, text=text)
    return propose(situation, 80, "keep_seen", "remember", text=text)


def _may_be_known(situation: Situation, claim: Claim, source: str) -> bool:
    """Whether one may know better: the teller is not trusted, it names oneself, it is grave, or it happened here."""
    if is_deed(claim.event):
        return False
    topic = situation.script.topic(claim.event)
    doubtful = source in situation.part.scenario.characters and situation.trust(source) < 1
    named = situation.me in situation.script.named(claim)
    return doubtful or named or topic.secret or topic.place == situation.view.place.id


def _as_kept(situation: Situation, claim: Claim, source: str) -> Claim:
    """What one keeps of a claim: that it is so, or, disbelieving it, only that it was said."""
    belief = situation.belief(claim.event)
    told_by_somebody = source in situation.part.scenario.characters
    if parts(claim.event)[0] == TOLD or not told_by_somebody or belief is None:
        return claim
    if not belief.in_doubt and belief.claim == claim:
        return claim
    about = deed(TOLD, source, situation.me, claim.event)
    return Claim(about, claim.filling)


def news_of(situation: Situation) -> list[tuple[Claim, str]]:
    """Claims learnt since one last kept anything, each with its source, the earliest first."""
    news: list[tuple[Claim, str]] = []
    for lesson in situation.view.learnt:
        news += [(claim, lesson.source) for claim in _claims(situation, lesson) if (claim, lesson.source) not in news]
    return [(claim, source) for claim, source in news if not _is_recalled(situation, claim)]


def _claims(situation: Situation, learnt: Learnt) -> Sequence[Claim]:
    script = situation.script
    if learnt.how == "witnessed" and learnt.source in situation.part.scenario.characters:
        return _seen(situation, learnt)
    if learnt.how == "told":
        return situation.part.hear(learnt.text, learnt.source, situation.me).claims
    if learnt.source == WORLD or learnt.how == "read":
        return script.claims(learnt.text)
    return ()


def _seen(situation: Situation, learnt: Learnt) -> Sequence[Claim]:
    """That somebody has come here, from a gesture of theirs; only of people whom one strongly trusts or distrusts."""
    if abs(situation.trust(learnt.source)) < _CARED_FOR:
        return ()
    return (Claim(deed(CAME, learnt.source, situation.view.place.id)),)


def _is_recalled(situation: Situation, claim: Claim) -> bool:
    """Whether a row that one has recalled lately makes the same claim, so that there is nothing to keep."""
    rows = [
        row["text"]
        for turn in situation.view.cache
        if turn.ok and turn.action == "recall"
        for row in turn.result["rows"]
    ]
    return any(situation.script.claim(text) == claim for text in rows)
