"""Valid names of worlds and ids. They become file and folder names, so their characters are restricted."""

import re
from collections.abc import Iterator

from agentsensus.worlds.scenario.scenario import Scenario

__all__ = ["is_slug", "is_world_name", "slug_hint", "slug_problems", "world_name_hint"]

_ID = re.compile(r"[a-z0-9_]+")
_NAME = re.compile(r"\w[\w-]*")
_LONGEST_ID, _LONGEST_NAME = 100, 80


def is_slug(id_: str) -> bool:
    """Return whether an id is valid: a-z, 0-9 and _, at most 100 characters."""
    return len(id_) <= _LONGEST_ID and _ID.fullmatch(id_) is not None


def is_world_name(name: str) -> bool:
    """Return whether a world name is valid: letters of any script, digits, - and _, at most 80 characters."""
    return len(name) <= _LONGEST_NAME and _NAME.fullmatch(name) is not None


def slug_hint(id_: str) -> str:
    """Return the problem with an id and a suggestion."""
    mended = re.sub(r"[^a-z0-9]+", "_", id_.casefold()).strip("_")[:_LONGEST_ID]
    allowed = f"at most {_LONGEST_ID} characters" if _ID.fullmatch(id_) else "only a-z, 0-9 and _"
    return f"the id {_shown(id_)} may have {allowed}" + (f"; write {_shown(mended)}" if mended else "")


def world_name_hint(name: str) -> str:
    """Return the problem with a world name and a suggestion."""
    mended = re.sub(r"[^\w]+", "_", name).strip("_")[:_LONGEST_NAME]
    allowed = f"{_LONGEST_NAME} characters at most" if _NAME.fullmatch(name) else "letters, digits, - and _"
    return f"{_shown(name)} cannot name a world; use {allowed}, for example {_shown(mended or 'lighthouse')}"


def slug_problems(scenario: Scenario) -> Iterator[str]:
    """Yield the problems with the name and ids of a world that was not read from its files."""
    if not is_world_name(scenario.world.name):
        yield world_name_hint(scenario.world.name)
    for ids in (scenario.characters, scenario.places, scenario.carriers):
        yield from (slug_hint(id_) for id_ in ids if not is_slug(id_))


def _shown(text: str) -> str:
    return repr(text) if len(text) <= 100 else f"{text[:60]!r}…"
