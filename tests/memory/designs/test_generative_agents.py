"""Generative Agents: a score and a reflection computed by hand, presets, ratings, and what happens without a model."""

import asyncio
import json
from collections.abc import Callable, Sequence
from typing import Any

import numpy as np
import pytest

from agentsensus import AsyncMemory, Memory
from agentsensus.base.arrays import FloatArray
from agentsensus.errors import InputError, UnknownName
from agentsensus.language.names import Names
from agentsensus.language.reading import read
from agentsensus.memory.api import engine_of
from agentsensus.memory.designs.generative_agents import GenerativeAgentsSettings
from agentsensus.memory.designs.generative_agents.salience import salience
from agentsensus.memory.designs.generative_agents.scoring import best, normalised, recency, scored
from agentsensus.models.providers.open import ModelLike
from agentsensus.models.roles import Roles
from agentsensus.testing import FailingModel, MalformedModel, SlowModel
from tests.memory.every_design import attributes

DESIGN = "generative-agents"
ASKED = "What of the play?"
NEAR, HALF, FAR = "The players rehearsed.", "Hamlet killed Polonius.", "Osric bowed."
COSINES = {ASKED: 1.0, NEAR: 1.0, HALF: 0.6, FAR: 0.0}
RATED = {NEAR: 2, HALF: 8, FAR: 5}


class Angles:
    """An embedder that gives each text the likeness to the question that a hand-computed example needs."""

    id, dim = "angles", 2

    async def embed(self, texts: Sequence[str]) -> FloatArray:
        likeness = np.array([COSINES.get(text, 0.3) for text in texts])
        return np.stack([likeness, np.sqrt(1 - likeness**2)], axis=1).astype(np.float32)


def rating(prompt: str) -> str:
    return json.dumps({"importance": next((n for text, n in RATED.items() if text in prompt), 1)})


def elsinore(model: ModelLike = rating, **settings: Any) -> Memory:
    return Memory.open(design=DESIGN, embedder=Angles(), model=Roles(memory=model), settings=settings or None)


@pytest.mark.parametrize(
    ("settings", "expected"),
    [
        # Rows of rounds 0, 10 and 20, asked in round 20. Recency .995**20 = .904610, .995**10 = .951110, 1, which
        # becomes 0, .487471, 1. Relevance 1, .6, 0 stays so. Importance 2, 8, 5 becomes 0, 1, .5.
        ({}, {HALF: 2.0875, FAR: 1.5, NEAR: 1.0}),
        # By rank: .99**3 = .970299, .99**2 = .9801, .99 become 0, .497487, 1; weights .5, 3 and 2.
        ({"preset": "code"}, {HALF: 4.0487, NEAR: 3.0, FAR: 1.5}),
        # The ranks from the other end: 1, .497487, 0.
        ({"preset": "code", "rank_order": "oldest"}, {HALF: 4.0487, NEAR: 3.5, FAR: 1.0}),
        # Two hours a round: .995**40 = .818320, .995**20 = .904610, 1 become 0, .474956, 1.
        ({"hours_per_round": 2}, {HALF: 2.075, FAR: 1.5, NEAR: 1.0}),
    ],
)
def test_the_score_of_a_row_is_as_computed_by_hand(settings: dict[str, Any], expected: dict[str, float]) -> None:
    memory = elsinore(**settings)
    for at, text in ((0, NEAR), (10, HALF), (20, FAR)):
        memory.remember("hamlet", text, at=at)
    answer = memory.recall("hamlet", ASKED)
    assert {hit.text: hit.score for hit in answer.hits} == pytest.approx(expected, abs=1e-9)
    assert [hit.text for hit in answer.hits] == list(expected)


def test_a_recalled_row_is_recent_again_once_the_round_is_committed() -> None:
    memory = elsinore()
    memory.remember("hamlet", NEAR, at=0)
    memory.remember("hamlet", FAR, at=10)
    first = memory.recall("hamlet", ASKED, k=1)
    assert [hit.text for hit in first.hits] == [FAR]  # recency 1 and importance 1 against relevance 1
    assert memory.recall("hamlet", ASKED, k=1).hits == first.hits
    assert attributes(memory, "accessed") == []
    memory.advance(11)
    assert [(row.at, row.value) for row in attributes(memory, "accessed")] == [(11, "10")]
    memory.recall("hamlet", ASKED, k=2)
    memory.advance(30)
    assert {row.value for row in attributes(memory, "accessed")} == {"10", "11"}
    # Both were accessed in round 11, so recency is alike (.5 each): NEAR has .5 + 1 + 0, FAR .5 + 0 + 1.
    assert [hit.score for hit in memory.recall("hamlet", ASKED).hits] == [1.5, 1.5]


def test_equal_values_count_half_and_ties_fall_to_the_older() -> None:
    assert normalised(np.array([3.0, 3.0])).tolist() == [0.5, 0.5]
    assert normalised(np.array([1.0, 2.0, 3.0])).tolist() == [0.0, 0.5, 1.0]
    paper = GenerativeAgentsSettings()
    equal = scored(np.zeros(3), np.ones(3, np.int64), np.zeros(3, np.int64), 5, paper)
    assert equal.tolist() == [1.5, 1.5, 1.5]
    assert best(equal, 2).tolist() == [0, 1]
    by_rank = GenerativeAgentsSettings.preset("code")
    assert recency(np.array([4, 4, 9]), 9, by_rank).round(6).tolist() == [0.970299, 0.9801, 0.99]


def test_presets_differ_where_the_sources_do() -> None:
    paper, code = (GenerativeAgentsSettings.preset(name).model_dump() for name in ("paper", "code"))
    differing = {name for name in paper if paper[name] != code[name]} - {"cut_call"}  # our own setting
    assert differing == {"recency", "decay", "recency_weight", "relevance_weight", "importance_weight"}
    assert (paper["decay"], code["decay"], paper["reflection_threshold"]) == (0.995, 0.99, 150)


class Thinker:
    """Rates, asks and concludes as the example of a reflection needs it, and keeps what it was asked."""

    def __init__(self) -> None:
        self.prompts: list[str] = []
        self.concluded = 0

    def __call__(self, prompt: str) -> str:
        self.prompts.append(prompt)
        if '"importance"' in prompt:
            return rating(prompt)
        if '"questions"' in prompt:
            return json.dumps({"questions": ["What does Hamlet want?"]})
        self.concluded += 1
        rows = [line for line in prompt.splitlines() if line[:1].isdigit()]
        cited = [n for n, line in enumerate(rows, 1) if "Insight" in line or self.concluded == 1]
        return json.dumps({"insights": [{"text": f"Insight {self.concluded} about Hamlet.", "because": cited[:2]}]})


def test_reflection_comes_when_importance_has_summed_up_and_cites_its_evidence() -> None:
    """2, then 2 + 8 = 10, then 10 + 5 = 15, which reaches 15; then the sum begins anew with 8."""
    model = Thinker()
    memory = elsinore(model, reflection_threshold=15)
    for at, text in enumerate((NEAR, HALF), 1):
        memory.remember("hamlet", text, at=at)
    assert [row.value for row in attributes(memory, "accumulated")] == ["2", "10"]
    assert memory.stats().byproducts == {"history": 0, "since": 0}
    receipt = memory.remember("hamlet", FAR, at=3)
    assert receipt.calls == 4  # a rating; questions, insights and a rating of the insight
    made = [record for record in memory.records() if record.kind]
    assert [(record.kind, record.text, record.owners) for record in made] == [
        ("reflection", "Insight 1 about Hamlet.", ("hamlet",))
    ]
    assert [kind for _, kind in made[0].links] == ["derived_from", "derived_from"]
    assert [row.value for row in attributes(memory, "accumulated")] == ["2", "10", "0"]
    assert [row.value for row in attributes(memory, "depth")] == ["1"]
    memory.remember("hamlet", HALF, at=4)
    assert [row.value for row in attributes(memory, "accumulated")][-1] == "8"


@pytest.mark.parametrize(("text", "word"), [("曹操中了毒。", "这段记忆"), ("Claudius drank poison.", "this memory")])
def test_a_model_is_asked_in_the_language_of_the_rows(text: str, word: str) -> None:
    model = Thinker()
    elsinore(model, reflection_threshold=1).remember("hamlet", text)
    assert word in model.prompts[0]
    assert all(("JSON 对象" in prompt) == (word == "这段记忆") for prompt in model.prompts[:3])
    assert len(model.prompts) == 4


def test_reflections_are_evidence_for_deeper_ones() -> None:
    memory = elsinore(Thinker(), reflection_threshold=10)
    for at, text in enumerate((NEAR, HALF, FAR, FAR), 1):
        memory.remember("hamlet", text, at=at)
    assert [row.value for row in attributes(memory, "depth")] == ["1", "2"]
    first, second = [record for record in memory.records() if record.kind]
    assert second.links == ((first.id, "derived_from"),)
    stats = memory.stats()
    assert (stats.byproducts, stats.linked, stats.importance) == ({"history": 0, "since": 2}, 0, "model")


def test_a_text_is_rated_once_however_often_and_by_whomever_it_is_said() -> None:
    model = Thinker()
    memory = elsinore(model)
    memory.remember_event(["hamlet", "horatio", "the_stage"], HALF, at=0, via="sediment")
    memory.remember("osric", HALF, at=1)
    assert len(model.prompts) == 1
    assert [row.value for row in attributes(memory, "importance")] == ["8 model"] * 4


def test_ratings_of_a_round_are_asked_at_once_and_once_by_tasks_beside_each_other() -> None:
    class Slow(SlowModel):
        def answer(self, prompt: str) -> str:
            return rating(prompt)

    model = Slow(0.05)

    async def day() -> None:
        memory = AsyncMemory.open(design=DESIGN, embedder=Angles(), model=Roles(memory=model))
        tasks = [memory.remember(agent, text) for agent in "abc" for text in (NEAR, HALF, FAR)]
        await asyncio.gather(*tasks)
        assert (await memory.stats()).since == 9

    asyncio.run(day())
    assert model.calls == 3
    assert model.most_at_once == 3


class Pondering:
    """A model that says how often it began, and how often it came to an end."""

    def __init__(self) -> None:
        self.begun = self.ended = 0

    async def __call__(self, prompt: str) -> str:
        self.begun += 1
        await asyncio.sleep(0.05)
        self.ended += 1
        return rating(prompt)


async def _cancelled(task: "asyncio.Task[Any]") -> None:
    await asyncio.sleep(0.02)
    task.cancel()
    with pytest.raises(asyncio.CancelledError):
        await task


def test_a_deposit_that_is_cancelled_asks_for_no_rating_any_more() -> None:
    model = Pondering()

    async def day() -> None:
        async with AsyncMemory.open(design=DESIGN, embedder=Angles(), model=Roles(memory=model)) as memory:
            await _cancelled(asyncio.create_task(memory.remember("a", HALF)))
            again = await memory.remember("b", HALF)
            assert (again.calls, model.begun, model.ended) == (1, 2, 1)
            await asyncio.sleep(0.1)

    asyncio.run(day())
    assert (model.begun, model.ended) == (2, 1)


def test_a_rating_that_another_waits_for_outlives_who_asked_first() -> None:
    model = Pondering()

    async def day() -> int:
        async with AsyncMemory.open(design=DESIGN, embedder=Angles(), model=Roles(memory=model)) as memory:
            first, other = (asyncio.create_task(memory.remember(agent, HALF)) for agent in "ab")
            await _cancelled(first)
            return (await other).calls

    assert asyncio.run(day()) == 1
    assert (model.begun, model.ended) == (1, 1)


@pytest.mark.parametrize("model", [FailingModel(), MalformedModel()])
def test_a_failing_model_is_recorded_and_the_rule_rates_and_reflects(model: Callable[[str], str]) -> None:
    memory = elsinore(model, reflect="clauses", reflection_threshold=5)
    receipt = memory.remember("hamlet", f"{HALF} Hamlet killed Laertes.", at=1)
    assert "importance by rule" in receipt.note
    assert "reflected by rule" in receipt.note
    assert {row.value.split()[1] for row in attributes(memory, "importance")} == {"rule"}
    assert memory.stats().importance == "rule"
    assert [r.text for r in memory.records() if r.kind] == ["Hamlet killed Laertes; Hamlet killed Polonius."]


def test_a_model_that_fails_at_times_is_told_in_the_statistics() -> None:
    def moody(prompt: str) -> str:
        return "no" if "bowed" in prompt else rating(prompt)

    memory = elsinore(moody)
    memory.remember("hamlet", FAR)
    assert memory.stats().importance == "rule"
    memory.remember("hamlet", NEAR)
    assert memory.stats().importance == "mixed"


@pytest.mark.parametrize(
    ("text", "least", "most"),
    [
        ("Hamlet killed Polonius in the closet.", 8, 10),
        ("Laertes swore an oath.", 4, 6),
        ("The sun rose.", 1, 3),
        ("Did the sun rise?", 1, 2),
        ("关羽在白马斩了颜良。", 7, 10),
        ("刘备与张飞立下盟约。", 5, 7),
        ("天亮了。", 1, 3),
    ],
)
def test_importance_by_rule_tells_grave_matters_from_trifles(text: str, least: int, most: int) -> None:
    assert least <= salience(read(text, Names())) <= most


@pytest.mark.parametrize(
    ("plain", "weighed", "more"),
    [
        ("The cook made bread.", "The cook went mad.", 4),
        ("The room was warm.", "The room was at war.", 4),
        ("It rained on wednesday.", "It rained as they wed.", 3),  # the day is a time
        ("He walked over gravel.", "He walked over a grave.", 4),
        ("The play began.", "The player begs.", 2),
        ("The sentinel was orderly.", "The sentinel sent word.", 2),
        ("A stable door creaked.", "A man was stabbed.", 4),
        ("The lovely hall was lit.", "The lovers were lit.", 2),
        ("The battlements were wet.", "The battle was wet.", 4),
        ("Killing went on.", "They murdered.", 0),
        ("他相信天会亮。", "他写信。", 2),
        ("他告诉了大家。", "他控告了大家。", 2),
        ("恐怕天亮了。", "他怕天亮。", 2),
        ("气温下降了。", "他降了。", 4),
    ],
)
def test_importance_by_rule_goes_by_whole_words(plain: str, weighed: str, more: int) -> None:
    plain_, weighed_ = (salience(read(text, Names())) for text in (plain, weighed))
    assert weighed_ - plain_ == more


@pytest.mark.parametrize(("given", "kept"), [(0, "1 model"), (-3, "1 model"), (11, "10 model"), (7, "7 model")])
def test_a_rating_beyond_the_scale_is_brought_to_its_end_without_asking_again(given: int, kept: str) -> None:
    memory = elsinore(lambda _: json.dumps({"importance": given}))
    assert memory.remember("hamlet", FAR).calls == 1
    assert [row.value for row in attributes(memory, "importance")] == [kept]


@pytest.mark.parametrize(
    ("texts", "expected"),
    [
        (
            ["Hamlet killed Polonius.", "Hamlet mourned Polonius.", "Osric bowed."],
            "Hamlet killed Polonius; Hamlet mourned Polonius.",
        ),
        (["关羽斩了华雄。", "关羽放走了曹操。", "天亮了。"], "关羽斩了华雄；关羽放走了曹操。"),
    ],
)
def test_without_a_model_a_reflection_joins_what_the_stream_says_and_cites_it(texts: list[str], expected: str) -> None:
    names = {"hamlet": ["Hamlet"], "polonius": ["Polonius"], "guan_yu": ["关羽"]}
    memory = Memory.open(
        design=DESIGN, embedder="hashing", names=names, settings={"reflection_threshold": 13, "reflect": "clauses"}
    )
    for at, text in enumerate(texts, 1):
        memory.remember("horatio", text, at=at)
    made = [record for record in memory.records() if record.kind]
    assert [record.text for record in made] == [expected]
    cited = {memory.get(record).text for record, _ in made[0].links}
    assert cited == set(texts[:2])


def test_what_is_revised_away_is_not_reflected_on_with_what_takes_its_place() -> None:
    memory = Memory.open(design=DESIGN, embedder="hashing", settings={"reflection_threshold": 20, "reflect": "clauses"})
    memory.remember("horatio", "Hamlet killed Laertes.", at=1)
    old = memory.remember("horatio", "Hamlet killed Polonius.", at=2).ids[0]
    memory.revise("horatio", old, "Hamlet mourned Polonius.", at=3)
    made = [record for record in memory.records() if record.kind]
    assert [record.text for record in made] == ["Hamlet killed Laertes; Hamlet mourned Polonius."]
    assert old not in {cited for cited, _ in made[0].links}


def test_sediment_reflections_are_counted_with_the_sediment() -> None:
    memory = Memory.open(design=DESIGN, embedder="hashing", settings={"reflection_threshold": 10})
    for text in ("Hamlet killed Polonius.", "Hamlet mourned Polonius.", "Hamlet fled."):
        memory.remember_event(["horatio", "elsinore"], text, at=0, via="sediment")
    stats = memory.stats()
    assert stats.byproducts == {"history": 2, "since": 0}
    assert (stats.history, stats.since) == (8, 0)


def test_a_stream_is_scored_as_one_array_and_gives_what_a_loop_would() -> None:
    memory = Memory.open(design=DESIGN, embedder="hashing", settings={"questions": 0})
    for at in range(60):
        memory.remember("hamlet", f"Hamlet counted {at} ships in the harbour.", at=at)
    memory.recall("hamlet", "Hamlet counted 9 ships", k=3)
    memory.advance(70)
    answer = memory.recall("hamlet", "Hamlet counted 7 ships", k=60)
    rows, book = memory.records(), engine_of(memory.asynchronous).book
    asked, *held = memory.wait_for(book.vectors(["Hamlet counted 7 ships", *(row.text for row in rows)]))
    accessed = {int(row.subject): int(row.value) for row in attributes(memory, "accessed")}
    last = [accessed.get(atom, at) for atom, at in enumerate(range(60))]
    parts = [
        [0.995 ** (70 - at) for at in last],
        [round(sum(float(a) * float(b) for a, b in zip(vector, asked, strict=True)), 4) for vector in held],
        [float(row.value.split()[0]) for row in attributes(memory, "importance")],
    ]
    total = [0.0] * 60
    for part in parts:
        low, high = min(part), max(part)
        for place, value in enumerate(part):
            total[place] += (value - low) / (high - low) if high > low else 0.5
    order = sorted(range(60), key=lambda place: (-round(total[place], 4), place))
    assert [hit.id for hit in answer.hits] == [rows[place].id for place in order]
    assert [hit.score for hit in answer.hits] == pytest.approx([total[place] for place in order], abs=1e-4)
    assert len(accessed) == 3


def test_rounds_below_zero_are_rounds_like_others() -> None:
    memory, later = elsinore(), elsinore()
    for at, text in ((0, NEAR), (10, HALF), (20, FAR)):
        memory.remember("hamlet", text, at=at - 50)
        later.remember("hamlet", text, at=at)
    scores = [[(hit.text, hit.score) for hit in one.recall("hamlet", ASKED).hits] for one in (memory, later)]
    assert scores[0] == scores[1]
    memory.advance(-20)
    assert {row.value for row in attributes(memory, "accessed")} == {"-30"}
    assert [hit.score for hit in memory.recall("hamlet", ASKED, k=1).hits] == [2.1]  # .5 + .6 + 1


def test_bad_settings_and_helpers_are_refused_in_one_line() -> None:
    with pytest.raises(UnknownName, match="no setting of generative-agents is called 'dekay'; did you mean 'decay'"):
        Memory.open(design=DESIGN, settings={"dekay": 1})
    with pytest.raises(InputError, match="setting decay is 2"):
        Memory.open(design=DESIGN, settings={"decay": 2})
    with pytest.raises(UnknownName, match="no preset of generative-agents is called 'ours'; known: code, paper"):
        Memory.open(design=DESIGN, settings="ours")
    with pytest.raises(UnknownName, match="no design is called 'generative'; did you mean 'generative-agents'"):
        Memory.open(design="generative")
    with pytest.raises(UnknownName, match="known: collaborative, consensus, g-memory, generative-agents"):
        Memory.open(design="zzz")
    with pytest.raises(InputError, match="asks no judge"):
        Memory.open(design=DESIGN, judge="rule")
    with pytest.raises(InputError, match="settings are those of generative-agents, and the design is g-memory"):
        Memory.open(design="g-memory", settings=GenerativeAgentsSettings())
