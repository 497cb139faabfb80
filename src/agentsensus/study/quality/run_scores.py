"""The quality of several runs: what rules give, and a model's scores, each on the tape in its run's folder."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from pathlib import Path

from agentsensus.loop import wait_for
from agentsensus.study.quality.judged import ScoredOnce
from agentsensus.study.quality.judging import Judging, judge_run
from agentsensus.study.quality.plain import PlainQuality, plain_quality
from agentsensus.study.run import open_run

__all__ = ["TAPE", "RunScores", "score_runs"]

TAPE = "quality.tape"
"""The file in a run's folder that keeps a judge's replies."""


@dataclass(frozen=True, slots=True)
class RunScores:
    """What one run is worth: by rules, and every judgement of a model (none where no model was asked)."""

    plain: PlainQuality
    judgements: tuple[ScoredOnce, ...] = ()


def score_runs(
    folders: Sequence[Path], judging: Judging | None, done: Callable[[Path], None] = lambda _: None
) -> list[RunScores]:
    """The quality of each run, in order; with `judging` a model scores too, on a tape in each run's folder.

    What a tape has is not asked again, so the same study goes on where it was stopped. ModelUnreachable where no reply
    could be had.
    """
    scored = []
    for folder in folders:
        with open_run(folder) as run:
            plain = plain_quality(run)
            asked = None if judging is None else replace(judging, tape=folder / TAPE)
            judgements = () if asked is None else wait_for(judge_run(run, asked)).judgements
        scored.append(RunScores(plain, judgements))
        done(folder)
    return scored
