"""To answer what one is asked: the truth, nothing, an evasion or a lie."""

from agentsensus.minds.players.belief import Belief
from agentsensus.minds.players.drives.drive import Proposal, propose
from agentsensus.minds.players.drives.speaking import assert_, speak
from agentsensus.minds.players.drives.versions import lie_about, retold
from agentsensus.minds.players.situation import OpenQuestion, Situation

__all__ = ["answer", "recollect"]

_CANDID, _EVASIVE = 6, 4


def recollect(situation: Situation) -> Proposal | None:
    """Ask one's memory what one was asked."""
    for question in situation.questions:
        if not situation.has_recalled(question.asked.text):
            because = {"who": situation.name(question.by)}
            return propose(situation, 72, "recollect", "recall", because, query=question.asked.text)
    return None


def answer(situation: Situation) -> Proposal | None:
    """Answer the oldest question that one has thought about."""
    for question in situation.questions:
        if not situation.has_recalled(question.asked.text):
            continue
        belief = _known_answer(situation, question)
        if belief is not None:
            return _reply(situation, question, belief)
        if question.by in situation.present:
            return speak(situation, 30, "nothing", [question.by])
    return None


def _known_answer(situation: Situation, question: OpenQuestion) -> Belief | None:
    """What one can say to the question and has not said to the asker yet."""
    topic = question.asked
    if topic.event and (belief := situation.belief(topic.event)) is not None:
        return belief
    about = {topic.person} if topic.person else {*situation.script.persons(topic.text)} if topic.event else set()
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
    return max(
        known, key=lambda belief: (belief.support, max(g.since for g in belief.grounds), belief.claim), default=None
    )


def _reply(situation: Situation, question: OpenQuestion, belief: Belief) -> Proposal | None:
    event, asker = belief.claim.event, question.by
    if situation.may_tell(event, asker):
        kind = "confide" if situation.is_secret(event) else "tell"
        return assert_(situation, 70, "answer", [asker], belief, [retold(situation, belief)], kind)
    if situation.pressure(event) * 2 > situation.traits.nerve and asker not in situation.withheld.get(event, ()):
        return assert_(situation, 70, "slip", [asker], belief, [belief.claim], "slip")
    if situation.traits.candour >= _CANDID:
        return speak(situation, 68, "silence", [asker])
    false = lie_about(situation, belief, asker)
    if situation.traits.candour >= _EVASIVE or false is None:
        return speak(situation, 68, "deflect", [asker])
    return assert_(situation, 70, "lie", [asker], belief, [false], as_seen=True)
