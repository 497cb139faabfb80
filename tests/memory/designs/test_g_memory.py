"""G-Memory: an insight's life from 2 to dropped, operations of a model and of the rule, and recall at both tiers."""

import json
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any

import pytest

from agentsensus import Memory
from agentsensus.errors import InputError, UnknownName
from agentsensus.memory.api import engine_of
from agentsensus.memory.designs.g_memory import GMemorySettings
from agentsensus.models.providers.open import ModelLike
from agentsensus.models.roles import Roles
from agentsensus.testing import FailingModel, MalformedModel, ScriptedModel
from tests.memory.every_design import attributes

DESIGN = "g-memory"
ADD = {"op": "ADD", "text": "Hamlet trusts Horatio.", "evidence": [1, 2]}
AGREE = {"op": "AGREE", "insight": 1, "evidence": [1]}
REMOVE = {"op": "REMOVE", "insight": 1, "evidence": [2]}
EDIT = {"op": "EDIT", "insight": 1, "text": "Hamlet trusts Horatio alone.", "evidence": [2]}


def replies(*batches: Sequence[dict[str, Any]]) -> ScriptedModel:
    return ScriptedModel([json.dumps({"operations": batch}) for batch in batches])


def elsinore(model: ModelLike | None = None, **settings: Any) -> Memory:
    roles = None if model is None else Roles(memory=model)
    return Memory.open(
        design=DESIGN, embedder="hashing", model=roles, settings={"batch": 2, "distil": "clauses", **settings}
    )


def fill(memory: Memory, batches: int, agent: str = "horatio") -> None:
    """Deposit as many rows as that many batches take."""
    first = memory.round + 1
    for at in range(first, first + 2 * batches):
        memory.remember(agent, f"Horatio sealed letter {at} in the library.", at=at)


def insights(memory: Memory) -> list[str]:
    return [record.text for record in memory.records() if record.kind == "insight"]


def test_an_insight_lives_from_two_until_it_is_dropped_at_zero() -> None:
    """ADD 2, AGREE 3, REMOVE 2, REMOVE 1, REMOVE 0: dropped."""
    memory = elsinore(replies([ADD], [AGREE], [REMOVE], [REMOVE], [REMOVE], []))
    fill(memory, 4)
    assert insights(memory) == ["Hamlet trusts Horatio."]
    assert memory.stats().byproducts == {"history": 0, "since": 1}
    fill(memory, 1)
    assert [row.value for row in attributes(memory, "score")] == ["2", "3", "2", "1", "0"]
    assert insights(memory) == []
    assert memory.stats().byproducts == {"history": 0, "since": 0}
    assert insights(memory.as_of(8)) == ["Hamlet trusts Horatio."]
    assert len(attributes(memory, "supporters")) == 1
    assert len(attributes(memory, "opponents")) == 3


@pytest.mark.parametrize(("text", "word"), [("刘备写了信。", "新近的经历"), ("Horatio wrote.", "new experiences")])
def test_a_model_is_asked_in_the_language_of_the_rows(text: str, word: str) -> None:
    asked: list[str] = []

    def model(prompt: str) -> str:
        asked.append(prompt)
        return json.dumps({"operations": []})

    memory = elsinore(model)
    memory.remember("horatio", text, at=1)
    memory.remember("horatio", text, at=2)
    assert len(asked) == 1
    assert word in asked[0]
    assert asked[0].count(text) == 2


def test_removing_weighs_three_where_there_are_many() -> None:
    ten = [{"op": "ADD", "text": f"Insight {n} of Horatio.", "evidence": [1]} for n in range(10)]
    memory = elsinore(replies(ten, [REMOVE], []), insights=10)
    fill(memory, 2)
    assert attributes(memory, "score")[-1].value == "0"  # 2 - 3, never below nothing
    assert len(insights(memory)) == 9


def test_an_edit_puts_other_words_in_its_place_and_counts_as_agreement() -> None:
    memory = elsinore(replies([ADD], [EDIT], []))
    fill(memory, 2)
    assert insights(memory) == ["Hamlet trusts Horatio alone."]
    assert attributes(memory, "score")[-1].value == "3"
    edited = next(record for record in memory.records() if record.kind)
    assert [kind for _, kind in edited.links] == ["derived_from"] * 3
    assert memory.stats().linked == 0


def test_insights_are_derived_from_the_rows_of_their_batch_and_private() -> None:
    memory = elsinore(replies([ADD], []))
    fill(memory, 1)
    made = next(record for record in memory.records() if record.kind)
    assert made.owners == ("horatio",)
    assert [memory.get(record).text for record, _ in made.links] == [
        "Horatio sealed letter 1 in the library.",
        "Horatio sealed letter 2 in the library.",
    ]
    assert not memory.recall("hamlet", "Horatio")


def test_many_insights_are_merged_by_the_model_and_keep_the_best_score() -> None:
    two = [{"op": "ADD", "text": f"Horatio guards letter {n}.", "evidence": [n]} for n in (1, 2)]
    merged = {"merged": [{"text": "Horatio guards every letter.", "replaces": [1, 2]}]}
    model = ScriptedModel([json.dumps({"operations": two}), json.dumps(merged), json.dumps({"operations": []})])
    memory = elsinore(model, merge_every=2)
    fill(memory, 1)
    assert insights(memory) == ["Horatio guards every letter."]
    assert attributes(memory, "score")[-1].value == "2"
    assert len(next(r for r in memory.records() if r.kind).links) == 2


@pytest.mark.parametrize("model", [FailingModel(), MalformedModel(), replies([{**AGREE, "insight": 7}])])
def test_a_model_that_gives_nothing_usable_is_recorded_and_the_rule_distils(model: Callable[..., Any]) -> None:
    memory = elsinore(model)
    memory.remember("horatio", "Hamlet killed Polonius.", at=1)
    receipt = memory.remember("horatio", "Hamlet hid Polonius.", at=2)
    assert "distilled by rule" in receipt.note
    assert receipt.calls == 3
    assert insights(memory) == ["Hamlet killed Polonius; Hamlet hid Polonius."]


def test_by_rule_a_batch_supports_or_contradicts_what_is_there() -> None:
    memory = elsinore(near=0.3)
    says = ["Laertes left Elsinore for France with three trunks.", "Laertes left Elsinore for Paris with three trunks."]
    for at, text in enumerate(says, 1):
        memory.remember("osric", text, at=at)
    assert [row.value for row in attributes(memory, "score")] == ["2"]
    for at, text in enumerate(["Laertes left Elsinore with three trunks.", says[0]], 3):
        memory.remember("osric", text, at=at)
    assert [row.value for row in attributes(memory, "score")] == ["2", "3"]
    for at, text in enumerate(["Laertes did not leave Elsinore for France with three trunks.", says[0]], 5):
        memory.remember("osric", text, at=at)
    assert [row.value for row in attributes(memory, "score")][:3] == ["2", "3", "2"]
    assert len(attributes(memory, "opponents")) == 1


def test_by_rule_alike_insights_are_merged_when_they_are_many() -> None:
    memory = elsinore(near=0.99, merge_every=2, batch=2)
    for at, text in enumerate(["Osric bowed.", "Osric smiled."] * 2, 1):
        memory.remember("osric", text, at=at)
    assert len(insights(memory)) == 1


@pytest.mark.parametrize("language", ["en", "zh"])
def test_recall_reads_both_tiers_within_the_same_number_of_rows(language: str) -> None:
    memory = elsinore()
    for at in range(1, 13):
        text = f"Hamlet wrote letter {at}." if language == "en" else f"刘备写了第{at}封信。"
        memory.remember("horatio", text, at=at)
    answer = memory.recall("horatio", "Hamlet letter" if language == "en" else "刘备 信")
    kinds = [hit.via.kind for hit in answer.hits]
    assert len(kinds) == 5
    assert kinds.count("inferred") == 2
    assert len(memory.recall("horatio", "Hamlet", k=10).hits) == 10
    assert len(memory.recall("horatio", "Hamlet", k=1).hits) == 1


def test_a_store_that_asks_for_more_insights_than_rows_stays_within_the_rows() -> None:
    memory = elsinore(near=0.99)
    fill(memory, 8)
    assert len(insights(memory)) > 3
    engine = engine_of(memory.asynchronous)
    greedy = GMemorySettings.model_construct(**(engine.settings.model_dump() | {"insight_rows": 9, "batch": 2}))
    memory.session.design.settings = greedy  # type: ignore[attr-defined]
    assert len(memory.recall("horatio", "letter", k=3).hits) == 3


def test_rows_missing_in_one_tier_are_given_from_the_other() -> None:
    memory = elsinore(batch=50)
    for at in range(1, 8):
        memory.remember("horatio", f"Hamlet wrote letter {at}.", at=at)
    assert len(memory.recall("horatio", "Hamlet letter").hits) == 5
    assert insights(memory) == []


def test_the_query_tier_leads_to_what_like_queries_have_found() -> None:
    memory = Memory.open(
        design=DESIGN, embedder="hashing", settings={"preset": "original", "batch": 50, "query_cosine": 0.5}
    )
    for at in range(1, 30):
        memory.remember("horatio", f"Fact number {at} about ship {at}.", at=at)
    first = memory.recall("horatio", "Tell me of ship 7 and fact number 7", k=2)
    memory.advance(30)
    kept = json.loads(attributes(memory, "query")[0].value)
    assert len(kept["rows"]) == 2
    assert "Tell" not in attributes(memory, "query")[0].value
    again = memory.recall("horatio", "Tell me of ship 9 and fact number 7", k=2)
    assert {hit.id for hit in again.hits} == {hit.id for hit in first.hits}
    memory.advance(31)
    assert json.loads(attributes(memory, "query")[1].value)["near"] == [0]


def test_what_has_come_of_a_batch_is_a_row_and_survives(tmp_path: Path) -> None:
    def reopened() -> Memory:
        return Memory.open(
            tmp_path / "a.db", design=DESIGN, embedder="hashing", settings={"batch": 3, "distil": "clauses"}
        )

    for _ in range(3):
        with reopened() as memory:
            fill(memory, 1)
    with reopened() as memory:
        numbers = [row.value for row in attributes(memory, "distilled")]
        cited = {cited for record in memory.records() if record.kind for cited, _ in record.links}
        assert numbers == ["2", "6"]  # three rows and what was made of them, twice
        assert len(cited) == 4


def test_a_waiting_row_that_is_forgotten_makes_nothing_be_distilled_twice() -> None:
    asked: list[str] = []

    def model(prompt: str) -> str:
        asked.append(prompt)
        return json.dumps({"operations": []})

    memory = elsinore(model, batch=3)
    ids = [memory.remember("horatio", f"Horatio sealed letter {at}.", at=at).ids[0] for at in range(1, 6)]
    memory.forget("horatio", ids[4], at=6)
    for at in (7, 8):
        memory.remember("horatio", f"Horatio sealed letter {at}.", at=at)
    assert len(asked) == 2
    assert [n for n in range(1, 9) if f"letter {n}." in asked[1]] == [4, 7, 8]


def test_what_is_revised_away_is_not_distilled_with_what_takes_its_place() -> None:
    memory = elsinore(batch=3)
    texts = ("Hamlet killed Polonius.", "Hamlet killed Claudius.", "Hamlet mourned Polonius.")
    old = [memory.remember("horatio", text, at=at).ids[0] for at, text in enumerate(texts[:2], 1)][1]
    memory.revise("horatio", old, "Hamlet mourned Claudius.", at=3)
    assert insights(memory) == []  # two rows are there, not three
    memory.remember("horatio", texts[2], at=4)
    assert insights(memory)
    assert not any("killed Claudius" in text for text in insights(memory))


def test_a_revised_insight_is_neither_weighed_nor_dropped_again() -> None:
    asked: list[str] = []

    def model(prompt: str) -> str:
        asked.append(prompt)
        return json.dumps({"operations": [ADD] if len(asked) == 1 else []})

    memory = elsinore(model)
    fill(memory, 1)
    memory.remember("horatio", "Horatio sealed one more letter.", at=5)
    made = next(record for record in memory.records() if record.kind)
    memory.revise("horatio", made.id, "Hamlet trusts nobody.", at=6)
    assert len(asked) == 2
    assert "Hamlet trusts Horatio." not in asked[1]
    assert insights(memory) == []


def test_counted_by_rows_alike_insights_are_merged_every_so_many_of_them(tmp_path: Path) -> None:
    """As the original counts its tasks: at the sixth row and at the twelfth, however many insights there are."""

    def merges(prompt: str) -> str:
        asked.append("merge" if '"merged"' in prompt else "distil")
        if asked[-1] == "merge":
            return json.dumps({"merged": [{"text": "Horatio guards letters.", "replaces": [1, 2]}]})
        return json.dumps({"operations": [{**ADD, "text": f"Insight {len(asked)}."}]})

    asked: list[str] = []
    settings = {"preset": "original", "batch": 3, "merge_every": 6}
    options: dict[str, Any] = {"design": DESIGN, "embedder": "hashing", "model": merges, "settings": settings}
    for days in range(6):  # a memory that is closed between counts on
        with Memory.open(tmp_path / "a.db", **options) as memory:
            fill(memory, 1)
            if days == 1:
                memory.forget("horatio", memory.records()[0].id)  # it came, so it counts
    assert asked == ["distil", "distil", "merge", "distil", "distil", "merge"]
    assert GMemorySettings.preset("original").merge_per == "rows"


def test_presets_and_bad_settings() -> None:
    paper, original = GMemorySettings.preset("paper"), GMemorySettings.preset("original")
    assert (paper.query_tier, original.query_tier, original.batch, paper.first_score) == (False, True, 5, 2)
    with pytest.raises(UnknownName, match="no setting of g-memory is called 'bach'; did you mean 'batch'"):
        Memory.open(design=DESIGN, settings={"bach": 3})
    with pytest.raises(InputError, match="setting batch is 0"):
        Memory.open(design=DESIGN, settings={"batch": 0})
    with pytest.raises(InputError, match="setting insight_rows is 6: more insights than rows of a recall, which are 5"):
        Memory.open(design=DESIGN, settings={"insight_rows": 6})
    assert GMemorySettings().with_(recall_k=1, insight_rows=1).insight_rows == 1
