"""To go where a goal leads, or where people are."""

from agentsensus.minds.players.claims.deeds import GOING, deed
from agentsensus.minds.players.drives.ask import is_learnt, whom_to_ask
from agentsensus.minds.players.drives.drive import Proposal, propose
from agentsensus.minds.players.drives.speaking import speak
from agentsensus.minds.players.situation import Situation
from agentsensus.minds.players.wants import Want
from agentsensus.world.goals import (
    BringIntent,
    ConfrontIntent,
    DeceiveIntent,
    DoIntent,
    GetIntent,
    LearnIntent,
    MeetIntent,
    ReachIntent,
    ReadIntent,
    TellIntent,
)

__all__ = ["travel", "wander"]

_FAR = 3
_TOO_FAR = 6
_STAYED = 4
_WORDS_WITH = (MeetIntent, TellIntent, DeceiveIntent, ConfrontIntent, DoIntent)


def travel(situation: Situation) -> Proposal | None:
    """Set out for where a goal leads, the goal at hand first; say where one goes if it is far."""
    if situation.view.is_held:
        return None
    for place_in_stack, want in enumerate(situation.wants):
        to = destination(situation, want)
        away = next((place.rounds for place in situation.view.places if place.id == to), None)
        if to is None or to == situation.view.place.id or away is None or _was_refused(situation, to):
            continue
        if away >= _FAR and any(_holds_back(situation, other) for other in situation.wants[:place_in_stack]):
            continue
        if away > _TOO_FAR and not isinstance(want.intent, ReachIntent | BringIntent | ReadIntent):
            continue
        farewell = _farewell(situation, to)
        if farewell:
            return farewell
        who = getattr(want.intent, "whom", None)
        because = {"who": situation.name(who)} if who else None
        return propose(situation, 46 - 3 * place_in_stack, "seek" if who else "travel", "move", because, destination=to)
    return None


def wander(situation: Situation) -> Proposal | None:
    """Go where others were last seen, or to a place near by, when nothing more is to be done here."""
    near = [place.id for place in situation.view.places if place.rounds <= 1 and not _was_refused(situation, place.id)]
    if not near or situation.view.is_held or situation.rounds_since("move") < _STAYED:
        return None
    if situation.rounds_since("say") < 2:
        return None
    peopled = [place for place in near if any(seen == place for seen, _ in situation.view.seen.values())]
    alone = 12 if not situation.present else 0
    to = situation.part.one_of(peopled or near, "wander", situation.view.round // 2)
    return propose(situation, 8 + alone + situation.traits.curiosity, "wander", "move", destination=to)


def destination(situation: Situation, want: Want) -> str | None:
    """The place where a goal leads; None when it leads nowhere that one knows of, or is as good as done."""
    match want.intent:
        case ReachIntent(place=place):
            return place
        case ReadIntent(carrier=carrier):
            return _place_of(situation, carrier)
        case GetIntent(carrier=carrier, whom=whom):
            return _place_of(situation, carrier) if whom not in situation.company else situation.where(whom)
        case BringIntent(whom=whom, place=place):
            agreed = situation.talk.acts("agree", by=whom, to=situation.me)
            return place if agreed else situation.where(whom) if whom in situation.company else None
        case LearnIntent(event=event):
            return _where_it_is_known(situation, want, event)
        case intent if isinstance(intent, _WORDS_WITH) and intent.whom in situation.company:
            if isinstance(intent, TellIntent | DeceiveIntent | ConfrontIntent):
                belief = situation.belief(intent.event)
                if belief is None or (intent.whom, intent.event) in situation.talk.told:
                    return None
                if not isinstance(intent, ConfrontIntent) and situation.others.surely(intent.whom, belief):
                    return None
            return situation.where(intent.whom)
    return None


def _holds_back(situation: Situation, want: Want) -> bool:
    """Whether a goal is left to be done first, before one sets out on a long way: words with somebody near by."""
    whom = getattr(want.intent, "whom", None)
    if not isinstance(want.intent, MeetIntent | BringIntent | ConfrontIntent | DoIntent) or whom is None:
        return False
    where = situation.where(whom)
    near = [place.id for place in situation.view.places if place.rounds < _FAR]
    return whom in situation.company and (where is None or where in (*near, situation.view.place.id))


def _where_it_is_known(situation: Situation, want: Want, event: str) -> str | None:
    """Where somebody is whom one would ask: named in the goal, or trusted, and not asked yet."""
    if is_learnt(situation, event) or situation.talk.awaits(event) or whom_to_ask(situation, want.text, event):
        return None
    already = situation.talk.asked_about(event)
    named = [id_ for id_ in situation.script.persons(want.text) if id_ in situation.company]
    trusted = [id_ for id_ in situation.company if situation.trust(id_) >= 1]
    left = [id_ for id_ in (*named, *trusted) if id_ not in (*already, *situation.present)]
    left = [
        id_ for id_ in left if not situation.is_foe(id_) and not _is_far_among_foes(situation, situation.where(id_))
    ]
    return situation.where(left[0]) if left and len(already) < _STAYED else None


def _is_far_among_foes(situation: Situation, place: str | None) -> bool:
    """Whether a place is no step next door, and a foe is there as far as one knows: nobody goes there only to ask."""
    if not any(near.id == place and near.rounds >= _FAR for near in situation.view.places):
        return False
    return any(situation.is_foe(id_) and situation.where(id_) == place for id_ in situation.company)


def _place_of(situation: Situation, carrier: str) -> str | None:
    """Where a thing is, as far as one knows: with whoever is seen to have it, or where the story begins with it."""
    for person in situation.view.people:
        if carrier in person.holds:
            return situation.view.place.id
    thing = situation.part.scenario.carriers[carrier]
    holder = thing.held_by
    if holder == situation.me:
        return None
    return thing.at or (situation.where(holder) if holder in situation.company else None)


def _was_refused(situation: Situation, to: str) -> bool:
    """Whether one could not get there of late."""
    return any(
        turn.action == "move"
        and not turn.ok
        and turn.params.get("destination") == to
        and situation.view.round - turn.round <= _TOO_FAR
        for turn in situation.view.cache
    )


def _farewell(situation: Situation, to: str) -> Proposal | None:
    """Tell the best friend who is here where one goes, once for each place, if it is no step next door."""
    far = any(place.id == to and place.rounds >= _FAR for place in situation.view.places)
    friends = [other for other in situation.present if situation.trust(other) >= 1]
    friends.sort(key=lambda other: (-situation.trust(other), other))
    is_announced = any(own.claim.event == deed(GOING, situation.me, to) for own in situation.talk.claims_made)
    if not far or not friends or is_announced:
        return None
    return speak(situation, 47, "tell", friends[:1], "farewell", place=situation.script.place(to))
