"""The judge that asks a model only about what the learned judge finds doubtful."""

import asyncio
import json
import re
from pathlib import Path

import pytest

from agentsensus.embed import by_name
from agentsensus.language.names import Names
from agentsensus.language.reading import read
from agentsensus.memory.judge import Candidate, Judged, Question
from agentsensus.memory.judge.learned import LearnedJudge
from agentsensus.memory.judge.model import ModelJudge
from agentsensus.memory.judge.together import DoubtfulToModel
from agentsensus.store.search.similarity import cosine

DATA = Path(__file__).parents[2] / "data" / "understanding"
SURE = ("The invoice was paid on Monday.", "On Monday the invoice has been paid.")
OTHER = ("Laertes left Elsinore with three trunks.", "Laertes left Elsinore with four trunks.")


class _Knowing:
    """Answers as somebody who knows which pairs are the same, and counts what it is asked."""

    def __init__(self, same: set[frozenset[str]]) -> None:
        self.same = same
        self.calls = 0
        self.pairs: list[frozenset[str]] = []

    def __call__(self, prompt: str) -> str:
        self.calls += 1
        asked = [json.loads(line) for line in re.findall(r'^\{"statement".*\}$', prompt, re.MULTILINE)]
        return json.dumps({"answers": [self._answer(question) for question in asked]})

    def _answer(self, question: dict[str, object]) -> dict[str, object]:
        known = question["known"]
        assert isinstance(known, dict)
        pairs = {number: frozenset((str(question["text"]), text)) for number, text in known.items()}
        self.pairs += pairs.values()
        match = next((int(number) for number, pair in pairs.items() if pair in self.same), None)
        relation = "same" if match is not None else "different"
        return {"statement": question["statement"], "relation": relation, "match": match}


def _questions(pairs: list[tuple[str, str]]) -> list[Question]:
    embedder, names = by_name("universal"), Names()
    first, second = (asyncio.run(embedder.embed([pair[side] for pair in pairs])) for side in (0, 1))
    return [
        Question(read(a, names), (Candidate(read(b, names), cosine(vector_a, vector_b)),))
        for (a, b), vector_a, vector_b in zip(pairs, first, second, strict=True)
    ]


def _judge(model: _Knowing) -> DoubtfulToModel:
    judge = DoubtfulToModel(LearnedJudge(by_name("universal")), ModelJudge(model))
    judge.model.fallback = judge.learned
    return judge


def test_what_is_plain_or_vetoed_costs_no_call() -> None:
    model = _Knowing(set())
    judge = _judge(model)
    judged = asyncio.run(judge.judge(_questions([SURE, OTHER])))
    assert [row[0].merges for row in judged.verdicts] == [True, False]
    assert (model.calls, judged.calls, judge.asked, judge.spared) == (0, 0, 0, 2)


@pytest.mark.parametrize("language", ["en", "zh"])
def test_a_model_that_knows_is_asked_about_doubtful_pairs_only_and_finds_more(language: str) -> None:
    rows = [line.split("\t") for line in (DATA / f"work_{language}.tsv").read_text("utf-8").splitlines()[1:]]
    pairs, labels = [(row[1], row[2]) for row in rows], [row[0] == "1" for row in rows]
    model = _Knowing({frozenset(pair) for pair, same in zip(pairs, labels, strict=True) if same})
    judge, questions = _judge(model), _questions(pairs)
    alone = asyncio.run(judge.learned.judge(questions))
    together = asyncio.run(judge.judge(questions))
    doubtful = [frozenset(pair) for pair, row in zip(pairs, alone.verdicts, strict=True) if row[0].is_doubtful]
    assert sorted(map(sorted, model.pairs)) == sorted(map(sorted, doubtful))
    assert (judge.asked, judge.spared) == (len(doubtful), len(pairs) - len(doubtful))
    assert model.calls == together.calls == 1
    assert 0 < len(doubtful) < len(pairs) / 3
    assert _recall(together, labels) > max(0.6, _recall(alone, labels) + 0.1)


def _recall(judged: Judged, labels: list[bool]) -> float:
    merges = [row[0].merges for row in judged.verdicts]
    return sum(map(min, merges, labels)) / sum(labels)
