"""What a person may ask without using up a turn: the map, who is where, what one has, knows and wants."""

from agentsensus.minds.human.commands import sayings
from agentsensus.minds.human.surroundings import look_of, memory_line, thing_line
from agentsensus.minds.view import MindedRow, View
from agentsensus.telling import Teller
from agentsensus.world.scenario import Scenario

__all__ = ["ASIDES", "goals", "known", "map_of", "things", "who"]


def map_of(view: View, scenario: Scenario) -> str:
    """Every place that can be reached from here, the nearest first, with the rounds it takes."""
    patterns, teller = sayings(scenario.world.language), Teller(scenario)
    here = view.place.id
    ways = [(scenario.map.distance(here, place) or 0, place) for place in scenario.map.reachable(here)]
    lines = [f"  {patterns['away'].format(name=teller.name(place), n=rounds)}" for rounds, place in sorted(ways)]
    return "\n".join([patterns["map"].format(place=view.place.name), *lines]) if lines else patterns["no_ways"]


def who(view: View, scenario: Scenario) -> str:
    """Everybody who is here and what can be seen of them, and where others were last known to be."""
    patterns, teller = sayings(scenario.world.language), Teller(scenario)
    here = {person.id for person in view.people}
    lines = [f"  {look_of(person, teller)}" for person in view.people]
    seen = sorted((round_, id_, place) for id_, (place, round_) in view.seen.items() if id_ not in here)
    elsewhere = [
        "  " + patterns["last_seen"].format(name=teller.name(id_), place=teller.name(place), n=round_)
        for round_, id_, place in reversed(seen)
        if id_ != view.agent
    ]
    return (
        "\n".join([*(lines and [patterns["who"], *lines]), *(elsewhere and [patterns["others"], *elsewhere])])
        or (patterns["alone_here"])
    )


def things(view: View, scenario: Scenario) -> str:
    """The things at hand, with what can be seen of them and who holds them."""
    patterns, teller = sayings(scenario.world.language), Teller(scenario)
    lines = [f"  {thing_line(thing, view, teller)}" for thing in view.things]
    return "\n".join([patterns["things"], *lines]) if lines else patterns["no_things"]


def goals(view: View, scenario: Scenario) -> str:
    """All that one wants."""
    patterns = sayings(scenario.world.language)
    if not view.goals:
        return patterns["no_goals"]
    return "\n".join([patterns["goals"], *(f"  {place}. {goal}" for place, goal in enumerate(view.goals, 1))])


def known(rows: tuple[MindedRow, ...], scenario: Scenario) -> str:
    """Rows of one's own memory, each with how one came to know it."""
    patterns, teller = sayings(scenario.world.language), Teller(scenario)
    lines = [f"  {memory_line(row, teller)}" for row in rows]
    return "\n".join([patterns["know"], *lines]) if lines else patterns["know_nothing"]


ASIDES = {"map": map_of, "who": who, "things": things, "goals": goals}
"""By command, what it answers to a view."""
