"""Questions to a judge, and its verdicts."""

import json
from collections.abc import Sequence
from dataclasses import dataclass, replace
from enum import StrEnum
from typing import Annotated, Any, Protocol

from pydantic import BaseModel, BeforeValidator, ConfigDict, PlainSerializer, WithJsonSchema

from agentsensus.language.reading import Reading
from agentsensus.memory.judge.vetoes import Veto
from agentsensus.models.chat import NOWHERE, TapePlace


class Relation(StrEnum):
    """The relation of a new statement to a known one. Only `same` merges."""

    SAME = "same"
    CONFLICTING = "conflicting"
    PART_OF = "part of"
    DIFFERENT = "different"


def _as_veto(value: object) -> object:
    return Veto.from_text(value) if isinstance(value, str) else value


_JsonVeto = Annotated[
    Veto, BeforeValidator(_as_veto), PlainSerializer(str, return_type=str), WithJsonSchema({"type": "string"})
]
"""In JSON a veto is its English words; read back, it is a veto of kind `other`."""


class Verdict(BaseModel):
    """What a judge says of two statements, and why.

    `merges` is what `remember` would do: the pair was similar enough to be looked at, the relation is `same`, and no
    veto stands against it.
    """

    model_config = ConfigDict(frozen=True)

    relation: Relation
    score: float
    threshold: float
    cosine: float
    floor: float = -1.0
    features: dict[str, float] = {}
    vetoes: tuple[_JsonVeto, ...] = ()
    judge: str
    is_doubtful: bool = False
    """Whether the judge would rather leave it to somebody else: it does not merge, and is marked for review."""

    @property
    def merges(self) -> bool:
        return self.cosine >= self.floor and self.relation is Relation.SAME and not self.vetoes

    def to_dict(self) -> dict[str, Any]:
        """Everything in it as plain dicts, lists, texts and numbers, and whether it merges."""
        return {**self.model_dump(mode="json"), "merges": self.merges}

    def to_json(self) -> str:
        """The same as JSON."""
        return json.dumps(self.to_dict(), ensure_ascii=False)

    def __str__(self) -> str:
        merged = "would merge" if self.merges else "would not merge"
        near = f"score {self.score:.4f} against {self.threshold:.4f}, cosine {self.cosine:.4f}"
        far = f"; below the floor {self.floor}, so never looked at" if self.cosine < self.floor else ""
        return f"{merged}: {self.relation.value} ({near}{far})" + "".join(f"; {veto}" for veto in self.vetoes)


@dataclass(frozen=True, slots=True)
class Candidate:
    """A known statement that may tell the same event; `said` are its words as they were said."""

    reading: Reading
    cosine: float
    said: str = ""

    @property
    def words(self) -> str:
        """The original words; those of the reading if the original was not kept."""
        return self.said or self.reading.text


@dataclass(frozen=True, slots=True)
class Question:
    """A new statement and the known ones it may repeat.

    `tape_place` says which agent deposits it in which round; a model's reply is recorded under it. `said` are the words
    as they were said, before names were made the usual ones: a model is shown those.
    """

    statement: Reading
    candidates: tuple[Candidate, ...]
    tape_place: TapePlace = NOWHERE
    said: str = ""

    @property
    def words(self) -> str:
        """The original words; those of the reading if the original was not kept."""
        return self.said or self.statement.text

    def only(self, places: Sequence[int]) -> "Question":
        """The same question with some of its candidates."""
        return replace(self, candidates=tuple(self.candidates[place] for place in places))


@dataclass(frozen=True, slots=True)
class Judged:
    """For each question a verdict on each of its candidates; how many model calls that took, and what went wrong.

    `note` is about all questions, `notes` has one text for each question.
    """

    verdicts: tuple[tuple[Verdict, ...], ...]
    calls: int = 0
    note: str = ""
    notes: tuple[str, ...] = ()

    def note_on(self, number: int) -> str:
        """What went wrong with a question; empty if nothing did."""
        return self.notes[number] if self.notes else self.note


class Judge(Protocol):
    """Decides which statements tell the same event. One call of `judge` is one batch, deposit or statement."""

    @property
    def id(self) -> str: ...

    async def judge(self, questions: Sequence[Question]) -> Judged: ...
