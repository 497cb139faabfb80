"""Evaluate the conditions of happenings and arcs against a world."""

from agentsensus.base.chance import draw
from agentsensus.worlds.scenario.happenings import Condition
from agentsensus.worlds.state.world import World

__all__ = ["holds"]


def holds(condition: Condition, world: World, round_: int, seed: int, purpose: str) -> bool:
    """Return whether every part of a condition holds. Chance is drawn for this round and purpose."""
    return all(
        (
            condition.round is None or round_ >= condition.round,
            all(_is_past(world, event, rounds, round_) for event, rounds in condition.after.items()),
            all(_place(world, agent) == place for agent, place in condition.at.items()),
            _are_together(world, condition.together),
            all(_is_known(world, event, who) for event, who in condition.knows.items()),
            all(
                world.things.holders.get(thing) == agent
                for agent, things in condition.holds.items()
                for thing in things
            ),
            all(world.gone.get(agent) == "died" for agent in condition.dead),
            all(agent in world.actors and world.actors[agent].is_held for agent in condition.held),
            all((deed, target) in world.deeds_done for deed, targets in condition.done.items() for target in targets),
            all(_looks(world, id_).items() >= status.items() for id_, status in condition.status.items()),
            not condition.any
            or any(holds(part, world, round_, seed, f"{purpose} {place}") for place, part in enumerate(condition.any)),
            not any(
                holds(part, world, round_, seed, f"{purpose} not {place}") for place, part in enumerate(condition.none)
            ),
            condition.chance is None or draw(seed, round_, purpose, "chance") * 100 < condition.chance,
        )
    )


def _is_past(world: World, happening: str, rounds: int, round_: int) -> bool:
    return happening in world.happened and round_ - world.happened[happening] >= rounds


def _place(world: World, agent: str) -> str | None:
    return world.actors[agent].place if agent in world.actors else None


def _are_together(world: World, agents: tuple[str, ...]) -> bool:
    places = {_place(world, agent) for agent in agents}
    return not agents or (len(places) == 1 and None not in places)


def _is_known(world: World, event: str, who: int | tuple[str, ...]) -> bool:
    knowers = world.knows.by_event[event] & set(world.actors)
    return len(knowers) >= who if isinstance(who, int) else knowers.issuperset(who)


def _looks(world: World, id_: str) -> dict[str, str | int | bool]:
    if id_ in world.actors:
        return world.actors[id_].status
    return world.places[id_] if id_ in world.places else world.things.status.get(id_, {})
