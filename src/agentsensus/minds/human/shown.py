"""A view as a person reads it: where, who, what has come, what is wanted, and what came of the last turn."""

from agentsensus.minds.human.commands import sayings
from agentsensus.minds.human.surroundings import heard_line, look_of, memory_line, sighting_line, thing_line
from agentsensus.minds.view import View
from agentsensus.telling import Teller
from agentsensus.text.clauses import opened
from agentsensus.world.scenario import Scenario

__all__ = ["introduction", "shown"]

_MINDED = 3
"""Rows that come to mind which a turn shows; `know` gives all of them."""


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


def shown(view: View, scenario: Scenario, before: View | None = None) -> str:
    """What a person is shown at the beginning of a turn; of what the turn `before` has shown, only what is new."""
    teller = Teller(scenario)
    patterns = sayings(teller.language)
    lines = ["", patterns["round"].format(n=view.round, place=view.place.name), *_last(view, teller)]
    lines.append(
        patterns["why"].format(reasons=_joined(teller, [teller.phrases.reasons[reason] for reason in view.woken_by]))
    )
    lines += _here(view, before, teller)
    lines += [opened(sighting_line(sighting, teller)) for sighting in view.sightings]
    heard = sorted(
        view.heard, key=lambda letter: not letter.overheard
    )  # what is said to oneself comes last, to be answered
    lines += [opened(heard_line(letter, view.agent, teller)) for letter in heard]
    lines += _at_hand(view, before, teller)
    for notice in view.notices:
        senders = teller.names(notice.senders)
        lines.append(patterns["notice"].format(n=notice.count, senders=senders, begins=notice.begins))
    old = {row.id for row in before.minded} if before else set()
    fresh = [row for row in view.minded if row.id not in old][:_MINDED]
    lines += [patterns["minded"].format(row=memory_line(row, teller)) for row in fresh]
    lines.append(patterns["goal"].format(goal=view.goals[-1]) if view.goals else patterns["no_goals"])
    return "\n".join(lines)


def _here(view: View, before: View | None, teller: Teller) -> list[str]:
    """Who is here, and in a line each the looks of those who were not there before or have changed."""
    seen = {person.id: person for person in before.people} if before else {}
    patterns = sayings(teller.language)
    names = [person.name for person in view.people]
    fresh = [look_of(person, teller) for person in view.people if seen.get(person.id) != person]
    looks = [f"  {look}" for look in fresh if look not in names]
    return [patterns["here"].format(people=_joined(teller, names)), *looks] if names else [patterns["alone_here"]]


def _at_hand(view: View, before: View | None, teller: Teller) -> list[str]:
    """Things, and the ways from here; what has not changed since the turn before is not said again."""
    patterns, lines = sayings(teller.language), []
    things = [thing_line(thing, view, teller) for thing in view.things]
    if things and (before is None or before.things != view.things):
        lines.append(patterns["at_hand"].format(things=_joined(teller, things)))
    elif not things and view.readable:
        lines.append(patterns["readable"].format(readable=_joined(teller, [carrier.name for carrier in view.readable])))
    away = [patterns["away"].format(name=place.name, n=place.rounds) for place in view.places]
    if away and (before is None or before.place.id != view.place.id):
        lines.append(patterns["places"].format(places=_joined(teller, away)))
    return lines


def _last(view: View, teller: Teller) -> list[str]:
    if not view.cache or view.cache[-1].action == "none":
        return []
    turn = view.cache[-1]
    words = teller.turn(view.agent, turn.action, turn.params)
    came = teller.came_of(turn.action, turn.ok, turn.result)
    return [sayings(teller.language)["last"].format(turn=words), *(f"  {line}" for line in came)]


def _joined(teller: Teller, parts: list[str]) -> str:
    return teller.phrases.between.join(parts)
