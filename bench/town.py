"""Make a town of any size and time its rounds: `python bench/town.py make PEOPLE FOLDER` and `... play PEOPLE,PEOPLE`.

A town is an ordinary world folder: people in 60 places on a grid of streets. Everybody lives in one place, knows some
neighbours there and one person elsewhere, has witnessed what happened between neighbours, and has goals for players
(to learn, to tell, to meet, to reach). The same size and seed give the same files.

`play` plays each town in a process of its own and prints the processor seconds and the wall seconds of each round
after the first, and the ratio of the largest town to the smallest. `--latency SECONDS` lets a model double of that
latency decide, cut and judge, and prints how many calls deep a round is.
"""

import argparse
import asyncio
import json
import random
import statistics
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from itertools import pairwise
from pathlib import Path
from typing import Any

import yaml

PLACES = 60
_ACROSS = 10
_ROUNDS = 6
_GIVEN = (
    "Ada Agnes Albin Alice Amos Anna Arthur Beatrice Bertram Boris Cecil Clara Conrad Cora Cyril Daphne Dora Edgar "
    "Edith Edwin Elsa Emil Enid Ernest Esther Eva Felix Fiona Flora Frank Freda George Gilbert Gladys Grace Greta "
    "Harold Harriet Hector Hilda Horace Hugo Ida Ingrid Irene Ivor Jasper Judith Julian Karin Lionel Lydia Mabel "
    "Magnus Martha Miles Nora Oscar Otto Ralph"
).split()
_SURNAMES = (
    "Abbot Barlow Birch Bowen Calder Carver Chandler Cooper Cotter Crane Croft Dalton Draper Dyer Eaton Fenn Fletcher "
    "Forge Gale Garth Glover Hale Harper Heath Holt Hooper Kemp Kirk Lamb Lark Linden Mason Mercer Moor Nash Norris "
    "Orchard Page Parson Pike Porter Quill Reeve Rook Rowan Sadler Sawyer Shaw Sloane Stone Tanner Thorne Tiller Vane "
    "Wade Ward Weaver Webb Wick Yarrow"
).split()
_SIDES = ("Upper", "Lower", "North", "South", "Old", "New")
_KINDS = ("Market", "Mill", "Chapel", "Harbour", "Bakery", "Smithy", "Garden", "Tannery", "School", "Bridge")
_DEEDS = (
    ("sold {count} sacks of barley to {other}", "{count} sacks of barley were sold to {other} by {one}"),
    ("lent {other} {count} silver coins", "{count} silver coins were lent to {other} by {one}"),
    ("broke {count} windows of {other}", "{count} windows of {other} were broken by {one}"),
    ("promised {other} {count} hens", "{count} hens were promised to {other} by {one}"),
    ("stole {count} cheeses from {other}", "{count} cheeses were stolen from {other} by {one}"),
    ("carried {count} barrels for {other}", "{count} barrels were carried for {other} by {one}"),
)


def make_town(folder: Path, people: int, seed: int = 1) -> None:
    """Write the files of a town into a new folder."""
    if not 2 * PLACES <= people <= len(_GIVEN) * len(_SURNAMES):
        raise SystemExit(f"people is {people}: give {2 * PLACES} to {len(_GIVEN) * len(_SURNAMES)}")
    chance = random.Random(seed)
    names = [f"{given} {surname}" for surname in _SURNAMES for given in _GIVEN]
    chance.shuffle(names)
    homes = [number % PLACES for number in range(people)]
    events = list(_events(chance, names, homes))
    folder.mkdir(parents=True)
    _write(folder / "places.yaml", {_place(n): _place_file(n) for n in range(PLACES)})
    _write(folder / "characters.yaml", {_id(n): _person(n, chance, names, homes, events) for n in range(people)})
    _write(folder / "world.yaml", _world(people, chance))
    (folder / "scenes.md").write_text("\n".join(_scenes(events, names)) + "\n", "utf-8")


def _id(number: int) -> str:
    return f"p{number:04d}"


def _place(number: int) -> str:
    return f"place{number:02d}"


def _place_name(number: int) -> str:
    return f"the {_SIDES[number // _ACROSS]} {_KINDS[number % _ACROSS]}"


def _place_file(number: int) -> dict[str, Any]:
    name = _place_name(number)
    return {"name": name, "profile": f"{name[0].upper()}{name[1:]} is one of the sixty places of the town."}


def _events(chance: random.Random, names: list[str], homes: list[int]) -> Iterator[dict[str, Any]]:
    """Yield one event per person: something between this person and a neighbour, seen by up to two more."""
    for one, home in enumerate(homes):
        others = [n for n in range(home, len(homes), PLACES) if n != one]
        other, *more = chance.sample(others, min(len(others), 3))
        deed, telling = chance.choice(_DEEDS)
        words = {"one": names[one], "other": names[other], "count": chance.randint(3, 97)}
        yield {
            "id": f"e{one:04d}",
            "place": home,
            "witnesses": [one, other, *more],
            "text": f"{names[one]} {deed.format(**words)} at {_place_name(home)}.",
            "telling": f"At {_place_name(home)} {telling.format(**words)}.",
            "secret": chance.random() < 0.1,
        }


def _person(
    number: int, chance: random.Random, names: list[str], homes: list[int], events: list[dict[str, Any]]
) -> dict[str, Any]:
    home, name = homes[number], names[number]
    neighbours = [n for n in range(home, len(homes), PLACES) if n != number]
    friends = chance.sample(neighbours, min(len(neighbours), 4))
    far = chance.choice([n for n in range(len(homes)) if homes[n] != home])
    told, wanted = chance.choice([e for e in events if number in e["witnesses"]]), events[far]
    hearer = next((n for n in friends if n not in told["witnesses"]), far)
    goals = [
        {"text": f"Meet {names[far]}.", "intent": f"meet {_id(far)}"},
        {
            "text": f"Learn what {names[far]} did at {_place_name(homes[far])}.",
            "intent": f"learn {wanted['id']}",
            "question": f"What did {names[far]} do at {_place_name(homes[far])}?",
        },
        {"text": f"Go to {_place_name(homes[far])}.", "intent": f"reach {_place(homes[far])}"},
        {"text": f"Tell {names[hearer]} the news.", "intent": f"tell {told['id']} to {_id(hearer)}"},
    ]
    chance.shuffle(goals)
    return {
        "name": name,
        "profile": f"{name} lives by {_place_name(home)}.",
        "at": _place(home),
        "trusts": {_id(n): chance.randint(-2, 3) for n in (*friends, far)},
        "traits": {trait: chance.randint(1, 9) for trait in ("nerve", "candour", "gossip", "curiosity", "loyalty")},
        "goals": goals[: chance.randint(1, 3)],
    }


def _world(people: int, chance: random.Random) -> dict[str, Any]:
    edges = []
    for number in range(PLACES):
        if (number + 1) % _ACROSS:
            edges.append([_place(number), _place(number + 1), 1])
        if number + _ACROSS < PLACES:
            edges.append([_place(number), _place(number + _ACROSS), 1])
    heard = sorted(chance.sample(range(people), people // 10))
    news = "The mayor invites everybody to the fair at the Upper Market on Sunday."
    return {
        "name": f"town_{people}",
        "title": f"A town of {people}",
        "about": f"A made town of {people} people in {PLACES} places, for measuring.",
        "language": "en",
        "span": "The weeks before the fair",
        "rounds": 20,
        "message_speed": 2,
        "map": {"default_distance": 6, "edges": edges},
        "kickoff": [{"to": [_id(number) for number in heard], "content": news}],
    }


def _scenes(events: list[dict[str, Any]], names: list[str]) -> Iterator[str]:
    yield "# What happened before round 1"
    for event in events:
        witnesses = ", ".join(names[n] for n in event["witnesses"])
        secret = " !secret" if event["secret"] else ""
        yield f"## {_place_name(event['place'])}, before the fair: {witnesses}{secret}"
        yield f"- {event['text']}   #{event['id']}"
        yield f"  ~ {event['telling']}"


def _write(path: Path, data: dict[str, Any]) -> None:
    path.write_text(yaml.safe_dump(data, sort_keys=False, allow_unicode=True, width=1_000), "utf-8")


class Waves:
    """A model that answers a wave of concurrent requests together, `latency` seconds after the last of them arrived.

    A request that can be made only after a reply has come is in a later wave, so the number of waves in a round is the
    depth of its calls. It is an upper bound: on a busy machine a request may come too late for its wave.
    """

    def __init__(self, model: Any, latency: float) -> None:
        self.id, self.limits, self.calls, self.waves = model.id, model.limits, 0, 0
        self._model, self._latency, self._waiting = model, latency, 0
        self._answer: asyncio.Future[None] | None = None

    async def send(self, request: Any) -> Any:
        self.calls += 1
        self._waiting += 1
        if self._answer is None:
            self._answer = asyncio.get_running_loop().create_future()
            self._task = asyncio.ensure_future(self._release(self._answer))
        await asyncio.shield(self._answer)
        return await self._model.send(request)

    async def _release(self, answer: "asyncio.Future[None]") -> None:
        waiting = 0
        while waiting != self._waiting:
            waiting = self._waiting
            await asyncio.sleep(self._latency)
        self._answer, self._waiting, self.waves = None, 0, self.waves + 1
        answer.set_result(None)


def play_town(people: int, rounds: int, seed: int, latency: float | None) -> dict[str, Any]:
    """Make and play a town in this process; return what its rounds cost."""
    from agentsensus.testing.playing import PlayingModel
    from agentsensus.worlds.runs.playing import PlayOptions, play_plan
    from agentsensus.worlds.runs.session import Plan
    from agentsensus.worlds.scenario import load

    model = None if latency is None else Waves(PlayingModel(), latency)
    marks: list[tuple[float, float, int]] = []

    def mark() -> None:
        marks.append((time.process_time(), time.perf_counter(), model.waves if model else 0))

    @contextmanager
    def watch(*_: object) -> Iterator[Callable[..., None]]:
        mark()
        yield lambda *_: mark()

    with tempfile.TemporaryDirectory(prefix="agentsensus-town-") as place:
        make_town(Path(place) / "town", people, seed)
        started = time.process_time()
        scenario = load(Path(place) / "town")
        loaded = time.process_time() - started
        options = PlayOptions(rounds, models={"default": model} if model else {}, watch=watch)
        play_plan(scenario, Plan(seed=seed), options, Path(place) / "run")
        opened = marks[0][0] - started - loaded
    cpu, wall, deep = ([after[n] - before[n] for before, after in pairwise(marks)] for n in range(3))
    return {
        "people": people,
        "load_cpu_s": round(loaded, 2),
        "start_cpu_s": round(opened, 2),
        "round_cpu_s": [round(seconds, 2) for seconds in cpu],
        "round_s": [round(seconds, 2) for seconds in wall],
        "median_cpu_s": round(statistics.median(cpu[1:] or cpu), 2),
        "median_s": round(statistics.median(wall[1:] or wall), 2),
        **({"depth": max(deep), "calls": model.calls} if model else {}),
    }


def main() -> None:
    """Make a town, or play towns of several sizes."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("command", choices=["make", "play", "one"])
    parser.add_argument("people", help="number of people; for `play` several, separated by commas")
    parser.add_argument("folder", nargs="?", type=Path, help="for `make`: the new folder")
    parser.add_argument("--rounds", type=int, default=_ROUNDS)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--latency", type=float, help="seconds per call of a model double that plays the people")
    given = parser.parse_args()
    if given.command == "make":
        make_town(given.folder, int(given.people), given.seed)
        return
    if given.command == "one":
        print(json.dumps(play_town(int(given.people), given.rounds, given.seed, given.latency)))
        return
    towns = []
    for people in given.people.split(","):
        options = ["--rounds", str(given.rounds), "--seed", str(given.seed)]
        options += ["--latency", str(given.latency)] if given.latency is not None else []
        command = [sys.executable, __file__, "one", people, *options]
        towns.append(json.loads(subprocess.run(command, check=True, stdout=subprocess.PIPE, text=True).stdout))
    ratio = max(towns, key=_size)["median_cpu_s"] / min(towns, key=_size)["median_cpu_s"]
    print(json.dumps({"rounds": given.rounds, "seed": given.seed, "towns": towns, "ratio": round(ratio, 2)}, indent=1))


def _size(town: dict[str, Any]) -> int:
    return int(town["people"])


if __name__ == "__main__":
    main()
