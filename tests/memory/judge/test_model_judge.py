"""The judge that asks a model: few calls, no question whose answer a veto would undo, small calls after a failure."""

import json

from agentsensus import Memory
from agentsensus.memory.judge import ModelJudge
from agentsensus.models.chat import Reply, Request
from agentsensus.testing.models import InstantModel, ScriptedModel

NAMES = {"osric": ["Osric"], "hamlet": ["Hamlet"], "ophelia": ["Ophelia"]}


def _asked(model: InstantModel) -> list[str]:
    lines = [line for prompt in model.prompts for line in prompt.splitlines() if line.startswith('{"statement": ')]
    return [known for line in lines if (question := json.loads(line)) for known in question.get("known", {}).values()]


def test_a_pair_that_a_veto_keeps_apart_is_not_asked_about() -> None:
    model = InstantModel(lambda new, known: True)
    memory = Memory.open(embedder="hashing", names=NAMES, judge=ModelJudge(model), settings={"floor": 0.0})
    memory.remember("a", "Hamlet gave Ophelia a ring.", at=1)
    memory.remember("b", "Hamlet told Ophelia that Osric gave Ophelia a ring.", at=2)
    assert _asked(model) == []
    memory.remember("c", "A ring was handed to Ophelia by Hamlet.", at=3)
    assert _asked(model) == ["Hamlet gave Ophelia a ring."]
    assert len(memory.records()) == 2


def test_under_paper_every_candidate_is_asked_about() -> None:
    model = InstantModel()
    settings = {"preset": "paper", "floor": 0.0}
    memory = Memory.open(embedder="hashing", names=NAMES, judge=ModelJudge(model), settings=settings)
    memory.remember("a", "Hamlet gave Ophelia a ring.", at=1)
    memory.remember("b", "Hamlet told Ophelia that Osric gave Ophelia a ring.", at=2)
    assert _asked(model) == ["Hamlet gave Ophelia a ring."]


class FewOnly(InstantModel):
    """Answers at most eight questions in a call."""

    async def send(self, request: Request) -> Reply:
        reply = await super().send(request)
        return reply if request.prompt.count('{"statement": ') <= 9 else Reply("too much for me")


def test_a_call_that_fails_is_asked_again_in_smaller_ones() -> None:
    model = FewOnly(lambda new, known: new.split()[-2] == known.split()[-2])
    memory = Memory.open(embedder="hashing", judge=ModelJudge(model), settings={"floor": 0.0, "verify": "none"})
    memory.remember_many(
        [(f"a{n}", f"Somebody carried a sealed letter to house number {n} today.") for n in range(20)], at=1
    )
    model.calls = 0
    receipts = memory.remember_many(
        [(f"b{n}", f"A sealed letter was carried to house number {n} yesterday.") for n in range(20)], at=2
    )
    assert model.calls == 3 + 3
    assert not any(receipt.note for receipt in receipts)


def test_under_paper_the_judge_names_an_equivalent_record_or_none() -> None:
    model = ScriptedModel(
        ['{"answers": [{"statement": 1, "match": 1}]}', '{"answers": [{"statement": 1, "match": null}]}']
    )
    settings = {"preset": "paper", "floor": 0.0}
    memory = Memory.open(embedder="hashing", names=NAMES, judge=ModelJudge(model), settings=settings)
    memory.remember("a", "Hamlet gave Ophelia a ring.", at=1)
    memory.remember("b", "A ring was handed to Ophelia.", at=2)
    memory.remember("c", "Osric left.", at=3)
    assert [record.owners for record in memory.records()] == [("a", "b"), ("c",)]
    assert "conflicting" not in model.requests[0].prompt
    assert "When in doubt" not in model.requests[0].prompt


def test_what_has_changed_ends_the_older_statement_for_its_teller_only() -> None:
    model = ScriptedModel(
        [
            '{"answers": [{"statement": 1, "relation": "same", "match": 1}]}',
            '{"answers": [{"statement": 1, "relation": "superseding", "match": 1}]}',
        ]
    )
    settings = {"floor": 0.0, "verify": "none"}
    memory = Memory.open(embedder="hashing", names=NAMES, judge=ModelJudge(model), settings=settings)
    memory.remember("a", "Nobody has found the ring of Ophelia.", at=1)
    memory.remember("b", "The ring of Ophelia has not been found.", at=2)
    memory.remember("a", "Osric found the ring of Ophelia.", at=3)
    assert [hit.text for hit in memory.recall("a", "the ring").hits] == ["Osric found the ring of Ophelia."]
    assert [hit.text for hit in memory.recall("b", "the ring").hits] == ["The ring of Ophelia has not been found."]
    assert [hit.text for hit in memory.recall("a", "the ring", at=2).hits] == ["Nobody has found the ring of Ophelia."]
    assert "superseded" in [change.kind for change in memory.history(memory.records(at=1)[0].id)]
