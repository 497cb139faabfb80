"""Atoms by a language model, with the rule atomizer for what needs no model and for replies that cannot be used."""

import json

from pydantic import BaseModel, ConfigDict

from agentsensus.memory.atoms.atom import Atomized, Context
from agentsensus.memory.atoms.rule import as_atoms, needs_model, statements
from agentsensus.models.ask import NoAnswer, ask_for
from agentsensus.models.providers.opening import ModelLike, as_chat
from agentsensus.models.request import Request
from agentsensus.text.language import language
from agentsensus.text.names import Names
from agentsensus.texts import prompt

PURPOSE = "atomize"


class _Statements(BaseModel):
    model_config = ConfigDict(extra="ignore")

    statements: list[str]


class ModelAtomizer:
    """Asks a model to cut a deposit; a short text of one plain fact passes without a call.

    `model` is a model's id, a chat, or a function that answers a prompt with text.
    """

    def __init__(self, model: ModelLike) -> None:
        self._chat = as_chat(model)

    async def atomize(self, agent: str, text: str, context: Context, names: Names, cap: int) -> Atomized:
        if not needs_model(text, cap):
            return Atomized(tuple(statements(agent, text, context, names, cap)))
        written_in = language(text)
        question = prompt(
            __package__,
            "atomize",
            written_in,
            speaker=names.display(agent),
            place=context.place or "-",
            participants=", ".join(names.display(p) for p in context.participants) or "-",
            cap=str(cap),
            text=json.dumps(text, ensure_ascii=False),
        )
        request = Request(purpose=PURPOSE, prompt=question, language=written_in, temperature=0.0)
        answer = await ask_for(self._chat, request, _Statements, _wrong, context.tape_place)
        if isinstance(answer, NoAnswer):
            atoms = statements(agent, text, context, names, cap)
            return Atomized(tuple(atoms), answer.calls, f"{answer.reason}; cut by rule")
        return Atomized(tuple(as_atoms(answer.value.statements, cap)), answer.calls)

    async def close(self) -> None:
        """Let go of the model's connections."""
        await self._chat.close()


def _wrong(answer: _Statements) -> str | None:
    if not any(statement.strip() for statement in answer.statements):
        return "there is no statement in it"
    for number, statement in enumerate(answer.statements, 1):
        if not any(char.isalnum() for char in statement):
            return f"statement {number} says nothing"
        if "\x00" in statement or any("\ud800" <= char <= "\udfff" for char in statement):
            return f"statement {number} is no valid text"
    return None
