"""To tend one's goals: drop what is reached, give up what leads nowhere, take up what was just learnt."""

from collections.abc import Iterator

from agentsensus.minds.players.chores.chore import Chore
from agentsensus.minds.players.situation import SURE, Situation
from agentsensus.minds.players.wants import Want
from agentsensus.world.goals import (
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

__all__ = ["is_hopeless", "is_reached", "tend_goals"]

_ASKED_ENOUGH = 4
_OWN_GOALS = 2
_CAP = 6


def tend_goals(situation: Situation) -> list[Chore]:
    """Goals that are reached or given up (with what is taken up instead), and new ones; nobody is left without one."""
    ended = [*_ended(situation)]
    new = [*_new(situation)]
    left = len(situation.view.goals) - sum(chore.kind == "done" for chore in ended) + len(new)
    if left == 0:
        rest = situation.part.phrases.text("goals", "rest")
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
    """Whether a goal has come true, as far as one can tell."""
    talk = situation.talk
    match want.intent:
        case LearnIntent(event=event):
            belief = situation.belief(event)
            return belief is not None and belief.support >= SURE and not belief.in_doubt
        case TellIntent(event=event, whom=whom):
            belief = situation.belief(event)
            return (whom, event) in talk.told or (belief is not None and situation.others.surely(whom, belief))
        case DeceiveIntent(event=event, whom=whom):
            return (whom, event) in talk.told
        case ConfrontIntent(event=event, whom=whom):
            belief = situation.belief(event)
            return (whom, event) in talk.told or (belief is not None and situation.has_called_to_account(belief, whom))
        case MeetIntent(whom=whom):
            return talk.exchanged(whom) and (whom in situation.present or _met(situation, whom))
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
    last = situation.talk.last_words(whom)
    return last is not None and not last.letter.afar and situation.view.round - last.letter.sent <= _ASKED_ENOUGH


def is_hopeless(situation: Situation, want: Want) -> bool:
    """Whether a goal can come true no more: whom it is about is gone, or one has asked or tried in vain."""
    intent = want.intent
    whom = getattr(intent, "whom", None)
    if whom is not None and intent.kind != "keep" and whom in situation.gone:
        return True
    match intent:
        case LearnIntent(event=event):
            asked = situation.talk.asked_about(event)
            in_vain = len(asked) >= _ASKED_ENOUGH and not situation.talk.awaits(event)
            return in_vain or _is_past(situation, event)
        case DeceiveIntent(event=event, whom=other):
            belief = situation.belief(event)
            return belief is not None and situation.others.surely(other, belief)
        case GetIntent(whom=other, carrier=carrier):
            refused = situation.talk.acts("refuse_thing", by=other, to=situation.me, about=carrier)
            return bool(refused) and (situation.traits.candour > _ASKED_ENOUGH or _tried(situation, carrier) > 1)
        case BringIntent(whom=other):
            return bool(situation.talk.acts("decline", by=other, to=situation.me))
    return False


def _is_past(situation: Situation, event: str) -> bool:
    """Whether what somebody was to do to another can be done no more, since one knows that the other is gone."""
    if event not in situation.part.scenario_events:
        return False
    matter = situation.part.matters.of(situation.script.original(event))
    return matter.kind == "threat" and bool(matter.victims) and {*matter.victims} <= situation.gone


def _tried(situation: Situation, carrier: str) -> int:
    return sum(turn.action == "take" and turn.params.get("thing") == carrier for turn in situation.view.cache)


def _new(situation: Situation) -> Iterator[Chore]:
    """Goals that follow from what one has just learnt: to call somebody to account, to find out, to come along."""
    if len(situation.view.goals) >= _CAP:
        return
    offered = [*_to_account(situation), *_to_learn(situation), *_to_follow(situation)]
    own = sum(situation.part.phrases.goal(text) is not None for text in situation.view.goals)
    yield from [chore for chore in offered if chore.text not in situation.view.goals][: max(0, _OWN_GOALS - own)]


def _to_account(situation: Situation) -> Iterator[Chore]:
    phrases, talk = situation.part.phrases, situation.talk
    if not situation.may.accusations:
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
            id_ for id_ in situation.company if situation.part.bonds.has_office(id_) and not situation.is_foe(id_)
        ]
        judges = [id_ for id_ in judges if id_ not in matter.doers]
        judges = [id_ for id_ in judges if situation.part.bonds.bearing(situation.me, id_) != "down"]
        if judges and not talk.acts("denounce", by=situation.me, event=event):
            before = max(
                judges, key=lambda id_: (situation.part.scenario.characters[id_].rank, situation.trust(id_), id_)
            )
            text = phrases.text("goals", "denounce", person=situation.name(before), claims=words)
            if not situation.others.surely(before, belief):
                yield Chore("add", "seek_out", 46, text, because={"who": situation.name(before)})


def _to_learn(situation: Situation) -> Iterator[Chore]:
    pursued = {want.intent.event for want in situation.wants if isinstance(want.intent, LearnIntent)}
    for belief in situation.troubling:
        event = belief.claim.event
        if event in pursued or not belief.in_doubt or situation.talk.asked_about(event):
            continue
        words = situation.script.wordings(belief.claim)[0]
        yield Chore("add", "new_goal", 46, situation.part.phrases.text("goals", "whether", claims=words))


def _to_follow(situation: Situation) -> Iterator[Chore]:
    """To go where one has just agreed to come along to."""
    for words in situation.talk.acts("invite", to=situation.me):
        agreed = [own for own in situation.talk.own if own.heard.act == "agree" and words.by in own.letter.recipients]
        fresh = (
            agreed
            and situation.view.round - agreed[-1].letter.sent <= 2
            and agreed[-1].letter.sent >= words.letter.sent
        )
        place = words.heard.about
        if fresh and place in situation.part.scenario.places and place != situation.view.place.id:
            text = situation.part.phrases.text("goals", "go", place=situation.script.place(place))
            yield Chore("add", "agree", 55, text, because={"who": situation.name(words.by)})
