"""Automatic superseding: a newer statement from the same source about the same attribute replaces the older one.

This happens only if both statements are plain sentences that give a known attribute of one thing a value of the right
kind («The code of the door is 4417.»). All other statements stay and may be in conflict.
"""

import re
from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import Literal, TypeAlias

from pydantic import BaseModel, ConfigDict

from agentsensus.base.texts import texts
from agentsensus.language.languages import language
from agentsensus.memory.core.drafts import DraftDeposit
from agentsensus.memory.core.engine import Engine
from agentsensus.memory.core.marks import unexpired
from agentsensus.memory.inputs import Via

__all__ = ["AttributeValue", "attribute_value", "mark_superseded"]

ValueKind: TypeAlias = Literal["number", "date", "name", "word"]
_BY_OTHERS = ("told", "overheard", "read")


class _Kind(BaseModel):
    """Attributes with one kind of value, such as codes or addresses, and the pattern of the value."""

    model_config = ConfigDict(frozen=True, extra="forbid")

    value: str
    attributes: list[str]


class _Forms(BaseModel):
    """The sentence patterns of one language that give an attribute a value."""

    model_config = ConfigDict(frozen=True, extra="forbid")

    forms: list[str]
    subject: str
    value: str
    articles: str
    not_values: str
    kinds: dict[ValueKind, _Kind]


@dataclass(frozen=True, slots=True)
class AttributeValue:
    """The parts of a sentence that gives an attribute of a subject a value."""

    subject: str
    attribute: str
    value: str


@lru_cache(maxsize=4)
def _forms(code: str) -> tuple[_Forms, tuple[re.Pattern[str], ...]]:
    forms = _Forms.model_validate(texts(__package__, "superseding", code))
    every = sorted((name for kind in forms.kinds.values() for name in kind.attributes), key=len, reverse=True)
    parts = {"ATTRIBUTE": "|".join(map(re.escape, every)), "SUBJECT": forms.subject, "VALUE": forms.value}
    patterns = []
    for form in forms.forms:
        for name, part in parts.items():
            form = form.replace(f">{name})", f">{part})")
        patterns.append(re.compile(form, re.IGNORECASE))
    return forms, tuple(patterns)


@lru_cache(maxsize=4_096)
def attribute_value(text: str) -> AttributeValue | None:
    """Return the attribute, subject and value of a sentence; None unless all three are certain."""
    forms, patterns = _forms(language(text))
    sentence = text.strip().rstrip(".。")
    match = next(filter(None, (pattern.fullmatch(sentence) for pattern in patterns)), None)
    if match is None:
        return None
    attribute, value = match["attribute"].casefold(), match["value"].strip()
    kind = next(kind for kind in forms.kinds.values() if attribute in (name.casefold() for name in kind.attributes))
    if re.search(forms.not_values, value) or not re.search(kind.value, value):
        return None
    subject = re.sub(forms.articles, "", match["subject"].casefold())
    return AttributeValue(subject, attribute, re.sub(forms.articles, "", value.casefold()))


def mark_superseded(engine: Engine, deposits: Sequence[DraftDeposit]) -> None:
    """Mark, for each new statement, the agent's own older statement that it replaces.

    Statements of one call are not compared with each other, because none of them is newer.
    """
    view = engine.view()
    for deposit in deposits:
        number = engine.agent(deposit.agent)
        read = (attribute_value(engine.names.canonical(draft.text)) for draft in deposit.drafts)
        said = {value.attribute for value in read if value is not None}
        if number is None or not said or deposit.supersedes is not None:
            continue
        as_agent = engine.agent_view(view, number)
        latest = unexpired(engine, view, number, as_agent.latest()).tolist()
        held = [
            (atom, value)
            for atom, row in zip(latest, engine.atoms(latest), strict=True)
            if any(attribute in row.text.casefold() for attribute in said)
            and (value := attribute_value(engine.names.canonical(row.text))) is not None
        ]
        replaced: set[int] = set(deposit.replaces)
        for draft in deposit.drafts:
            new = attribute_value(engine.names.canonical(draft.text))
            ((_, via),) = deposit.owners_of(draft)
            for atom, old in held:
                if new is None or (old.subject, old.attribute) != (new.subject, new.attribute):
                    continue
                ownership = view.ownership(number, atom)
                if old.value != new.value and ownership is not None and _source(engine.via(ownership)) == _source(via):
                    draft.supersedes = atom
                    replaced.update(as_agent.atoms(as_agent.record_of(atom)))
        deposit.replaces = frozenset(replaced)


def _source(via: Via) -> str:
    """Return the person or page that a statement comes from; "" for the agent itself."""
    return f"{via.kind == 'read'} {via.source}" if via.kind in _BY_OTHERS else ""
