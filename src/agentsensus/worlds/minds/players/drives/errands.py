"""Drives for things, company and travel."""

from collections.abc import Sequence

from agentsensus.worlds.minds.players.conversation import Utterance
from agentsensus.worlds.minds.players.drives.drive import Proposal, propose, speak
from agentsensus.worlds.minds.players.drives.questions import MOST_ASKED, is_learnt, may_have_answer, whom_to_ask
from agentsensus.worlds.minds.players.situation import Situation, Want
from agentsensus.worlds.scenario.goals import (
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

__all__ = ["bring", "get", "hand_over", "invited", "travel", "wander"]

_SLY = 4
_LATELY = 4


def get(situation: Situation) -> Proposal | None:
    """Take or ask for the thing of a goal; steal it from an enemy or after a refusal, if sly."""
    for want in situation.wants:
        intent = want.intent
        if not isinstance(intent, GetIntent) or _has(situation, intent.carrier) or not situation.view.rules.things:
            continue
        if any(thing.id == intent.carrier for thing in situation.view.things):
            return propose(situation, 64, "take", "take", thing=intent.carrier)
        if intent.whom not in situation.present:
            continue
        carried = situation.player.scenario.carriers[intent.carrier]
        seen = any(intent.carrier in person.holds for person in situation.view.people if person.id == intent.whom)
        seen = seen or (carried.hidden and carried.held_by == intent.whom)  # the goal says in whose coat it is
        asked = situation.talk.acts("ask_thing", by=situation.me, to=intent.whom, about=intent.carrier)
        tried = sum(turn.action == "take" for turn in situation.view.cache)
        if seen and (asked or situation.is_foe(intent.whom)) and situation.traits.candour <= _SLY and tried < 2:
            return propose(situation, 62, "take", "take", thing=intent.carrier)
        if not asked and not situation.is_foe(intent.whom):
            return speak(situation, 63, "ask_thing", [intent.whom], thing=carried.called[0])
    return None


def hand_over(situation: Situation) -> Proposal | None:
    """Give a requested thing to a friend or superior; refuse it to others."""
    for words in _asked_of_me(situation, "ask_thing"):
        thing = words.heard.about
        if thing not in situation.player.scenario.carriers:
            continue
        because = {"who": situation.name(words.by)}
        above = situation.player.bonds.bearing(situation.me, words.by) == "up"
        if _has(situation, thing) and words.by in situation.present and (above or situation.trust(words.by) >= 2):
            return propose(situation, 75, "give", "give", because, target=words.by, thing=thing)
        if _has(situation, thing) and not situation.talk.has_answered(words.by, words.letter.read or 0):
            called = situation.player.scenario.carriers[thing].called[0]
            return speak(situation, 74, "refuse_thing", [words.by], thing=called)
    return None


def bring(situation: Situation) -> Proposal | None:
    """Invite the character of a bring goal to come along, once."""
    for want in situation.wants:
        intent = want.intent
        if not isinstance(intent, BringIntent) or intent.whom not in situation.present:
            continue
        if {situation.me, intent.whom} & situation.held:
            continue
        if situation.view.place.id == intent.place:
            continue
        if not situation.talk.acts("invite", by=situation.me, to=intent.whom):
            return speak(situation, 65, "invite", [intent.whom], place=situation.script.place(intent.place))
    return None


def invited(situation: Situation) -> Proposal | None:
    """Accept or decline an invitation; enemies are always declined."""
    for words in _asked_of_me(situation, "invite"):
        if words.by not in situation.present or situation.talk.has_answered(words.by, words.letter.read or 0):
            continue
        above = situation.player.bonds.bearing(situation.me, words.by) == "up"
        agrees = not situation.view.is_held and (
            situation.trust(words.by) >= 1 or (above and not situation.is_foe(words.by))
        )
        return speak(situation, 76, "agree" if agrees else "decline", [words.by])
    return None


def _asked_of_me(situation: Situation, act: str) -> list[Utterance]:
    """Return recent speech acts of the kind `act` addressed to the player, latest first."""
    return [
        words
        for words in reversed(situation.talk.acts(act, to=situation.me))
        if words.letter.read is not None
        and situation.view.round - words.letter.read <= _LATELY
        and words.by not in situation.gone
    ]


def _has(situation: Situation, thing: str) -> bool:
    """Return whether the player holds a thing."""
    return thing in situation.view.holds


_FAR = 3
_TOO_FAR = 6
_STAYED = 4
_WORDS_WITH = (MeetIntent, TellIntent, DeceiveIntent, ConfrontIntent, DoIntent)


def travel(situation: Situation) -> Proposal | None:
    """Travel to the place of a goal, the current goal first."""
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
        who = getattr(want.intent, "whom", None)
        because = {"who": situation.name(who)} if who else None
        return propose(situation, 46 - 3 * place_in_stack, "seek" if who else "travel", "move", because, destination=to)
    return None


def wander(situation: Situation) -> Proposal | None:
    """Go home, or from there to a friend nearby, when nothing remains to do here; institutions stay."""
    view, player = situation.view, situation.player
    near = [place.id for place in view.places if place.rounds <= 1 and not _was_refused(situation, place.id)]
    if not near or view.is_held or player.scenario.world.manner == "office" or situation.rounds_since("say") < 2:
        return None
    if situation.rounds_since("move") < (_STAYED if situation.present else 2):
        return None
    sought = [place for want in situation.wants if (place := _unsearched(situation, want, near))]
    if sought:
        return propose(situation, 30, "wander", "move", destination=sought[0])
    home = player.character.at
    if view.place.id != home:
        if any(situation.is_dear(other) for other in situation.present):
            return None
        return propose(situation, 20, "wander", "move", destination=home) if home in near else None
    dear = [other for other, (place, _) in view.seen.items() if place in near and situation.is_dear(other)]
    if situation.present or not dear or situation.rounds_since("move") < _TOO_FAR:
        return None
    to = view.seen[min(dear, key=lambda other: (-situation.trust(other), other))][0]
    return propose(situation, 20, "wander", "move", destination=to)


def _unsearched(situation: Situation, want: Want, near: Sequence[str]) -> str | None:
    """Return a nearby place in which to look for the person of a goal whose whereabouts are unknown."""
    whom = getattr(want.intent, "whom", None)
    if whom is None or want.intent.kind == "keep" or whom not in situation.company or whom in situation.present:
        return None
    if situation.where(whom) is not None:
        return None
    been = {turn.result["to"] for turn in situation.view.cache if turn.action == "move" and turn.ok}
    left = [place for place in near if place not in been]
    return situation.player.one_of(left, f"look for {whom}", situation.view.round // 4) if left else None


def destination(situation: Situation, want: Want) -> str | None:
    """Return the place that the player has to go to for a goal.

    Returns None if the place is unknown or the goal is nearly reached.
    """
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
                if not isinstance(intent, ConfrontIntent) and situation.others.knows(intent.whom, belief):
                    return None
            return situation.where(intent.whom)
    return None


def _holds_back(situation: Situation, want: Want) -> bool:
    """Return whether this goal keeps the player from a long journey for a lesser goal, because its person may be
    near.
    """
    whom = getattr(want.intent, "whom", None)
    if not isinstance(want.intent, MeetIntent | BringIntent | ConfrontIntent | DoIntent) or whom is None:
        return False
    where = situation.where(whom)
    near = [place.id for place in situation.view.places if place.rounds < _FAR]
    return whom in situation.company and (where is None or where in (*near, situation.view.place.id))


def _where_it_is_known(situation: Situation, want: Want, event: str) -> str | None:
    """Return the place of a character who may know the event: named in the goal or trusted, and not asked yet."""
    if is_learnt(situation, event) or situation.talk.awaits(event) or whom_to_ask(situation, want.text, event):
        return None
    already = situation.talk.asked_about(event)
    if len(already) >= MOST_ASKED:
        return None
    there = () if situation.is_secret(event) else situation.script.topic(event).there
    named = situation.script.persons(want.text)
    trusted = () if there else tuple(id_ for id_ in situation.felt if situation.trust(id_) >= 1)
    left = [
        id_
        for id_ in dict.fromkeys((*named, *there, *trusted))
        if id_ in situation.company
        and id_ not in (*already, *situation.present)
        and not situation.is_opponent(id_)
        and may_have_answer(situation, id_, want.text, event)
    ]
    places = (situation.where(id_) for id_ in left)
    return next((place for place in places if place and not _is_far_among_foes(situation, place)), None)


def _is_far_among_foes(situation: Situation, place: str | None) -> bool:
    """Return whether a place is not next door and an enemy is known to be there."""
    if not any(near.id == place and near.rounds >= _FAR for near in situation.view.places):
        return False
    return any(situation.is_opponent(id_) and situation.where(id_) == place for id_ in situation.felt)


def _place_of(situation: Situation, carrier: str) -> str | None:
    """Return the known place of a thing (where its visible holder is, or its initial place), or None."""
    for person in situation.view.people:
        if carrier in person.holds:
            return situation.view.place.id
    thing = situation.player.scenario.carriers[carrier]
    holder = thing.held_by
    if holder == situation.me:
        return None
    return thing.at or (situation.where(holder) if holder in situation.company else None)


def _was_refused(situation: Situation, to: str) -> bool:
    """Return whether the player recently tried to go to this place and was refused."""
    return any(
        turn.action == "move"
        and not turn.ok
        and turn.params.get("destination") == to
        and situation.view.round - turn.round <= _TOO_FAR
        for turn in situation.view.cache
    )
