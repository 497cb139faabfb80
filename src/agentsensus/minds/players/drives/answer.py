"""To answer what one is asked: the truth, nothing, an evasion, a lie, or the name of somebody who may know."""

from agentsensus.minds.players.belief import Belief
from agentsensus.minds.players.claims import Claim
from agentsensus.minds.players.claims.deeds import SEEN, deed, is_passing
from agentsensus.minds.players.conversation import OpenQuestion
from agentsensus.minds.players.drives.drive import Proposal, propose
from agentsensus.minds.players.drives.speaking import assert_, speak
from agentsensus.minds.players.drives.versions import lie_about, retold
from agentsensus.minds.players.manners import spoken_of
from agentsensus.minds.players.situation import Situation

__all__ = ["answer", "recollect"]

_CANDID, _EVASIVE = 6, 4
_REFERS = 0.5
_PROMPT = 77
"""An answer comes before everything but what is grave."""


def recollect(situation: Situation) -> Proposal | None:
    """Ask one's memory what one was asked, where nothing comes to mind unasked."""
    if situation.view.rules.minded:
        return None
    for question in situation.talk.questions:
        if not question.asked.where and not situation.has_recalled(question.asked.text):
            because = {"who": situation.name(question.by)}
            return propose(situation, 72, "recollect", "recall", because, query=question.asked.text)
    return None


def answer(situation: Situation) -> Proposal | None:
    """Answer the latest question that one has thought about."""
    for question in reversed(situation.talk.questions):
        asked = question.asked
        if not situation.view.rules.minded and not asked.where and not situation.has_recalled(asked.text):
            continue
        reply = _whereabouts(situation, question) if asked.where else _told(situation, question)
        if reply is not None:
            return reply
    return None


def _told(situation: Situation, question: OpenQuestion) -> Proposal | None:
    belief = _known_answer(situation, question)
    if belief is not None:
        return _reply(situation, question, belief)
    other = _who_may_know(situation, question)
    if other:
        person = spoken_of(situation.part, other)
        return speak(situation, _PROMPT - 4, "ask_other", [question.by], person=person)
    return _in_vain(situation, question)


def _in_vain(situation: Situation, question: OpenQuestion) -> Proposal | None:
    """Say that one has nothing to tell: of the event, of the person, of where it is, or no news."""
    asked = question.asked
    person = spoken_of(situation.part, asked.where or asked.person) if asked.where or asked.person else ""
    kind = "nowhere" if asked.where else "nothing_of" if asked.person else "nothing" if asked.event else "no_news"
    return speak(situation, _PROMPT - 4, "nothing", [question.by], kind, person=person)


def _can_be_asked(situation: Situation, asker: str, other: str) -> bool:
    """Whether one would send an asker to somebody.

    Not to whom one distrusts, nor somebody to a master far above who is not close to it, nor an office to one that it
    opposes.
    """
    scenario, bonds = situation.part.scenario, situation.part.bonds
    if bonds.bearing(asker, other) == "up" and not bonds.are_close(asker, other):
        return False
    opposes = scenario.world.manner == "office" and scenario.characters[asker].trusts.get(other, 0) < 0
    return situation.trust(other) >= 0 and not opposes


def _whereabouts(situation: Situation, question: OpenQuestion) -> Proposal | None:
    """Say where somebody was last seen, if one has seen or heard anything of it in this run."""
    sought, view = question.asked.where, situation.view
    place = view.place.id if sought in situation.present else view.seen.get(sought, ("", 0))[0]
    place = place or next(
        (
            heard.claim.event.split(":")[2]
            for heard in reversed(situation.talk.claims_heard)
            if _places(heard.claim, sought)
        ),
        "",
    )
    if place not in situation.part.scenario.places or (place == view.place.id and sought not in situation.present):
        return _in_vain(situation, question)
    claim = Claim(deed(SEEN, sought, place))
    return speak(situation, _PROMPT, "whereabouts", [question.by], "tell", [claim])


def _places(claim: Claim, person: str) -> bool:
    kind, *about = claim.event.split(":")
    return kind in ("came", "going", SEEN) and about[:1] == [person] and len(about) == 2


def _known_answer(situation: Situation, question: OpenQuestion) -> Belief | None:
    """What one can say to the question: the event or one of its scene, what one knows of a person, or what is new."""
    asked, script = question.asked, situation.script
    if asked.event:
        belief = situation.belief(asked.event)
        if belief is not None and belief.support > 0:
            return belief
        scene = script.topic(asked.event)
        near = [
            belief
            for belief in _tellable(situation, question)
            if (topic := script.topic(belief.claim.event)).place == scene.place
            and topic.near == scene.near
            and topic.near
        ]
        return near[0] if near else None
    about = [
        belief
        for belief in _tellable(situation, question)
        if _is_private_enough(situation, belief.claim.event, question.by)
        and (asked.person in script.named(belief.claim) if asked.person else situation.is_news(belief))
    ]
    return about[0] if about else None


def _tellable(situation: Situation, question: OpenQuestion) -> list[Belief]:
    """What one could tell the asker that it does not surely know, the weightiest and newest first."""
    beliefs = [
        belief
        for event, belief in situation.known.items()
        if belief.support > 0
        and not belief.in_doubt
        and not is_passing(event)
        and situation.may_tell(event, question.by)
        and not situation.is_secret(event)
        and not situation.others.surely(question.by, belief)
        and question.by not in situation.script.named(belief.claim)
    ]
    return sorted(beliefs, key=lambda belief: (-situation.matter(belief).weight, -belief.since, belief.claim))


def _who_may_know(situation: Situation, question: OpenQuestion) -> str:
    """Somebody else whom the question names by whatever call, or whom one trusts, an office first; empty for nobody.

    An office names no other at a guess: asked about one, it refers to that one itself.
    """
    asked, script, part = question.asked, situation.script, situation.part
    if not asked.event and not asked.person:
        return ""
    is_office = part.scenario.world.manner == "office"
    if is_office and asked.person:
        return asked.person if asked.person in situation.company else ""
    fit = [
        id_
        for id_ in situation.company
        if id_ not in (question.by, asked.person) and _can_be_asked(situation, question.by, id_)
    ]
    named = () if asked.person else script.persons(script.by_name(asked.text, question.by, situation.me))
    if meant := [id_ for id_ in named if id_ in fit]:
        return meant[0]
    if is_office or part.chance(f"refers {question.by} {asked.event}") >= _REFERS:
        return ""
    trusted = [id_ for id_ in fit if situation.trust(id_) >= 1]
    trusted = [id_ for id_ in trusted if part.bonds.has_office(id_)] or trusted
    return part.one_of(sorted(trusted), f"refer {asked.event or asked.person}") if trusted else ""


def _reply(situation: Situation, question: OpenQuestion, belief: Belief) -> Proposal | None:
    event, asker = belief.claim.event, question.by
    if situation.may_tell(event, asker) and _is_private_enough(situation, event, asker):
        is_beside = question.asked.event not in ("", event)
        kind = "confide" if situation.is_secret(event) else "beside" if is_beside else "tell"
        return assert_(situation, _PROMPT, "answer", [asker], belief, [retold(situation, belief, [asker])], kind)
    if situation.talk.pressure(event) * 2 > situation.nerve and asker not in situation.withheld.get(event, ()):
        return assert_(situation, _PROMPT, "slip", [asker], belief, [belief.claim], "slip")
    if situation.traits.candour >= _CANDID:
        return speak(situation, _PROMPT, "silence", [asker])
    false = situation.talk.version_told(event) or lie_about(situation, belief, [asker])
    if situation.traits.candour >= _EVASIVE or false is None or false == belief.claim:
        return speak(situation, _PROMPT, "deflect", [asker])
    return assert_(situation, _PROMPT, "lie", [asker], belief, [false])


def _is_private_enough(situation: Situation, event: str, asker: str) -> bool:
    """Whether nobody hears it who may not: a secret is told to one alone."""
    bystanders = [other for other in situation.present if other != asker] if asker in situation.present else []
    return all(situation.may_tell(event, other) for other in bystanders)
