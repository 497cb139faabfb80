"""A run's log with its truth and playbill, and the files that are derived from it.

`transcripts/ID.md` holds each character's experiences, `truth.jsonl` the true event and version of each statement. Both
are rewritten from the log at the end of every session.
"""

import json
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property

from agentsensus.base.files import replace_text
from agentsensus.errors import InputError
from agentsensus.worlds.events.event import Acted, AnyEvent
from agentsensus.worlds.run_folder.folder import RunFolder
from agentsensus.worlds.runs.acquisitions import LearningHistory
from agentsensus.worlds.runs.playbill import Playbill, playbill
from agentsensus.worlds.runs.truth import Truth, truth_of
from agentsensus.worlds.scenario.lookup import acting
from agentsensus.worlds.scenario.scenario import Scenario
from agentsensus.worlds.telling import transcripts

__all__ = ["Played", "run_playbill", "transcript_of", "write_transcripts", "write_truth"]


@dataclass(frozen=True)
class Played:
    """A world and its events so far. Truth and playbill are computed on first access."""

    scenario: Scenario
    events: Sequence[AnyEvent]

    @cached_property
    def truth(self) -> Truth | None:
        """The true fact behind every statement; None for a run without players."""
        by_players = any(isinstance(event, Acted) and event.drive for event in self.events)
        return truth_of(self.scenario, self.events) if by_players else None

    @cached_property
    def learning(self) -> LearningHistory:
        """How each character came to know each fact."""
        return LearningHistory(self.scenario, self.events, self.truth)

    @cached_property
    def playbill(self) -> Playbill | None:
        """The summary of a players' run; None for a run without players."""
        return playbill(self.scenario, self.events, self.truth, self.learning) if self.truth else None


async def run_playbill(folder: RunFolder) -> Playbill:
    """Return the playbill of a run folder, also while the run is being played.

    Raises InputError if no player has acted.
    """
    bill = Played(folder.scenario(), await folder.events()).playbill
    if bill is None:
        raise InputError(f"{folder.path}: no player has acted in this run, and only players' runs have a playbill")
    return bill


def write_transcripts(folder: RunFolder, played: Played) -> None:
    """Write the transcript of every character."""
    where = folder.path / "transcripts"
    where.mkdir(exist_ok=True)
    for agent, text in transcripts(played.scenario, played.events).items():
        replace_text(where / f"{agent}.md", text)


async def transcript_of(folder: RunFolder, name: str) -> tuple[str, str]:
    """Return a character's id and transcript, also while the run is being played."""
    scenario = folder.scenario()
    agent = acting(scenario, name, "has no transcript")
    return agent, transcripts(scenario, await folder.events())[agent]


def write_truth(folder: RunFolder, played: Played) -> None:
    """Write truth.jsonl. Does nothing if no player has acted."""
    if played.truth:
        lines = (json.dumps(line, ensure_ascii=False) + "\n" for line in played.truth.lines())
        replace_text(folder.truth, "".join(lines))
