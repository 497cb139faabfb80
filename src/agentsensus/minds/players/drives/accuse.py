"""To accuse and to be accused: accuse, charge, deny, confess, denounce to whoever has an office, and hear such."""

from agentsensus.minds.players.belief import Belief
from agentsensus.minds.players.bonds import DEAR
from agentsensus.minds.players.conversation import Utterance
from agentsensus.minds.players.drives.drive import Proposal
from agentsensus.minds.players.drives.speaking import assert_, speak
from agentsensus.minds.players.manners import spoken_of
from agentsensus.minds.players.situation import SURE, Situation
from agentsensus.world.goals import ConfrontIntent

__all__ = ["accuse", "confront_goal", "denounce", "hear_charge", "respond"]

_CANDID = 6
_BOLD = 5
_FAR = 4


def accuse(situation: Situation) -> Proposal | None:
    """Tell somebody to its face, or by letter where it is far away, what it has done to oneself or somebody dear."""
    if not situation.may.accusations:
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
    """Say to somebody's face what one knows of it, as a goal demands."""
    for want in situation.wants:
        intent = want.intent
        if not isinstance(intent, ConfrontIntent) or intent.whom not in situation.present:
            continue
        belief = situation.belief(intent.event)
        if belief is None or (intent.whom, intent.event) in situation.talk.told:
            continue
        if situation.part.phrases.goal(want.text):
            if situation.has_called_to_account(belief, intent.whom):
                continue
            belief = _gravest(situation, belief, intent.whom)
        kind = "accuse" if situation.may.accusations and situation.is_hurtful(belief) else "charge"
        return speak(situation, 72, kind, [intent.whom], claims=[belief.claim])
    return None


def _gravest(situation: Situation, belief: Belief, doer: str) -> Belief:
    """What weighs most of all that one knows of the same harm: the deed itself before what was said of it."""
    harm = situation.matter(belief)
    same = [
        other
        for other, by in situation.grievances
        if by == doer and (matter := situation.matter(other)).kind == harm.kind and {*matter.victims} & {*harm.victims}
    ]
    return same[0] if same else belief


def respond(situation: Situation) -> Proposal | None:
    """Deny or confess what one is accused of, in the next round."""
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
    """Whether one has said it of oneself before the accuser, or to anybody who would not keep it."""
    said = [own for own in situation.talk.own if belief.claim in own.heard.claims]
    return any(
        accuser in own.hearers or any(situation.trust(other) < DEAR for other in own.letter.recipients) for own in said
    )


def denounce(situation: Situation) -> Proposal | None:
    """Bring harm done to somebody dear before somebody here who has an office, unless it did it itself."""
    if not situation.may.accusations:
        return None
    for belief, doer in situation.grievances:
        for other in situation.present:
            if other == doer or not situation.part.bonds.has_office(other) or situation.is_foe(other):
                continue
            if _has_denounced(situation, belief, doer):
                continue
            if other in situation.matter(belief).doers or _is_kept(situation, belief, other):
                continue
            if situation.others.surely(other, belief) or situation.part.bonds.bearing(situation.me, other) == "down":
                continue
            return assert_(situation, 73, "denounce", [other], belief, [belief.claim], "denounce")
    return None


def _has_denounced(situation: Situation, belief: Belief, doer: str) -> bool:
    """Whether one has brought this harm before anybody, by whichever event it is known."""
    harm = situation.matter(belief)
    return any(
        said.kind == harm.kind and doer in said.doers and {*said.victims} & {*harm.victims}
        for words in situation.talk.acts("denounce", by=situation.me)
        for said in map(situation.part.matters.of, words.heard.claims)
    )


def hear_charge(situation: Situation) -> Proposal | None:
    """Tell whoever brings a charge, or demands justice, what will come of it; only for those who have an office."""
    has_office = situation.part.bonds.has_office(situation.me) and not situation.view.is_held
    if not (situation.may.accusations and has_office):
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
        named = spoken_of(situation.part, protected[0])
        return speak(situation, 80, "reject", [words.by], about=words.by, person=named)
    convinced = belief is None or belief.is_seen or belief.support >= SURE
    return speak(situation, 80, "accept" if convinced and not protected else "doubt", [words.by])


def _dares(situation: Situation, doer: str) -> bool:
    """Whether one dares to accuse somebody: whoever is far above one is only accused by the bold."""
    above = situation.part.bonds.bearing(situation.me, doer) == "up"
    return not above or situation.traits.nerve + situation.tension >= _BOLD


def _is_kept(situation: Situation, belief: Belief, other: str) -> bool:
    """Whether one means to keep from somebody what one knows."""
    event = belief.claim.event
    return event in situation.withheld and (not situation.withheld[event] or other in situation.withheld[event])
