"""Reading a document counts towards the goal to read it."""

from agentsensus.analysis.study.quality.rules import carriers_read
from agentsensus.worlds.minds.recorded import recording_of


def test_what_was_read_is_the_target_of_the_action() -> None:
    assert ("first_player", "mousetrap_script") in set(carriers_read(recording_of("hamlet").events))
