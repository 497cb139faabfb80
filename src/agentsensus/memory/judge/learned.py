"""The learned judge: two statements are the same event if all words are accounted for, or if a retelling is likely.

Two short statements are the same only if all their words are accounted for (`accounting`). Longer statements may be
retellings in other words: a logistic regression over readable features (`features`) gives the probability. From the
threshold on, they are the same. Between `doubt` and the threshold they are doubtful: they do not merge and are marked
for review; a model, if there is one, may decide. A veto overrules all of this. The file with weights and thresholds
belongs to the embedder; `python -m tools.training` makes it. Without the file, two statements are the same only if all
words are accounted for.
"""

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
from agentsensus.memory.judge.accounting import PairAccount, Slot, account
from agentsensus.memory.judge.alignment import align, covered
from agentsensus.memory.judge.features import features, vocabulary
from agentsensus.memory.judge.judge import Candidate, Judged, Question, Relation, Verdict
from agentsensus.memory.judge.rule import relation
from agentsensus.memory.judge.vetoes import Veto, VetoKind, standing, vetoes
from agentsensus.memory.judge.vetoes.registry import TURNS
from agentsensus.memory.judge.vetoes.retelling_vetoes import against_retelling
from agentsensus.memory.judge.word_vectors import WordVectors

__all__ = ["LearnedJudge", "LearnedWeights", "Weights", "as_json", "learned_with", "packaged", "reasons_against"]

PLAIN = 0.98
"""Two statements whose words are all accounted for have at least this score."""
_SAME_WORDS = 0.6
"""Statements that share at least this part of their words are not retellings: any difference counts."""
_LEAST_COSINE = 0.6
"""Below this cosine no pair counts as a retelling."""
_DOUBTS = frozenset({"unmatched", "short", "frame", "order"})
"""Vetoes that only mean that some words are not accounted for. A model may overrule them."""
_VETOED = 0.5
"""The factor on the score of a vetoed pair whose statements are short or share most words."""
_UNSCORED = 0.5
"""The maximum score of a pair that no weights can score; it is below every threshold."""
_POINT, _DOUBT = 0.9, 0.45
"""Threshold and doubt of an embedder without weights. Only a pair that is accounted for reaches the threshold."""
_KEPT = 20_000
"""How many verdicts are cached, so that the same texts are not compared again."""


class Weights(BaseModel):
    """One logistic regression: a weight per feature, and the mean and spread that scale the feature."""

    model_config = ConfigDict(frozen=True)

    intercept: float
    threshold: float
    doubt: float
    mean: dict[str, float]
    spread: dict[str, float]
    weight: dict[str, float]

    def probability(self, features: Mapping[str, float]) -> float:
        """Return the probability that a pair with these features reports the same event."""
        total = self.intercept + sum(
            weight * (features[name] - self.mean[name]) / self.spread[name] for name, weight in self.weight.items()
        )
        return 1 / (1 + math.exp(-max(-30.0, min(30.0, total))))


class LearnedWeights(BaseModel):
    """The weights of the judge by language, and the id of the embedder they were trained with."""

    model_config = ConfigDict(frozen=True)

    embedder: str
    known: dict[str, Weights] = {}
    """Weights by language, for retellings about people in a registry."""
    free: dict[str, Weights] = {}
    """Weights by language, for retellings that name nobody in a registry."""
    near: dict[str, float] = {}
    """By language, the cosine from which two single words count as synonyms. Other languages have no such cosine."""
    worlds: tuple[str, ...] = ()
    """Names of the worlds whose texts the weights were trained on."""

    def of(self, a: Reading, b: Reading) -> Weights | None:
        """Return the weights for a pair; None if there are none for its language."""
        return (self.known if a.known and b.known else self.free).get(a.language)


def packaged() -> LearnedWeights:
    """Return the packaged weights of the default embedder."""
    return learned_with(by_name(DEFAULT))


def learned_with(embedder: Embedder) -> LearnedWeights:
    """Return the weights that were trained with an embedder; empty weights if it has none."""
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
    """The account of two statements, all vetoes on them, and the vetoes that count if one retells the other."""

    account: PairAccount
    is_bridged: bool
    standing: dict[str, Veto]
    retelling: dict[str, Veto]


class LearnedJudge:
    """Says «same» if no veto applies, and all words are accounted for or a retelling is likely."""

    def __init__(self, embedder: Embedder, learned: LearnedWeights | None = None) -> None:
        self.id = "learned"
        self.weights = learned or learned_with(embedder)
        self._words = WordVectors(embedder)
        self._judged: OrderedDict[tuple[Reading, Reading, float], Verdict] = OrderedDict()

    async def prepare(self, questions: Sequence[Question]) -> None:
        """Get the vectors of all words in these questions. `compare` treats words without vectors as unknown."""
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
        """Return the verdict on one pair, from the cache if the same texts were compared before."""
        key = (statement, candidate.reading, candidate.cosine)
        if key not in self._judged:
            self._judged[key] = self.compare(statement, candidate)
            if len(self._judged) > _KEPT:
                self._judged.popitem(last=False)
        return self._judged[key]

    def compare(self, statement: Reading, candidate: Candidate) -> Verdict:
        """Return the verdict on one pair."""
        other = candidate.reading
        if statement.language != other.language:
            return self._other_language(statement, candidate)
        compared = self._compared(statement, other)
        weights = self.weights.of(statement, other)
        threshold, doubt = (weights.threshold, weights.doubt) if weights else (_POINT, _DOUBT)
        values = self._values(statement, candidate)
        score = weights.probability(values) if weights and values else _UNSCORED * covered(align(statement, other))[0]
        is_plain = compared.account.is_plain(is_bridged=compared.is_bridged) and not compared.standing
        turned = {name: veto for name, veto in vetoes(statement, other).items() if name in TURNS} if is_plain else {}
        if is_plain:
            score, against = max(score, PLAIN), turned
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
        """Return the features of a pair; empty if `prepare` has not got the vectors of its words."""
        other = candidate.reading
        if not self._words.knows(vocabulary(statement, other)):
            return {}
        return features(statement, other, candidate.cosine, self._words.vectors)

    def _compared(self, a: Reading, b: Reading) -> _Compared:
        of_both = account(a, b)
        is_bridged = of_both.slot is not None and self._are_near(of_both.slot, a.language)
        return _Compared(of_both, is_bridged, *reasons_against(a, b, is_bridged=is_bridged))

    def _are_near(self, slot: Slot, language: str) -> bool:
        """Return whether the two words of a slot have close vectors and are not opposites."""
        near = self.weights.near.get(language)
        if near is None or slot.is_opposite or not slot.text_b or not self._words.knows(slot.texts):
            return False
        x, y = (self._words.vectors[text] for text in slot.texts)
        return round(float(x @ y), 4) >= near


def reasons_against(a: Reading, b: Reading, *, is_bridged: bool) -> tuple[dict[str, Veto], dict[str, Veto]]:
    """Return the vetoes on two statements, and the vetoes that count if one statement retells the other.

    `is_bridged` means that the two statements differ in one word each, and that these words have close vectors.
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
    elif of_both.is_reordered and not is_known:
        retelling["order"] = Veto(VetoKind.WORD_ORDER)
    return against, retelling


def as_json(learned: LearnedWeights) -> str:
    """Return the weights as JSON, in the form of the packaged file."""
    return json.dumps(learned.model_dump(), indent=1) + "\n"
