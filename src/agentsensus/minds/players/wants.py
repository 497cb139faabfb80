"""Goals as a player acts on them: those of the world's files, and those it has set itself."""

from dataclasses import dataclass

from agentsensus.minds.players.part import Part
from agentsensus.world.goals import (
    ConfrontIntent,
    Goal,
    Intent,
    LearnIntent,
    MeetIntent,
    ReachIntent,
    TellIntent,
)

__all__ = ["Want", "own_intent"]


@dataclass(frozen=True, slots=True)
class Want:
    """A goal with what it asks for, and the goal that is taken up when it fails."""

    text: str
    intent: Intent
    otherwise: Goal | None = None


def own_intent(text: str, part: Part) -> Intent | None:
    """What a goal that a player set itself asks for; None when it is none to act on."""
    own = part.phrases.goal(text)
    if own is None:
        return None
    kind, about = own
    claims = part.script.claims(about.get("claims", ""))
    persons = part.script.persons(about.get("person", ""))
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
            place = part.scenario.find(about["place"], "place")
            return ReachIntent(place=place) if place else None
    return None
