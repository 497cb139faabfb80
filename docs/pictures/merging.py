"""Plot precision against recall of the judges, by language: python docs/pictures/merging.py PAIRS_FOLDER."""

import sys
from pathlib import Path

from agentsensus.analysis.bench.merges import bench_merges
from agentsensus.analysis.bench.plots import Curve, plot_curves

HERE = Path(__file__).parent
HAND = HERE.parent.parent / "tests" / "data"


def lines(path: Path) -> dict[str, Curve]:
    """The curves of the learned judge, the rule judge and cosine similarity on a file of pairs."""
    drawn = {}
    for judge in ("learned", "rule"):
        found = bench_merges(path, judge)
        figures = found.figures
        point = None if figures.precision is None else (figures.recall, figures.precision)
        drawn[judge] = Curve(found.scores, found.same, point)
    return drawn | {"cosine alone": Curve(found.cosines, found.same)}


if __name__ == "__main__":
    pairs = Path(sys.argv[1])
    plot_curves(lines(pairs / "ecbplus_dev.tsv"), "News, English (ECB+ dev)", HERE / "merging_news_en.svg")
    plot_curves(lines(HAND / "handwritten_en.tsv"), "Story statements, English", HERE / "merging_story_en.svg")
    plot_curves(lines(HAND / "handwritten_zh.tsv"), "Story statements, Chinese", HERE / "merging_story_zh.svg")
