"""Chores: changes that a player makes besides its action. It remembers lessons and updates trust, mood and goals."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, Literal, TypeAlias

from agentsensus.worlds.events.event import StatusValue, Upkeep
from agentsensus.worlds.minds.players.beliefs import HELP, Belief
from agentsensus.worlds.minds.players.lessons import lessons_of
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
from agentsensus.worlds.state.character import TRUST

__all__ = [
    "Chore",
    "chores_of",
    "earned_trust",
    "feelings",
    "is_hopeless",
    "is_reached",
    "keep_chores",
    "tend_goals",
    "upkeep_of",
]

ChoreKind: TypeAlias = Literal["keep", "done", "add", "replace", "status"]


@dataclass(frozen=True, slots=True)
class Chore:
    """One change: a text to remember, a goal to end, add or replace, or a status key to set.

    `key` is the message that the text was learnt from, the goal to replace, or the status key.
    """

    kind: ChoreKind
    drive: str
    score: int
    text: str = ""
    key: str = ""
    value: StatusValue = ""
    because: Mapping[str, object] = field(default_factory=dict)

    def as_action(self, goals: Sequence[str]) -> tuple[str, dict[str, Any]] | None:
        """Return the action and parameters that do this chore; None if no single action can do it now."""
        is_at_hand = bool(goals) and goals[-1] == (self.key if self.kind == "replace" else self.text)
        match self.kind:
            case "keep":
                return "remember", {"text": self.text}
            case "done":
                return ("pop_goal", {}) if is_at_hand and len(goals) > 1 else None
            case "add":
                return "push_goal", {"text": self.text}
            case "replace":
                return ("replace_goal", {"text": self.text}) if is_at_hand else None
            case "status":
                return "update_status", {"key": self.key, "value": self.value}


def upkeep_of(chores: Iterable[Chore]) -> Upkeep | None:
    """Return all chores as one upkeep; None if there are no chores."""
    every = list(chores)
    if not every:
        return None
    return Upkeep(
        keep=tuple(chore.text for chore in every if chore.kind == "keep"),
        heard_in=tuple(chore.key for chore in every if chore.kind == "keep"),
        done=tuple(chore.text for chore in every if chore.kind == "done"),
        add=tuple(chore.text for chore in every if chore.kind == "add"),
        replace={chore.key: chore.text for chore in every if chore.kind == "replace"},
        given_up=tuple(chore.key or chore.text for chore in every if chore.drive == "given_up"),
        status={chore.key: chore.value for chore in every if chore.kind == "status"},
    )


def chores_of(situation: Situation) -> list[Chore]:
    """Return all chores of a turn, the most urgent first."""
    return [*keep_chores(situation), *feelings(situation), *tend_goals(situation)]


_HARM = {"death": 3, "wrong": 2, "threat": 2, "loss": 2}
_LOWEST, _HIGHEST = -3, 3
_LATELY = 2


def keep_chores(situation: Situation) -> list[Chore]:
    """Return one chore for each lesson to remember."""
    chores = []
    for lesson in lessons_of(situation):
        words = [situation.script.word(claim, situation.me, situation.player.seed) for claim in lesson.claims]
        is_told = lesson.source in situation.player.scenario.characters and lesson.source != situation.me
        because = {"who": situation.name(lesson.source)} if is_told else {}
        text, drive = situation.player.phrases.joined(words), "keep" if is_told else "keep_seen"
        chores.append(Chore("keep", drive, 80, text, key=lesson.message, because=because))
    return chores


def feelings(situation: Situation) -> list[Chore]:
    """Return chores that update trust, and a chore that sets the mood after recent bad news."""
    chores = []
    for other in _involved(situation):
        earned, now = earned_trust(situation, other), situation.trust(other)
        start = situation.player.character.trusts.get(other, 0)
        if earned != now and abs(earned - start) > abs(now - start):
            drive, because = "trust_up" if earned > now else "trust_down", {"who": situation.name(other)}
            chores.append(Chore("status", drive, 60, key=f"{TRUST}{other}", value=earned, because=because))
    return [*chores, *_mood(situation)]


def _involved(situation: Situation) -> list[str]:
    """Return the characters in whom the player's trust may have changed; trust in all others is the initial one."""
    talk = situation.talk
    spoke = {words.by for act in ("accuse", "break_off", "warn") for words in talk.acts(act, to=situation.me)}
    did = {doer for belief in situation.learnt for doer in situation.matter(belief).doers}
    told = {heard.by for heard in talk.claims_heard}
    return sorted((spoke | did | told) & situation.player.others)


def earned_trust(situation: Situation, other: str) -> int:
    """Return the current trust in another character: the initial trust, minus harm and lies, plus help."""
    start = situation.player.character.trusts.get(other, 0)
    change = sum(_by(situation, belief, other) for belief in situation.learnt)
    change -= 2 * bool(situation.talk.acts("accuse", by=other, to=situation.me))
    change -= bool(situation.talk.acts("break_off", by=other, to=situation.me))
    change += bool(situation.talk.acts("warn", by=other, to=situation.me))
    change -= _lies(situation, other)
    return max(_LOWEST, min(_HIGHEST, start + change))


def _by(situation: Situation, belief: Belief, other: str) -> int:
    """Return by how much one event changes the player's trust in another character."""
    matter = situation.matter(belief)
    if other not in matter.doers or not any(
        v == situation.me or situation.player.bonds.are_close(situation.me, v) for v in matter.victims
    ):
        return 0
    return -_HARM.get(matter.kind, 0) if matter.is_harm else 1 if matter.kind in HELP else 0


def _lies(situation: Situation, other: str) -> int:
    """Return how many events `other` told as an eyewitness in a version that the player saw to be false."""
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
    """Return a chore that sets the mood after the gravest recent harm to the player or someone dear; empty if there
    is none.
    """
    if not situation.switches.reactions:
        return []
    phrases = situation.player.phrases
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


_ASKED_ENOUGH = 4
_MOST_ASKED = 2
"""Number of characters asked in vain after which the player gives up a question."""
_OWN_GOALS = 2
_CAP = 6


def tend_goals(situation: Situation) -> list[Chore]:
    """Return chores that end goals, replace them by their fallback, or add goals. At least one goal remains."""
    ended = [*_ended(situation)]
    new = [*_new(situation)]
    left = len(situation.view.goals) - sum(chore.kind == "done" for chore in ended) + len(new)
    if left == 0:
        rest = situation.player.phrases.text("goals", "rest")
        if ended:
            last = ended[-1]
            ended[-1] = Chore("replace", last.drive, 52, rest, key=last.text, because=last.because)
        else:
            ended.append(Chore("add", "rest", 40, rest))
    return [*ended, *new]


def _ended(situation: Situation) -> Iterator[Chore]:
    for want in situation.wants:
        because = {"goal": want.text}
        if is_reached(situation, want):
            yield Chore("done", "reached", 52, want.text, because=because)
        elif is_hopeless(situation, want):
            if want.otherwise is not None and want.otherwise.text not in situation.view.goals:
                yield Chore("replace", "given_up", 42, want.otherwise.text, key=want.text, because=because)
            else:
                yield Chore("done", "given_up", 42, want.text, because=because)


def is_reached(situation: Situation, want: Want) -> bool:
    """Return whether a goal is reached, as far as the player can tell."""
    talk = situation.talk
    match want.intent:
        case LearnIntent(event=event):
            belief = situation.belief(event)
            return belief is not None and belief.support > 0 and not belief.in_doubt
        case TellIntent(event=event, whom=whom):
            belief = situation.belief(event)
            return (whom, event) in talk.told or (belief is not None and situation.others.knows(whom, belief))
        case DeceiveIntent(event=event, whom=whom):
            return (whom, event) in talk.told
        case ConfrontIntent(event=event, whom=whom):
            belief = situation.belief(event)
            return (whom, event) in talk.told or (belief is not None and situation.has_called_to_account(belief, whom))
        case MeetIntent(whom=whom):
            return _met(situation, whom)
        case ReachIntent(place=place):
            return situation.view.place.id == place
        case ReadIntent(carrier=carrier):
            return any(
                turn.action == "read" and turn.ok and turn.params.get("target") == carrier
                for turn in situation.view.cache
            )
        case GetIntent(carrier=carrier):
            return carrier in situation.view.holds
        case BringIntent(whom=whom, place=place):
            return situation.view.place.id == place and whom in situation.present
        case DoIntent(deed=deed, whom=whom):
            return any(
                turn.action == "deed" and turn.ok and (turn.params["deed"], turn.params["target"]) == (deed, whom)
                for turn in situation.view.cache
            )
    return False


def _met(situation: Situation, whom: str) -> bool:
    """Return whether the player has spoken with a character lately, face to face, or has gone up to it.

    Characters who have been in one place all along have met, and so have institutions in one place.
    """
    if whom in situation.present:
        is_office = situation.player.scenario.world.manner == "office"
        was_here = situation.rounds_since("move") > _ASKED_ENOUGH and not situation.is_foe(whom)
        if is_office or was_here or situation.has_gone_up_to(whom):
            return True
    last = situation.talk.last_words(whom)
    return last is not None and not last.letter.afar and situation.view.round - last.letter.sent <= _ASKED_ENOUGH


def is_hopeless(situation: Situation, want: Want) -> bool:
    """Return whether a goal can no longer be reached: the person it concerns is gone, or all attempts failed."""
    intent = want.intent
    whom = getattr(intent, "whom", None)
    if whom is not None and intent.kind != "keep" and whom in situation.gone:
        return True
    match intent:
        case LearnIntent(event=event):
            asked = situation.talk.asked_about(event)
            in_vain = len(asked) >= _MOST_ASKED and not situation.talk.awaits(event)
            return in_vain or _is_past(situation, event)
        case DeceiveIntent(event=event, whom=other):
            belief = situation.belief(event)
            return belief is not None and situation.others.knows(other, belief)
        case GetIntent(whom=other, carrier=carrier):
            refused = situation.talk.acts("refuse_thing", by=other, to=situation.me, about=carrier)
            return bool(refused) and (situation.traits.candour > _ASKED_ENOUGH or _tried(situation, carrier) > 1)
        case BringIntent(whom=other):
            return bool(situation.talk.acts("decline", by=other, to=situation.me))
    return False


def _is_past(situation: Situation, event: str) -> bool:
    """Return whether a threatening event no longer matters because all its victims are gone."""
    if event not in situation.player.scenario_events:
        return False
    matter = situation.player.matters.of(situation.script.original(event))
    return matter.kind == "threat" and bool(matter.victims) and {*matter.victims} <= situation.gone


def _tried(situation: Situation, carrier: str) -> int:
    return sum(turn.action == "take" and turn.params.get("thing") == carrier for turn in situation.view.cache)


def _new(situation: Situation) -> Iterator[Chore]:
    """Yield chores that add goals after recent news: confront someone, find something out, accept an invitation."""
    if len(situation.view.goals) >= _CAP:
        return
    offered = [*_to_account(situation), *_to_learn(situation), *_to_follow(situation)]
    own = sum(situation.player.phrases.goal(text) is not None for text in situation.view.goals)
    yield from [chore for chore in offered if chore.text not in situation.view.goals][: max(0, _OWN_GOALS - own)]


def _to_account(situation: Situation) -> Iterator[Chore]:
    phrases, talk = situation.player.phrases, situation.talk
    if not situation.switches.accusations:
        return
    harms: set[tuple[str, str, tuple[str, ...]]] = set()
    for belief, doer in situation.grievances:
        event, matter = belief.claim.event, situation.matter(belief)
        is_told = (doer, event) in talk.told or situation.has_called_to_account(belief, doer)
        if belief.first == 0 or is_told or matter.weight < 3 or (doer, matter.kind, matter.victims) in harms:
            continue
        harms.add((doer, matter.kind, matter.victims))
        words = situation.script.wordings(belief.claim)[0]
        text = phrases.text("goals", "confront", person=situation.name(doer), claims=words)
        yield Chore("add", "seek_out", 47, text, because={"who": situation.name(doer)})
        judges = [
            id_ for id_ in situation.company if situation.player.bonds.has_office(id_) and not situation.is_foe(id_)
        ]
        judges = [id_ for id_ in judges if id_ not in matter.doers and situation.trust(id_) > 0]
        judges = [id_ for id_ in judges if situation.player.bonds.bearing(situation.me, id_) != "down"]
        if judges and not talk.acts("denounce", by=situation.me, event=event):
            before = max(
                judges, key=lambda id_: (situation.player.scenario.characters[id_].rank, situation.trust(id_), id_)
            )
            text = phrases.text("goals", "denounce", person=situation.name(before), claims=words)
            if not situation.others.knows(before, belief):
                yield Chore("add", "seek_out", 46, text, because={"who": situation.name(before)})


def _to_learn(situation: Situation) -> Iterator[Chore]:
    pursued = {want.intent.event for want in situation.wants if isinstance(want.intent, LearnIntent)}
    for belief in situation.troubling:
        event = belief.claim.event
        if event in pursued or not belief.in_doubt or situation.talk.asked_about(event):
            continue
        words = situation.script.wordings(belief.claim)[0]
        yield Chore("add", "new_goal", 46, situation.player.phrases.text("goals", "whether", claims=words))


def _to_follow(situation: Situation) -> Iterator[Chore]:
    """Yield chores that add the goal to go to a place where the player just agreed to come."""
    for words in situation.talk.acts("invite", to=situation.me):
        agreed = [own for own in situation.talk.own if own.heard.act == "agree" and words.by in own.letter.recipients]
        fresh = (
            agreed
            and situation.view.round - agreed[-1].letter.sent <= 2
            and agreed[-1].letter.sent >= words.letter.sent
        )
        place = words.heard.about
        if fresh and place in situation.player.scenario.places and place != situation.view.place.id:
            text = situation.player.phrases.text("goals", "go", place=situation.script.place(place))
            yield Chore("add", "agree", 55, text, because={"who": situation.name(words.by)})
