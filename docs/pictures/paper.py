"""Write the tables of docs/results/paper.md from `make paper-tables`: python docs/pictures/paper.py RUNS_FOLDER."""

import os
import sys
from collections.abc import Sequence
from pathlib import Path

from pages import set_between
from sharing_origins import table as origins_table

from agentsensus.analysis.study.page import make_study
from agentsensus.analysis.study.page.findings import StudyFinding
from agentsensus.analysis.study.page.making import PAPER
from agentsensus.analysis.study.page.markdown import remarks
from agentsensus.analysis.study.tables import as_csv, as_markdown

PAGE = Path(__file__).parents[1] / "results" / "paper.md"
TABLES = Path(__file__).parent / "results" / "tables" / "paper"
WORLDS = ("hamlet", "russia_ukraine", "red_chamber", "three_kingdoms")
LONG = ("paper-census", "paper-quality")
"""Tables that are only linked, because of their length."""


def claims(found: Sequence[StudyFinding]) -> str:
    """Return the claims as a table: each with its runs, whether it holds, and the figures."""
    rows = [
        f"| {each.claim} | {each.runs} | {'holds' if each.holds else 'does not hold'} | {each.sentence} |"
        for each in sorted(found, key=lambda each: each.claim)
    ]
    return "\n".join(["| claim | runs | | figures |", "|---|---|---|---|", *rows])


if __name__ == "__main__":
    root = Path(sys.argv[1])
    folders = [root / world for world in WORLDS if (root / world / "comparison.json").is_file()]
    jobs = int(os.environ.get("JOBS") or os.cpu_count() or 1)
    made = make_study(folders, paper=True, jobs=jobs, keep=root / "measures")
    TABLES.mkdir(parents=True, exist_ok=True)
    structure = {each.slug: each for each in made.tables["Structure"]}
    shown = [structure["store"], *([structure["horizon"]] if "horizon" in structure else []), *made.tables[PAPER]]
    for each in shown:
        (TABLES / f"{each.slug}.csv").write_text(as_csv(each, made.stamp), "utf-8")
    missing = [world for world in WORLDS if root / world not in folders]
    parts = [f"Not played for this page: {', '.join(missing)}."] if missing else []
    parts += ["\n".join(f"> {remark}" for remark in remarks(made.groups)), claims(made.findings)]
    parts += [as_markdown(each).rstrip() for each in shown if each.slug not in LONG]
    links = ", ".join(f"[{slug}](../pictures/results/tables/paper/{slug}.csv)" for slug in LONG)
    parts.append(f"Two more tables are files, with every seed: {links}.")
    set_between(PAGE, "tables", "paper.py", parts)
    runs = [(folder.name, folder / "consensus-1") for folder in folders if (folder / "consensus-1").is_dir()]
    tables = [part for name, run in runs for part in (f"**{name}, seed 1**", origins_table(run))]
    set_between(PAGE, "origins", "sharing_origins.py", tables)
