"""A player's turn, made out of its view: what it has heard, said, recalled and believes. Nothing here outlasts it."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Any

from agentsensus.minds.players.belief import Belief, Evidence, believed
from agentsensus.minds.players.claims import Claim, Script
from agentsensus.minds.players.claims.deeds import CAME, GOING, is_deed, parts
from agentsensus.minds.players.hearing import Asked
from agentsensus.minds.players.part import Part
from agentsensus.minds.view import View
from agentsensus.world.character import TRUST, CacheEntry
from agentsensus.world.goals import Intent, LearnIntent, MeetIntent, TellIntent
from agentsensus.world.mail import WORLD, Letter

__all__ = ["HeardClaim", "OpenQuestion", "Situation"]


_PATIENCE = 10


@dataclass(frozen=True, slots=True)
class HeardClaim:
    """A claim in a message: who made it to whom, when it was sent and read, through how many mouths."""

    claim: Claim
    by: str
    to: tuple[str, ...]
    sent: int
    read: int | None
    hops: int

    @property
    def is_seen(self) -> bool:
        """Whether the world itself brought it, which is as good as seen."""
        return self.by == WORLD


@dataclass(frozen=True, slots=True)
class OpenQuestion:
    """A question that was put to the player and not answered yet."""

    by: str
    asked: Asked
    read: int


class Situation:
    """What a player can know in this turn; every drive looks at it and at nothing else."""

    def __init__(self, part: Part, view: View) -> None:
        self.part = part
        self.view = view
        self.me = part.id
        self.script: Script = part.script
        self.traits = part.character.traits
        self.present = tuple(person.id for person in view.people)

    # --- others

    def trust(self, other: str) -> int:
        """How far another is trusted, from -3 to 3; what the world itself says is trusted."""
        if other == WORLD:
            return 3
        now = self.view.status.get(f"{TRUST}{other}")
        return now if isinstance(now, int) else self.part.character.trusts.get(other, 0)

    def name(self, id_: str) -> str:
        """What somebody is called."""
        return self.part.name(id_)

    # --- what was said

    @cached_property
    def claims_heard(self) -> list[HeardClaim]:
        """Every claim that others have made to one."""
        return [heard for letter in self.view.letters if letter.sender != self.me for heard in self._claims(letter)]

    @cached_property
    def claims_made(self) -> list[HeardClaim]:
        """Every claim one has made to others."""
        return [own for letter in self.view.letters if letter.sender == self.me for own in self._claims(letter)]

    def _claims(self, letter: Letter) -> Iterator[HeardClaim]:
        if letter.kind == "gesture":
            return
        hearer = self.me if letter.sender != self.me else letter.recipients[0]
        heard = self.part.hear(letter.content, letter.sender, hearer)
        for claim in heard.claims:
            yield HeardClaim(claim, letter.sender, letter.recipients, letter.sent, letter.read, heard.hops)

    def has_told(self, other: str, event: str) -> bool:
        """Whether one has spoken of an event to somebody."""
        return any(own.claim.event == event and other in own.to for own in self.claims_made)

    def has_heard(self, other: str, event: str) -> bool:
        """Whether somebody has spoken of an event to one, alone or among others."""
        return any(heard.claim.event == event and other in (heard.by, *heard.to) for heard in self.claims_heard)

    def lines_to(self, other: str) -> set[str]:
        """Everything one has said to somebody."""
        return {
            letter.content for letter in self.view.letters if letter.sender == self.me and other in letter.recipients
        }

    @cached_property
    def questions(self) -> list[OpenQuestion]:
        """Questions put to one and not answered since they were read, the oldest first."""
        questions = []
        for letter in self.view.letters:
            if letter.sender in (self.me, WORLD) or letter.read is None or letter.kind == "gesture":
                continue
            if self.view.round - letter.read > _PATIENCE:
                continue
            question = self.part.hear(letter.content, letter.sender, self.me).asks
            if question is not None and not self._answered(letter.sender, letter.read):
                questions.append(OpenQuestion(letter.sender, question, letter.read))
        return questions

    def _answered(self, by: str, read: int) -> bool:
        letters = self.view.letters
        return any(letter.sender == self.me and by in letter.recipients and letter.sent >= read for letter in letters)

    def pressure(self, event: str) -> int:
        """How often one has been asked about an event."""
        questions = [
            self.part.hear(letter.content, letter.sender, self.me).asks
            for letter in self.view.letters
            if letter.sender not in (self.me, WORLD) and letter.kind != "gesture"
        ]
        return sum(question is not None and question.event == event for question in questions)

    def has_asked(self, other: str, event: str = "", person: str = "") -> bool:
        """Whether one has asked somebody about an event or a person already."""
        for letter in self.view.letters:
            if letter.sender == self.me and other in letter.recipients and letter.kind != "gesture":
                asks = self.part.hear(letter.content, self.me, other).asks
                if asks is not None and (asks.event, asks.person) == (event, person):
                    return True
        return False

    # --- what is known

    @cached_property
    def evidence(self) -> list[Evidence]:
        """All grounds at hand: rows recalled or read lately, and everything that was told."""
        grounds = [ground for turn in self.view.cache for ground in self._grounds(turn)]
        for heard in self.claims_heard:
            how = "witnessed" if heard.is_seen else "told"
            grounds.append(Evidence(heard.claim, how, heard.by, heard.hops, heard.read or 0))
        return grounds

    def _grounds(self, turn: CacheEntry) -> Iterator[Evidence]:
        if not turn.ok or turn.action not in ("recall", "read"):
            return
        for row in turn.result["rows"]:
            claim = self.script.claim(row["text"])
            if claim is not None:
                yield self._ground(turn, row, claim)

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

    def has_recalled(self, query: str) -> bool:
        """Whether one has put this question to one's memory lately."""
        return any(turn.action == "recall" and turn.params.get("query") == query for turn in self.view.cache)

    # --- what is wanted

    @cached_property
    def wants(self) -> list[tuple[str, Intent]]:
        """Goals that one can act on, the one at hand first."""
        return [(text, intent) for text in reversed(self.view.goals) if (intent := self._intent(text)) is not None]

    def _intent(self, text: str) -> Intent | None:
        if text in self.part.intents:
            return self.part.intents[text]
        own = self.part.phrases.goal(text)
        if own is None:
            return None
        kind, about = own
        claims = self.script.claims(about.get("claims", ""))
        persons = self.script.persons(about.get("person", ""))
        match kind:
            case "whether" if claims:
                return LearnIntent(event=claims[0].event)
            case "meet" if persons:
                return MeetIntent(whom=persons[0])
            case "tell" if claims and persons:
                return TellIntent(event=claims[0].event, whom=persons[0])
        return None

    @cached_property
    def withheld(self) -> dict[str, tuple[str, ...]]:
        """Events one means to keep to oneself, with those from whom; an empty list means from everybody."""
        kept_from: dict[str, tuple[str, ...]] = {}
        for _, intent in self.wants:
            if intent.kind == "keep":
                kept_from[intent.event] = (*kept_from.get(intent.event, ()), *((intent.whom,) if intent.whom else ()))
            if intent.kind == "deceive":
                kept_from[intent.event] = (*kept_from.get(intent.event, ()), intent.whom)
        return kept_from

    def is_secret(self, event: str) -> bool:
        """Whether an event is a secret in this world."""
        return self.part.scenario.world.players.secrets and self.script.topic(event).secret

    def may_tell(self, event: str, other: str) -> bool:
        """Whether one would tell somebody of an event: a secret only in trust, and never to whom it names."""
        if event in self.withheld and (other in self.withheld[event] or not self.withheld[event]):
            return False
        if not self.is_secret(event):
            return True
        return self.trust(other) >= 2 and other not in self.persons(event)

    def persons(self, event: str) -> tuple[str, ...]:
        """Whom an event names, as far as one knows."""
        belief = self.belief(event)
        return self.script.named(belief.claim) if belief else self.script.topic(event).persons

    def concerns(self, event: str, other: str) -> bool:
        """Whether an event is about somebody whom another strongly trusts or distrusts.

        An event of the world's past that names the other is no news to them, and so does not concern them.
        """
        persons = self.persons(event)
        if other in persons:
            return self.part.scenario.event(event) is None
        trusts = self.part.scenario.characters[other].trusts
        return any(abs(trusts.get(person, 0)) >= 2 for person in persons)

    def awaits_reply(self, other: str) -> bool:
        """Whether the last word between two was one's own."""
        letters = [
            letter
            for letter in self.view.letters
            if other in (letter.sender, *letter.recipients) and letter.kind == "say"
        ]
        return bool(letters) and letters[-1].sender == self.me

    def where(self, other: str) -> str | None:
        """Where somebody is or was when one last heard: here, seen elsewhere, or where the story begins."""
        if other in self.present:
            return self.view.place.id
        for turn in reversed(self.view.cache):
            present = turn.result.get("present", ()) if turn.action == "observe" and turn.ok else ()
            if any(person["id"] == other for person in present):
                return str(turn.result["place"])
        deeds = [parts(heard.claim.event) for heard in self.claims_heard if is_deed(heard.claim.event)]
        places = [place for kind, who, place, *_ in deeds if kind in (CAME, GOING) and who == other]
        return places[-1] if places else self.part.scenario.characters[other].at

    def last(self, *actions: str) -> CacheEntry | None:
        """The latest turn in which one did any of these."""
        return next((turn for turn in reversed(self.view.cache) if turn.action in actions), None)

    def rounds_since(self, *actions: str) -> int:
        """Rounds since one last did any of these; many when it is not in mind any more."""
        turn = self.last(*actions)
        return self.view.round - turn.round if turn else 99


def others(situation: Situation) -> Sequence[str]:
    """Everybody one may speak to, those who are here first."""
    rest = [id_ for id_ in situation.part.scenario.active if id_ not in situation.present and id_ != situation.me]
    return (*situation.present, *rest)
