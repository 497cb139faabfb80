"""To ask: for what a goal wants to know, where somebody is, and for news."""

from agentsensus.minds.players.drives.drive import Proposal, propose
from agentsensus.minds.players.drives.speaking import speak
from agentsensus.minds.players.lines import asked
from agentsensus.minds.players.manners import spoken_of
from agentsensus.minds.players.situation import SURE, Situation
from agentsensus.world.goals import LearnIntent, MeetIntent

__all__ = ["ask", "ask_for_news", "ask_where", "is_learnt", "whom_to_ask"]

_MOST_ASKED = 4
_PAUSE = 2
_LONG = 12
_SOUGHT = 2
_FAR_FRIEND = 2
_SOUGHT_OUT = 50
"""To speak with whom one came to meet goes before setting out for anything else."""


def is_learnt(situation: Situation, event: str) -> bool:
    """Whether one knows of an event as firmly as one can wish."""
    belief = situation.belief(event)
    return belief is not None and belief.support >= SURE and not belief.in_doubt


def ask(situation: Situation) -> Proposal | None:
    """Ask for what one wants to learn: those who are here and may know, then one trusted friend far away."""
    for place, want in enumerate(situation.wants):
        intent = want.intent
        question = situation.part.asks.get(intent.event) if isinstance(intent, LearnIntent) else None
        if question is None or not isinstance(intent, LearnIntent) or is_learnt(situation, intent.event):
            continue
        is_unprepared = not situation.view.rules.minded and not situation.has_recalled(question)
        if is_unprepared and not situation.talk.asked_about(intent.event):
            return propose(situation, 54, "prepare", "recall", query=question)
        for other in whom_to_ask(situation, want.text, intent.event):
            score = (52 if other in situation.present else 34) - 3 * place + situation.traits.curiosity // 2
            if offer := speak(situation, score, "ask", [other], question=asked(situation, question, other)):
                return offer
    return None


def whom_to_ask(situation: Situation, goal: str, event: str) -> list[str]:
    """Whom one may still ask about an event, the likeliest first; one friend far away when nobody is near."""
    already = situation.talk.asked_about(event)
    if len(already) >= _MOST_ASKED or situation.rounds_since("say") < _PAUSE:
        return []
    named = situation.script.persons(goal)
    here = [other for other in situation.present if other not in already and not situation.is_foe(other)]
    whim = {other: situation.part.chance(f"asks {other} {event}") for other in situation.company}
    if here:
        return sorted(here, key=lambda other: (other not in named, -situation.trust(other), whim[other]))
    if already:
        return []
    far = [other for other in situation.company if situation.trust(other) >= _FAR_FRIEND or other in named]
    far = [other for other in far if not situation.is_foe(other)]
    return sorted(far, key=lambda other: (other not in named, -situation.trust(other), whim[other]))[:1]


def ask_where(situation: Situation) -> Proposal | None:
    """Ask those who are here where somebody is whom a goal leads to, when one has come in vain."""
    for want in situation.wants:
        sought = getattr(want.intent, "whom", None)
        if not sought or sought in situation.present or sought not in situation.company:
            continue
        if want.intent.kind == "keep" or situation.where(sought) is not None:
            continue
        lately = [sent for sent in situation.talk.times_sought(sought) if situation.view.round - sent < _LONG]
        for other in situation.present if len(lately) < _SOUGHT else ():
            if situation.is_foe(other) or situation.talk.has_asked(other, where=sought):
                continue
            person = spoken_of(situation.part, sought)
            if offer := speak(situation, 49, "where", [other], "where", about=sought, person=person):
                return offer
    return None


def ask_for_news(situation: Situation) -> Proposal | None:
    """Ask somebody here for news, first whom one came to meet, or of somebody dear who was not seen for long."""
    if situation.rounds_since("say") < _PAUSE:
        return None
    curiosity = situation.traits.curiosity
    sought = {want.intent.whom for want in situation.wants if isinstance(want.intent, MeetIntent)}
    for other in sorted(situation.present, key=lambda id_: id_ not in sought):
        if situation.is_foe(other) and other not in sought:
            continue
        missed = [
            person
            for person in situation.company
            if person not in situation.present
            and situation.is_dear(person)
            and person != other
            and situation.view.round - situation.view.seen.get(person, ("", 0))[1] >= _LONG // 2
            and not situation.talk.has_asked(other, person=person)
        ]
        if missed:
            person = situation.part.one_of(missed, f"missed {other}")
            named = spoken_of(situation.part, person)
            if offer := speak(situation, 20 + curiosity, "curious", [other], "of", about=person, person=named):
                return offer
        last = situation.talk.last_asked(other)
        is_due = last is None or situation.view.round - last >= _LONG
        is_sought = other in sought and not situation.talk.exchanged(other)
        score = _SOUGHT_OUT if is_sought else 14 + curiosity
        if is_due and (offer := speak(situation, score, "news", [other])):
            return offer
    return None
