"""truth.jsonl: what each statement of a players' run really is, written whole from the log whenever a sitting ends."""

import json

from agentsensus.events.log import read_log
from agentsensus.run_folder import RunFolder, replace_text
from agentsensus.study.truth import has_truth, truth_of
from agentsensus.world.scenario import Scenario

__all__ = ["write_truth"]


def write_truth(folder: RunFolder, scenario: Scenario, committed: int) -> None:
    """Write the truth of a run up to the last committed round; nothing where no player has acted."""
    events = list(read_log(folder.log, committed))
    if has_truth(events):
        lines = truth_of(scenario, events).lines()
        replace_text(folder.truth, "".join(json.dumps(line, ensure_ascii=False) + "\n" for line in lines))
