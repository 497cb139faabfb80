"""Distil a batch of rows into changes of an agent's insights, with a model or with rules."""

from collections.abc import Sequence
from dataclasses import replace
from typing import Literal

from pydantic import BaseModel, ConfigDict, Field

from agentsensus.base.texts import prompt
from agentsensus.language.rules import Language
from agentsensus.memory.core.drafts import DraftStatement
from agentsensus.memory.core.engine import Engine
from agentsensus.memory.designs.extracts import drafts_of, unusable
from agentsensus.memory.designs.g_memory.insights import Board, Insight
from agentsensus.memory.designs.g_memory.rule import Experience, alike, extracts, in_common, weigh
from agentsensus.memory.designs.g_memory.settings import GMemorySettings
from agentsensus.models.ask import NoAnswer, ask_for
from agentsensus.models.chat import Chat, Request, TapePlace


class _Operation(BaseModel):
    model_config = ConfigDict(extra="ignore")

    op: Literal["ADD", "AGREE", "EDIT", "REMOVE"]
    insight: int | None = None
    text: str = ""
    evidence: list[int] = Field(default_factory=list)


class _Operations(BaseModel):
    model_config = ConfigDict(extra="ignore")

    operations: list[_Operation] = Field(default_factory=list)


class _Merged(BaseModel):
    model_config = ConfigDict(extra="ignore")

    text: str
    replaces: list[int]


class _Merges(BaseModel):
    model_config = ConfigDict(extra="ignore")

    merged: list[_Merged] = Field(default_factory=list)


class Distiller:
    """Updates an agent's insights from a batch of rows, and merges similar insights."""

    def __init__(self, engine: Engine, settings: GMemorySettings, model: Chat | None) -> None:
        self._engine = engine
        self._settings = settings
        self._model = model

    async def distil(self, board: Board, rows: Sequence[Experience]) -> None:
        """Add, confirm, edit or remove insights according to one batch of rows. If there are enough, merge similar
        ones.
        """
        if self._model is None or not await self._by_model(self._model, board, rows):
            left = weigh(board, rows)
            by_subject = self._settings.distil == "subjects"
            new = in_common(board, rows, self._engine.names) if by_subject else extracts(left, self._settings)
            for (_, cited), draft in zip(new, await drafts_of(self._engine, [text for text, _ in new]), strict=True):
                board.add(draft, [row.ref for row in cited])
        if self._settings.merge_per == "insights" and len(board.insights) >= self._settings.merge_every:
            await self.merge(board)

    async def _by_model(self, model: Chat, board: Board, rows: Sequence[Experience]) -> bool:
        insights = list(board.insights)
        request = self._request(
            "distil",
            board,
            rows[-1].draft.reading.language,
            rows=_numbered([row.draft for row in rows]),
            insights=_numbered([insight.draft for insight in insights]) or "-",
            count=str(self._settings.insights),
        )
        tape_place = TapePlace(self._engine.round, board.agent)
        answer = await ask_for(
            model, request, _Operations, lambda reply: _wrong(reply, len(rows), len(insights)), tape_place
        )
        board.calls += answer.calls
        if isinstance(answer, NoAnswer):
            board.notes.append(f"{answer.reason}; distilled by rule")
            return False
        await self._apply(board, insights, rows, answer.value.operations)
        return True

    async def _apply(
        self, board: Board, insights: Sequence[Insight], rows: Sequence[Experience], operations: Sequence[_Operation]
    ) -> None:
        texts = [operation.text.strip() for operation in operations if operation.op in ("ADD", "EDIT")]
        drafts = iter(await drafts_of(self._engine, texts))
        added = 0
        for operation in operations:
            evidence = [rows[number - 1].ref for number in dict.fromkeys(operation.evidence)]
            draft = next(drafts) if operation.op in ("ADD", "EDIT") else None
            if operation.op == "ADD" and draft is not None:
                added += 1
                if added <= self._settings.insights:
                    board.add(draft, evidence)
                continue
            insight = insights[(operation.insight or 1) - 1]
            if not any(insight is live for live in board.insights):
                continue
            if operation.op == "AGREE":
                board.agree(insight, evidence)
            elif operation.op == "REMOVE":
                board.remove(insight, evidence)
            elif draft is not None:
                board.edit(insight, draft, evidence)

    async def merge(self, board: Board) -> None:
        """Replace each group of similar insights by one insight."""
        if len(board.insights) < 2:
            return
        if self._model is not None and await self._merge_by_model(self._model, board):
            return
        for group in alike(board.insights, self._settings):
            board.merge(group, replace(group[0].draft))

    async def _merge_by_model(self, model: Chat, board: Board) -> bool:
        current = list(board.insights)
        listing = _numbered([insight.draft for insight in current])
        request = self._request("merge", board, current[-1].draft.reading.language, insights=listing)
        tape_place = TapePlace(self._engine.round, board.agent)
        answer = await ask_for(model, request, _Merges, lambda reply: _wrong_merges(reply, len(current)), tape_place)
        board.calls += answer.calls
        if isinstance(answer, NoAnswer):
            board.notes.append(f"{answer.reason}; merged by rule")
            return False
        drafts = await drafts_of(self._engine, [merged.text.strip() for merged in answer.value.merged])
        for merged, draft in zip(answer.value.merged, drafts, strict=True):
            board.merge([current[number - 1] for number in merged.replaces], draft)
        return True

    def _request(self, purpose: str, board: Board, language: Language, **values: str) -> Request:
        """Return a request to the model with the prompt for this purpose."""
        agent, cap = self._engine.names.display(board.agent), str(self._settings.token_cap)
        text = prompt(__package__, purpose, language, agent=agent, cap=cap, **values)
        return Request(purpose=purpose, prompt=text, language=language)


def _numbered(drafts: Sequence[DraftStatement]) -> str:
    return "\n".join(f"{number}. {draft.text}" for number, draft in enumerate(drafts, 1))


def _wrong(reply: _Operations, rows: int, insights: int) -> str | None:
    for number, operation in enumerate(reply.operations, 1):
        if not all(1 <= cited <= rows for cited in operation.evidence):
            return f"operation {number} cites an experience that is not there"
        if operation.op == "ADD" and not operation.evidence:
            return f"operation {number} adds an insight without evidence"
        if operation.op != "ADD" and not 1 <= (operation.insight or 0) <= insights:
            return f"operation {number} names no insight from 1 to {insights}"
        if operation.op in ("ADD", "EDIT") and (wrong := unusable(operation.text)):
            return f"operation {number}: {wrong}"
    return None


def _wrong_merges(reply: _Merges, insights: int) -> str | None:
    replaced: set[int] = set()
    for number, merged in enumerate(reply.merged, 1):
        numbers = set(merged.replaces)
        is_known = all(1 <= insight <= insights for insight in numbers)
        if len(numbers) < 2 or len(numbers) != len(merged.replaces) or not is_known:
            return f"merged sentence {number} must replace two or more insights from 1 to {insights}"
        if numbers & replaced:
            return f"merged sentence {number} replaces an insight that another replaces too"
        if wrong := unusable(merged.text):
            return f"merged sentence {number}: {wrong}"
        replaced |= numbers
    return None
