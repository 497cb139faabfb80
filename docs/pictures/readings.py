"""Draws the roads and case studies of the docs: python docs/pictures/readings.py [FOLDER].

Worlds are played for 40 rounds with seed 1 into FOLDER (runs/docs when left out), unless they are there already. The
run of a strong model is drawn where it lies beside the project.
"""

import json
import sys
from pathlib import Path

from agentsensus import open_run, play
from agentsensus.study.case import case_figures, case_study, write_case
from agentsensus.study.leaks import planted_scores, run_leaks
from agentsensus.study.road import road_of, write_road

HERE = Path(__file__).parent
STRONG = HERE.parents[1].parent / "shared" / "runs" / "hamlet-strong"
ROADS = {
    "hamlet": {"road_polonius": "a3_polonius_killed", "road_poison": "b_poison"},
    "three_kingdoms": {"road_letter": "c36_letter_forged", "road_entrusted": "c40_entrusted"},
    "red_chamber": {"road_slander": "c33_huan_slanders"},
    "russia_ukraine": {},
}


def draw(name: str, folder: Path, roads: dict[str, str]) -> dict[str, object]:
    """Draw what the docs show of a run, and give its figures."""
    with open_run(folder) as run:
        for picture, query in roads.items():
            write_road(road_of(run, query), run.scenario, HERE / f"{picture}.svg")
        study, rules = case_study(run), run.files.read().rules
        write_case(study, run.scenario, HERE / f"case_{name}")
        (HERE / f"case_{name}" / "case.json").unlink()
        scores = planted_scores(run.scenario, rules, run.log, 60) if name != "hamlet_strong" else []
        planted = [(score.kind, score.found, score.leaks, score.wrong, score.others) for score in scores]
        return {"case": case_figures(study, run.scenario), "leaks": len(run_leaks(run)), "planted": planted}


if __name__ == "__main__":
    runs = Path(sys.argv[1] if len(sys.argv) > 1 else "runs/docs")
    runs.mkdir(parents=True, exist_ok=True)
    figures = {}
    for world, roads in ROADS.items():
        if not (runs / world).is_dir():
            play(world, 40, seed=1, out=runs / world).close()
        figures[world] = draw(world, runs / world, roads)
    if STRONG.is_dir():
        figures["hamlet_strong"] = draw("hamlet_strong", STRONG, {"road_strong": "a3_polonius_killed"})
    (HERE / "readings.json").write_text(json.dumps(figures, ensure_ascii=False, indent=1) + "\n", "utf-8")
