"""To go where a goal leads, or where people are."""

from agentsensus.minds.players.claims.deeds import GOING, deed
from agentsensus.minds.players.drives.drive import Proposal, propose
from agentsensus.minds.players.drives.speaking import speak
from agentsensus.minds.players.situation import Situation
from agentsensus.world.goals import Intent, MeetIntent, ReachIntent, ReadIntent

__all__ = ["travel", "wander"]

_FAR = 3


def travel(situation: Situation) -> Proposal | None:
    """Set out for where a goal leads; look first whether the one to be met is there; say where one goes."""
    for place_in_stack, (_, intent) in enumerate(situation.wants):
        to = _destination(situation, intent)
        if to is None or to == situation.view.place.id or not _is_reachable(situation, to):
            continue
        if isinstance(intent, MeetIntent) and not _has_looked(situation, to):
            because = {"who": situation.name(intent.whom)}
            return propose(situation, 33 - place_in_stack, "seek", "observe", because, target=to)
        farewell = _farewell(situation, to)
        if farewell:
            return farewell
        return propose(situation, 32 - place_in_stack, "travel", "move", destination=to)
    return None


def wander(situation: Situation) -> Proposal | None:
    """Go to a place near by after some quiet rounds."""
    near = [place.id for place in situation.view.places if place.rounds <= 1]
    if not near or situation.rounds_since("move") < 8:
        return None
    score = 6 + situation.traits.curiosity
    to = situation.part.one_of(near, "wander", situation.view.round // 4)
    return propose(situation, score, "wander", "move", destination=to)


def _destination(situation: Situation, intent: Intent) -> str | None:
    match intent:
        case ReachIntent():
            return intent.place
        case MeetIntent():
            return situation.where(intent.whom)
        case ReadIntent():
            carrier = situation.part.scenario.carriers[intent.carrier]
            return carrier.at or (
                situation.where(carrier.held_by) if carrier.held_by not in (None, situation.me) else None
            )
    return None


def _is_reachable(situation: Situation, to: str) -> bool:
    """Whether one could be there within a reasonable part of a story."""
    return any(place.id == to for place in situation.view.places)


def _has_looked(situation: Situation, to: str) -> bool:
    return any(
        turn.action == "observe" and turn.params.get("target") == to and situation.view.round - turn.round <= 4
        for turn in situation.view.cache
    )


def _farewell(situation: Situation, to: str) -> Proposal | None:
    """Tell friends who are here where one goes, once for each place, if it is no step next door."""
    far = any(place.id == to and place.rounds >= _FAR for place in situation.view.places)
    friends = [other for other in situation.present if situation.trust(other) >= 1]
    is_announced = any(own.claim.event == deed(GOING, situation.me, to) for own in situation.claims_made)
    if not far or not friends or is_announced:
        return None
    return speak(situation, 34, "tell", friends, "farewell", place=situation.script.place(to))
