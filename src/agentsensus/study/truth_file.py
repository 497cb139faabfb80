"""truth.jsonl: what each statement of a players' run really is, written whole from the log whenever a sitting ends."""

import json

from agentsensus.files import replace_text
from agentsensus.run_folder import RunFolder
from agentsensus.study.played import Played

__all__ = ["write_truth"]


def write_truth(folder: RunFolder, played: Played) -> None:
    """Write the truth of what was played; nothing where no player has acted."""
    if played.truth:
        lines = (json.dumps(line, ensure_ascii=False) + "\n" for line in played.truth.lines())
        replace_text(folder.truth, "".join(lines))
