"""Dramas: deaths, attacks, arrests, accusations and confessions that everybody present has just witnessed.

A drama is the topic of the next rounds for all who witnessed it. This module also finds the captives in a place, and
the characters who have to guard them.
"""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING, Literal, TypeAlias

from agentsensus.worlds.minds.players.beliefs import Matter
from agentsensus.worlds.minds.players.bonds import DEAR, Bonds
from agentsensus.worlds.minds.players.claims import Claim
from agentsensus.worlds.minds.players.conversation import Utterance
from agentsensus.worlds.state.mail import WORLD

if TYPE_CHECKING:
    from agentsensus.worlds.minds.players.situation import Situation

__all__ = ["TOPIC", "Drama", "DramaKind", "drama_of", "dramas_of", "guard_of"]

TOPIC = 2
"""Number of rounds after a drama in which its witnesses speak of nothing else."""
_GRAVE = 5
_CHARGES: Mapping[str, "DramaKind"] = {"accuse": "accusation", "denounce": "accusation", "confess": "confession"}

DramaKind: TypeAlias = Literal["death", "attack", "capture", "discovery", "accusation", "confession"]


@dataclass(frozen=True, slots=True)
class Drama:
    """A witnessed drama: the event, who did it or is accused of it, and its victims.

    `since` is the round before the player perceived it. `by` is the speaker of an accusation or confession.
    """

    kind: DramaKind
    event: str
    doers: tuple[str, ...]
    victims: tuple[str, ...]
    since: int
    by: str = ""

    @property
    def persons(self) -> frozenset[str]:
        """The characters that the drama concerns."""
        return frozenset((*self.doers, *self.victims, *((self.by,) if self.by else ())))


def dramas_of(situation: "Situation") -> list[Drama]:
    """Return the dramas that the player has witnessed within the last rounds, gravest and latest first."""
    found = [drama for drama in _seen(situation) if _is_here(situation, drama)]
    found += _heard(situation)
    order = ("death", "attack", "capture", "discovery", "confession", "accusation")
    found.sort(key=lambda drama: (order.index(drama.kind), -drama.since, drama.event))
    return list({(drama.kind, drama.doers, drama.victims): drama for drama in reversed(found)}.values())[::-1]


def drama_of(situation: "Situation", claim: Claim, since: int) -> Drama | None:
    """Return the drama of an event that the player saw happen; None if the event is not dramatic."""
    script, matter = situation.script, situation.player.matters.of(claim)
    if script.world_deeds.is_one(claim.event):
        deed, doer, target, _ = script.world_deeds.of(claim.event)
        kinds: Mapping[str, DramaKind] = {
            "kill": "death",
            "hurt": "attack",
            "hold": "capture",
            "banish": "capture",
        }
        kind = kinds.get(deed.does)
        return Drama(kind, claim.event, (doer,), (target,), since) if kind else None
    happening = situation.player.scenario.happenings.get(claim.event)
    if happening is None or happening.witnesses == ("everyone",) or matter.kind != "death":
        return None
    if script.is_report(claim.event):
        return None
    dies = any(victim in effect.dies for effect in happening.effects for victim in matter.victims)
    return Drama("death" if dies else "discovery", claim.event, matter.doers, matter.victims, since)


def _is_here(situation: "Situation", drama: Drama) -> bool:
    """Return whether the player is still in the place of the drama."""
    place = situation.script.topic(drama.event).place
    return not place or place == situation.view.place.id


def _is_recent(situation: "Situation", round_: int) -> bool:
    return situation.view.round - round_ <= TOPIC


def _seen(situation: "Situation") -> Iterator[Drama]:
    for turn in situation.view.cache:
        if turn.ok and turn.action == "deed" and _is_recent(situation, turn.round):
            claim = situation.script.claim(str(turn.result["outcome"]))
            drama = drama_of(situation, claim, turn.round) if claim is not None else None
            if drama is not None:
                yield drama
    for words in situation.talk.utterances:
        if words.by != WORLD or words.letter.read is None or not _is_recent(situation, words.letter.sent + 1):
            continue
        for claim in words.heard.claims:
            drama = drama_of(situation, claim, words.letter.read - 1)
            if drama is not None:
                yield drama


def _heard(situation: "Situation") -> Iterator[Drama]:
    for words in situation.talk.utterances:
        since = words.letter.sent if words.by == situation.me else words.letter.read
        if words.heard.act not in _CHARGES or words.letter.afar or since is None or not words.heard.claims:
            continue
        if _is_recent(situation, since) and not _is_written(situation, words):
            claim = words.heard.claims[0]
            matter: Matter = situation.player.matters.of(claim)
            is_news = words.by == situation.me or (words.by in situation.present and not _was_seen(situation, claim))
            if matter.is_harm and matter.weight >= _GRAVE and matter.doers and is_news:
                kind = _CHARGES[words.heard.act]
                began = since if words.by == situation.me else since - 1
                yield Drama(kind, claim.event, matter.doers, matter.victims, began, words.by)


def _was_seen(situation: "Situation", claim: Claim) -> bool:
    """Return whether the player saw the deed that the words are about. The words are then no drama for the player."""
    belief = situation.belief(claim.event)
    return belief is not None and belief.is_seen and claim == belief.claim


def _is_written(situation: "Situation", words: Utterance) -> bool:
    """Return whether the player sent these words by letter."""
    return words.by == situation.me and not any(other in situation.present for other in words.letter.recipients)


def guard_of(situation: "Situation", captive: str) -> str:
    """Return the character present who has to guard a captive; empty if nobody will.

    All players choose the same guard: the lowest in rank of the captor's people who is no friend or kin of the captive,
    else the captor, else any of the captor's people. If nobody knows who took the captive, anybody present will do.
    """
    bonds, cast = situation.player.bonds, situation.player.scenario.characters
    free = [other for other in (situation.me, *situation.present) if other not in situation.held and other in cast]
    captor = situation.captor_of(captive)
    fit = [
        other
        for other in free
        if other != captive
        and not bonds.are_close(other, captive)
        and bonds.trust(captive, other) < DEAR
        and (other == captor or _serves(bonds, other, captor))
    ]
    others = [other for other in fit if other != captor]
    if others:
        return min(others, key=lambda other: (cast[other].rank, other))
    rest = [other for other in free if other != captive and (not captor or _serves(bonds, other, captor))]
    return captor if captor in free else min(rest, key=lambda other: (cast[other].rank, other), default="")


def _serves(bonds: Bonds, other: str, captor: str) -> bool:
    """Return whether `other` would stand guard for a captor: someone trusted, or a subordinate of an office holder."""
    if not captor or max(bonds.trust(captor, other), bonds.trust(other, captor)) > 0:
        return True
    return bonds.has_office(captor) and bonds.bearing(captor, other) == "down" and not bonds.are_opposed(captor, other)
