"""Events: each once, short enough to be one statement, seen by somebody, its tellings worded otherwise."""

from agentsensus.models.tokens import tokens
from agentsensus.text.names import Names
from agentsensus.world.reading.into_types import shown
from agentsensus.world.reading.problems import Problems, Steps
from agentsensus.world.reading.slugs import is_slug, slug_hint
from agentsensus.world.scenario import Scenario, SceneEvent

_CAP = 64


def check_events(scenario: Scenario, notes: Problems) -> None:
    """Note ids used twice, texts told twice or too long, and secrets about nobody."""
    if not scenario.events and not (notes.sections["scenes"].value or "").strip():
        notes.warn("scenes", (), "nothing has happened yet: there are no scenes")
    ids: dict[str, SceneEvent] = {}
    texts: dict[str, SceneEvent] = {}
    for event in scenario.events:
        _check_id(event, ids, notes)
        _check_texts(event, texts, notes)
    _check_secrets(scenario, notes)


def _check_id(event: SceneEvent, seen: dict[str, SceneEvent], notes: Problems) -> None:
    if not is_slug(event.id):
        notes.error("scenes", (event.order,), slug_hint(event.id))
    elif event.id in seen:
        line = notes.sections["scenes"].line((seen[event.id].order,))
        notes.error("scenes", (event.order,), f"the event id {event.id!r} is taken by the event on line {line}")
    seen.setdefault(event.id, event)


def _check_texts(event: SceneEvent, seen: dict[str, SceneEvent], notes: Problems) -> None:
    texts = (event.text, *event.tellings, *event.kept_back)
    for place, text in enumerate(texts):
        path: Steps = (event.order,)
        if place > len(event.tellings):
            path = (event.order, "kept_back", place - 1 - len(event.tellings))
        elif place:
            path = (event.order, place - 1)
        if (count := tokens(text)) > _CAP:
            notes.warn("scenes", path, f"has {count} tokens, more than {_CAP}; tell it as two events: {shown(text)}")
        if text in texts[:place]:
            notes.warn("scenes", path, f"is word for word what stands before it: {shown(text)}")
        elif text in seen and seen[text] is not event:
            notes.warn("scenes", path, f"is told by the event {seen[text].id!r} already: {shown(text)}")
        seen.setdefault(text, event)


def _check_secrets(scenario: Scenario, notes: Problems) -> None:
    called = scenario.names()
    if len({names[0] for names in called.values()}) < len(called):
        return
    names = Names(called)
    for event in scenario.events:
        if event.secret and not names.mentioned(event.text):
            notes.warn("scenes", (event.order,), f"a secret that names no character: {shown(event.text)}")
