"""Drives that tell events truthfully, by mistake differently, or as lies."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from agentsensus.base.chance import draw, pick
from agentsensus.worlds.minds.players.beliefs import Belief
from agentsensus.worlds.minds.players.bonds import DEAR
from agentsensus.worlds.minds.players.claims import Claim
from agentsensus.worlds.minds.players.claims.run_events import is_passing
from agentsensus.worlds.minds.players.drives.drive import Proposal, assert_claims, propose
from agentsensus.worlds.minds.players.situation import Situation
from agentsensus.worlds.scenario.goals import DeceiveIntent, TellIntent

__all__ = ["deceive", "lie_about", "may_be_heard", "pass_on", "retold", "tell_goal"]

_FRESH = 12
_GRAVE = 3
_NOTABLE = 2
_UNFORGIVABLE = 5
"""Minimum weight of news that is passed on even at third hand."""
_MORE = 1
_A_LETTER_AWAY = 4
_HEARSAY_FRESH = 4
_STALE = 4
_RETOLD = 2
"""News is stale once `_STALE` characters are known to have heard it, or the player has told it `_RETOLD` times."""
_FIRST_TO_TELL = 4
"""After this many rounds the player assumes that someone else has told the next of kin."""


@dataclass(frozen=True, slots=True)
class _Offer:
    """A belief that the player could pass on to a character, with the score and the drive for doing so."""

    score: int
    drive: str
    belief: Belief
    to: str


def tell_goal(situation: Situation) -> Proposal | None:
    """Tell the event of a goal to its character, face to face or by letter if far away."""
    for want in situation.wants:
        intent = want.intent
        if not isinstance(intent, TellIntent) or (intent.whom, intent.event) in situation.talk.told:
            continue
        belief = situation.belief(intent.event)
        if belief is None:
            if offer := _call_to_mind(situation, intent, 58):
                return offer
            continue
        if intent.whom in situation.gone or not _is_within_words(situation, intent.whom):
            continue
        if situation.others.knows(intent.whom, belief):
            continue
        hearers, drive = [intent.whom], "tell"
        is_harm = situation.switches.accusations and situation.is_hurtful(belief)
        if is_harm and situation.player.bonds.has_office(intent.whom):
            drive = "denounce"
        quietly = not may_be_heard(situation, belief, hearers)
        claims = [retold(situation, belief, hearers)]
        return assert_claims(situation, 66, drive, hearers, belief, claims, drive, quietly=quietly)
    return None


def deceive(situation: Situation) -> Proposal | None:
    """Tell a character present a false version, as a goal demands, unless a witness could object."""
    for want in situation.wants:
        intent = want.intent
        if not isinstance(intent, DeceiveIntent) or (intent.whom, intent.event) in situation.talk.told:
            continue
        belief = situation.belief(intent.event)
        if belief is None:
            if offer := _call_to_mind(situation, intent, 56):
                return offer
            continue
        if intent.whom not in situation.present or situation.others.knows(intent.whom, belief):
            continue
        false = situation.talk.version_told(intent.event) or lie_about(situation, belief, [intent.whom])
        exposed = any(situation.others.knows(other, belief) for other in situation.present)
        if false is not None and false != belief.claim and not exposed:
            return assert_claims(situation, 48, "deceive", [intent.whom], belief, [false])
    return None


def _is_within_words(situation: Situation, whom: str) -> bool:
    """Return whether the player can tell a character something now: face to face, or by letter if that is better.

    A letter is better if the character is far away or the player cannot leave.
    """
    if whom in situation.present:
        return True
    where = situation.where(whom)
    away = next((place.rounds for place in situation.view.places if place.id == where), 99)
    return away >= _A_LETTER_AWAY or situation.view.is_held


def _call_to_mind(situation: Situation, intent: TellIntent | DeceiveIntent, score: int) -> Proposal | None:
    """Propose to recall the event of a goal, once."""
    if intent.event not in situation.player.scenario_events:
        return None
    script = situation.script
    query = script.word(script.original(intent.event), situation.me, situation.player.seed)
    return None if situation.has_recalled(query) else propose(situation, score, "prepare", "recall", query=query)


def may_be_heard(situation: Situation, belief: Belief, hearers: Sequence[str]) -> bool:
    """Return whether the other characters present may hear a belief."""
    event = belief.claim.event
    others = [other for other in situation.present if other not in hearers]
    return all(situation.others.knows(other, belief) or situation.may_tell(event, other) for other in others)


def pass_on(situation: Situation) -> Proposal | None:
    """Pass on the most important news: deaths to kin, then to characters it concerns, then to those present."""
    quiet = situation.rounds_since("say")
    offers = [offer for offer in _offers(situation) if offer.drive == "bad_news" or quiet >= 2]
    best = max(
        offers,
        key=lambda offer: (offer.score, situation.matter(offer.belief).weight, offer.belief.claim, offer.to),
        default=None,
    )
    if best is None:
        return None
    hearers = _hearers(situation, best, offers)
    claim = retold(situation, best.belief, hearers)
    if best.drive == "confide":
        return assert_claims(situation, best.score, "confide", hearers, best.belief, [claim], "confide")
    kind = "bad_news" if best.drive == "bad_news" else "tell"
    more = _with_it(situation, hearers, best.belief) if claim == best.belief.claim else []
    quietly = not may_be_heard(situation, best.belief, hearers)
    return assert_claims(situation, best.score, best.drive, hearers, best.belief, [claim, *more], kind, quietly=quietly)


def _hearers(situation: Situation, best: _Offer, offers: list[_Offer]) -> list[str]:
    """Return the hearers of an offer: one if bystanders overhear the words anyway, otherwise everyone who does not
    know.
    """
    for_one = best.to not in situation.present or best.drive in ("confide", "bad_news")
    if for_one or situation.view.rules.bystanders:
        return [best.to]
    event = best.belief.claim.event
    here = [offer.to for offer in offers if offer.belief.claim.event == event and offer.to in situation.present]
    return sorted({best.to, *here})


def _offers(situation: Situation) -> Iterator[_Offer]:
    """Yield everything that the player could pass on, with its score."""
    beliefs = [belief for event, belief in situation.known.items() if _is_worth_telling(situation, event, belief)]
    if not beliefs:
        return
    for other in situation.company:
        here = other in situation.present
        if situation.is_opponent(other) or (not here and not situation.is_dear(other) and not _is_duty(situation)):
            continue
        if {other, situation.me} & situation.held and not situation.is_dear(other):
            continue
        for belief in beliefs:
            event = belief.claim.event
            if situation.others.knows(other, belief) or not situation.may_tell(event, other):
                continue
            if here and not _is_first_to_tell(situation, belief, other):
                continue
            score, drive = _worth(situation, belief, other, here)
            if score:
                yield _Offer(score, drive, belief, other)


def _is_first_to_tell(situation: Situation, belief: Belief, other: str) -> bool:
    """Return whether the player is the one of those present and in the know who tells `other` of an event.

    All of them agree on who it is. It changes every other round, in case that one has a reason to be silent.
    """
    player, purpose = situation.player, f"tells {belief.claim.event}"
    round_ = situation.view.round // 2
    knowing = [id_ for id_ in situation.present if id_ != other and situation.others.knows(id_, belief)]
    mine = draw(player.seed, round_, situation.me, purpose)
    return all(draw(player.seed, round_, id_, purpose) > mine for id_ in knowing)


def _is_worth_telling(situation: Situation, event: str, belief: Belief) -> bool:
    """Return whether a belief is worth telling at all: a secret, a death, something grave, or fresh news."""
    if is_passing(event) or belief.support < 1 or belief.in_doubt:
        return False
    matter = situation.matter(belief)
    if situation.is_secret(event) or matter.kind == "death":
        return True
    if situation.script.world_deeds.is_one(event) and {*matter.victims} & situation.gone:
        return False
    if not situation.is_news(belief) or not situation.is_topical(event):
        return False
    if all(ground.how == "read" for ground in belief.grounds) and not matter.weight:
        return False
    age = situation.view.round - belief.first
    return age <= (_FRESH if belief.is_seen else _HEARSAY_FRESH)


def _is_duty(situation: Situation) -> bool:
    return situation.player.bonds.has_office(situation.me)


def _is_sovereign(situation: Situation) -> bool:
    """Return whether the player holds the highest office of the story."""
    cast, active = situation.player.scenario.characters, situation.player.scenario.active
    return _is_duty(situation) and all(cast[id_].rank <= cast[situation.me].rank for id_ in active)


def _worth(situation: Situation, belief: Belief, other: str, here: bool) -> tuple[int, str]:
    """Return the score and drive for telling a belief to a character; (0, "") if it is pointless."""
    matter, traits = situation.matter(belief), situation.traits
    event, bonds = belief.claim.event, situation.player.bonds
    is_kin = any(bonds.are_kin(other, victim) for victim in matter.victims)
    if situation.is_secret(event):
        if situation.is_guilty(event) or matter.weight < _GRAVE or not situation.is_topical(event):
            return 0, ""
        if not belief.is_seen and not situation.is_hurtful(belief):
            return 0, ""
        if matter.kind == "love" and not _is_confidant(situation, other):
            return 0, ""
        by_letter = not here and situation.is_news(belief) and matter.weight >= _GRAVE
        alone = (situation.present == (other,) and not situation.talk.times_told(event)) or by_letter
        concerned = situation.concerns(belief, other)
        return (36 + situation.trust(other) * 3 - (0 if here else 8), "confide") if alone and concerned else (0, "")
    if matter.kind == "death" and is_kin and not _has_heard_of_it(situation, belief, other):
        dear = situation.is_dear(other) or (here and any(situation.is_dear(victim) for victim in matter.victims))
        is_first = situation.view.round - belief.first <= _FIRST_TO_TELL
        if not here and not is_first:
            return 0, ""
        is_near = here or belief.is_seen or _mourns(situation, belief)
        dutiful = (dear and is_near) or (is_first and ((here and belief.is_seen) or _is_sovereign(situation)))
        return (74 if here else 56, "bad_news") if dutiful else (0, "")
    is_fresh = situation.view.round - belief.since <= _FRESH
    if not situation.is_news(belief):
        return 0, ""
    at_first_hand = belief.is_seen or any(not ground.hops for ground in belief.grounds)
    if not at_first_hand and matter.weight < _UNFORGIVABLE:
        return 0, ""
    told, heard = situation.talk.times_told(event), situation.talk.times_heard(event)
    is_stale = told >= _RETOLD or told + heard > _RETOLD or (told > 0 and not belief.is_seen)
    is_trifle = not matter.weight and (told or not belief.is_seen or event in situation.player.scenario.happenings)
    if is_stale or is_trifle:
        return 0, ""
    if (
        is_fresh
        and situation.concerns(belief, other)
        and (belief.is_seen or matter.weight >= _GRAVE)
        and (here or (matter.weight >= _GRAVE and situation.is_dear(other) and belief.is_seen))
    ):
        return 40 + matter.weight + traits.loyalty // 2 - (0 if here else 10), "concern"
    if is_fresh and here and _is_worth_gossip(situation, belief, other):
        return 20 + traits.gossip + 2 * matter.weight, "gossip"
    return 0, ""


def _is_worth_gossip(situation: Situation, belief: Belief, other: str) -> bool:
    """Return whether the player would pass news on as gossip.

    It must be weighty, few have heard it, and the hearer is trusted or does not rank below the player.
    """
    heard = situation.talk.took_in.get(belief.claim.event, set())
    is_stale = len(heard) >= _STALE or situation.talk.times_told(belief.claim.event) >= _RETOLD
    if situation.matter(belief).weight < (_NOTABLE if belief.is_seen else _GRAVE):
        return False
    above = situation.player.bonds.bearing(situation.me, other) == "down"
    return not is_stale and (not above or situation.trust(other) >= 1)


def _is_confidant(situation: Situation, other: str) -> bool:
    """Return whether the player would tell `other` about love: a friend, but no superior who would have to judge it."""
    bonds = situation.player.bonds
    return situation.trust(other) >= DEAR and bonds.bearing(situation.me, other) != "up" and not bonds.has_office(other)


def _mourns(situation: Situation, belief: Belief) -> bool:
    """Return whether the belief is about a death in the player's own family."""
    return any(situation.player.bonds.are_kin(situation.me, victim) for victim in situation.matter(belief).victims)


def _has_heard_of_it(situation: Situation, belief: Belief, other: str) -> bool:
    """Return whether `other` certainly knows of the death, by this event or by another."""
    victims = {*situation.matter(belief).victims}
    if any(situation.player.matters.saw_dead(other, victim) for victim in victims):
        return True
    return any(
        victims & {*matter.victims} and situation.others.knows(other, death)
        for death in situation.weighty
        if (matter := situation.matter(death)).kind == "death"
    )


def _with_it(situation: Situation, hearers: Sequence[str], belief: Belief) -> list[Claim]:
    """Return further claims from the same source and scene, so that the player can tell a longer story."""
    topic = situation.script.topic(belief.claim.event)
    claims: list[Claim] = []
    for event, other in situation.known.items():
        about = situation.script.topic(event)
        same = about.place == topic.place and about.near == topic.near and about.near and event != topic.id
        alike = _source(other) == _source(belief) and not other.in_doubt and other.support > 0
        if (
            (
                same
                and alike
                and not situation.is_secret(event)
                and situation.me not in situation.script.named(other.claim)
            )
            and situation.matter(other).weight >= _NOTABLE
            and all(_is_new(situation, other, hearer) for hearer in hearers)
            and may_be_heard(situation, other, hearers)
        ):
            claims.append(other.claim)
    return claims[:_MORE]


def _source(belief: Belief) -> tuple[bool, bool, str]:
    spoken = [ground for ground in belief.grounds if ground.how not in ("witnessed", "sediment")]
    first = min(spoken, key=lambda ground: (ground.since, ground), default=None)
    return belief.is_seen, belief.is_news, "" if belief.is_seen or first is None else first.source


def _is_new(situation: Situation, belief: Belief, hearer: str) -> bool:
    return not situation.others.knows(hearer, belief) and situation.may_tell(belief.claim.event, hearer)


_RANKS_APART = 3
"""Maximum difference in rank between a scapegoat and the guilty character."""


def retold(situation: Situation, belief: Belief, hearers: Sequence[str]) -> Claim:
    """Return the claim as the player retells it. Hearsay may change by one detail; deaths, and events seen or read, do
    not.

    A mistake never brings in the player, a hearer or a bystander, nor changes the player's own deeds. A version once
    told is repeated. The change depends on the teller and the claim, not on the round.
    """
    claim, player, script = belief.claim, situation.player, situation.script
    before = situation.talk.version_told(claim.event)
    if before is not None and not belief.is_seen:
        return before
    is_read = any(ground.how == "read" for ground in belief.grounds)
    if situation.matter(belief).kind == "death":
        return claim
    if belief.is_seen or is_read or not situation.switches.drift or situation.me in script.named(claim):
        return claim
    if player.chance(f"drift {claim}") >= (situation.traits.gossip + 2) / 18:
        return claim
    near = {situation.me, *hearers, *situation.present}
    matter = situation.matter(belief)
    fixed = near | ({*matter.victims, *matter.doers} if matter.is_harm else set())
    versions = [version for version in script.versions(claim) if _is_slip(script.changed(claim, version), near, fixed)]
    versions = [version for version in versions if _is_possible(situation, script.changed(claim, version))]
    return pick(versions, player.seed, 0, player.id, f"drifted {claim}") if versions else claim


def _is_slip(changes: Sequence[tuple[str, str, str]], near: set[str], fixed: set[str]) -> bool:
    """Return whether a change is a plausible slip of memory: a similar name, place or number; never a negation."""
    return all(kind != "done" and before not in fixed and after not in near for kind, before, after in changes)


def _is_possible(situation: Situation, changes: Sequence[tuple[str, str, str]]) -> bool:
    """Return whether a change is possible: it must not make a living person dead or a dead person alive."""
    cast = situation.player.scenario.characters
    return all(
        (cast[before].archived is None) == (cast[after].archived is None)
        for kind, before, after in changes
        if kind == "person" and before in cast and after in cast
    )


def lie_about(situation: Situation, belief: Belief, hearers: Sequence[str]) -> Claim | None:
    """Return the false version that the player wants to be believed; None if there is none.

    Only harm by the player or by someone it protects is worth a lie. The version blames another living
    person of the scene; if nobody can be blamed, it denies the event. Hearers and everyone close to the
    player, the hearers or the victim are never blamed. Enemies are preferred, then the closest rank.
    """
    player, script = situation.player, situation.script
    if not situation.switches.lies:
        return None
    dear = _dear(situation)
    spared = {situation.me, *hearers, *situation.present, *dear}
    doers = situation.matter(belief).doers if situation.matter(belief).is_harm else ()
    guilty = [situation.me] if situation.me in doers else [doer for doer in doers if doer in dear]
    if not guilty:
        return None
    blaming = _blaming(situation, belief.claim, guilty[0], spared, hearers)
    versions = script.versions(belief.claim)
    not_done = [version for version in versions if script.changed(belief.claim, version)[0][0] == "done"]
    among = [blaming] if blaming else not_done
    return pick(among, player.seed, 0, player.id, f"lie {belief.claim.event}") if among else None


def _blaming(situation: Situation, claim: Claim, guilty: str, spared: set[str], hearers: Sequence[str]) -> Claim | None:
    """Return the claim with another character in place of the guilty one; None if nobody can be blamed."""
    cast, bonds, player = situation.player.scenario.characters, situation.player.bonds, situation.player
    unlikely = (*hearers, *player.matters.of(claim).victims)
    topic = situation.script.topic(claim.event)
    near = (*topic.near, *topic.there)
    scapegoats = [
        id_
        for id_ in cast
        if id_ not in spared
        and id_ not in situation.gone
        and cast[id_].archived is None
        and id_ in near
        and abs(cast[id_].rank - cast[guilty].rank) <= _RANKS_APART
        and not any(bonds.are_close(person, id_) for person in unlikely)
    ]
    scapegoats.sort(
        key=lambda id_: (
            not situation.is_foe(id_),
            abs(cast[id_].rank - cast[guilty].rank),
            player.chance(f"blames {id_} {claim.event}"),
        )
    )
    versions = (situation.script.instead(claim, guilty, id_) for id_ in scapegoats)
    return next((version for version in versions if version is not None), None)


def _dear(situation: Situation) -> set[str]:
    """Return the characters the player would protect."""
    return {other for other in situation.player.scenario.characters if situation.is_dear(other)}
