"""Atoms by a language model, with the rule atomizer for what needs no model and for replies that cannot be used."""

import json
from collections.abc import Sequence

from pydantic import BaseModel, ConfigDict

from agentsensus.memory.atoms.atom import Atom, Atomized, Context
from agentsensus.memory.atoms.checking import CheckedOnce, complaint
from agentsensus.memory.atoms.rule import as_atoms, needs_model, statements
from agentsensus.memory.judge.instructions import Instructions, as_glossary
from agentsensus.models.ask import NoAnswer, ask_for
from agentsensus.models.providers.opening import ModelLike, as_chat
from agentsensus.models.request import Request
from agentsensus.text.language import language
from agentsensus.text.names import Names

PURPOSE = "atomize"


class _Statements(BaseModel):
    model_config = ConfigDict(extra="ignore")

    statements: list[str]


class ModelAtomizer:
    """Asks a model to cut a deposit; a short text of one plain fact passes without a call.

    What the model replies is checked: a pronoun that is left, another language, a name or number that is lost or a
    statement over the cap is sent back once with the reason; after that the text is cut by rule.

    `model` is a model's id, a chat, or a function that answers a prompt with text. `domain` is what the memory is
    about, and `prompt` a text of your own with blanks such as `{{text}}` and `{{speaker}}`.
    """

    def __init__(self, model: ModelLike, *, domain: str | None = None, prompt: str | None = None) -> None:
        self._chat = as_chat(model)
        self._instructions = Instructions.checked(domain, None if prompt is None else {"atomizer": prompt})

    async def atomize(self, agent: str, text: str, context: Context, names: Names, cap: int) -> Atomized:
        if not needs_model(text, cap):
            return Atomized(tuple(statements(agent, text, context, names, cap)))
        written_in = language(text)
        question = self._instructions.text(
            __package__,
            "atomize",
            self._instructions.atomizer,
            written_in,
            speaker=names.display(agent),
            place=context.place or "-",
            participants=", ".join(names.display(p) for p in context.participants) or "-",
            cap=str(cap),
            names=as_glossary(names.glossary(text)),
            text=json.dumps(text, ensure_ascii=False),
        )
        request = Request(purpose=PURPOSE, prompt=question, language=written_in, temperature=0.0)

        def cut(texts: Sequence[str]) -> list[Atom]:
            return as_atoms(agent, texts, context, names, cap)

        checked = CheckedOnce(lambda texts: complaint(text, cut(texts), names, cap))

        def check(reply: _Statements) -> str | None:
            return _wrong(reply) or checked(reply.statements)

        answer = await ask_for(self._chat, request, _Statements, check, context.tape_place)
        wrong = answer.reason if isinstance(answer, NoAnswer) else checked.failed
        if isinstance(answer, NoAnswer) or wrong:
            atoms = statements(agent, text, context, names, cap)
            return Atomized(tuple(atoms), answer.calls, f"{wrong}; cut by rule")
        return Atomized(tuple(cut(answer.value.statements)), answer.calls)

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
