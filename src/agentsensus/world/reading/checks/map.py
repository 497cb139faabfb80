"""The map: there are places, ways are as short as they can be, and everywhere can be reached."""

from agentsensus.world.reading.problems import Problems
from agentsensus.world.scenario import Scenario


def check_map(scenario: Scenario, notes: Problems) -> None:
    """Note a world without places, ways longer than a detour, and places nobody can get to."""
    if not scenario.places:
        notes.error("places", (), "there is no place; a world needs one at least")
        return
    for edge in scenario.world.map.edges:
        shorter = scenario.map.distance(edge.one, edge.other)
        if shorter is not None and 0 < shorter < edge.rounds:
            way = " - ".join(scenario.map.route(edge.one, edge.other) or ())
            message = f"{edge.one} to {edge.other} takes {edge.rounds}, but {way} takes {shorter}"
            notes.warn("world", ("map", "edges"), message)
    starts = {character.at for character in scenario.characters.values() if character.at and not character.archived}
    reached = starts | {place for start in starts for place in scenario.map.reachable(start)}
    for place in sorted(set(scenario.places) - reached) if starts else ():
        notes.warn("places", (place,), "nobody can get there: no edge leads to it, and the map is not `connected`")
