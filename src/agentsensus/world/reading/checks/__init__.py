"""What is looked at once everything is read: one file a subject, each a function from scenario to notes."""

from agentsensus.world.reading.checks.cast import check_carriers, check_characters
from agentsensus.world.reading.checks.events import check_events
from agentsensus.world.reading.checks.goals import check_goals
from agentsensus.world.reading.checks.map import check_map
from agentsensus.world.reading.checks.names import check_names
from agentsensus.world.reading.checks.reference import check_reference
from agentsensus.world.reading.checks.sense import check_sense
from agentsensus.world.reading.checks.story import check_story
from agentsensus.world.reading.checks.texts import check_texts

__all__ = ["CHECKS"]

CHECKS = (
    check_names,
    check_map,
    check_characters,
    check_carriers,
    check_events,
    check_goals,
    check_story,
    check_sense,
    check_reference,
    check_texts,
)
