"""A player's turn, made out of its view: what it has heard, said, recalled and believes. Nothing here outlasts it."""

from collections.abc import Iterator
from functools import cached_property
from typing import Any

from agentsensus.minds.players.belief import Belief, Evidence, believed
from agentsensus.minds.players.bonds import DEAR, HATED
from agentsensus.minds.players.claims import Claim, Script
from agentsensus.minds.players.claims.deeds import CAME, GOING, SEEN, is_passing, parts
from agentsensus.minds.players.conversation import Conversation
from agentsensus.minds.players.knowing import SurelyKnown
from agentsensus.minds.players.matters import Matter
from agentsensus.minds.players.part import Part
from agentsensus.minds.players.wants import Want, own_intent
from agentsensus.minds.view import View
from agentsensus.world.character import TRUST, CacheEntry
from agentsensus.world.mail import WORLD

__all__ = ["SURE", "Situation"]

SURE = 2
"""From which support on one acts on what one believes."""
_UNBEARABLE = 4
_TO_A_HEAD = 2


class Situation:
    """What a player can know in this turn; every drive looks at it and at nothing else."""

    def __init__(self, part: Part, view: View) -> None:
        self.part = part
        self.view = view
        self.me = part.id
        self.script: Script = part.script
        self.traits = part.traits
        self.present = tuple(person.id for person in view.people)
        self.talk = Conversation(part, view.letters, view.round)
        self.others = SurelyKnown(self.talk, part.script, part.matters, len(part.scenario.active))
        self.may = part.scenario.world.players

    # --- others

    def trust(self, other: str) -> int:
        """How far another is trusted, from -3 to 3; what the world itself says is trusted."""
        if other == WORLD:
            return 3
        now = self.view.status.get(f"{TRUST}{other}")
        return now if isinstance(now, int) else self.part.character.trusts.get(other, 0)

    def is_dear(self, other: str) -> bool:
        """Whether somebody is kin, and not hated, or a friend."""
        if other == self.me:
            return False
        return self.trust(other) >= DEAR or (self.part.bonds.are_kin(self.me, other) and self.trust(other) > HATED)

    def is_foe(self, other: str) -> bool:
        """Whether somebody is an enemy."""
        return other != self.me and self.trust(other) <= HATED

    def name(self, id_: str) -> str:
        """What somebody is called."""
        return self.part.name(id_)

    @cached_property
    def company(self) -> tuple[str, ...]:
        """Everybody one may speak to, those who are here first."""
        rest = [id_ for id_ in self.part.scenario.active if id_ not in self.present and id_ not in self.gone]
        return (*self.present, *(id_ for id_ in rest if id_ != self.me))

    @cached_property
    def gone(self) -> frozenset[str]:
        """Those who act no more, as far as one knows: dead, banished, or not to be reached by words."""
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
        """Where somebody is or was when one last saw or heard of it; None when gone, or looked for here in vain."""
        if other in self.present:
            return self.view.place.id
        if other in self.gone:
            return None
        place, since = self.view.seen.get(other, (self.part.scenario.characters[other].at, 0))
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
        """Whether one has gone to a place after some round, as far back as one's last deeds tell."""
        moves = [turn.result for turn in self.view.cache if turn.action == "move" and turn.ok]
        return any(move["to"] == place and move["arrives"] > since for move in moves)

    # --- what is known

    @cached_property
    def evidence(self) -> list[Evidence]:
        """All grounds at hand: what weighs on one, what comes to mind, was recalled or read, and all that was told."""
        grounds = [*self.part.heart]
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
        """Whether an event of the files was over before one could see it: what one kept of it is what one said."""
        event = self.part.scenario.event(claim.event)
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
        """What one believes of an event."""
        if event not in self._beliefs:
            self._beliefs[event] = believed(self._by_event.get(event, ()), self.trust)
        return self._beliefs[event]

    @cached_property
    def _beliefs(self) -> dict[str, Belief | None]:
        return {}

    @cached_property
    def _by_event(self) -> dict[str, list[Evidence]]:
        by_event: dict[str, list[Evidence]] = {}
        for ground in self.evidence:
            by_event.setdefault(ground.claim.event, []).append(ground)
        return by_event

    @cached_property
    def known(self) -> dict[str, Belief]:
        """What one believes of every event one has any ground for at hand, by event."""
        return {event: belief for event in self._by_event if (belief := self.belief(event)) is not None}

    @cached_property
    def weighty(self) -> list[Belief]:
        """What one believes that is of any kind, the gravest first, then the newest."""
        beliefs = [belief for belief in self.known.values() if belief.support > 0 and self.matter(belief).kind]
        return sorted(beliefs, key=lambda belief: (-self.matter(belief).weight, -belief.since, belief.claim))

    def matter(self, belief: Belief) -> Matter:
        """What sort of thing one believes."""
        return self.part.matters.of(belief.claim)

    @cached_property
    def troubling(self) -> list[Belief]:
        """What leaves one no rest: two versions as good as each other, or a grave thing barely believed."""
        return [
            belief
            for belief in self.known.values()
            if not is_passing(belief.claim.event) and (belief.in_doubt or self._is_barely_believed(belief))
        ]

    def _is_barely_believed(self, belief: Belief) -> bool:
        """Whether something grave that somebody who is still there has done is held on a weak ground."""
        matter = self.matter(belief)
        if belief.is_seen or belief.support >= SURE or matter.weight < _UNBEARABLE:
            return False
        return bool({*matter.doers} - self.gone) and not self.script.is_report(belief.claim.event)

    @property
    def nerve(self) -> int:
        """How much it takes to make one say what one keeps; less when the story is under strain."""
        return max(0, self.traits.nerve - self.tension)

    @cached_property
    def tension(self) -> int:
        """How far what one knows has come to a head, from 0 to 4: what one knows of open threads, and foes at hand."""
        matters = {event for arc in self.part.scenario.world.arcs for event in self.part.matters_of(arc.matter)}
        known = sum(event in matters and belief.since > 0 for event, belief in self.known.items())
        foes = any(self.is_foe(other) for other in self.present)
        late = self.view.round * 2 > self.part.scenario.world.rounds
        return min(2, known) + foes + late

    def news_of_kind(self, kind: str, lately: int) -> list[Belief]:
        """What one has learnt of a kind within these last rounds."""
        return [
            belief
            for belief in self.weighty
            if self.matter(belief).kind == kind and belief.first > 0 and self.view.round - belief.first <= lately
        ]

    @cached_property
    def last_kept(self) -> int:
        """The round in which one last could keep what one had learnt; 0 when never."""
        turn = self.last("remember") if self.view.rules.upkeep == "turn" else (self.view.cache or (None,))[-1]
        return turn.round if turn else 0

    def is_news(self, belief: Belief) -> bool:
        """Whether one has learnt it since the story began."""
        return belief.first > 0

    def has_recalled(self, query: str) -> bool:
        """Whether one has put this question to one's memory lately."""
        return any(turn.action == "recall" and turn.params.get("query") == query for turn in self.view.cache)

    # --- what is wanted

    @cached_property
    def wants(self) -> list[Want]:
        """Goals that one can act on, the one at hand first."""
        return [want for text in reversed(self.view.goals) if (want := self._want(text)) is not None]

    def _want(self, text: str) -> Want | None:
        goal = self.part.goals.get(text)
        if goal is not None:
            return Want(text, goal.intent, goal.otherwise) if goal.intent else None
        intent = own_intent(text, self.part)
        return Want(text, intent) if intent else None

    @cached_property
    def withheld(self) -> dict[str, tuple[str, ...]]:
        """Events one means to keep to oneself, with those from whom; an empty list means from everybody."""
        kept_from: dict[str, tuple[str, ...]] = {}
        for want in self.wants:
            if want.intent.kind == "keep":
                whom = (want.intent.whom,) if want.intent.whom else ()
                for event in self.part.one_matter(want.intent.event):
                    kept_from[event] = (*kept_from.get(event, ()), *whom)
            if want.intent.kind == "deceive":
                kept_from[want.intent.event] = (*kept_from.get(want.intent.event, ()), want.intent.whom)
        return kept_from

    def is_secret(self, event: str) -> bool:
        """Whether an event is a secret in this world."""
        return self.may.secrets and self.script.topic(event).secret

    def may_tell(self, event: str, other: str) -> bool:
        """Whether one would tell somebody of an event: a secret only in trust, and never to whom it names."""
        if event in self.withheld and (other in self.withheld[event] or not self.withheld[event]):
            return False
        if self.is_guilty(event) and not self._is_safe_with(event, other):
            return False
        return not self.is_secret(event) or (self.trust(other) >= DEAR and other not in self.persons(event))

    def is_guilty(self, event: str) -> bool:
        """Whether one has done somebody harm by an event."""
        belief = self.belief(event)
        return belief is not None and self.matter(belief).is_harm and self.me in self.matter(belief).doers

    def _is_safe_with(self, event: str, other: str) -> bool:
        """Whether what one has done is safe with somebody: a friend who is nothing to those who suffered by it."""
        belief = self.belief(event)
        victims = self.matter(belief).victims if belief else ()
        return self.trust(other) >= DEAR and not any(self.part.bonds.are_close(other, victim) for victim in victims)

    def persons(self, event: str) -> tuple[str, ...]:
        """Whom an event names, as far as one knows."""
        belief = self.belief(event)
        return self.script.named(belief.claim) if belief else self.script.topic(event).persons

    # --- what was done

    def last(self, *actions: str) -> CacheEntry | None:
        """The latest turn in which one did any of these."""
        return next((turn for turn in reversed(self.view.cache) if turn.action in actions), None)

    def rounds_since(self, *actions: str) -> int:
        """Rounds since one last did any of these; many when it is not in mind any more."""
        turn = self.last(*actions)
        return self.view.round - turn.round if turn else 99

    def may_deed(self) -> bool:
        """Whether deeds can be done here at all."""
        return self.may.deeds and self.view.rules.deeds and not self.view.is_held

    # --- matters

    def concerns(self, belief: Belief, other: str) -> bool:
        """Whether something is about somebody who is dear to another, or whom the other hates."""
        bonds, matter = self.part.bonds, self.matter(belief)
        persons = {*matter.doers, *matter.victims} or {*self.script.named(belief.claim)}
        return any(
            person != other and (bonds.are_close(other, person) or bonds.trust(other, person) <= HATED)
            for person in persons
        )

    def is_hurtful(self, belief: Belief) -> bool:
        """Whether something harms oneself or somebody dear, by another."""
        matter = self.matter(belief)
        if not matter.is_harm or self.me in matter.doers:
            return False
        return any(victim == self.me or self.is_dear(victim) for victim in matter.victims)

    @cached_property
    def grievances(self) -> list[tuple[Belief, str]]:
        """Harm that one would call somebody to account for, with who did it and can still be spoken to.

        It is the death of somebody dear, or grave harm to oneself or one's kin; what is old stays buried until the
        story comes to a head.
        """
        alive = {*self.part.scenario.active} - self.gone - {self.me}
        return [
            (belief, doer)
            for belief in self.weighty
            if not belief.in_doubt and (belief.is_seen or belief.support >= SURE) and self._is_unbearable(belief)
            for doer in self.matter(belief).doers
            if doer in alive and not (self.is_dear(doer) and self.matter(belief).kind != "death")
        ]

    def has_called_to_account(self, belief: Belief, doer: str) -> bool:
        """Whether one has told somebody to its face of this harm, by whichever event it is known.

        Whoever was told of a death has nothing more to hear of what was done to the same victim before.
        """
        harm = self.matter(belief)
        return any(
            said.kind in (harm.kind, "death") and {*said.victims} & {*harm.victims}
            for act in ("accuse", "charge")
            for words in self.talk.acts(act, by=self.me, to=doer)
            for said in map(self.part.matters.of, words.heard.claims)
        )

    def _is_unbearable(self, belief: Belief) -> bool:
        matter = self.matter(belief)
        if self.script.world_deeds.is_lawful(belief.claim.event):
            return False
        if not self.is_hurtful(belief) or (belief.first == 0 and (self.tension < _TO_A_HEAD or matter.kind != "death")):
            return False
        near = any(victim == self.me or self.part.bonds.are_kin(self.me, victim) for victim in matter.victims)
        return matter.kind == "death" or (near and matter.weight >= _UNBEARABLE)
