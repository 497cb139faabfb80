"""Put a run played by a model into docs/model_run.md: python docs/pictures/model_run.py RUN [PAGE].

Replaces the text between the marks of the page: the figures of the run and the transcripts.
"""

import json
import sys
from collections.abc import Iterator
from pathlib import Path

from agentsensus import open_run
from agentsensus.analysis.knowledge.leaks import lines_of
from agentsensus.analysis.knowledge.reception import WorldWords
from agentsensus.analysis.study.metrics.behaviour import census
from agentsensus.analysis.study.quality.rules import repeats
from agentsensus.worlds.events.event import Acted, Remembered
from agentsensus.worlds.runs.run import Run
from agentsensus.worlds.telling.transcript import transcripts

PAGE = Path(__file__).parents[1] / "model_run.md"
BEGIN, END = "<!-- a run: made by docs/pictures/model_run.py -->", "<!-- end of the run -->"
FIVE_ROUNDS = {
    "turns": 23,
    "refused": 2,
    "failed": 0,
    "lines said": 9,
    "said before": 0,
    "rows kept": 0,
    "tokens a decision": 2146,
}
"""The figures of the five rounds that version 0.1.0 played, counted in their transcripts."""


def figures(run: Run) -> dict[str, int]:
    """The figures of a run by the names that the page uses."""
    turns = census(run.log)
    lines = [line for line in lines_of(run.log) if line.hearer]
    kept = [statement for event in run.log if isinstance(event, Remembered) for statement in event.statements]
    asked = asked_tokens(run.folder / "tape.jsonl")
    return {
        "turns": turns.turns + turns.failed,
        "refused": turns.refused,
        "failed": turns.failed,
        "lines said": len(lines),
        "said before": sum(repeats(lines, WorldWords.of(run.scenario))),
        "rows kept": len(kept),
        "tokens a decision": round(sum(asked) / len(asked)) if asked else 0,
    }


def asked_tokens(tape: Path) -> list[int]:
    """The prompt tokens of each decision, from the tape."""
    lines = map(json.loads, tape.read_text("utf-8").splitlines())
    return [line["usage"][0] for line in lines if "/decide/" in line.get("key", "") and line.get("usage")]


def shown(run: Run) -> Iterator[str]:
    """The run in the form of the page."""
    last, counted = run.rounds, figures(run)
    yield f"## {last} rounds of {run.scenario.world.title or run.scenario.world.name}"
    rows = [f"| {name} | {FIVE_ROUNDS[name]:,} | {count:,} |" for name, count in counted.items()]
    yield "\n".join([f"| | five rounds below | these {last} rounds |", "|---|---|---|", *rows])
    refused = [event for event in run.log if isinstance(event, Acted) and not event.ok]
    if refused:
        yield "Refused:"
        yield "\n".join(f"- round {event.round}, {event.agent}, `{event.action}`: {event.refusal}" for event in refused)
    for page in transcripts(run.scenario, run.log).values():
        yield page.replace("\n### ", "\n#### ").replace("\n## ", "\n#### ").replace("# ", "### ", 1).strip()


def main(folder: Path, page: Path) -> None:
    """Put the run into the page."""
    with open_run(folder) as run:
        parts = list(shown(run))
    before, _, rest = page.read_text("utf-8").partition(BEGIN)
    after = rest.partition(END)[2]
    page.write_text("\n\n".join([before + BEGIN, *parts, END]) + after, "utf-8")


if __name__ == "__main__":
    main(Path(sys.argv[1]), Path(sys.argv[2]) if len(sys.argv) > 2 else PAGE)
