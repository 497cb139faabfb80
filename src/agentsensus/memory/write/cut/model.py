"""The model atomizer: a model cuts texts into statements. Rules cut simple texts, and those with an unusable reply."""

import json
from collections.abc import Callable, Sequence
from dataclasses import replace
from itertools import chain

from pydantic import BaseModel, ConfigDict

from agentsensus.base.loop import together
from agentsensus.language.languages import language, rules_of
from agentsensus.language.names import Names
from agentsensus.language.pronouns import is_unresolved
from agentsensus.language.quotes import unquoted
from agentsensus.language.reading import people_in
from agentsensus.memory.core.atoms import Atom, Atomized, CutTask
from agentsensus.memory.inputs import Context
from agentsensus.memory.judge.instructions import Instructions, as_glossary
from agentsensus.memory.write.cut.rule import as_atoms, needs_model, statements
from agentsensus.models.ask import Answer, NoAnswer, ask_for
from agentsensus.models.chat import Request
from agentsensus.models.providers.open import ModelLike, as_chat
from agentsensus.models.tokens import tokens

PURPOSE = "atomize"


_CALL_TOKENS = 3_000
"""Maximum tokens of texts in one call. The reply has about as many."""


class _Statements(BaseModel):
    model_config = ConfigDict(extra="ignore")

    statements: list[str]


class _OfText(BaseModel):
    model_config = ConfigDict(extra="ignore")

    text: int
    statements: list[str]


class _OfTexts(BaseModel):
    model_config = ConfigDict(extra="ignore")

    texts: list[_OfText]


class ModelAtomizer:
    """Asks a model to cut deposits, several in one call. A short text with one plain fact needs no call.

    A reply is wrong if a pronoun remains, the language changes, a name or number is missing, or a statement is longer
    than the cap. A wrong reply is sent back once with the reason; if the second reply is wrong too, rules cut the text.

    `model` is a model's id, a chat, or a function from prompt to text. `domain` describes the subject of the memory.
    `prompt` is your own prompt with placeholders such as `{{text}}` and `{{speaker}}`; with it, each text takes one
    call.
    """

    def __init__(self, model: ModelLike, *, domain: str | None = None, prompt: str | None = None) -> None:
        self._chat = as_chat(model)
        self._instructions = Instructions.checked(domain, None if prompt is None else {"atomizer": prompt})

    async def atomize(self, agent: str, text: str, context: Context, names: Names, cap: int) -> Atomized:
        if not context.asks_always and not needs_model(text, cap, names):
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
            return _wrong(reply.statements) or checked(reply.statements)

        answer = await ask_for(self._chat, request, _Statements, check, context.tape_place)
        wrong = answer.reason if isinstance(answer, NoAnswer) else checked.failed
        if isinstance(answer, NoAnswer) or wrong:
            atoms = statements(agent, text, context, names, cap)
            return Atomized(tuple(atoms), answer.calls, f"{wrong}; cut by rule")
        return Atomized(tuple(cut(answer.value.statements)), answer.calls)

    async def atomize_many(self, tasks: Sequence[CutTask], names: Names, cap: int) -> list[Atomized]:
        """Return the statements of each text. Texts that need a model are sent in as few calls as possible.

        A call for several texts is counted in the result of the first.
        """
        asked = [
            place for place, task in enumerate(tasks) if task.context.asks_always or needs_model(task.text, cap, names)
        ]
        if len(asked) < 2 or self._instructions.atomizer:
            return await together([self.atomize(task.agent, task.text, task.context, names, cap) for task in tasks])
        parts = _parts([tasks[place] for place in asked])
        cuts = await together([self._cut_together([tasks[asked[n]] for n in part], names, cap) for part in parts])
        order = [asked[number] for part in parts for number in part]
        done = dict(zip(order, chain(*cuts), strict=True))
        return [
            done.get(place) or Atomized(tuple(statements(task.agent, task.text, task.context, names, cap)))
            for place, task in enumerate(tasks)
        ]

    async def _cut_together(self, tasks: Sequence[CutTask], names: Names, cap: int) -> list[Atomized]:
        """Cut several texts in one call. Texts with a wrong reply are sent once more."""
        found: dict[int, list[Atom]] = {}
        reasons: dict[int, str] = {}
        calls, left = 0, list(range(len(tasks)))
        for _ in range(2):
            answer = await self._ask([tasks[place] for place in left], names, cap, [reasons.get(p, "") for p in left])
            calls += answer.calls
            if isinstance(answer, NoAnswer):
                reasons |= dict.fromkeys(left, answer.reason)
                break
            given = {entry.text: entry.statements for entry in answer.value.texts}
            for number, place in enumerate(left, 1):
                task, texts = tasks[place], given.get(number, [])
                atoms = as_atoms(task.agent, texts, task.context, names, cap)
                wrong = _wrong(texts) or complaint(task.text, atoms, names, cap)
                if wrong is None:
                    found[place] = atoms
                else:
                    reasons[place] = wrong
            left = [place for place in left if place not in found]
            if not left:
                break
        cuts = [
            Atomized(tuple(found[place]))
            if place in found
            else Atomized(
                tuple(statements(task.agent, task.text, task.context, names, cap)),
                note=f"{reasons[place]}; cut by rule",
            )
            for place, task in enumerate(tasks)
        ]
        return [replace(cuts[0], calls=calls), *cuts[1:]]

    async def _ask(
        self, tasks: Sequence[CutTask], names: Names, cap: int, wrong: Sequence[str]
    ) -> Answer[_OfTexts] | NoAnswer:
        written_in = language(tasks[0].text)
        glossary = {alias: name for task in tasks for alias, name in names.glossary(task.text).items()}
        question = self._instructions.text(
            __package__,
            "atomize_many",
            "",
            written_in,
            cap=str(cap),
            names=as_glossary(glossary),
            texts="\n".join(
                _line(number, task, names, reason)
                for number, (task, reason) in enumerate(zip(tasks, wrong, strict=True), 1)
            ),
        )
        room = 1024 + 2 * sum(tokens(task.text) for task in tasks)
        request = Request(
            purpose=PURPOSE, prompt=question, language=written_in, max_tokens=max(2048, room), temperature=0.0
        )
        return await ask_for(self._chat, request, _OfTexts, tape_place=tasks[0].context.tape_place)

    async def close(self) -> None:
        """Close the model's connections."""
        await self._chat.close()


def _parts(tasks: Sequence[CutTask]) -> list[list[int]]:
    """Group the texts into as few calls as possible, each of one language. Returns the positions of the texts
    per call.
    """
    parts: list[list[int]] = []
    size, written_in = 0, ""
    for number, task in sorted(enumerate(tasks), key=lambda each: language(each[1].text)):
        length = tokens(task.text)
        if not parts or written_in != language(task.text) or size + length > _CALL_TOKENS:
            parts.append([])
            size, written_in = 0, language(task.text)
        parts[-1].append(number)
        size += length
    return parts


def _line(number: int, task: CutTask, names: Names, wrong: str) -> str:
    """Return a text as one line of the prompt, with its writer and place, and the error in the previous reply."""
    line: dict[str, object] = {"text": number, "speaker": names.display(task.agent)}
    if task.context.place:
        line["place"] = task.context.place
    if task.context.participants:
        line["taking part"] = [names.display(each) for each in task.context.participants]
    line["words"] = task.text
    return json.dumps(line | ({"wrong before": wrong} if wrong else {}), ensure_ascii=False)


def _wrong(texts: Sequence[str]) -> str | None:
    if not any(statement.strip() for statement in texts):
        return "there is no statement in it"
    for number, statement in enumerate(texts, 1):
        if not any(char.isalnum() for char in statement):
            return f"statement {number} says nothing"
        if "\x00" in statement or any("\ud800" <= char <= "\udfff" for char in statement):
            return f"statement {number} is no valid text"
    return None


def complaint(text: str, atoms: Sequence[Atom], names: Names, cap: int) -> str | None:
    """Return the error in a model's statements for a text, as feedback for the model; None if they are correct."""
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
    """Return the names and numbers of the text that no statement (and no source of one) contains."""
    ways = [atom.via for atom in atoms if atom.via is not None]
    kept_text = " ".join([*(atom.text for atom in atoms), *(f"{via.telling} {via.detail}" for via in ways)])
    mentioned = {*names.mentioned(kept_text), *(via.source for via in ways), *(via.place for via in ways)}
    lost = [names.display(agent) for agent in names.mentioned(text) if agent not in mentioned]
    kept_words = kept_text.casefold()  # «The First Player» equals «the First Player»
    lost += [
        person
        for person in people_in(unquoted(text), names)
        if person.casefold() not in kept_words and person not in lost
    ]
    known = tuple(people_in(kept_text, names))
    numbers = rules_of(language(text)).reader.numbers
    return [*lost, *sorted(numbers(text, tuple(people_in(text, names))) - numbers(kept_text, known))]


class CheckedOnce:
    """A check of a model's reply that rejects it once, with the reason. A second error is stored in `failed`."""

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
