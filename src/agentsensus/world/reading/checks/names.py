"""Ids are unique over all kinds; a name belongs to one, an alias should."""

from collections import defaultdict

from agentsensus.world.reading.problems import Problems
from agentsensus.world.reading.slugs import is_world_name, world_name_hint
from agentsensus.world.scenario import Scenario

_SECTIONS = ("characters", "places", "carriers")


def check_names(scenario: Scenario, notes: Problems) -> None:
    """Note a name that no world can have, ids used twice, persons of the same name, and aliases that several claim."""
    if not is_world_name(scenario.world.name):
        notes.error("world", ("name",), world_name_hint(scenario.world.name))
    _check_ids(scenario, notes)
    _check_persons(scenario, notes)
    claims: dict[str, list[tuple[str, str]]] = defaultdict(list)
    for section in _SECTIONS:
        for id_, named in getattr(scenario, section).items():
            for name in set(named.called):
                claims[name].append((section, id_))
    for name, claimants in sorted(claims.items()):
        if len(claimants) > 1:
            who = ", ".join(id_ for _, id_ in claimants)
            section, id_ = claimants[-1]
            notes.warn(section, (id_, "aliases"), f"{name!r} is claimed by {who}, so it names none of them as an alias")


def _check_ids(scenario: Scenario, notes: Problems) -> None:
    seen: dict[str, str] = {}
    for section in _SECTIONS:
        for id_ in getattr(scenario, section):
            if id_ in seen:
                notes.error(section, (id_,), f"the id {id_!r} is taken: it is one of the {seen[id_]}")
            seen.setdefault(id_, section)
    for id_, registered in scenario.registry.items():
        kind = scenario.kind_of(id_)
        if kind and kind != registered.kind:
            notes.error("registry", (id_, "kind"), f"is {registered.kind!r}, but {id_!r} is a {kind} of this world")


def _check_persons(scenario: Scenario, notes: Problems) -> None:
    seen: dict[str, str] = {}
    for id_, called in scenario.names().items():
        if called[0] in seen:
            section = "characters" if id_ in scenario.characters else "registry"
            notes.error(section, (id_, "name"), f"is {called[0]!r}, which is the name of {seen[called[0]]!r} already")
        seen.setdefault(called[0], id_)
