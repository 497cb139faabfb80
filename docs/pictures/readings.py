"""Draw the roads and case studies of the docs: python docs/pictures/readings.py [FOLDER].

Uses the runs of `make results` (40 rounds, seed 1) in FOLDER (default: runs/results), and plays missing ones into it.
The run of a strong model is drawn if it lies next to the project.
"""

import json
import sys
from pathlib import Path

from docs_runs import run_of
from reading_tables import set_tables

from agentsensus import open_run
from agentsensus.analysis.knowledge.leaks import planted_scores, run_leaks
from agentsensus.analysis.knowledge.reception import Understanding
from agentsensus.analysis.knowledge.road import road_of, write_road
from agentsensus.analysis.study.case import case_figures, case_study, write_case
from agentsensus.worlds.events.event import Sent
from agentsensus.worlds.runs.run import Run

HERE = Path(__file__).parent
STRONG = HERE.parents[1].parent / "shared" / "runs" / "hamlet-strong"
WIDEST = "the secret that reaches most people"
ROADS = {
    "hamlet": {"road_polonius": "a3_polonius_killed", "road_poison": "b_poison"},
    "three_kingdoms": {"road_three_kingdoms": WIDEST},
    "red_chamber": {"road_red_chamber": WIDEST},
    "russia_ukraine": {},
}


def secret_of(run: Run) -> str:
    """The secret that reached most people; ties go to the one with most tellings, then the first."""
    understanding, secrets = Understanding(run.scenario), {event.id for event in run.scenario.events if event.secret}
    hearers: dict[str, list[str]] = {}
    for event in run.log:
        if isinstance(event, Sent):
            for hearer in event.recipients:
                for claim in understanding.told(event.content, event.sender, hearer):
                    if claim.event in secrets:
                        hearers.setdefault(claim.event, []).append(hearer)
    return min(hearers, key=lambda id_: (-len(set(hearers[id_])), -len(hearers[id_]), id_))


def draw(name: str, folder: Path, roads: dict[str, str]) -> dict[str, object]:
    """Draw the pictures of a run and return its figures."""
    with open_run(folder) as run:
        for picture, query in roads.items():
            wanted = secret_of(run) if query == WIDEST else query
            write_road(road_of(run, wanted), run.scenario, HERE / f"{picture}.svg")
        study, rules = case_study(run), run.files.read().rules
        write_case(study, run.scenario, HERE / f"case_{name}")
        (HERE / f"case_{name}" / "case.json").unlink()
        scores = planted_scores(run.scenario, rules, run.log, 60) if name != "hamlet_strong" else []
        planted = [(score.kind, score.found, score.leaks, score.wrong, score.others) for score in scores]
        return {"case": case_figures(study, run.scenario), "leaks": len(run_leaks(run)), "planted": planted}


if __name__ == "__main__":
    runs = Path(sys.argv[1] if len(sys.argv) > 1 else "runs/results")
    figures = {world: draw(world, run_of(world, runs), roads) for world, roads in ROADS.items()}
    if STRONG.is_dir():
        figures["hamlet_strong"] = draw("hamlet_strong", STRONG, {"road_strong": "a3_polonius_killed"})
    (HERE / "readings.json").write_text(json.dumps(figures, ensure_ascii=False, indent=1) + "\n", "utf-8")
    set_tables(figures)
