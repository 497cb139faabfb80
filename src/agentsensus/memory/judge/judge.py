"""The interface of a judge: questions, candidates and verdicts."""

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
    """The relation of a new statement to a known one. Only `same` leads to a merge.

    `superseding`: the known statement was true, and the new one says what changed. The agent that deposits the new
    statement loses the known one; other owners keep it.
    """

    SAME = "same"
    CONFLICTING = "conflicting"
    SUPERSEDING = "superseding"
    PART_OF = "part of"
    DIFFERENT = "different"


def _as_veto(value: object) -> object:
    return Veto.from_text(value) if isinstance(value, str) else value


_JsonVeto = Annotated[
    Veto, BeforeValidator(_as_veto), PlainSerializer(str, return_type=str), WithJsonSchema({"type": "string"})
]
"""In JSON a veto is its English text. A veto that is read from JSON has the kind `other`."""


class Verdict(BaseModel):
    """The judge's decision on two statements, with its reasons.

    `merges` tells what `remember` would do. It is True if the pair was similar enough to be compared, the relation is
    `same`, and no veto applies.
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
    """Whether the judge is unsure. A doubtful pair does not merge and is marked for review."""

    @property
    def merges(self) -> bool:
        return self.cosine >= self.floor and self.relation is Relation.SAME and not self.vetoes

    def to_dict(self) -> dict[str, Any]:
        """Return the verdict as plain dicts, lists, texts and numbers, including `merges`."""
        return {**self.model_dump(mode="json"), "merges": self.merges}

    def to_json(self) -> str:
        """Return the verdict as JSON."""
        return json.dumps(self.to_dict(), ensure_ascii=False)

    def __str__(self) -> str:
        merged = "would merge" if self.merges else "would not merge"
        near = f"score {self.score:.4f} against {self.threshold:.4f}, cosine {self.cosine:.4f}"
        far = f"; below the floor {self.floor}, so never looked at" if self.cosine < self.floor else ""
        return f"{merged}: {self.relation.value} ({near}{far})" + "".join(f"; {veto}" for veto in self.vetoes)


@dataclass(frozen=True, slots=True)
class Candidate:
    """A known statement that may report the same event. `said` is its original text."""

    reading: Reading
    cosine: float
    said: str = ""

    @property
    def words(self) -> str:
        """The original text or, if it was not kept, the text with canonical names."""
        return self.said or self.reading.text


@dataclass(frozen=True, slots=True)
class Question:
    """A new statement, and the known statements that may report the same event.

    `tape_place` is the agent and round under which a tape records a model's reply. `said` is the original text, before
    aliases were replaced; a model is shown this text.
    """

    statement: Reading
    candidates: tuple[Candidate, ...]
    tape_place: TapePlace = NOWHERE
    said: str = ""

    @property
    def words(self) -> str:
        """The original text or, if it was not kept, the text with canonical names."""
        return self.said or self.statement.text

    def only(self, places: Sequence[int]) -> "Question":
        """Return a copy with only the candidates at these positions."""
        return replace(self, candidates=tuple(self.candidates[place] for place in places))


@dataclass(frozen=True, slots=True)
class Judged:
    """The verdicts on all candidates of all questions, the number of model calls, and error messages.

    `note` is about all questions; `notes` has one text per question.
    """

    verdicts: tuple[tuple[Verdict, ...], ...]
    calls: int = 0
    note: str = ""
    notes: tuple[str, ...] = ()

    def note_on(self, number: int) -> str:
        """Return the error message for question `number`; "" without an error."""
        return self.notes[number] if self.notes else self.note


class Judge(Protocol):
    """Decides whether statements report the same event. One call of `judge` takes any number of questions."""

    @property
    def id(self) -> str: ...

    async def judge(self, questions: Sequence[Question]) -> Judged: ...
