"""To answer what one is asked: the truth, nothing, an evasion or a lie."""

from agentsensus.minds.belief import Belief
from agentsensus.minds.claims import Claim
from agentsensus.minds.drives.drive import Proposal, propose
from agentsensus.minds.drives.versions import lie_about, retold
from agentsensus.minds.lines import how_known, line
from agentsensus.minds.situation import Question, Situation

__all__ = ["answer", "recollect"]

_CANDID, _EVASIVE = 6, 4


def recollect(situation: Situation) -> Proposal | None:
    """Ask one's memory what one was asked."""
    for question in situation.questions:
        if not situation.has_recalled(question.asked.text):
            because: dict[str, object] = {"who": situation.name(question.by)}
            return propose(situation, 72, "recollect", "recall", because, query=question.asked.text)
    return None


def answer(situation: Situation) -> Proposal | None:
    """Answer the oldest question that one has thought about."""
    for question in situation.questions:
        if not situation.has_recalled(question.asked.text):
            continue
        belief = _found(situation, question)
        if belief is not None:
            return _truth(situation, question, belief)
        if question.by in situation.present:
            return _plain(situation, question, "nothing", 30)
    return None


def _found(situation: Situation, question: Question) -> Belief | None:
    """What one can say to the question and has not said to the asker yet."""
    asked = question.asked
    if asked.event and (belief := situation.belief(asked.event)) is not None:
        return belief
    about = {asked.person} if asked.person else {*situation.script.persons(asked.text)} if asked.event else set()
    known = [
        belief
        for event, belief in situation.known.items()
        if not situation.has_told(question.by, event)
        and not situation.has_heard(question.by, event)
        and (not about or about & {*situation.persons(event)})
        and question.by not in situation.persons(event)
        and situation.may_tell(event, question.by)
        and belief.support > 0
    ]
    return max(known, key=lambda one: (one.support, max(g.since for g in one.grounds), one.claim), default=None)


def _truth(situation: Situation, question: Question, belief: Belief) -> Proposal | None:
    event, asker = belief.claim.event, question.by
    if situation.may_tell(event, asker):
        kind = "confide" if situation.is_secret(event) else "tell"
        return _say(situation, asker, 70, "answer", kind, belief, retold(situation, belief))
    if situation.pressure(event) * 2 > situation.traits.nerve and asker not in situation.kept.get(event, ()):
        return _say(situation, asker, 70, "slip", "slip", belief, belief.claim)
    if situation.traits.candour >= _CANDID:
        return _plain(situation, question, "silence")
    false = lie_about(situation, belief, asker)
    if situation.traits.candour >= _EVASIVE or false is None:
        return _plain(situation, question, "deflect")
    return _say(situation, asker, 70, "lie", "tell", belief, false, seen=True)


def _say(
    situation: Situation,
    hearer: str,
    score: int,
    drive: str,
    kind: str,
    belief: Belief,
    claim: Claim,
    *,
    seen: bool | None = None,
) -> Proposal | None:
    said = line(situation, kind, [hearer], [claim], how_known(situation, belief, seen=seen))
    if said is None:
        return None
    because: dict[str, object] = {"who": situation.name(hearer)}
    return propose(situation, score, drive, "say", because, targets=[hearer], content=said)


def _plain(situation: Situation, question: Question, kind: str, score: int = 68) -> Proposal | None:
    said = line(situation, kind, [question.by])
    if said is None:
        return None
    because: dict[str, object] = {"who": situation.name(question.by)}
    return propose(situation, score, kind, "say", because, targets=[question.by], content=said)
