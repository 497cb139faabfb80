"""Happenings, deeds and arcs: ids of their own, texts that stand alone, and people who can take part."""

import string
from collections.abc import Iterable

from agentsensus.models.tokens import tokens
from agentsensus.world.reading.into_types import shown
from agentsensus.world.reading.problems import Problems, Steps
from agentsensus.world.reading.slugs import is_slug, slug_hint
from agentsensus.world.scenario import Scenario

_CAP = 64
_BLANKS = {"doer", "target", "place"}


def check_story(scenario: Scenario, notes: Problems) -> None:
    """Note happenings, deeds and arcs that cannot be told or can never come about."""
    taken = {event.id for event in scenario.events}
    for id_, happening in scenario.happenings.items():
        if id_ in taken:
            notes.error("happenings", (id_,), f"the id {id_!r} is an event's in scenes.md already")
        _check_texts((happening.text, *happening.tellings, *happening.kept_back), "happenings", (id_, "text"), notes)
        if not happening.tellings:
            notes.warn("happenings", (id_,), "`tellings` is missing: players would all tell it in the same words")
        for place, effect in enumerate(happening.effects):
            changes = [key for key in type(effect).model_fields if getattr(effect, key)]
            if len(changes) != 1:
                notes.error("happenings", (id_, "effects", place), "must have exactly one key, such as `dies`")
            for person in (*effect.dies, *effect.held, *effect.hurt):
                if scenario.characters[person].archived:
                    notes.error("happenings", (id_, "effects", place), f"is about {person!r}, who does not act")
    for id_, deed in scenario.world.deeds.items():
        path: Steps = ("deeds", id_)
        if not is_slug(id_):
            notes.error("world", path, slug_hint(id_))
        for text in (deed.text, *deed.tellings):
            blanks = {name for _, name, _, _ in string.Formatter().parse(text) if name is not None}
            if not {"doer", "target"} <= blanks <= _BLANKS:
                notes.error(
                    "world", (*path, "text"), f"must name {{doer}} and {{target}}, and may name {{place}}: {text!r}"
                )
        if deed.by == ("office",) and not any(scenario.characters[doer].office for doer in scenario.active):
            notes.warn("world", (*path, "by"), "is `office`, and nobody who acts has one")
    _check_arcs(scenario, notes)


def _check_arcs(scenario: Scenario, notes: Problems) -> None:
    seen: set[str] = set()
    for place, arc in enumerate(scenario.world.arcs):
        path: Steps = ("arcs", place, "id")
        if not is_slug(arc.id):
            notes.error("world", path, slug_hint(arc.id))
        elif arc.id in seen:
            notes.error("world", path, f"is {arc.id!r}, which is another's id already")
        seen.add(arc.id)
        if arc.ends_when is not None and not arc.ending:
            notes.warn("world", ("arcs", place), "`ending` is missing: nothing can be said when it is over")


def _check_texts(texts: Iterable[str], section: str, path: Steps, notes: Problems) -> None:
    seen: set[str] = set()
    for text in texts:
        if (count := tokens(text)) > _CAP:
            notes.warn(section, path, f"has {count} tokens, more than {_CAP}; tell it shorter: {shown(text)}")
        if text in seen:
            notes.warn(section, path, f"is told twice in the same words: {shown(text)}")
        seen.add(text)
