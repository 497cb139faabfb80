"""The story: playbill, scenes with the reason for each line, and the map by round."""

from collections.abc import Iterator
from itertools import combinations
from typing import Any

from agentsensus.analysis.report.layout import map_cells
from agentsensus.analysis.report.material import RunMaterial
from agentsensus.worlds.events.event import ThingMoved
from agentsensus.worlds.runs import sections
from agentsensus.worlds.scenario.scenario import Scenario
from agentsensus.worlds.screenplay.script import Screenplay, WrittenScene, on_one_line, opened

__all__ = ["map_ways", "story"]


def story(material: RunMaterial) -> dict[str, Any] | None:
    """The playbill by headings, scenes with lines and rounds, and the positions of characters and things by round."""
    production = material.production
    if production is None:
        return None
    play = production.plain()
    rounds = {beat.seq: (beat.round, beat.who) for beat in production.log.beats}
    return {
        "playbill": list(_playbill(material)),
        "persons": [[person.name, person.about.strip(" –—")] for person in play.persons],
        "prologue": [[line.how, line.paragraphs] for line in play.prologue],
        "brackets": play.words.brackets,
        "scenes": [_scene(material, play, scene, rounds) for scene in play.scenes],
        "map": _map(material),
    }


def _playbill(material: RunMaterial) -> Iterator[dict[str, Any]]:
    bill = material.run.playbill
    if bill is None:
        return
    for section in sections(bill, material.scenario):
        yield {"heading": section.heading, "rows": [[row.label, row.text, row.below] for row in section.rows]}


def _scene(
    material: RunMaterial, play: Screenplay, scene: WrittenScene, rounds: dict[int, tuple[int, str]]
) -> dict[str, Any]:
    spoken = {beat for line in scene.lines if line.kind != "direction" for beat in line.beats}
    lines = []
    for line in scene.lines:
        turns = [rounds[beat] for beat in line.beats if beat in rounds]
        round_ = min((beat[0] for beat in turns), default=scene.first)
        is_told_again = line.kind == "direction" and not spoken.isdisjoint(line.beats)
        because = [] if is_told_again else [reason for beat in turns if (reason := material.reasons.get(beat))]
        texts = [on_one_line(text) for text in line.paragraphs]
        lines.append([round_, line.kind, line.who, line.how, texts, because[0] if because else ""])
    heading = play.heading(scene)
    return {"heading": heading, "place": opened(scene.place), "first": scene.first, "last": scene.last, "lines": lines}


def _map(material: RunMaterial) -> dict[str, Any]:
    scenario, last = material.scenario, material.run.rounds
    people = {agent: _stays(material, agent, last) for agent in material.people}
    things = _things(material)
    seen = {place for stays in (*people.values(), *things.values()) for _, place in stays}
    used = [place for place in scenario.places if place in seen]
    return {
        "cells": map_cells(used, scenario.map.distance),
        "edges": list(map_ways(scenario, used)),
        "people": people,
        "things": things,
    }


def map_ways(scenario: Scenario, used: list[str]) -> Iterator[list[Any]]:
    """The direct ways between places on the map, with their length in rounds."""
    for place, other in combinations(used, 2):
        route, rounds = scenario.map.route(place, other), scenario.map.distance(place, other)
        if route and rounds and rounds < scenario.world.map.default_distance and not {*route[1:-1]} & {*used}:
            yield [place, other, rounds]


def _stays(material: RunMaterial, agent: str, last: int) -> list[list[Any]]:
    """The places of an agent, each with its first round; the place is empty while travelling."""
    stays: list[list[Any]] = []
    for round_ in range(last + 1):
        place = material.whereabouts.of(agent, round_) or ""
        if not stays or stays[-1][1] != place:
            stays.append([round_, place])
    return stays


def _things(material: RunMaterial) -> dict[str, list[list[Any]]]:
    things = {id_: [[0, carrier.held_by or carrier.at or ""]] for id_, carrier in material.scenario.carriers.items()}
    for event in material.events:
        if isinstance(event, ThingMoved) and event.thing in things:
            things[event.thing].append([event.round, event.holder])
    return things
