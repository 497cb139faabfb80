"""A view as a person reads it: where, who, what has come, what is wanted, and what came of the last turn."""

from agentsensus.minds.human.commands import sayings
from agentsensus.minds.view import View
from agentsensus.telling import Teller
from agentsensus.world.scenario import Scenario

__all__ = ["introduction", "shown"]


def introduction(scenario: Scenario, agent: str) -> str:
    """Who a person is to play: name, profile, manner, and what others are to it."""
    one, teller = scenario.characters[agent], Teller(scenario)
    said = sayings(teller.language)["you"].format(name=teller.name(agent))
    relations = [f"  {teller.name(other)}: {what}" for other, what in one.relations.items()]
    head = [scenario.world.title or scenario.world.name, scenario.world.stamp, said, one.profile, one.voice.manner]
    return "\n".join([*filter(None, head), *relations])


def shown(view: View, scenario: Scenario) -> str:
    """What a person is shown at the beginning of a turn."""
    teller = Teller(scenario)
    said = sayings(teller.language)
    lines = ["", said["round"].format(n=view.round, place=view.place.name), *_last(view, teller)]
    lines.append(said["why"].format(reasons=_listed(teller, [teller.phrases.reasons[one] for one in view.woken_by])))
    people = _listed(teller, [person.name for person in view.people])
    lines.append(said["here"].format(people=people) if people else said["alone_here"])
    if view.readable:
        lines.append(said["readable"].format(readable=_listed(teller, [one.name for one in view.readable])))
    away = [said["away"].format(name=place.name, n=place.rounds) for place in view.places]
    if away:
        lines.append(said["places"].format(places=_listed(teller, away)))
    for one in view.notices:
        senders = teller.names(one.senders)
        lines.append(said["notice"].format(n=one.count, senders=senders, begins=one.begins))
    lines.append(said["goal"].format(goal=view.goals[-1]) if view.goals else said["no_goals"])
    return "\n".join(lines)


def _last(view: View, teller: Teller) -> list[str]:
    if not view.cache or view.cache[-1].action == "none":
        return []
    turn = view.cache[-1]
    done = teller.done(view.agent, turn.action, turn.params)
    came = teller.came_of(turn.action, turn.ok, turn.result)
    return [sayings(teller.language)["last"].format(done=done), *(f"  {line}" for line in came)]


def _listed(teller: Teller, parts: list[str]) -> str:
    return teller.phrases.listed.join(parts)
