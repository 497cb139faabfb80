"""To look around, to greet, to read what lies there, to search where something happened."""

from agentsensus.minds.players.drives.drive import Proposal, propose
from agentsensus.minds.players.situation import Situation
from agentsensus.world.goals import ReadIntent

__all__ = ["greet", "look", "muse", "read_here", "search"]

_LATELY = 6
_GRAVE = 5


def look(situation: Situation) -> Proposal | None:
    """Look around where one has just come, unless one sees everything anyway."""
    here = situation.view.place.id
    looked = any(turn.action == "observe" and turn.params.get("target") == here for turn in situation.view.cache)
    if looked:
        return None
    if situation.view.rules.looks:
        return propose(situation, 4 + situation.traits.curiosity // 2, "look", "observe", target=here)
    score = (38 if "arrival" in situation.view.woken_by else 14) + situation.traits.curiosity
    return propose(situation, score, "look", "observe", target=here)


def greet(situation: Situation) -> Proposal | None:
    """Greet whoever is here when one arrives, once for each; institutions do not."""
    if "arrival" not in situation.view.woken_by or not situation.present or not situation.may.reactions:
        return None
    phrases, part = situation.part.phrases, situation.part
    greeted = {str(to) for turn in situation.view.cache if turn.action == "gesture" for to in turn.params["targets"]}
    new = [other for other in situation.present if other not in greeted]
    if not new:
        return None
    dearest = max(new, key=lambda other: (situation.is_dear(other), abs(situation.trust(other)), other))
    kind = _manner(situation, dearest)
    pattern = part.one_of(phrases.lines("greeting", kind), "greet", situation.view.round)
    description = pattern.format(name=situation.name(dearest))
    because = {"who": situation.name(dearest)}
    return propose(situation, 44, "greet", "gesture", because, targets=[dearest], description=description)


def _manner(situation: Situation, other: str) -> str:
    if situation.is_foe(other):
        return "foe"
    if situation.part.bonds.bearing(situation.me, other) == "up":
        return "up"
    if situation.part.bonds.are_kin(situation.me, other):
        return "kin"
    return "friend" if situation.trust(other) >= 2 else "anybody"


def read_here(situation: Situation) -> Proposal | None:
    """Read what is written here, or what one holds, if one has not read it lately."""
    carriers = situation.part.scenario.carriers
    for carrier in situation.view.readable:
        if not carriers[carrier.id].text:
            continue
        if any(turn.action == "read" and turn.params.get("target") == carrier.id for turn in situation.view.cache):
            continue
        is_goal = any(
            isinstance(want.intent, ReadIntent) and want.intent.carrier == carrier.id for want in situation.wants
        )
        is_sealed = carriers[carrier.id].sealed
        newly_here = situation.view.round <= _LATELY or situation.rounds_since("move") <= _LATELY
        if not is_goal and (is_sealed or not newly_here):
            continue
        query = situation.view.goals[-1] if situation.view.goals else carrier.name
        score = 67 if is_goal else 24 + situation.traits.curiosity
        return propose(situation, score, "read", "read", target=carrier.id, query=query)
    return None


def muse(situation: Situation) -> Proposal | None:
    """Call to mind what one knows of somebody who is here, where nothing comes to mind unasked."""
    if situation.view.rules.minded:
        return None
    for other in situation.present:
        query = situation.part.phrases.text("query", "person", person=situation.name(other))
        if not situation.has_recalled(query):
            because = {"who": situation.name(other)}
            return propose(situation, 21 + situation.traits.gossip // 2, "muse", "recall", because, query=query)
    return None


def search(situation: Situation) -> Proposal | None:
    """Search the place where something grave happened that one has only heard of, once."""
    here = situation.view.place.id
    heard = any(
        not belief.is_seen
        and belief.first > 0
        and situation.matter(belief).weight >= _GRAVE
        and situation.script.topic(event).place == here
        and not situation.script.is_report(event)
        for event, belief in situation.known.items()
    )
    if not heard or situation.last("act_on"):
        return None
    pattern = situation.part.one_of(situation.part.phrases.lines("search"), "search", situation.view.round)
    description = pattern.format(place=situation.script.place(here))
    return propose(situation, 20 + situation.traits.curiosity, "search", "act_on", target=here, description=description)
