"""The situation of a player in one turn, computed from its view: everything heard, said, recalled and believed."""

from collections.abc import Iterator
from dataclasses import dataclass
from functools import cached_property
from typing import Any

from agentsensus.base.chance import draw
from agentsensus.worlds.minds.players.beliefs import Belief, Evidence, Matter, Matters, form_belief
from agentsensus.worlds.minds.players.bonds import DEAR, HATED
from agentsensus.worlds.minds.players.claims import Claim, Script
from agentsensus.worlds.minds.players.claims.run_events import CAME, GOING, SEEN, is_passing, parts
from agentsensus.worlds.minds.players.conversation import Conversation
from agentsensus.worlds.minds.players.drama import Drama, dramas_of, guard_of
from agentsensus.worlds.minds.players.player_state import PlayerState
from agentsensus.worlds.minds.view import View
from agentsensus.worlds.scenario.goals import (
    ConfrontIntent,
    Goal,
    Intent,
    LearnIntent,
    MeetIntent,
    ReachIntent,
    TellIntent,
)
from agentsensus.worlds.state.character import TRUST, CacheEntry
from agentsensus.worlds.state.mail import WORLD

__all__ = ["SURE", "OthersKnowledge", "Situation", "Want", "own_intent"]

SURE = 2
"""Minimum support at which a player acts on a belief."""
_UNBEARABLE = 4
_TO_A_HEAD = 2


@dataclass(frozen=True, slots=True)
class Want:
    """A goal with its intent, and its fallback."""

    text: str
    intent: Intent
    otherwise: Goal | None = None


def own_intent(text: str, player: PlayerState) -> Intent | None:
    """Return the intent of a goal that a player set itself; None if the player cannot act on the goal."""
    own = player.phrases.goal(text)
    if own is None:
        return None
    kind, about = own
    claims = player.script.claims(about.get("claims", ""))
    persons = player.script.persons(about.get("person", ""))
    match kind:
        case "whether" if claims:
            return LearnIntent(event=claims[0].event)
        case "meet" if persons:
            return MeetIntent(whom=persons[0])
        case "tell" | "denounce" if claims and persons:
            return TellIntent(event=claims[0].event, whom=persons[0])
        case "confront" if claims and persons:
            return ConfrontIntent(event=claims[0].event, whom=persons[0])
        case "go":
            place = player.scenario.find(about["place"], "place")
            return ReachIntent(place=place) if place else None
    return None


_UNKNOWN_TO_VICTIMS = frozenset(("threat", "wrong", "loss"))
"""Kinds of harm that the victim itself may not know of."""


_TALK_OF_THE_TOWN = 0.4
"""An event is assumed to be known to everyone once this share of the cast is known to have heard of it."""
_FEW = 4
_JUST = 2
_SEATS = ((1, 1), (2, 1), (5, 2), (9, 3), (10**9, 4))
"""How many characters may open a subject in one round, by the number of characters present."""


class OthersKnowledge:
    """Estimates which events other characters know of, as far as a player can tell."""

    def __init__(self, conversation: Conversation, script: Script, matters: Matters, cast: int, view: View) -> None:
        self._conversation, self._script, self._matters, self._view = conversation, script, matters, view
        self._common = max(_FEW, int(cast * _TALK_OF_THE_TOWN))
        self._here = frozenset(person.id for person in view.people)

    def knows(self, other: str, belief: Belief) -> bool:
        """Return whether another character knows of an event: it was there, is named in it, told it or heard it."""
        event = belief.claim.event
        heard = self._conversation.took_in.get(event, ())
        if other in heard or other in self._script.topic(event).there or len(heard) >= self._common:
            return True
        if self._script.world_deeds.is_one(event) and self._is_in_sight(other, belief):
            return True
        if other not in self._script.named(belief.claim):
            return False
        if self._script.world_deeds.is_one(event):
            return True
        matter = self._matters.of(belief.claim)
        is_victim = other in matter.victims and other not in matter.doers
        return not (is_victim and matter.kind in _UNKNOWN_TO_VICTIMS)

    def _is_in_sight(self, other: str, belief: Belief) -> bool:
        """Return whether `other` is present and can see the outcome of a deed: a captive, or a deed just done here."""
        deed, _, target, place = self._script.world_deeds.of(belief.claim.event)
        if other not in self._here:
            return False
        is_just_done = place == self._view.place.id and self._view.round - belief.first <= _JUST
        return is_just_done or (deed.does == "hold" and target in (*self._view.held, self._view.agent))


class Situation:
    """What a player can know in this turn. Drives read nothing else."""

    def __init__(self, player: PlayerState, view: View) -> None:
        self.player = player
        self.view = view
        self.me = player.id
        self.script: Script = player.script
        self.traits = player.traits
        self.present = tuple(person.id for person in view.people)
        self.talk = Conversation(player, view.letters, view.round)
        cast = len(player.scenario.active)
        self.others = OthersKnowledge(self.talk, player.script, player.matters, cast, view)
        self.switches = player.scenario.world.players

    # --- others

    def trust(self, other: str) -> int:
        """Return the trust in another, from -3 to 3. The world itself is always trusted."""
        if other == WORLD:
            return 3
        now = self.view.status.get(f"{TRUST}{other}")
        return now if isinstance(now, int) else self.player.character.trusts.get(other, 0)

    def is_dear(self, other: str) -> bool:
        """Return whether another is a friend, or kin that the player does not hate."""
        if other == self.me:
            return False
        return self.trust(other) >= DEAR or (self.player.bonds.are_kin(self.me, other) and self.trust(other) > HATED)

    def is_foe(self, other: str) -> bool:
        """Return whether another is an enemy."""
        return other != self.me and self.trust(other) <= HATED

    def is_opponent(self, other: str) -> bool:
        """Return whether another is an enemy, or stands on the other side and has not won the player's trust."""
        if self.is_foe(other):
            return True
        return other != self.me and self.trust(other) <= 0 and self.player.bonds.are_opposed(self.me, other)

    def name(self, id_: str) -> str:
        """Return the display name of an id."""
        return self.player.name(id_)

    @cached_property
    def company(self) -> tuple[str, ...]:
        """All characters the player may speak to, those present first."""
        rest = [id_ for id_ in self.player.scenario.active if id_ not in self.present and id_ not in self.gone]
        return (*self.present, *(id_ for id_ in rest if id_ != self.me))

    @cached_property
    def felt(self) -> tuple[str, ...]:
        """Members of the company whom the player has a feeling about, good or bad, in the order of the company."""
        start = len(TRUST)
        feelings = {key[start:] for key in self.view.status if key.startswith(TRUST)}
        feelings.update(self.player.character.trusts)
        return tuple(id_ for id_ in self.company if id_ in feelings)

    @cached_property
    def learnt(self) -> list[Belief]:
        """The beliefs that the player learnt during this run and is sure of."""
        heard = {claim.claim.event for claim in self.talk.claims_heard}
        beliefs = [belief for event in sorted(heard) if (belief := self.belief(event)) is not None]
        return [
            belief
            for belief in beliefs
            if belief.first > 0 and not belief.in_doubt and (belief.is_seen or belief.support >= SURE)
        ]

    @cached_property
    def gone(self) -> frozenset[str]:
        """Characters whom the player believes dead or banished, or could not reach by message."""
        lost = {
            victim
            for belief in self.known.values()
            if belief.support > 0 and (matter := self.matter(belief)).kind in ("death", "loss")
            for victim in matter.victims
            if matter.kind == "death" or self.script.world_deeds.is_one(belief.claim.event)
        }
        refused = [turn for turn in self.view.cache if turn.action in ("say", "deed") and not turn.ok]
        deaf = {str(to) for turn in refused for to in turn.params.get("targets", ()) if to not in self.present}
        return frozenset((lost | deaf) - set(self.present))

    def where(self, other: str) -> str | None:
        """Return the last known place of another character.

        Returns None if it is gone, or if the player looked there in vain.
        """
        if other in self.present:
            return self.view.place.id
        if other in self.gone:
            return None
        place, since = self.view.seen.get(other, (self.player.scenario.characters[other].at, 0))
        for turn in self.view.cache:
            people = turn.result.get("present", ()) if turn.action == "observe" and turn.ok else ()
            if turn.round >= since and any(person["id"] == other for person in people):
                place, since = str(turn.result["place"]), turn.round
        for heard in self.talk.claims_heard:
            if is_passing(heard.claim.event):
                kind, who, to, *_ = parts(heard.claim.event)
                if kind in (CAME, GOING, SEEN) and who == other and (heard.read or heard.sent) >= since:
                    place, since = to, heard.read or heard.sent
        return None if place == self.view.place.id or self._has_come_to(place, since) else place

    def _has_come_to(self, place: str | None, since: int) -> bool:
        """Return whether the player went to a place after some round, according to its recent actions."""
        moves = [turn.result for turn in self.view.cache if turn.action == "move" and turn.ok]
        return any(move["to"] == place and move["arrives"] > since for move in moves)

    @cached_property
    def has_floor(self) -> bool:
        """Whether it is the player's turn to open a subject. In company only some do so in the same round."""
        player, round_ = self.player, self.view.round
        here = sorted((self.me, *self.present), key=lambda id_: (draw(player.seed, round_, id_, "floor"), id_))
        return here.index(self.me) < next(seats for most, seats in _SEATS if len(here) <= most)

    @cached_property
    def keeps_company(self) -> bool:
        """Whether the player has just met or spoken with a character that a person plays, and should stay."""
        came = {sighting.who for sighting in self.view.sightings if sighting.kind == "came"}
        for other in self.view.persons & {*self.present}:
            last = self.talk.last_words(other)
            if last is not None and self.view.round - last.letter.sent <= _JUST:
                return True
            if other in came or self.rounds_since("move") <= 1 or self.view.round <= 1:
                return True
        return False

    # --- what is known

    @cached_property
    def evidence(self) -> list[Evidence]:
        """All available evidence: unforgettable events, memory rows, recalls, readings and messages."""
        grounds = [*self.player.unforgettable]
        grounds += [ground for row in self.view.minded if (ground := self._minded(row.text, row)) is not None]
        grounds += [ground for turn in self.view.cache for ground in self._grounds(turn)]
        for heard in self.talk.claims_heard:
            grounds.append(Evidence(heard.claim, heard.how, heard.by, heard.hops, heard.read or 0, heard.afar))
        for own in self.talk.claims_made:
            if self.script.world_deeds.is_one(own.claim.event) and self.me in self.script.named(own.claim):
                grounds.append(Evidence(own.claim, "witnessed", since=own.sent))
        return grounds

    def _minded(self, text: str, row: Any) -> Evidence | None:
        claim = self.script.claim(text)
        if claim is None or (row.via == "witnessed" and self._is_known_by_words(claim)):
            return None
        return Evidence(claim, row.via, row.source, since=row.since)

    def _is_known_by_words(self, claim: Claim) -> bool:
        """Return whether the player did not witness an event of the world's files, so that it knows the event only
        by hearsay.
        """
        event = self.player.scenario.event(claim.event)
        return event is not None and self.me not in event.witnesses

    def _grounds(self, turn: CacheEntry) -> Iterator[Evidence]:
        if turn.ok and turn.action == "deed":
            claim = self.script.claim(str(turn.result["outcome"]))
            if claim is not None:
                yield Evidence(claim, "witnessed", since=turn.round)
        if not turn.ok or turn.action not in ("recall", "read"):
            return
        for row in turn.result["rows"]:
            claim = self.script.claim(row["text"])
            if claim is None:
                continue
            ground = self._ground(turn, row, claim)
            if ground.how != "witnessed" or not self._is_known_by_words(claim):
                yield ground

    def _ground(self, turn: CacheEntry, row: dict[str, Any], claim: Claim) -> Evidence:
        if turn.action == "read":
            return Evidence(claim, "read", str(turn.params["target"]), since=turn.round)
        return Evidence(claim, row.get("via", "witnessed"), row.get("from", ""), since=int(row.get("since", 0)))

    def belief(self, event: str) -> Belief | None:
        """Return what the player believes of an event; None if it has no evidence."""
        if event not in self._beliefs:
            self._beliefs[event] = form_belief(self._by_event.get(event, ()), self.trust)
        return self._beliefs[event]

    @cached_property
    def _beliefs(self) -> dict[str, Belief | None]:
        return {}

    @cached_property
    def _by_event(self) -> dict[str, list[Evidence]]:
        by_event: dict[str, list[Evidence]] = {}
        for ground in self.evidence:
            if not self._is_own_deed_not_done(ground):
                by_event.setdefault(ground.claim.event, []).append(ground)
        return by_event

    def _is_own_deed_not_done(self, ground: Evidence) -> bool:
        """Return whether a claim of others contradicts what the player knows about its own deeds."""
        event, matters = ground.claim.event, self.player.matters
        if ground.how in ("witnessed", "sediment") or event not in self.script.events():
            return False
        original = self.script.original(event)
        did, told = matters.of(original).doers, matters.of(ground.claim).doers
        if self.me in did:
            return ground.claim != original
        return self.me in told and self.me not in did

    @cached_property
    def known(self) -> dict[str, Belief]:
        """The player's belief about every event it has evidence for."""
        return {event: belief for event in self._by_event if (belief := self.belief(event)) is not None}

    @cached_property
    def weighty(self) -> list[Belief]:
        """Beliefs about events that have a kind, by weight, then newest first."""
        beliefs = [belief for belief in self.known.values() if belief.support > 0 and self.matter(belief).kind]
        return sorted(beliefs, key=lambda belief: (-self.matter(belief).weight, -belief.since, belief.claim))

    def matter(self, belief: Belief) -> Matter:
        """Return the kind, doers, victims and weight of a believed event."""
        return self.player.matters.of(belief.claim)

    @cached_property
    def troubling(self) -> list[Belief]:
        """Beliefs that are in doubt, and beliefs about grave events that have weak support."""
        return [
            belief
            for belief in self.known.values()
            if not is_passing(belief.claim.event) and (belief.in_doubt or self._is_barely_believed(belief))
        ]

    def _is_barely_believed(self, belief: Belief) -> bool:
        """Return whether a belief is about a grave act by a character still in play, and has weak support."""
        matter = self.matter(belief)
        if belief.is_seen or belief.support >= SURE or matter.weight < _UNBEARABLE:
            return False
        return bool({*matter.doers} - self.gone) and not self.script.is_report(belief.claim.event)

    @property
    def nerve(self) -> int:
        """How much pressure it takes to make the player reveal a secret. It is lower under tension."""
        return max(0, self.traits.nerve - self.tension)

    @cached_property
    def tension(self) -> int:
        """How tense the story is for this player, from 0 to 4: known arcs, enemies nearby, late rounds."""
        known = sum(event in self.player.events_of_arcs and belief.since > 0 for event, belief in self.known.items())
        foes = any(self.is_foe(other) for other in self.present)
        late = self.view.round * 2 > self.player.scenario.world.rounds
        return min(2, known) + foes + late

    def news_of_kind(self, kind: str, lately: int) -> list[Belief]:
        """Return beliefs of a kind first learnt within the last rounds."""
        return [
            belief
            for belief in self.weighty
            if self.matter(belief).kind == kind and belief.first > 0 and self.view.round - belief.first <= lately
        ]

    @cached_property
    def last_kept(self) -> int:
        """The last round in which the player had an opportunity to remember something; 0 if there was none."""
        turn = self.last("remember") if self.view.rules.upkeep == "turn" else (self.view.cache or (None,))[-1]
        return turn.round if turn else 0

    def is_news(self, belief: Belief) -> bool:
        """Return whether the player learnt of the event during the story."""
        return belief.first > 0

    def is_topical(self, event: str) -> bool:
        """Return whether an event belongs to this story: it happened during it, or an open thread turns on it.

        In a world without threads every event does.
        """
        threads = self.player.events_of_arcs
        if not threads or event in threads or self.script.world_deeds.is_one(event):
            return True
        return event in self.player.scenario.happenings

    def has_recalled(self, query: str) -> bool:
        """Return whether the player has recently recalled this query."""
        return any(turn.action == "recall" and turn.params.get("query") == query for turn in self.view.cache)

    # --- what is wanted

    @cached_property
    def wants(self) -> list[Want]:
        """Goals the player can act on, the current one first."""
        return [want for text in reversed(self.view.goals) if (want := self._want(text)) is not None]

    def _want(self, text: str) -> Want | None:
        goal = self.player.goals.get(text)
        if goal is not None:
            return Want(text, goal.intent, goal.otherwise) if goal.intent else None
        intent = own_intent(text, self.player)
        return Want(text, intent) if intent else None

    @cached_property
    def withheld(self) -> dict[str, tuple[str, ...]]:
        """Events the player wants to hide, with the characters to hide them from; empty means from everyone."""
        kept_from: dict[str, tuple[str, ...]] = {}
        for want in self.wants:
            if want.intent.kind == "keep":
                whom = (want.intent.whom,) if want.intent.whom else ()
                for event in self.player.secret_events(want.intent.event):
                    kept_from[event] = (*kept_from.get(event, ()), *whom)
            if want.intent.kind == "deceive":
                kept_from[want.intent.event] = (*kept_from.get(want.intent.event, ()), want.intent.whom)
        return kept_from

    def is_secret(self, event: str) -> bool:
        """Return whether an event is a secret in this world."""
        return self.switches.secrets and self.script.topic(event).secret

    def may_tell(self, event: str, other: str) -> bool:
        """Return whether the player would tell another of an event.

        Enemies and opponents are told nothing. Secrets are told only to trusted characters not named in them.
        """
        if self.is_opponent(other):
            return False
        if event in self.withheld and (other in self.withheld[event] or not self.withheld[event]):
            return False
        if self.is_guilty(event) and not self._is_safe_with(event, other):
            return False
        return not self.is_secret(event) or (self.trust(other) >= DEAR and other not in self.persons(event))

    def is_guilty(self, event: str) -> bool:
        """Return whether the event is harm that the player did."""
        belief = self.belief(event)
        return belief is not None and self.matter(belief).is_harm and self.me in self.matter(belief).doers

    def _is_safe_with(self, event: str, other: str) -> bool:
        """Return whether the player can safely tell `other` of its own deed: a friend who is not close to the
        victims.
        """
        belief = self.belief(event)
        victims = self.matter(belief).victims if belief else ()
        return self.trust(other) >= DEAR and not any(self.player.bonds.are_close(other, victim) for victim in victims)

    def persons(self, event: str) -> tuple[str, ...]:
        """Return the characters an event names, as far as the player knows."""
        belief = self.belief(event)
        return self.script.named(belief.claim) if belief else self.script.topic(event).persons

    # --- what was just witnessed

    @cached_property
    def dramas(self) -> list[Drama]:
        """The dramas the player has witnessed within the last rounds; none in worlds without reactions."""
        return dramas_of(self) if self.switches.reactions else []

    @cached_property
    def held(self) -> frozenset[str]:
        """The captives in this place, the player included."""
        return frozenset((*self.view.held, *((self.me,) if self.view.is_held else ())))

    def captor_of(self, captive: str) -> str:
        """Return the character who took a captive, as far as the player knows; empty if unknown."""
        since = {
            belief.claim.event: belief.first
            for event, belief in self.known.items()
            if self.script.world_deeds.is_one(event)
            and (deed := self.script.world_deeds.of(event))[2] == captive
            and deed[0].does == "hold"
        }
        latest = max(since, key=lambda event: (since[event], event), default="")
        return self.script.world_deeds.of(latest)[1] if latest else ""

    @cached_property
    def guarded(self) -> tuple[str, ...]:
        """The captives that the player has to guard."""
        if not self.switches.reactions or self.view.is_held:
            return ()
        return tuple(captive for captive in sorted(self.view.held) if guard_of(self, captive) == self.me)

    # --- what was done

    def has_gone_up_to(self, other: str) -> bool:
        """Return whether the player has turned to another character with a gesture in its recent turns."""
        return any(
            turn.action == "gesture" and turn.ok and other in turn.params.get("targets", ()) for turn in self.view.cache
        )

    def last(self, *actions: str) -> CacheEntry | None:
        """Return the latest turn in the cache with any of these actions; None if there is none."""
        return next((turn for turn in reversed(self.view.cache) if turn.action in actions), None)

    def rounds_since(self, *actions: str) -> int:
        """Return the rounds since any of these actions; 99 if none is in the cache."""
        turn = self.last(*actions)
        return self.view.round - turn.round if turn else 99

    def may_deed(self) -> bool:
        """Return whether the player can do deeds at all."""
        return self.switches.deeds and self.view.rules.deeds and not self.view.is_held

    # --- matters

    def concerns(self, belief: Belief, other: str) -> bool:
        """Return whether a belief is about someone the other is close to or hates."""
        bonds, matter = self.player.bonds, self.matter(belief)
        persons = {*matter.doers, *matter.victims} or {*self.script.named(belief.claim)}
        return any(
            person != other and (bonds.are_close(other, person) or bonds.trust(other, person) <= HATED)
            for person in persons
        )

    def is_hurtful(self, belief: Belief) -> bool:
        """Return whether a belief is about harm that another character did to the player or someone dear."""
        matter = self.matter(belief)
        if not matter.is_harm or self.me in matter.doers:
            return False
        return any(victim == self.me or self.is_dear(victim) for victim in matter.victims)

    @cached_property
    def grievances(self) -> list[tuple[Belief, str]]:
        """Harm for which the player would confront the doer, as pairs of belief and doer.

        It is a death of someone dear, or grave harm to the player or its kin. Events from before the story count only
        once tension is high.
        """
        alive = {*self.player.scenario.active} - self.gone - {self.me}
        return [
            (belief, doer)
            for belief in self.weighty
            if not belief.in_doubt and (belief.is_seen or belief.support >= SURE) and self._is_unbearable(belief)
            for doer in self.matter(belief).doers
            if doer in alive and not (self.is_dear(doer) and self.matter(belief).kind != "death")
        ]

    def has_called_to_account(self, belief: Belief, doer: str) -> bool:
        """Return whether the player has already confronted `doer` about this harm.

        After an accusation of a death, lesser harm to the same victim counts as settled.
        """
        harm = self.matter(belief)
        return any(
            said.kind in (harm.kind, "death") and {*said.victims} & {*harm.victims}
            for act in ("accuse", "charge")
            for words in self.talk.acts(act, by=self.me, to=doer)
            for said in map(self.player.matters.of, words.heard.claims)
        )

    def _is_unbearable(self, belief: Belief) -> bool:
        matter = self.matter(belief)
        if self.script.world_deeds.is_lawful(belief.claim.event):
            return False
        if not self.is_hurtful(belief) or (belief.first == 0 and (self.tension < _TO_A_HEAD or matter.kind != "death")):
            return False
        near = any(victim == self.me or self.player.bonds.are_kin(self.me, victim) for victim in matter.victims)
        return matter.kind == "death" or (near and matter.weight >= _UNBEARABLE)
