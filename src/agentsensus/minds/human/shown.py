"""A view as a person reads it: where, who, what has come, what is wanted, and what came of the last turn."""

from agentsensus.minds.human.commands import sayings
from agentsensus.minds.view import View
from agentsensus.telling import Teller
from agentsensus.world.scenario import Scenario

__all__ = ["introduction", "shown"]


def introduction(scenario: Scenario, agent: str) -> str:
    """Who a person is to play: name, profile, manner, and what others are to it."""
    character, teller = scenario.characters[agent], Teller(scenario)
    who = sayings(teller.language)["you"].format(name=teller.name(agent))
    relations = [f"  {teller.name(other)}: {what}" for other, what in character.relations.items()]
    head = [
        scenario.world.title or scenario.world.name,
        scenario.world.stamp,
        who,
        character.profile,
        character.voice.manner,
    ]
    return "\n".join([*filter(None, head), *relations])


def shown(view: View, scenario: Scenario) -> str:
    """What a person is shown at the beginning of a turn."""
    teller = Teller(scenario)
    patterns = sayings(teller.language)
    lines = ["", patterns["round"].format(n=view.round, place=view.place.name), *_last(view, teller)]
    lines.append(
        patterns["why"].format(reasons=_joined(teller, [teller.phrases.reasons[reason] for reason in view.woken_by]))
    )
    people = _joined(teller, [person.name for person in view.people])
    lines.append(patterns["here"].format(people=people) if people else patterns["alone_here"])
    if view.readable:
        lines.append(patterns["readable"].format(readable=_joined(teller, [carrier.name for carrier in view.readable])))
    away = [patterns["away"].format(name=place.name, n=place.rounds) for place in view.places]
    if away:
        lines.append(patterns["places"].format(places=_joined(teller, away)))
    for notice in view.notices:
        senders = teller.names(notice.senders)
        lines.append(patterns["notice"].format(n=notice.count, senders=senders, begins=notice.begins))
    lines.append(patterns["goal"].format(goal=view.goals[-1]) if view.goals else patterns["no_goals"])
    return "\n".join(lines)


def _last(view: View, teller: Teller) -> list[str]:
    if not view.cache or view.cache[-1].action == "none":
        return []
    turn = view.cache[-1]
    done = teller.done(view.agent, turn.action, turn.params)
    came = teller.came_of(turn.action, turn.ok, turn.result)
    return [sayings(teller.language)["last"].format(done=done), *(f"  {line}" for line in came)]


def _joined(teller: Teller, parts: list[str]) -> str:
    return teller.phrases.between.join(parts)
