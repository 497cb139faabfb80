"""The held-out remainder: every arc and event has an id of its own."""

from agentsensus.world.reading.problems import Problems
from agentsensus.world.reading.slugs import is_slug, slug_hint
from agentsensus.world.scenario import Scenario


def check_reference(scenario: Scenario, notes: Problems) -> None:
    """Note ids that are no ids or come twice."""
    for part in ("arcs", "events"):
        seen: set[str] = set()
        for place, entry in enumerate(getattr(scenario.reference, part)):
            path = (part, place, "id")
            if not is_slug(entry.id):
                notes.error("reference", path, slug_hint(entry.id))
            elif entry.id in seen:
                notes.error("reference", path, f"is {entry.id!r}, which is another's id already")
            seen.add(entry.id)
