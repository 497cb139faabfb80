"""Atoms by a language model, with the rule atomizer for what needs no model and for replies that cannot be used."""

import json
from collections.abc import Callable, Sequence

from pydantic import BaseModel, ConfigDict

from agentsensus.language.languages import language, rules_of
from agentsensus.language.names import Names
from agentsensus.language.pronouns import is_unresolved
from agentsensus.language.quotes import unquoted
from agentsensus.language.reading import people_in
from agentsensus.memory.core.atoms import Atom, Atomized
from agentsensus.memory.inputs import Context
from agentsensus.memory.judge.instructions import Instructions, as_glossary
from agentsensus.memory.write.cut.rule import as_atoms, needs_model, statements
from agentsensus.models.ask import NoAnswer, ask_for
from agentsensus.models.chat import Request
from agentsensus.models.providers.open import ModelLike, as_chat
from agentsensus.models.tokens import tokens

PURPOSE = "atomize"


class _Statements(BaseModel):
    model_config = ConfigDict(extra="ignore")

    statements: list[str]


class ModelAtomizer:
    """Asks a model to cut a deposit; a short text with one plain fact needs no call.

    The reply is checked: a remaining pronoun, another language, a lost name or number, or a statement over the cap is
    sent back once with the reason; if the second reply fails too, the text is cut with the rules.

    `model` is a model's id, a chat, or a function that answers a prompt with text. `domain` describes the subject of
    the memory, and `prompt` is a prompt of your own with placeholders such as `{{text}}` and `{{speaker}}`.
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
        """Close the model's connections."""
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


def complaint(text: str, atoms: Sequence[Atom], names: Names, cap: int) -> str | None:
    """The error in the statements that a model cut a text into, as feedback for the model; None if there is none."""
    written_in = language(text)
    for number, atom in enumerate(atoms, 1):
        if language(atom.text) != written_in:
            return f"statement {number} is not in the language of the text"
        if tokens(atom.text) > cap:
            return f"statement {number} has more than {cap} tokens; split it"
        if is_unresolved(atom.text, names):
            return f"statement {number} has a pronoun in it that stands for nobody it names; write the name"
    lost = _lost(text, atoms, names)
    return f"the statements leave out {', '.join(lost)}" if lost else None


def _lost(text: str, atoms: Sequence[Atom], names: Names) -> list[str]:
    """The names and numbers of a text that neither a statement nor its provenance has."""
    ways = [atom.via for atom in atoms if atom.via is not None]
    kept_text = " ".join([*(atom.text for atom in atoms), *(f"{via.telling} {via.detail}" for via in ways)])
    mentioned = {*names.mentioned(kept_text), *(via.source for via in ways), *(via.place for via in ways)}
    lost = [names.display(agent) for agent in names.mentioned(text) if agent not in mentioned]
    lost += [person for person in people_in(unquoted(text), names) if person not in kept_text and person not in lost]
    known = tuple(people_in(kept_text, names))
    numbers = rules_of(language(text)).reader.numbers
    return [*lost, *sorted(numbers(text, tuple(people_in(text, names))) - numbers(kept_text, known))]


class CheckedOnce:
    """A check of a model's reply that sends it back once with the reason; a second error is stored in `failed`."""

    def __init__(self, check: Callable[[Sequence[str]], str | None]) -> None:
        self._check = check
        self._has_complained = False
        self.failed = ""

    def __call__(self, statements: Sequence[str]) -> str | None:
        wrong = self._check(statements)
        if wrong is None or self._has_complained:
            self.failed = wrong or ""
            return None
        self._has_complained = True
        return wrong
