"""To look around, to greet, to read what lies there, to search where something happened."""

from agentsensus.minds.players.drives.drive import Proposal, propose
from agentsensus.minds.players.situation import Situation

__all__ = ["greet", "look", "muse", "read_here", "search"]


def look(situation: Situation) -> Proposal | None:
    """Look around where one has just come."""
    here = situation.view.place.id
    looked = any(turn.action == "observe" and turn.params.get("target") == here for turn in situation.view.cache)
    if looked:
        return None
    score = (38 if "arrival" in situation.view.woken_by else 14) + situation.traits.curiosity
    return propose(situation, score, "look", "observe", target=here)


def greet(situation: Situation) -> Proposal | None:
    """Greet whoever is here when one arrives."""
    if "arrival" not in situation.view.woken_by or not situation.present:
        return None
    dearest = max(situation.present, key=lambda other: (situation.trust(other), other))
    trust = situation.trust(dearest)
    kind = "friend" if trust >= 2 else "foe" if trust < 0 else "anybody"
    phrases, part = situation.part.phrases, situation.part
    pattern = part.one_of(phrases.lines("greeting", kind), "greet", situation.view.round)
    description = pattern.format(name=situation.name(dearest))
    because = {"who": situation.name(dearest)}
    return propose(situation, 56, "greet", "gesture", because, targets=[*situation.present], description=description)


def read_here(situation: Situation) -> Proposal | None:
    """Read what lies here, or what one holds, if one has not read it lately."""
    for carrier in situation.view.readable:
        if any(turn.action == "read" and turn.params.get("target") == carrier.id for turn in situation.view.cache):
            continue
        is_goal = any(intent.kind == "read" and intent.carrier == carrier.id for _, intent in situation.wants)
        if not is_goal and situation.view.round > 6 and situation.rounds_since("move") > 6:
            continue
        query = situation.view.goals[-1] if situation.view.goals else carrier.name
        score = 53 if is_goal else 26 + situation.traits.curiosity
        return propose(situation, score, "read", "read", target=carrier.id, query=query)
    return None


def muse(situation: Situation) -> Proposal | None:
    """Call to mind what one knows of somebody who is here."""
    for other in situation.present:
        query = situation.part.phrases.text("query", "person", person=situation.name(other))
        if not situation.has_recalled(query):
            because = {"who": situation.name(other)}
            return propose(situation, 21 + situation.traits.gossip // 2, "muse", "recall", because, query=query)
    return None


def search(situation: Situation) -> Proposal | None:
    """Search the place where something happened that one has only heard of, once."""
    here = situation.view.place.id
    heard = any(
        not belief.is_seen and situation.script.topic(event).place == here for event, belief in situation.known.items()
    )
    if not heard or situation.last("act_on"):
        return None
    pattern = situation.part.one_of(situation.part.phrases.lines("search"), "search", situation.view.round)
    description = pattern.format(place=situation.script.place(here))
    return propose(situation, 26 + situation.traits.curiosity, "search", "act_on", target=here, description=description)
