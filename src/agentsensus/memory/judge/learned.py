"""The learned judge: the same event if everything is accounted for, or if a retelling is likely enough.

A short statement is the same only if everything that either says is accounted for (`accounting`). A longer one may be a
retelling in other words: a logistic regression over a few readable figures (`features`) gives its probability. At or above
the operating point it is the same; between `doubt` and the point it is doubtful: it does not merge, it is marked for
review, and where there is a model, the model may decide. A veto stands against both. Weights and points are a file that
an embedder brings, made by `python -m tools.training`; without one the judge decides by what is accounted for alone.
"""  # noqa: E501

import json
import math
from collections import OrderedDict
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache

from pydantic import BaseModel, ConfigDict

from agentsensus.base.blas_threads import on_one_thread
from agentsensus.embed import Embedder, by_name, weights_of
from agentsensus.embed.base import DEFAULT
from agentsensus.errors import InputError
from agentsensus.language.reading import Reading
from agentsensus.memory.judge.accounting import Account, Slot, account
from agentsensus.memory.judge.alignment import align, covered
from agentsensus.memory.judge.features import features, vocabulary
from agentsensus.memory.judge.judge import Candidate, Judged, Question, Relation, Verdict
from agentsensus.memory.judge.rule import relation
from agentsensus.memory.judge.vetoes import Veto, VetoKind, standing
from agentsensus.memory.judge.vetoes.retelling_vetoes import against_retelling
from agentsensus.memory.judge.word_vectors import WordVectors

__all__ = ["LearnedJudge", "LearnedWeights", "Weights", "as_json", "learned_with", "packaged", "reasons_against"]

PLAIN = 0.98
"""The score of two statements of which everything is accounted for."""
_SAME_WORDS = 0.6
"""Statements that share so many words are no retellings of each other: what differs between them counts."""
_LEAST_COSINE = 0.6
"""Below this no pair is a retelling: nothing further apart was ever found to be one event."""
_DOUBTS = frozenset({"unmatched", "short", "frame", "order"})
"""Reasons that something is not accounted for, rather than that it differs: a model may know better."""
_VETOED = 0.5
"""What a veto leaves of a score where the statements are short or share most words; of others it may be mistaken."""
_UNSCORED = 0.5
"""The most that a pair can score where no weights were learned; below any operating point."""
_POINT, _DOUBT = 0.9, 0.45
"""The points of an embedder without weights: nothing but a pair that is accounted for reaches the first."""
_KEPT = 20_000
"""How many verdicts are kept, so that the same words are not compared again."""


class Weights(BaseModel):
    """One logistic regression: a weight for each feature, which is scaled by its mean and its spread."""

    model_config = ConfigDict(frozen=True)

    intercept: float
    threshold: float
    doubt: float
    mean: dict[str, float]
    spread: dict[str, float]
    weight: dict[str, float]

    def probability(self, features: Mapping[str, float]) -> float:
        """The probability that a pair with these features tells the same event."""
        total = self.intercept + sum(
            weight * (features[name] - self.mean[name]) / self.spread[name] for name, weight in self.weight.items()
        )
        return 1 / (1 + math.exp(-max(-30.0, min(30.0, total))))


class LearnedWeights(BaseModel):
    """The weights of the judge by language, and the embedder they were trained with."""

    model_config = ConfigDict(frozen=True)

    embedder: str
    known: dict[str, Weights] = {}
    """By language, for retellings about people of a registry."""
    free: dict[str, Weights] = {}
    """By language, for retellings of which no registry knows anybody."""
    near: dict[str, float] = {}
    """By language, the cosine from which on two single words say the same; without one no two words do."""
    worlds: tuple[str, ...] = ()
    """The worlds whose tellings it learned from, by name."""

    def of(self, a: Reading, b: Reading) -> Weights | None:
        """The weights that a pair is weighed by."""
        return (self.known if a.known and b.known else self.free).get(a.language)


def packaged() -> LearnedWeights:
    """The weights of the default embedder, which come with the package."""
    return learned_with(by_name(DEFAULT))


def learned_with(embedder: Embedder) -> LearnedWeights:
    """The weights that were learned with an embedder; empty ones if it brings none."""
    file = weights_of(embedder)
    if file is None:
        return LearnedWeights(embedder=embedder.id)
    learned = _parsed(file.read_text("utf-8"))
    if learned.embedder != embedder.id:
        raise InputError(f"the weights of embedder {embedder.id} were learned with {learned.embedder}; train new ones")
    return learned


@lru_cache(maxsize=8)
def _parsed(weights: str) -> LearnedWeights:
    return LearnedWeights.model_validate_json(weights)


@dataclass(frozen=True, slots=True)
class _Compared:
    """The vetoes between two statements, those that count for a retelling, and what is accounted for."""

    account: Account
    is_bridged: bool
    standing: dict[str, Veto]
    retelling: dict[str, Veto]


class LearnedJudge:
    """Says «same» when everything is accounted for or a retelling is likely, and no veto stands against it."""

    def __init__(self, embedder: Embedder, learned: LearnedWeights | None = None) -> None:
        self.id = "learned"
        self.weights = learned or learned_with(embedder)
        self._words = WordVectors(embedder)
        self._judged: OrderedDict[tuple[Reading, Reading, float], Verdict] = OrderedDict()

    async def prepare(self, questions: Sequence[Question]) -> None:
        """Learn the vectors of the words that are needed to compare these; without it they count as unknown."""
        needed: set[str] = set()
        for statement, candidate in ((q.statement, c) for q in questions for c in q.candidates):
            other = candidate.reading
            if statement.language != other.language:
                continue
            slot = account(statement, other).slot
            if slot is not None and slot.text_b and statement.language in self.weights.near:
                needed |= set(slot.texts)
            if self.weights.of(statement, other) is not None:
                needed |= vocabulary(statement, other)
        await self._words.learn(needed)

    async def judge(self, questions: Sequence[Question]) -> Judged:
        new = [Question(q.statement, tuple(c for c in q.candidates if not self._has_judged(q, c))) for q in questions]
        await self.prepare(new)
        with on_one_thread():
            return Judged(tuple(tuple(self._verdict(q.statement, c) for c in q.candidates) for q in questions))

    def _has_judged(self, question: Question, candidate: Candidate) -> bool:
        return (question.statement, candidate.reading, candidate.cosine) in self._judged

    def _verdict(self, statement: Reading, candidate: Candidate) -> Verdict:
        """The verdict on one pair, looked up where the same words were compared before."""
        key = (statement, candidate.reading, candidate.cosine)
        if key not in self._judged:
            self._judged[key] = self.compare(statement, candidate)
            if len(self._judged) > _KEPT:
                self._judged.popitem(last=False)
        return self._judged[key]

    def compare(self, statement: Reading, candidate: Candidate) -> Verdict:
        """The verdict on one pair."""
        other = candidate.reading
        if statement.language != other.language:
            return self._other_language(statement, candidate)
        compared = self._compared(statement, other)
        weights = self.weights.of(statement, other)
        threshold, doubt = (weights.threshold, weights.doubt) if weights else (_POINT, _DOUBT)
        values = self._values(statement, candidate)
        score = weights.probability(values) if weights and values else _UNSCORED * covered(align(statement, other))[0]
        if compared.account.is_plain(is_bridged=compared.is_bridged) and not compared.standing:
            score, against = max(score, PLAIN), compared.standing
        else:
            against = compared.retelling
        if score < PLAIN and candidate.cosine < _LEAST_COSINE:
            score = min(score, doubt)
        is_doubtful = doubt <= score < threshold if not against else against.keys() <= _DOUBTS and score >= doubt
        if against and (compared.account.is_short or compared.account.same_tokens >= _SAME_WORDS):
            score *= _VETOED
        score = round(score, 4)
        return Verdict(
            relation=relation(score >= threshold, statement, other, against),
            score=score,
            threshold=threshold,
            cosine=candidate.cosine,
            features={name: round(value, 4) for name, value in values.items()},
            vetoes=tuple(against.values()),
            judge=self.id,
            is_doubtful=is_doubtful,
        )

    def _other_language(self, statement: Reading, candidate: Candidate) -> Verdict:
        return Verdict(
            relation=Relation.DIFFERENT,
            score=0.0,
            threshold=_POINT,
            cosine=candidate.cosine,
            vetoes=tuple(standing(statement, candidate.reading).values()),
            judge=self.id,
        )

    def _values(self, statement: Reading, candidate: Candidate) -> dict[str, float]:
        """The figures of a pair; empty where its words were not learned."""
        other = candidate.reading
        if not self._words.knows(vocabulary(statement, other)):
            return {}
        return features(statement, other, candidate.cosine, self._words.vectors)

    def _compared(self, a: Reading, b: Reading) -> _Compared:
        of_both = account(a, b)
        is_bridged = of_both.slot is not None and self._are_near(of_both.slot, a.language)
        return _Compared(of_both, is_bridged, *reasons_against(a, b, is_bridged=is_bridged))

    def _are_near(self, slot: Slot, language: str) -> bool:
        """Whether the two words of a slot are near in meaning, and not opposites."""
        near = self.weights.near.get(language)
        if near is None or slot.is_opposite or not slot.text_b or not self._words.knows(slot.texts):
            return False
        x, y = (self._words.vectors[text] for text in slot.texts)
        return round(float(x @ y), 4) >= near


def reasons_against(a: Reading, b: Reading, *, is_bridged: bool) -> tuple[dict[str, Veto], dict[str, Veto]]:
    """The vetoes between two statements, and those that count if one is a retelling of the other.

    `is_bridged` says that the one word in which two short statements differ has a near meaning in both.
    """
    of_both, against, is_known = account(a, b), dict(standing(a, b)), bool(a.known and b.known)
    if is_bridged:
        against.pop("thing", None)
    elif of_both.slot is not None and (of_both.is_short or (of_both.slot.is_of_deeds and not is_known)):
        kind = VetoKind.UNMATCHED if of_both.slot.text_b else VetoKind.UNMATCHED_DEED
        against.setdefault("unmatched", Veto(kind, tuple(text for text in of_both.slot.texts if text)))
    retelling = against_retelling(a, b, against) if is_known else dict(against)
    if retelling:
        return against, retelling
    if of_both.is_short:
        retelling["short"] = Veto(VetoKind.SHORT)
    elif of_both.has_one_frame and not is_bridged:
        retelling["frame"] = Veto(VetoKind.ONE_FRAME)
    elif of_both.same_tokens >= _SAME_WORDS and not is_known and not of_both.order.is_explained:
        retelling["order"] = Veto(VetoKind.WORD_ORDER)
    return against, retelling


def as_json(learned: LearnedWeights) -> str:
    """The weights as the package keeps them."""
    return json.dumps(learned.model_dump(), indent=1) + "\n"
