"""Drives for disputes: accuse, denounce, answer an accusation, contradict and retract."""

from agentsensus.worlds.minds.players.beliefs import Belief
from agentsensus.worlds.minds.players.bonds import DEAR
from agentsensus.worlds.minds.players.conversation import HeardClaim, Utterance
from agentsensus.worlds.minds.players.drives.drive import Proposal, assert_claims, speak
from agentsensus.worlds.minds.players.lines import spoken_of
from agentsensus.worlds.minds.players.situation import SURE, Situation
from agentsensus.worlds.scenario.goals import ConfrontIntent
from agentsensus.worlds.state.mail import WORLD

__all__ = ["accuse", "confront", "confront_goal", "denounce", "hear_charge", "respond", "retract"]

_CANDID = 6
_BOLD = 5
_FAR = 4


def accuse(situation: Situation) -> Proposal | None:
    """Accuse a character of harm to the player or someone dear, face to face or by letter if far away."""
    if not situation.switches.accusations:
        return None
    for belief, doer in situation.grievances:
        if situation.has_called_to_account(belief, doer):
            continue
        if not _dares(situation, doer) or _is_kept(situation, belief, doer):
            continue
        if doer in situation.present:
            return speak(situation, 82, "accuse", [doer], claims=[belief.claim])
        where = situation.where(doer)
        away = next((near.rounds for near in situation.view.places if near.id == where), 99 if where else 0)
        if away >= _FAR and situation.matter(belief).weight >= _FAR:
            return speak(situation, 47, "accuse", [doer], claims=[belief.claim])
    return None


def confront_goal(situation: Situation) -> Proposal | None:
    """Confront a character with an event, as a goal demands."""
    for want in situation.wants:
        intent = want.intent
        if not isinstance(intent, ConfrontIntent) or intent.whom not in situation.present:
            continue
        belief = situation.belief(intent.event)
        if belief is None or (intent.whom, intent.event) in situation.talk.told:
            continue
        if situation.player.phrases.goal(want.text):
            if situation.has_called_to_account(belief, intent.whom):
                continue
            belief = _gravest(situation, belief, intent.whom)
        kind = "accuse" if situation.switches.accusations and situation.is_hurtful(belief) else "charge"
        return speak(situation, 72, kind, [intent.whom], claims=[belief.claim])
    return None


def _gravest(situation: Situation, belief: Belief, doer: str) -> Belief:
    """Return the gravest grievance of the same kind against this doer for the same victims; by default, `belief`."""
    harm = situation.matter(belief)
    same = [
        other
        for other, by in situation.grievances
        if by == doer and (matter := situation.matter(other)).kind == harm.kind and {*matter.victims} & {*harm.victims}
    ]
    return same[0] if same else belief


def respond(situation: Situation) -> Proposal | None:
    """Deny or confess an accusation in the next round."""
    for words in reversed(situation.talk.of_others):
        if words.heard.act not in ("accuse", "charge") or situation.me not in words.letter.recipients:
            continue
        if words.letter.read is None or not words.events or words.by in situation.gone:
            continue
        if situation.talk.has_answered(words.by, words.letter.read):
            continue
        return _answer_to(situation, words)
    return None


def _answer_to(situation: Situation, words: Utterance) -> Proposal | None:
    claim = words.heard.claims[0]
    belief = situation.belief(claim.event)
    did_it = belief is not None and situation.me in situation.matter(belief).doers and belief.is_seen
    before = [own for own in situation.talk.own if own.heard.act == "deny" and words.by in own.letter.recipients]
    open_deed = belief is not None and (
        situation.script.world_deeds.is_one(claim.event)
        or words.by in situation.script.topic(claim.event).there
        or _has_owned_it(situation, belief, words.by)
    )
    if belief is not None and did_it and (open_deed or situation.traits.candour >= _CANDID) and not before:
        return speak(situation, 86, "confess", [words.by], claims=[belief.claim])
    if belief is not None and not situation.matter(belief).is_harm and belief.claim == claim:
        return speak(situation, 86, "confess", [words.by], claims=[belief.claim])
    return speak(situation, 86, "deny", [words.by])


def _has_owned_it(situation: Situation, belief: Belief, accuser: str) -> bool:
    """Return whether the player has admitted this deed to the accuser or to someone it does not trust."""
    said = [own for own in situation.talk.own if belief.claim in own.heard.claims]
    return any(
        accuser in own.hearers or any(situation.trust(other) < DEAR for other in own.letter.recipients) for own in said
    )


def denounce(situation: Situation) -> Proposal | None:
    """Report harm to someone dear to a character present who holds an office and had no part in it."""
    if not situation.switches.accusations:
        return None
    for belief, doer in situation.grievances:
        for other in situation.present:
            if other == doer or not situation.player.bonds.has_office(other) or situation.is_foe(other):
                continue
            if other in situation.held:
                continue
            if _has_denounced(situation, belief, doer):
                continue
            if other in situation.matter(belief).doers or _is_kept(situation, belief, other):
                continue
            if situation.others.knows(other, belief) or situation.player.bonds.bearing(situation.me, other) == "down":
                continue
            return assert_claims(situation, 73, "denounce", [other], belief, [belief.claim], "denounce")
    return None


def _has_denounced(situation: Situation, belief: Belief, doer: str) -> bool:
    """Return whether the player has already reported this harm."""
    harm = situation.matter(belief)
    return any(
        said.kind == harm.kind and doer in said.doers and {*said.victims} & {*harm.victims}
        for words in situation.talk.acts("denounce", by=situation.me)
        for said in map(situation.player.matters.of, words.heard.claims)
    )


def hear_charge(situation: Situation) -> Proposal | None:
    """Tell a character who brings a charge or demands justice the decision; only for office holders."""
    has_office = situation.player.bonds.has_office(situation.me) and not situation.view.is_held
    if not (situation.switches.accusations and has_office):
        return None
    for words in reversed(situation.talk.of_others):
        is_charge = words.heard.act in ("denounce", "demand") and situation.me in words.letter.recipients
        if not is_charge or words.letter.read is None or words.by in situation.gone:
            continue
        if not situation.talk.has_answered(words.by, words.letter.read):
            return _verdict(situation, words)
    return None


def _verdict(situation: Situation, words: Utterance) -> Proposal | None:
    belief = situation.belief(words.heard.claims[0].event) if words.heard.claims else None
    doers = situation.matter(belief).doers if belief else ()
    protected = [doer for doer in doers if situation.is_dear(doer) or doer == situation.me]
    if protected and protected[0] != situation.me:
        named = spoken_of(situation.player, protected[0])
        return speak(situation, 80, "reject", [words.by], about=words.by, person=named)
    convinced = belief is None or belief.is_seen or belief.support >= SURE
    return speak(situation, 80, "accept" if convinced and not protected else "doubt", [words.by])


def _dares(situation: Situation, doer: str) -> bool:
    """Return whether the player dares to accuse a character. Superiors are accused only by the bold."""
    above = situation.player.bonds.bearing(situation.me, doer) == "up"
    return not above or situation.traits.nerve + situation.tension >= _BOLD


def _is_kept(situation: Situation, belief: Belief, other: str) -> bool:
    """Return whether the player wants to hide a belief from another character."""
    event = belief.claim.event
    return event in situation.withheld and (not situation.withheld[event] or other in situation.withheld[event])


_LATELY = 6
_WORTH_A_WORD = 2
_TRIFLES = frozenset(("place", "number"))


def confront(situation: Situation) -> Proposal | None:
    """Contradict a character who told an event differently, if the player saw it or has better evidence."""
    for heard in reversed(situation.talk.claims_heard):
        event = heard.claim.event
        belief = situation.belief(event)
        if heard.by == WORLD or belief is None or not belief.claim.contradicts(heard.claim):
            continue
        if heard.by in situation.gone or situation.view.round - (heard.read or 0) > _LATELY:
            continue
        if (heard.by, event) in situation.talk.told or not situation.may_tell(event, heard.by):
            continue
        if not belief.is_seen and (belief.in_doubt or belief.support < SURE or _knows_better(situation, heard, belief)):
            continue
        claim = belief.claim if belief.is_seen else situation.talk.version_told(event) or belief.claim
        kind, score = ("confront", 79) if belief.is_seen else ("dispute", 62)
        if not claim.contradicts(heard.claim):
            continue
        if heard.overheard:
            is_trifle = situation.matter(belief).weight < _WORTH_A_WORD
            if is_trifle and situation.me not in situation.script.named(belief.claim):
                continue
            if not _is_set_right(situation, heard):
                continue
            kind = "correct" if belief.is_seen else kind
        if offer := assert_claims(situation, score, kind, [heard.by], belief, [claim], kind):
            return offer
    return None


def _is_set_right(situation: Situation, heard: HeardClaim) -> bool:
    """Return whether a false claim told to somebody else should be contradicted.

    It should if a hearer is dear to the player, the speaker is present, and nobody has contradicted it yet.
    """
    others = situation.talk.acts("correct", event=heard.claim.event)
    return any(situation.is_dear(hearer) for hearer in heard.to) and not others and heard.by in situation.present


def _knows_better(situation: Situation, heard: HeardClaim, belief: Belief) -> bool:
    """Return whether the player should not contradict a claim.

    It should not if it only overheard the claim, if the speaker knows the event at first hand or took part in it, or if
    the difference is trivial.
    """
    at_first_hand = not heard.hops and all(ground.hops for ground in belief.grounds if ground.how == "told")
    is_written = heard.claim.event in situation.player.scenario_events
    changes = situation.script.changed(belief.claim, heard.claim) if is_written else []
    is_trifle = is_written and all(kind in _TRIFLES for kind, _, _ in changes)
    return heard.overheard or at_first_hand or is_trifle or heard.by in situation.script.named(belief.claim)


def retract(situation: Situation) -> Proposal | None:
    """Give in to an eyewitness who contradicts the player, or stand by a lie."""
    for own in reversed(situation.talk.claims_made):
        against = _contradicted(situation, own)
        if against is None or situation.talk.has_answered(against.by, against.read or 0):
            continue
        if situation.view.round - (against.read or 0) > _LATELY:
            continue
        belief = situation.belief(own.claim.event)
        honest = belief is not None and not (belief.is_seen and belief.claim != own.claim)
        if against.by not in situation.gone:
            return speak(situation, 76, "retract" if honest else "stand", [against.by])
    return None


def _contradicted(situation: Situation, own: HeardClaim) -> HeardClaim | None:
    """Return the claim with which a hearer has contradicted the player's claim `own`; None if nobody has."""
    for heard in situation.talk.claims_heard:
        if heard.by in own.to and heard.claim.contradicts(own.claim) and heard.sent > own.sent and not heard.hops:
            return heard
    return None
