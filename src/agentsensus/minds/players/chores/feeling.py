"""To feel what happened: trust follows harm and help, and so does one's mood."""

from agentsensus.minds.players.belief import Belief
from agentsensus.minds.players.chores.chore import Chore
from agentsensus.minds.players.matters import HELP
from agentsensus.minds.players.situation import SURE, Situation
from agentsensus.world.character import TRUST

__all__ = ["earned_trust", "feeling"]

_HARM = {"death": 3, "wrong": 2, "threat": 2, "loss": 2}
_LOWEST, _HIGHEST = -3, 3
_LATELY = 2


def feeling(situation: Situation) -> list[Chore]:
    """Trust in whoever has earned another one than before, and a mood for what one has just learnt."""
    chores = []
    for other in situation.part.scenario.active:
        if other == situation.me:
            continue
        earned, now = earned_trust(situation, other), situation.trust(other)
        start = situation.part.character.trusts.get(other, 0)
        if earned != now and abs(earned - start) > abs(now - start):
            drive, because = "trust_up" if earned > now else "trust_down", {"who": situation.name(other)}
            chores.append(Chore("status", drive, 60, key=f"{TRUST}{other}", value=earned, because=because))
    return [*chores, *_mood(situation)]


def earned_trust(situation: Situation, other: str) -> int:
    """How far somebody is trusted now: as at first, less for harm to oneself or somebody dear, more for help."""
    start = situation.part.character.trusts.get(other, 0)
    change = sum(_by(situation, belief, other) for belief in _learnt(situation))
    change -= 2 * bool(situation.talk.acts("accuse", by=other, to=situation.me))
    change -= bool(situation.talk.acts("break_off", by=other, to=situation.me))
    change += bool(situation.talk.acts("warn", by=other, to=situation.me))
    change -= _lies(situation, other)
    return max(_LOWEST, min(_HIGHEST, start + change))


def _learnt(situation: Situation) -> list[Belief]:
    """What one has learnt in this run from others or by one's own eyes, and is sure of."""
    heard = {claim.claim.event for claim in situation.talk.claims_heard}
    beliefs = [belief for event in sorted(heard) if (belief := situation.belief(event)) is not None]
    return [
        belief
        for belief in beliefs
        if belief.first > 0 and not belief.in_doubt and (belief.is_seen or belief.support >= SURE)
    ]


def _by(situation: Situation, belief: Belief, other: str) -> int:
    """What somebody has earned by one event."""
    matter = situation.matter(belief)
    if other not in matter.doers or not any(
        v == situation.me or situation.part.bonds.are_close(situation.me, v) for v in matter.victims
    ):
        return 0
    return -_HARM.get(matter.kind, 0) if matter.is_harm else 1 if matter.kind in HELP else 0


def _lies(situation: Situation, other: str) -> int:
    """How often somebody has told at first hand what one's own eyes contradict."""
    false = {
        heard.claim.event
        for heard in situation.talk.claims_heard
        if heard.by == other
        and not heard.hops
        and (belief := situation.belief(heard.claim.event)) is not None
        and belief.is_seen
        and belief.claim.contradicts(heard.claim)
    }
    return len(false)


def _mood(situation: Situation) -> list[Chore]:
    """A mood for the gravest thing one has just learnt that harms somebody dear."""
    if not situation.may.reactions:
        return []
    phrases = situation.part.phrases
    for belief in situation.weighty:
        if not situation.is_hurtful(belief) or situation.view.round - belief.first > _LATELY or belief.first == 0:
            continue
        matter = situation.matter(belief)
        grief = matter.kind == "death" and [victim for victim in matter.victims if situation.is_dear(victim)]
        about = grief[0] if grief else next((doer for doer in matter.doers if doer != situation.me), "")
        kind = "grief" if grief else "fear" if matter.kind == "threat" else "anger"
        if not about:
            continue
        mood, key = phrases.text("mood", kind, person=situation.name(about)), phrases.text("mood", "key")
        if situation.view.status.get(key) != mood:
            return [Chore("status", "feel", 58, key=key, value=mood, because={"who": situation.name(about)})]
        return []
    return []
