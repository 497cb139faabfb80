"""Small stories by writers who had not seen the judge: what is told again meets, near misses of every kind stay apart.

The weights have learned from them since, so this keeps what was reached; docs/merging.md has the figures of judges that had not.
"""  # noqa: E501

import json
from pathlib import Path

import pytest

from agentsensus import Memory
from agentsensus.analysis.bench.pairs import read_pairs, registries_of
from agentsensus.language.names import Names
from agentsensus.language.reading import read
from agentsensus.language.rules import Language
from agentsensus.memory.judge.vetoes import standing
from agentsensus.worlds.scenario import load
from agentsensus.worlds.scenario.template_world import make_world

DATA = Path(__file__).parents[2] / "data" / "understanding"
MET, WRONG = {"en": 29, "zh": 58}, {"en": 4, "zh": 7}
"""Of 96 tellings and of 288 near misses."""
PAST_VETOES = 20
"""Of 160 different pairs without a registry, those that a model which always says «same» would get past the vetoes."""


def registry(story: str) -> Names:
    named = json.loads((DATA / "story_names.json").read_text("utf-8"))[story]
    people, places = (
        {f"{kind} {number}": (name,) for number, name in enumerate(named[kind])} for kind in ("people", "places")
    )
    return Names(people, places=places)


@pytest.mark.parametrize("language", ["en", "zh"])
def test_stories_meet_and_near_misses_stay_apart(language: str) -> None:
    pairs = read_pairs(DATA / f"stories_{language}.tsv")
    merged: dict[bool, int] = {True: 0, False: 0}
    for story in sorted({pair.topic for pair in pairs}):
        with Memory.open(names=registry(story)) as memory:
            for pair in pairs:
                if pair.topic == story:
                    merged[pair.same] += memory.why(pair.a, pair.b).merges
    assert sum(pair.same for pair in pairs) == 96
    assert len(pairs) == 96 * 4
    assert merged[True] >= MET[language]
    assert merged[False] <= WRONG[language]


@pytest.mark.parametrize("language", ["en", "zh"])
def test_vetoes_stop_a_model_that_always_says_same_of_free_text(language: str) -> None:
    different = [pair for pair in read_pairs(DATA / f"free_{language}.tsv") if not pair.same]
    past = [pair for pair in different if not standing(read(pair.a, Names()), read(pair.b, Names()))]
    assert len(different) == 160
    assert len(past) <= PAST_VETOES, [(pair.kind, pair.a, pair.b) for pair in past]


@pytest.mark.parametrize(("language", "least", "all_of_them"), [("zh", 5, 9), ("en", 5, 10)])
def test_tellings_of_the_template_meet_what_they_tell(
    language: Language, least: int, all_of_them: int, tmp_path: Path
) -> None:
    world = load(make_world("new_world", language, tmp_path))
    told = [(telling, event.text) for event in world.events for telling in event.tellings]
    assert len(told) == all_of_them
    with Memory.open(names=registries_of(world)["world"]) as memory:
        assert sum(memory.why(*pair).merges for pair in told) >= least
