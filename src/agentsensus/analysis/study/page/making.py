"""Make a study of run folders: measure, arrange, and write tables, figures and a page."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import asdict, dataclass, replace
from pathlib import Path
from typing import Any

from agentsensus.analysis.study.figures import StudyFigure, all_figures, draw_figure, figures_page
from agentsensus.analysis.study.figures.runs import quality_figures
from agentsensus.analysis.study.measures import Group, RunMeasures, StudyFolder, arrange_groups, folders_in
from agentsensus.analysis.study.measures.measuring import measure_all
from agentsensus.analysis.study.metrics.statistics import Seeds
from agentsensus.analysis.study.page.findings import StudyFinding, findings
from agentsensus.analysis.study.page.markdown import PageFolders, page_text, remarks
from agentsensus.analysis.study.paper import paper_tables
from agentsensus.analysis.study.quality import Judging, score_runs
from agentsensus.analysis.study.tables import StudyTable, all_tables, as_csv, as_latex, as_markdown
from agentsensus.analysis.study.tables.behaviour import read_sediment
from agentsensus.analysis.study.tables.quality import quality_tables
from agentsensus.base.files import replace_text
from agentsensus.errors import InputError

__all__ = ["PAPER", "QUALITY", "QualityRequest", "StudyResult", "make_study"]

PAPER = "Beside the paper"
QUALITY = "Quality"
_FORMS: Mapping[str, Callable[[StudyTable, str], str]] = {"csv": as_csv, "md": as_markdown, "tex": as_latex}


@dataclass(frozen=True)
class QualityRequest:
    """A request for quality scores: by rules, and by a model too if `judging` is set."""

    judging: Judging | None = None


@dataclass(frozen=True)
class StudyResult:
    """A study: measured runs, their groups, tables, figures and findings."""

    runs: Sequence[RunMeasures]
    groups: Sequence[Group]
    tables: Mapping[str, Sequence[StudyTable]]
    figures: Sequence[StudyFigure]
    findings: Sequence[StudyFinding]

    @property
    def stamp(self) -> str:
        """The stamps of the worlds, which appear on every output."""
        return " · ".join(dict.fromkeys(group.stamp for group in self.groups if group.stamp))

    @property
    def remarks(self) -> list[str]:
        """Remarks for the reader about missing designs and seeds."""
        return remarks(self.groups)

    def as_json(self) -> dict[str, Any]:
        """Return all measures and findings as `study --json` prints them; times depend on the machine."""
        fields = {
            "findings": [asdict(each) for each in self.findings],
            "remarks": self.remarks,
            "tables": {table.slug: _plain(table) for tables in self.tables.values() for table in tables},
            "runs": [asdict(run) for run in self.runs],
        }
        return {"stamp": self.stamp, **fields} if self.stamp else fields

    def write(self, out: Path, *, draws: bool = True) -> list[Path]:
        """Write tables, figures and the page into a folder; return the written files."""
        tables, pictures = out / "tables", out / "figures"
        for folder in (tables, pictures) if draws else (tables,):
            folder.mkdir(parents=True, exist_ok=True)
        written = [
            self._write(tables / f"{table.slug}.{kind}", form(table, self.stamp)) for table, kind, form in self._forms()
        ]
        if draws:
            written += self._draw(pictures)
            page = figures_page(self.figures, "Figures", self.stamp)
            written.append(self._write(out / "figures.html", page))
        figures = self.figures if draws else ()
        text = page_text("Study", self.groups, self.findings, self.tables, figures, PageFolders("figures", "tables"))
        return [*written, self._write(out / "study.md", text)]

    def _forms(self) -> "list[tuple[StudyTable, str, Callable[[StudyTable, str], str]]]":
        every = [table for tables in self.tables.values() for table in tables]
        return [(table, kind, form) for table in every for kind, form in _FORMS.items()]

    def _draw(self, pictures: Path) -> list[Path]:
        written = []
        for figure in self.figures:
            for kind in ("svg", "png"):
                draw_figure(figure, pictures / f"{figure.slug}.{kind}")
                written.append(pictures / f"{figure.slug}.{kind}")
        return written

    @staticmethod
    def _write(where: Path, text: str) -> Path:
        replace_text(where, text)
        return where


def make_study(
    paths: Sequence[Path],
    *,
    paper: bool = False,
    jobs: int = 1,
    quality: QualityRequest | None = None,
    done: Callable[[StudyFolder], None] = lambda _: None,
    keep: Path | None = None,
) -> StudyResult:
    """Make the study of runs, of folders with runs, and of sediment.json; `paper` adds the published figures.

    With `quality`, every played run is scored as well. With `keep`, measures are cached in that folder.
    """
    folders, sediments = folders_in(paths)
    described = [read_sediment(path) for path in sediments]
    if not folders:
        raise InputError("no run was named, and a study is of runs; name a run's folder, or one that holds runs")
    runs = measure_all(folders, jobs, done, keep)
    if quality is not None:
        runs = _scored(folders, runs, quality)
    groups = arrange_groups(list(zip(folders, runs, strict=True)))
    tables = all_tables(groups, described)
    figures = all_figures(groups)
    if quality is not None:
        tables = {**tables, QUALITY: quality_tables(groups)}
        figures += [figure for group in groups for figure in quality_figures(group)]
    if paper:
        tables = {**tables, PAPER: paper_tables(groups, described)}
    return StudyResult(runs, groups, tables, figures, findings(groups))


def _scored(folders: Sequence[StudyFolder], runs: Sequence[RunMeasures], asked: QualityRequest) -> list[RunMeasures]:
    """Return the runs with their quality scores; a fed memory has none."""
    played = [folder.path for folder in folders if not folder.is_fed]
    scores = dict(zip(played, score_runs(played, asked.judging), strict=True))
    return [replace(run, quality=scores.get(folder.path)) for folder, run in zip(folders, runs, strict=True)]


def _plain(table: StudyTable) -> dict[str, Any]:
    rows = [[asdict(cell) if isinstance(cell, Seeds) else cell for cell in row] for row in table.rows]
    return {"title": table.title, "note": table.note, "head": list(table.head), "rows": rows}
