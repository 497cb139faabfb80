"""How well a packaged judge tells same events from different ones, measured on labelled pairs from a file."""

from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

import numpy as np
from pydantic import BaseModel, ConfigDict

from agentsensus.analysis.bench.curves import Labels, Scores, auc, recall_at
from agentsensus.analysis.bench.model_judge import Seen, model_judge, one_by_one
from agentsensus.analysis.bench.pairs import LabelledPair, read_pairs
from agentsensus.base.loop import wait_for
from agentsensus.embed import Embedder, by_name
from agentsensus.errors import InputError, ModelError
from agentsensus.language.names import Names
from agentsensus.language.reading import read
from agentsensus.memory.designs.consensus.settings import Settings
from agentsensus.memory.judge import Candidate, Judge, ModelJudge, Question, Relation, Verdict, offline_judge
from agentsensus.memory.judge.model import doubted
from agentsensus.memory.judge.vetoes import vetoes
from agentsensus.store.search.similarity import cosine

PRECISION = 0.95
ENOUGH = 20


class Rates(BaseModel):
    """Precision and recall of merges, and the share of different pairs that were merged."""

    model_config = ConfigDict(frozen=True)

    precision: float | None
    recall: float
    merged_of_different: float

    @classmethod
    def of(cls, merged: Labels, same: Labels) -> "Rates":
        """Compute the rates, given which pairs were merged and which are the same."""
        return cls(
            precision=round(float(same[merged].mean()), 4) if merged.any() else None,
            recall=round(float(merged[same].mean()), 4),
            merged_of_different=round(float(merged[~same].mean()), 4),
        )


class Merges(Rates):
    """A judge's figures on labelled pairs. The judge was not fitted to these pairs.

    For a model judge, `alone` are the rates of its verdicts without the vetoes, and `doubted` the rates of the merges
    that the offline judge confirms (`verify="judge"`). Pairs without a verdict are counted in `unjudged` and nowhere
    else.
    """

    model_config = ConfigDict(frozen=True)

    n: int
    unjudged: int = 0
    judge: str
    embedder: str
    alone: Rates | None = None
    doubted: Rates | None = None
    auc: float
    threshold: float
    candidate_recall: float
    recall_at_p95: float
    cosine_auc: float
    cosine_recall_at_p95: float


@dataclass(frozen=True, slots=True)
class Judgements:
    """The judged pairs, their cosines and verdicts, and the figures computed from them."""

    figures: Merges
    pairs: Sequence[LabelledPair]
    same: Labels
    cosines: Scores
    scores: Scores
    merged: Labels


def judge_named(name: str, embedder: Embedder, tape: Path | None = None) -> Judge:
    """Return the judge called `learned`, `rule`, or `model:ID`. A model's replies may be kept on a tape."""
    if name.startswith("model:"):
        return model_judge(name.removeprefix("model:"), offline_judge(None, embedder), tape)
    if tape is not None:
        raise InputError(f"--tape keeps what a model says, and the judge {name!r} asks none; leave it out")
    return offline_judge(name, embedder)


def bench_merges(
    path: Path, judge: str, embedder: str = "universal", *, tape: Path | None = None, seen: Seen = lambda done, of: None
) -> Judgements:
    """Measure a judge on a file of labelled pairs. Returns the figures and the judgements behind them.

    A model's replies are kept on the `tape` and not requested again. `seen` is called with the number of judged pairs
    and of all pairs.
    """
    model, pairs = by_name(embedder), read_pairs(path)
    judging = judge_named(judge, model, tape)
    judged = wait_for(_judged(pairs, judging, model, seen))
    verdicts = [each.verdict for each in judged]
    same, cosines = np.array([each.pair.same for each in judged]), np.array([each.cosine for each in judged])
    # A pair with a veto ranks below every pair without one.
    scores = np.array([verdict.score - (1.0 if verdict.vetoes else 0.0) for verdict in verdicts])
    merged = np.array([verdict.merges for verdict in verdicts])
    figures = Merges(
        n=len(judged),
        unjudged=len(pairs) - len(judged),
        judge=judging.id if isinstance(judging, ModelJudge) else judge,
        embedder=model.id,
        auc=round(auc(np.array([verdict.score for verdict in verdicts]), same), 4),
        **Rates.of(merged, same).model_dump(),
        **(_of_model(judging, judged, same) if isinstance(judging, ModelJudge) else {}),
        threshold=verdicts[0].threshold,
        candidate_recall=round(float((cosines[same] >= Settings().floor).mean()), 4),
        recall_at_p95=round(recall_at(scores, same, PRECISION)[0], 4),
        cosine_auc=round(auc(cosines, same), 4),
        cosine_recall_at_p95=round(recall_at(cosines, same, PRECISION)[0], 4),
    )
    return Judgements(figures, [each.pair for each in judged], same, cosines, scores, merged)


def _of_model(judge: ModelJudge, judged: "Sequence[_Judged]", same: Labels) -> dict[str, Rates]:
    """Return the rates of a model's own verdicts, and of those that pass both the vetoes and the offline judge."""
    assert judge.fallback is not None
    offline = wait_for(judge.fallback.judge([each.question for each in judged])).verdicts
    says_same = np.array([each.verdict.relation is Relation.SAME for each in judged])
    left = np.array([doubted(each.verdict, other).merges for each, (other,) in zip(judged, offline, strict=True)])
    return {"alone": Rates.of(says_same, same), "doubted": Rates.of(left, same)}


def fitted_thresholds(judgements: Judgements) -> dict[str, float]:
    """Return, by language, the lowest cosine above which merging pairs without a veto has a precision of 0.95.

    A language with too few pairs, or where no cosine reaches that precision, is left out.
    """
    names = Names()
    readings = [(read(pair.a, names), read(pair.b, names)) for pair in judgements.pairs]
    spoken = np.array([a.language if a.language == b.language else "cross" for a, b in readings])
    clear = np.array([not vetoes(a, b) for a, b in readings])
    thresholds = {}
    for language in sorted(set(spoken.tolist())):
        here = clear & (spoken == language)
        has_both = len(set(judgements.same[spoken == language].tolist())) > 1
        if (spoken == language).sum() >= ENOUGH and has_both and judgements.same[here].any():
            recall, threshold = recall_at(judgements.cosines[here], judgements.same[here], PRECISION)
            if recall:
                thresholds[language] = round(threshold, 4)
    return thresholds


@dataclass(frozen=True, slots=True)
class _Judged:
    """A pair with the question that the judge was asked about it, and the verdict."""

    pair: LabelledPair
    question: Question
    verdict: Verdict

    @property
    def cosine(self) -> float:
        return self.question.candidates[0].cosine


async def _judged(pairs: Sequence[LabelledPair], judge: Judge, embedder: Embedder, seen: Seen) -> list[_Judged]:
    """Ask the judge about every pair. Returns only pairs with a verdict."""
    names = Names()
    texts = sorted({text for pair in pairs for text in (pair.a, pair.b)})
    vectors = dict(zip(texts, await embedder.embed(texts), strict=True))
    questions = [
        Question(read(pair.b, names), (Candidate(read(pair.a, names), cosine(vectors[pair.a], vectors[pair.b])),))
        for pair in pairs
    ]
    verdicts = await _verdicts(judge, questions, seen)
    answers = zip(pairs, questions, verdicts, strict=True)
    judged = [_Judged(pair, question, verdict) for pair, question, verdict in answers if verdict is not None]
    if len({each.pair.same for each in judged}) < 2:
        raise ModelError("the model gave a verdict on pairs of one label only; nothing can be told from that")
    return judged


async def _verdicts(judge: Judge, questions: Sequence[Question], seen: Seen) -> Sequence[Verdict | None]:
    if isinstance(judge, ModelJudge):
        return await one_by_one(judge, questions, seen)
    return [verdicts[0] for verdicts in (await judge.judge(questions)).verdicts]
