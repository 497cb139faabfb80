"""Everyday drives: read messages, do chores, look around, greet, read, recall, search and wait."""

from agentsensus.worlds.minds.players.chores import chores_of
from agentsensus.worlds.minds.players.drives.drive import Proposal, propose
from agentsensus.worlds.minds.players.situation import Situation
from agentsensus.worlds.scenario.goals import ReadIntent
from agentsensus.worlds.state.mail import WORLD

__all__ = ["chore", "greet", "look", "muse", "read_here", "read_mail", "search", "wait"]

_SILENT = 4


def read_mail(situation: Situation) -> Proposal | None:
    """Read the first unread thread; with low priority if the player has not spoken for a while."""
    if not situation.view.notices:
        return None
    notice = situation.view.notices[0]
    who = situation.player.phrases.listed(_called(situation, sender) for sender in notice.senders)
    because = {"n": notice.count, "who": who}
    return propose(situation, _score(situation), "mail", "read_thread", because, thread=notice.thread)


def _called(situation: Situation, sender: str) -> str:
    return situation.player.phrases.text("address", "world") if sender == WORLD else situation.name(sender)


def _score(situation: Situation) -> int:
    if situation.view.learnt:
        return 78
    is_mute = situation.rounds_since("say") > _SILENT and situation.rounds_since("read_thread") <= _SILENT
    return 45 if is_mute else 90


def chore(situation: Situation) -> Proposal | None:
    """Do the first chore as an action, if upkeep costs turns."""
    if situation.view.rules.upkeep == "free":
        return None
    waiting_chores = chores_of(situation)
    texts = [waiting.text for waiting in waiting_chores if waiting.kind == "keep"]
    if texts:
        first, text = waiting_chores[0], situation.player.phrases.joined(texts)
        return propose(situation, first.score, first.drive, "remember", first.because, text=text)
    for waiting in waiting_chores:
        if action := waiting.as_action(situation.view.goals):
            name, params = action
            return propose(situation, waiting.score, waiting.drive, name, waiting.because, **params)
    return None


_LATELY = 6
_GRAVE = 5


def look(situation: Situation) -> Proposal | None:
    """Look around in a new place, unless views show everything."""
    here = situation.view.place.id
    looked = any(turn.action == "observe" and turn.params.get("target") == here for turn in situation.view.cache)
    if looked:
        return None
    if situation.view.rules.looks:
        return propose(situation, 4 + situation.traits.curiosity // 2, "look", "observe", target=here)
    score = (38 if "arrival" in situation.view.woken_by else 14) + situation.traits.curiosity
    return propose(situation, score, "look", "observe", target=here)


def greet(situation: Situation) -> Proposal | None:
    """Greet a character on arrival, once each; institutions do not greet."""
    if "arrival" not in situation.view.woken_by or not situation.present or not situation.switches.reactions:
        return None
    phrases, player = situation.player.phrases, situation.player
    greeted = {str(to) for turn in situation.view.cache if turn.action == "gesture" for to in turn.params["targets"]}
    new = [other for other in situation.present if other not in greeted and _manner(situation, other) != "anybody"]
    if not new or situation.dramas:
        return None
    dearest = max(new, key=lambda other: (situation.is_dear(other), abs(situation.trust(other)), other))
    kind = _manner(situation, dearest)
    pattern = player.one_of(phrases.lines("greeting", kind), "greet", situation.view.round)
    description = pattern.format(name=situation.name(dearest))
    because = {"who": situation.name(dearest)}
    return propose(situation, 24, "greet", "gesture", because, targets=[dearest], description=description)


def _manner(situation: Situation, other: str) -> str:
    if situation.is_foe(other):
        return "foe"
    if situation.player.bonds.bearing(situation.me, other) == "up" and situation.player.bonds.has_office(other):
        return "up"
    if situation.player.bonds.are_kin(situation.me, other):
        return "kin"
    return "friend" if situation.trust(other) >= 2 else "anybody"


def read_here(situation: Situation) -> Proposal | None:
    """Read a document within reach that the player has not read recently."""
    carriers = situation.player.scenario.carriers
    for carrier in situation.view.readable:
        if any(turn.action == "read" and turn.params.get("target") == carrier.id for turn in situation.view.cache):
            continue
        is_goal = any(
            isinstance(want.intent, ReadIntent) and want.intent.carrier == carrier.id for want in situation.wants
        )
        is_sealed = carrier.id in carriers and carriers[carrier.id].sealed
        newly_here = situation.view.round <= _LATELY or situation.rounds_since("move") <= _LATELY
        if not is_goal and (is_sealed or not newly_here):
            continue
        query = situation.view.goals[-1] if situation.view.goals else carrier.name
        score = 67 if is_goal else 24 + situation.traits.curiosity
        return propose(situation, score, "read", "read", target=carrier.id, query=query)
    return None


def muse(situation: Situation) -> Proposal | None:
    """Recall what the player knows of a character present, if memory rows are not shown automatically."""
    if situation.view.rules.minded:
        return None
    for other in situation.present:
        query = situation.player.phrases.text("query", "person", person=situation.name(other))
        if not situation.has_recalled(query):
            because = {"who": situation.name(other)}
            return propose(situation, 21 + situation.traits.gossip // 2, "muse", "recall", because, query=query)
    return None


def search(situation: Situation) -> Proposal | None:
    """Search the place of a grave event that the player has only just heard of, once; in company nobody does."""
    here = situation.view.place.id
    if len(situation.present) > 1 or situation.player.scenario.world.manner == "office":
        return None
    heard = any(
        not belief.is_seen
        and belief.first > 0
        and situation.view.round - belief.first <= _LATELY
        and situation.matter(belief).weight >= _GRAVE
        and situation.script.topic(event).place == here
        and not situation.script.is_report(event)
        for event, belief in situation.known.items()
    )
    if not heard or situation.last("act_on"):
        return None
    pattern = situation.player.one_of(situation.player.phrases.lines("search"), "search", situation.view.round)
    description = pattern.format(place=situation.script.place(here))
    return propose(situation, 20 + situation.traits.curiosity, "search", "act_on", target=here, description=description)


_STEPS = (2, 4, 6)


def wait(situation: Situation) -> Proposal | None:
    """Wait, longer if the last turns were waits too."""
    waits = 0
    for turn in reversed(situation.view.cache):
        if turn.action != "wait":
            break
        waits += 1
    return propose(situation, 13, "wait", "wait", timeout_rounds=_STEPS[min(waits, len(_STEPS) - 1)])
