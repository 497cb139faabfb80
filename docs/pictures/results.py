"""Make docs/results.md and its pictures from `make results`: python docs/pictures/results.py RUNS_FOLDER.

Every folder in RUNS_FOLDER made by `agentsensus compare --out` is one group of the page.
"""

import json
import os
import sys
from pathlib import Path

from reading_tables import CASE_SECTION, set_tables

from agentsensus.analysis.study.figures import draw_figure
from agentsensus.analysis.study.measures import Group
from agentsensus.analysis.study.page import StudyResult, make_study
from agentsensus.analysis.study.page.markdown import PageFolders, page_text
from agentsensus.analysis.study.tables import as_csv
from agentsensus.worlds.repertoire import shipped

DOCS = Path(__file__).parent.parent
PICTURES = DOCS / "pictures" / "results"
TABLES = PICTURES / "tables"
PLANNED = {
    **dict.fromkeys(shipped(), ("designs", "reports", "merging")),
    "hamlet": (
        *("designs", "reports", "merging", "expansion", "text_rule", "floor", "verify"),
        *("preset", "cache", "hearing", "upkeep", "minded"),
    ),
}
"""By world the comparisons that `make results` makes, by the names of their folders."""
HEAD = """\
This page is made by `make results`, which plays the runs named below with players, who need no model, and makes every
table and figure of [the study](study.md) of them; there it says how each figure is counted. Each group was made by one
command:

{commands}

A run that several of them have in common was played once (`--reuse`). {missing}Times are those of one busy machine,
with the vectors of single words kept from run to run, so a judge that is new to a world takes longer. {null}
"""
NULL = (
    "In the tables a figure of several seeds is the mean with its range, from ten seeds on with a 95 % interval in "
    "brackets; nulls (witnesses exchanged, labels shuffled) stand beside what they are the null of."
)


def command(folder: Path, group: Group) -> str:
    """The command that made a group of runs."""
    designs = list(dict.fromkeys(column.design for column in group.columns))
    parts = [f"    agentsensus compare {group.world} --rounds {group.rounds} --seeds {','.join(map(str, group.seeds))}"]
    parts += [f"--memory {','.join(designs)}"] if group.missing else []
    parts += ["--paired"] if group.is_paired else []
    for key in group.varied:
        parts.append(f"--vary {key}={','.join(str(column.varied[key]) for column in group.columns)}")
    return " ".join([*parts, f"--out {folder.name}"])


def missing(folders: list[Path]) -> str:
    """A sentence about comparisons of `make results` that the page lacks; empty if it has all."""
    names = {folder.name for folder in folders}
    left_out = [f"{world}-{name}" for world, of in PLANNED.items() for name in of if f"{world}-{name}" not in names]
    return f"Not played for this page, but by the whole of `make results`: {', '.join(left_out)}. " if left_out else ""


def write(made: StudyResult, folders: list[Path]) -> None:
    """Write the page, its tables and its pictures; delete those of an earlier page."""
    TABLES.mkdir(parents=True, exist_ok=True)
    for old in (*PICTURES.glob("*.svg"), *TABLES.glob("*.csv")):
        old.unlink()
    text = page_text(
        "Results",
        made.groups,
        made.findings,
        made.tables,
        made.figures,
        PageFolders("pictures/results", "pictures/results/tables"),
    )
    for figure in made.figures:
        if f"{figure.slug}.svg" in text:
            draw_figure(figure, PICTURES / f"{figure.slug}.svg")
    for table in (table for tables in made.tables.values() for table in tables):
        (TABLES / f"{table.slug}.csv").write_text(as_csv(table, made.stamp), "utf-8")
    title, _, rest = text.partition("\n")
    commands = "\n".join(command(folder, group) for folder, group in zip(folders, made.groups, strict=True))
    head = HEAD.format(commands=commands, missing=missing(folders), null=NULL)
    (DOCS / "results.md").write_text(f"{title}\n\n{head}{rest}{CASE_SECTION}", "utf-8")
    set_tables(json.loads((DOCS / "pictures" / "readings.json").read_text("utf-8")))


def done(folder: Path) -> bool:
    """Whether a folder is a comparison with at least one finished run."""
    return (folder / "comparison.json").is_file() and any(
        (cell / "measured.json").is_file() and not cell.name.startswith("played-") for cell in folder.iterdir()
    )


def place(folder: Path) -> tuple[int, int, str]:
    """A sort key: Hamlet first, and for each world the designs first."""
    world = next((world for world in PLANNED if folder.name.startswith(f"{world}-")), "")
    order = ("hamlet", *(each for each in PLANNED if each != "hamlet"))
    name = folder.name.removeprefix(f"{world}-")
    planned = PLANNED.get(world, ())
    return planned.index(name) if name in planned else len(planned), order.index(world) if world else -1, name


if __name__ == "__main__":
    if len(sys.argv) != 2 or not Path(sys.argv[1]).is_dir():
        sys.exit("name the folder that holds the comparisons: python docs/pictures/results.py runs/results")
    folders = sorted((path for path in Path(sys.argv[1]).iterdir() if path.is_dir() and done(path)), key=place)
    jobs, keep = int(os.environ.get("JOBS") or os.cpu_count() or 1), Path(sys.argv[1]) / "measures"
    write(make_study(folders, paper=True, jobs=jobs, keep=keep), folders)
