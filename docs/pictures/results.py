"""Makes docs/results.md and its pictures from the runs of `make results`: python docs/pictures/results.py RUNS_FOLDER.

Every folder in RUNS_FOLDER that `agentsensus compare --out` has made is one group of the page.
"""

import json
import os
import sys
from pathlib import Path

from reading_tables import CASE_SECTION, set_tables

from agentsensus.repertoire import shipped
from agentsensus.study.figures import draw_figure
from agentsensus.study.page import StudyMade, make_study
from agentsensus.study.page.markdown import page_text
from agentsensus.study.sources import Group

DOCS = Path(__file__).parent.parent
PICTURES = DOCS / "pictures" / "results"
HEAD = """\
This page is made by `make results`, which plays the runs named below with players, who need no model, and makes every
table and figure of [the study](study.md) of them. Each group was made by one command, with the seeds given below:

{commands}

{missing}Times are those of one busy machine.
"""


def command(folder: Path, group: Group) -> str:
    """The command that made a group of runs."""
    designs = list(dict.fromkeys(column.design for column in group.columns))
    parts = [f"    agentsensus compare {group.world} --rounds {group.rounds} --seeds {','.join(map(str, group.seeds))}"]
    parts += [f"--memory {','.join(designs)}"] if group.missing else []
    parts += ["--paired"] if group.is_paired else []
    for key in group.varied:
        parts.append(f"--vary {key}={','.join(str(column.varied[key]) for column in group.columns)}")
    return " ".join([*parts, f"--out {folder.name}"])


def missing(made: StudyMade) -> str:
    """A sentence on the shipped worlds that were not played for this page; nothing where all were."""
    left_out = [world for world in shipped() if all(group.world != world for group in made.groups)]
    return (
        f"Not played for this page, but by the whole of `make results`: {', '.join(left_out)}.\n\n" if left_out else ""
    )


def write(made: StudyMade, folders: list[Path]) -> None:
    """Write the page and draw its pictures; pictures of an earlier page are taken away."""
    PICTURES.mkdir(exist_ok=True)
    for old in PICTURES.glob("*.svg"):
        old.unlink()
    for figure in made.figures:
        draw_figure(figure, PICTURES / f"{figure.slug}.svg")
    text = page_text("Results", made.groups, made.findings, made.tables, made.figures, "pictures/results")
    title, _, rest = text.partition("\n")
    commands = "\n".join(command(folder, group) for folder, group in zip(folders, made.groups, strict=True))
    head = HEAD.format(commands=commands, missing=missing(made))
    (DOCS / "results.md").write_text(f"{title}\n\n{head}{rest}{CASE_SECTION}", "utf-8")
    set_tables(json.loads((DOCS / "pictures" / "readings.json").read_text("utf-8")))


if __name__ == "__main__":
    if len(sys.argv) != 2 or not Path(sys.argv[1]).is_dir():
        sys.exit("name the folder that holds the comparisons: python docs/pictures/results.py runs/results")
    folders = sorted(path for path in Path(sys.argv[1]).iterdir() if (path / "comparison.json").is_file())
    write(make_study(folders, paper=True, jobs=os.cpu_count() or 1), folders)
