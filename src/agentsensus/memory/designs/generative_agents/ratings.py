"""The importance of rows, when each was last recalled, and the importance that each agent has summed since it
reflected.
"""

import asyncio
from collections import Counter, OrderedDict
from collections.abc import Coroutine, Sequence
from dataclasses import dataclass
from typing import Any

from pydantic import BaseModel, ConfigDict

from agentsensus.base.loop import together
from agentsensus.base.texts import prompt
from agentsensus.memory.core.drafts import DraftStatement
from agentsensus.memory.core.engine import Engine
from agentsensus.memory.core.ledger import Ledgers, Numbers
from agentsensus.memory.designs.generative_agents.salience import HIGHEST, LOWEST, salience
from agentsensus.memory.designs.private_rows import BYPRODUCT
from agentsensus.models.ask import NoAnswer, ask_for
from agentsensus.models.chat import Chat, Request
from agentsensus.store.rows import AttributeRow

IMPORTANCE, ACCESSED, ACCUMULATED, DEPTH = "importance", "accessed", "accumulated", "depth"
RULE, MODEL = "rule", "model"
_RECENT = 1_000
_NEVER = -(2**62)
"""A round before all others. Rounds may be negative."""


@dataclass(frozen=True, slots=True)
class Rating:
    """How important a text is, and whether a rule or a model rated it."""

    value: int
    by: str

    def __str__(self) -> str:
        return f"{self.value} {self.by}"


class Ratings:
    """Importance, last access, depth and reflections, computed from the attribute rows of a store."""

    def __init__(self, engine: Engine) -> None:
        self._engine = engine
        self.importance = Numbers()
        self.accessed = Numbers(absent=_NEVER)
        self.depth = Numbers()
        self.accumulated: dict[int, int] = {}
        self.reflections: dict[int, str] = {}
        self.by: Counter[str] = Counter()
        self._of_vector: dict[int, Rating] = {}

    def take(self, row: AttributeRow) -> None:
        """Update the state if the row is about importance, an access, a depth or a reflection."""
        if row.key == IMPORTANCE:
            self._rated(int(row.subject), row.value)
        elif row.key == ACCESSED:
            self.accessed[int(row.subject)] = max(int(row.value), self.accessed[int(row.subject)])
        elif row.key == ACCUMULATED:
            self.accumulated[int(row.subject)] = int(row.value)
        elif row.key == DEPTH:
            self.depth[int(row.subject)] = int(row.value)
        elif row.key == BYPRODUCT:
            self.reflections[int(row.subject)] = row.value

    def known(self, keys: Sequence[str]) -> dict[str, Rating]:
        """Return the ratings of texts that the store already has, by the hash of the text."""
        numbers = self._engine.store.find_vectors(keys)
        return {key: self._of_vector[vector] for key, vector in numbers.items() if vector in self._of_vector}

    def _rated(self, atom: int, value: str) -> None:
        number, by = value.split()
        self.importance[atom] = int(number)
        self.by[by] += 1
        # Atoms with equal texts share a vector, so the vector identifies the text.
        self._of_vector.setdefault(int(self._engine.columns.of("atoms", "vector")[atom]), Rating(int(number), by))


class _Importance(BaseModel):
    model_config = ConfigDict(extra="ignore")

    importance: int


@dataclass(slots=True)
class Rated:
    """Ratings by the hash of the text, the number of model calls for each, and error messages."""

    ratings: dict[str, Rating]
    calls: dict[str, int]
    notes: dict[str, str]


class _PendingRating:
    """A running request for a rating. It is cancelled when its last waiter leaves."""

    def __init__(self, asking: Coroutine[Any, Any, tuple[Rating, int, str]]) -> None:
        self._task = asyncio.ensure_future(asking)
        self._waiting = 0
        self._is_counted = False

    async def wait(self) -> tuple[Rating, int, str]:
        """Return the rating, its model calls and an error message. Only the first waiter gets the calls, so they count
        once.
        """
        self._waiting += 1
        try:
            rating, calls, note = await asyncio.shield(self._task)
        finally:
            self._waiting -= 1
            if self.is_over:
                self._task.cancel()
        calls, self._is_counted = 0 if self._is_counted else calls, True
        return rating, calls, note

    @property
    def is_over(self) -> bool:
        """Whether the last waiter has left."""
        return not self._waiting


class Rater:
    """Rates each text once: with a model, or with the rule if there is none or it fails."""

    def __init__(self, ledgers: Ledgers[Ratings], model: Chat | None) -> None:
        self._ledgers = ledgers
        self._model = model
        self._under_way: dict[str, _PendingRating] = {}
        self._recent: OrderedDict[str, Rating] = OrderedDict()

    async def rate(self, drafts: Sequence[DraftStatement]) -> Rated:
        """Return ratings of all drafts. The model calls run concurrently."""
        distinct = {draft.key: draft for draft in drafts}
        known = self._ledgers.now.known(list(distinct))
        # A recent rating may not be in the store yet.
        known |= {key: self._recent[key] for key in distinct if key in self._recent and key not in known}
        rated = Rated(known, {}, {})
        unrated = [key for key in distinct if key not in rated.ratings]
        answers = await together([self._rate(distinct[key]) for key in unrated])
        for key, (rating, calls, note) in zip(unrated, answers, strict=True):
            rated.ratings[key], rated.calls[key], rated.notes[key] = rating, calls, note
            self._recent[key] = rating
        while len(self._recent) > _RECENT:
            self._recent.popitem(last=False)
        return rated

    async def _rate(self, draft: DraftStatement) -> tuple[Rating, int, str]:
        if self._model is None:
            return Rating(salience(draft.reading), RULE), 0, ""
        asking = self._under_way.get(draft.key)
        if asking is None:
            asking = self._under_way[draft.key] = _PendingRating(self._ask(self._model, draft))
        try:
            return await asking.wait()
        finally:
            if asking.is_over and self._under_way.get(draft.key) is asking:
                del self._under_way[draft.key]

    async def _ask(self, model: Chat, draft: DraftStatement) -> tuple[Rating, int, str]:
        language = draft.reading.language
        text = prompt(__package__, "importance", language, text=draft.text)
        request = Request(purpose="importance", prompt=text, language=language, temperature=0.0)
        # No tape place: the rating depends on the text alone, not on the deposit that asks first.
        answer = await ask_for(model, request, _Importance)
        if isinstance(answer, NoAnswer):
            note = f"{answer.reason}; importance by rule"
            return Rating(salience(draft.reading), RULE), answer.calls, note
        return Rating(max(LOWEST, min(HIGHEST, answer.value.importance)), MODEL), answer.calls, ""
