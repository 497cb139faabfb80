"""Let a model choose one of several typed actions: in one step, or in two for weaker models."""

from collections.abc import Collection, Sequence
from dataclasses import replace
from typing import Any, TypeAlias

from pydantic import BaseModel, Field, ValidationError

from agentsensus.base.texts import prompt
from agentsensus.errors import InputError
from agentsensus.models.ask import Answer, NoAnswer, ask_for, complaint_of
from agentsensus.models.chat import NOWHERE, Chat, Request, Shape, TapePlace
from agentsensus.models.compact import BLANK, about, as_json, blank_in, example, name_of, signature

Options: TypeAlias = Sequence[type[BaseModel]]
FORM = '{"action": "…", "params": {…}}'
"""The format of a choice, with placeholders."""


class Name(BaseModel):
    """The name of an action."""

    action: str


class Choice(Name):
    """The name of an action and its parameters."""

    params: dict[str, Any] = Field(default_factory=dict)


async def choose(
    chat: Chat, request: Request, options: Options, tape_place: TapePlace = NOWHERE
) -> Answer[BaseModel] | NoAnswer:
    """Let the model pick one of the options and fill in its fields; return that object. If one step fails,
    `choose_then_fill` is tried.

    `request.prompt` describes the situation; the options and the reply format are added to it.
    """
    named = _named(options)
    text = prompt(
        __package__,
        "choose",
        request.language,
        situation=request.prompt,
        options="\n".join(f"- {signature(option)}" for option in options),
        example=FORM,
    )
    question = request.model_copy(update={"prompt": text, "shape": shape_of(Choice, named)})
    chosen = await ask_for(
        chat, question, Choice, lambda choice: _wrong(choice.action, choice.params, named), tape_place
    )
    if isinstance(chosen, Answer):
        return Answer(named[chosen.value.action].model_validate(chosen.value.params), chosen.calls)
    if chosen.why != "unusable":
        return chosen
    filled = await choose_then_fill(chat, request, options, tape_place)
    return replace(filled, calls=chosen.calls + filled.calls)


async def choose_then_fill(
    chat: Chat, request: Request, options: Options, tape_place: TapePlace = NOWHERE
) -> Answer[BaseModel] | NoAnswer:
    """Let the model pick one of the options, and fill in its fields with a second question; return that object."""
    named = _named(options)
    name = await _name(chat, request, named, tape_place)
    if isinstance(name, NoAnswer):
        return name
    option = named[name.value.action]
    if not option.model_fields:
        return Answer(option(), name.calls)
    text = prompt(
        __package__,
        "fill",
        request.language,
        situation=request.prompt,
        action=name_of(option),
        about=about(option),
        option=signature(option),
        example=as_json(example(option)),
    )
    question = request.model_copy(update={"prompt": text, "purpose": f"{request.purpose}.fill"})
    filled = await ask_for(chat, question, option, _copied, tape_place)
    return replace(filled, calls=name.calls + filled.calls)


async def _name(
    chat: Chat, request: Request, named: dict[str, type[BaseModel]], tape_place: TapePlace
) -> Answer[Name] | NoAnswer:
    text = prompt(
        __package__,
        "name",
        request.language,
        situation=request.prompt,
        options="\n".join(f"- {name}: {about(option)}" for name, option in named.items()),
        example='{"action": "…"}',
    )
    purpose, shape = f"{request.purpose}.name", shape_of(Name, named)
    question = request.model_copy(update={"prompt": text, "purpose": purpose, "shape": shape})
    return await ask_for(chat, question, Name, lambda name: _unknown(name.action, named), tape_place)


def _named(options: Options) -> dict[str, type[BaseModel]]:
    named = {name_of(option): option for option in options}
    if not named or len(named) != len(options):
        raise InputError("a choice needs one option at least, and no two of the same name")
    return named


def shape_of(kind: type[Name], named: Collection[str]) -> Shape:
    """Return the JSON shape of a choice among the actions in `named`. All fields but action and parameters are
    optional.
    """
    schema = kind.model_json_schema()
    schema["properties"]["action"] = {"type": "string", "enum": list(named)}
    required = [name for name in Choice.model_fields if name in schema["properties"]]
    return Shape(name=kind.__name__.lower(), json_schema=schema | {"required": required})


def _unknown(action: str, named: dict[str, type[BaseModel]]) -> str | None:
    return None if action in named else f"action: {action!r} is none of {', '.join(named)}"


def _wrong(action: str, params: dict[str, Any], named: dict[str, type[BaseModel]]) -> str | None:
    if unknown := _unknown(action, named):
        return unknown
    try:
        return _copied(named[action].model_validate(params))
    except ValidationError as error:
        return complaint_of(error, "params")


def _copied(filled: BaseModel) -> str | None:
    """Return an error message if the reply repeats a placeholder of the example, as weak models do; else None.

    The example shows placeholders and no real names, because a copied real name could not be detected.
    """
    blank = blank_in(filled)
    return None if blank is None else f"{blank}: write the real value, not {BLANK}"
