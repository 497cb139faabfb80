"""An action declares everything about itself: whatever is missing, in whichever table, is found here."""

from collections import Counter
from collections.abc import Iterator, Mapping
from string import Formatter
from typing import Any, ClassVar, get_args

import pytest

from agentsensus.base.texts import texts
from agentsensus.language.rules import Language
from agentsensus.worlds.actions import ACTIONS, Action, Declaration, Outcome, Scene
from agentsensus.worlds.actions.base import Text
from agentsensus.worlds.events.event import Sort
from agentsensus.worlds.minds.human.commands import commands
from agentsensus.worlds.state.character import Actor
from tests.worlds.actions.test_toy import Bow

LANGUAGES: tuple[Language, ...] = get_args(Language)


def problems(kind: type[Action]) -> Iterator[str]:
    """Everything that an action or its texts fail to declare."""
    params, declared = {*kind.parameters()}, kind.declared
    if not (kind.__doc__ or "").strip():
        yield "no docstring"
    yield from (f"{name} is not described" for name, field in kind.parameters().items() if not field.description)
    yield from (f"no parameter {name}" for name in ({*declared.free_text} | {*declared.names}) - params)
    for language in LANGUAGES:
        yield from (f"{language}: {problem}" for problem in _missing_texts(kind, language))


def _missing_texts(kind: type[Action], language: Language) -> Iterator[str]:
    package, _, module = kind.__module__.rpartition(".")
    family: Mapping[str, Any] = texts(package, module, language)
    if kind.name not in family:
        yield "no texts"
        return
    own = kind.texts(language)
    if language != "en" and "about" not in family[kind.name]:
        yield "no line in the manual"
    if {*own.params} != {*kind.parameters()}:
        yield "the manual describes other parameters"
    if not own.typed.split():
        yield "no word to type"
    english = kind.texts("en")
    if _blanks(own.done) != _blanks(english.done) or {*own.lines} != {*english.lines}:
        yield "told otherwise than in English"
    yield from (f"no reason {key}" for key in kind.declared.refusals if key not in family.get("refusals", {}))


def _blanks(pattern: str) -> set[str]:
    return {name for _, name, _, _ in Formatter().parse(pattern) if name}


@pytest.mark.parametrize("name", ACTIONS)
def test_every_action_is_declared_whole(name: str) -> None:
    assert ACTIONS[name].name == name
    assert [*problems(ACTIONS[name])] == []


OPTIONAL = ("parts", "reaches", "asks_mind", "is_rare", "is_seen", "is_there", "only_with")
REQUIRED = [field for field in Declaration.__dataclass_fields__ if field not in OPTIONAL]


@pytest.mark.parametrize("field", REQUIRED)
def test_a_declaration_that_leaves_out_anything_cannot_be_made(field: str) -> None:
    whole = {name: getattr(Bow.declared, name) for name in REQUIRED}
    assert isinstance(Declaration(**whole), Declaration)
    del whole[field]
    with pytest.raises(TypeError, match=field):
        Declaration(**whole)


def _changed(**changes: Any) -> Declaration:
    return Declaration(**{name: getattr(Bow.declared, name) for name in REQUIRED} | changes)


class _Whole(Bow):
    """Bow to somebody."""


class _Silent(Bow):
    __doc__ = ""


class _Undescribed(Bow):
    """Bow to somebody."""

    depth: int


class _Unwritten(Bow):
    """Bow to somebody."""

    name: ClassVar[str] = "curtsy"


class _NewReason(Bow):
    """Bow to somebody."""

    declared: ClassVar[Declaration] = _changed(refusals=("too_proud", "too_stiff"))


class _WrongField(Bow):
    """Bow to somebody."""

    declared: ClassVar[Declaration] = _changed(free_text=("speech",), names={"whom": "character", "where": "place"})


class _Renamed(Action):
    """Bow to somebody."""

    name: ClassVar[str] = "bow"
    declared: ClassVar[Declaration] = Bow.declared
    person: Text

    async def resolve(self, actor: Actor, scene: Scene) -> Outcome:
        return Outcome({})


INCOMPLETE: list[tuple[type[Action], str]] = [
    (_Silent, "no docstring"),
    (_Undescribed, "depth is not described"),
    (_Undescribed, "zh: the manual describes other parameters"),
    (_Unwritten, "en: no texts"),
    (_Unwritten, "zh: no texts"),
    (_NewReason, "en: no reason too_stiff"),
    (_NewReason, "zh: no reason too_stiff"),
    (_WrongField, "no parameter speech"),
    (_WrongField, "no parameter where"),
    (_Renamed, "no parameter whom"),
]


@pytest.mark.parametrize(("kind", "problem"), INCOMPLETE, ids=[f"{one.__name__}-{two}" for one, two in INCOMPLETE])
def test_whatever_an_action_leaves_out_is_found(
    kind: type[Action], problem: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(kind, "__module__", Bow.__module__)
    assert problem in [*problems(kind)]


def test_a_whole_action_lacks_nothing(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(_Whole, "__module__", Bow.__module__)
    assert [*problems(_Whole)] == [*problems(Bow)] == []


def test_no_text_is_left_of_an_action_or_a_reason_that_there_is_none_of() -> None:
    families: dict[str, list[type[Action]]] = {}
    for kind in ACTIONS.values():
        families.setdefault(kind.__module__.rpartition(".")[2], []).append(kind)
    for family, kinds in families.items():
        for language in LANGUAGES:
            written = dict(texts("agentsensus.worlds.actions", family, language))
            reasons = written.pop("refusals", {})
            assert {*written} == {kind.name for kind in kinds}, family
            assert {*reasons} == {key for kind in kinds for key in kind.declared.refusals}, family


def test_no_two_actions_are_typed_by_the_same_word() -> None:
    counts = Counter(word for command in commands() for word in command.words)
    assert [word for word, count in counts.items() if count > 1] == []


def test_whatever_sends_a_message_says_how_it_comes_and_what_it_teaches() -> None:
    senders = [kind for kind in ACTIONS.values() if kind.declared.reaches is not None]
    assert {kind.name for kind in senders} == {*get_args(Sort)} - {"system"}
    assert all("comes" in kind.texts(language).lines for kind in senders for language in LANGUAGES)
