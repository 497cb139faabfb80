"""Stamp generated pages with the version, the hash of the judge's weights and the seeds that made them.

python -m tools.page_stamps                       mark pages made with other weights
python -m tools.page_stamps PAGE --seeds 1,2,3    stamp a page that was just generated
python -m tools.page_stamps --release             fail if a page was made with other weights
"""

import argparse
import re
import sys
from pathlib import Path

from agentsensus.base.version import VERSION
from agentsensus.embed import by_name
from agentsensus.embed.base import DEFAULT
from agentsensus.memory.judge import offline_judge, weights_sha256

__all__ = ["NOTICE", "PAGES", "current_weights", "marked", "problem", "stamped"]

RESULTS = Path(__file__).parent.parent / "docs" / "results"
PAGES = tuple(
    RESULTS / f"{name}.md"
    for name in ("tables", "index", "case_study", "memories", "merging", "leaks", "scenes", "paper")
)
NOTICE = "> This page was made with earlier weights of the judge."
_STAMP = re.compile(r"<!-- made with agentsensus (\S+), weights (\S+), seeds ([^>]*?) -->\n")


def current_weights() -> str:
    """Return the first digits of the hash of the packaged judge's weights."""
    return weights_sha256(offline_judge(None, by_name(DEFAULT)))[:12]


def stamped(page: str, seeds: str, weights: str) -> str:
    """Return the page with a new stamp below its title; an older stamp is replaced."""
    return _headed(page, f"<!-- made with agentsensus {VERSION}, weights {weights}, seeds {seeds} -->\n")


def marked(page: str, weights: str) -> str:
    """Return the page with `NOTICE` if its stamp names other weights, else without it. Raises ValueError without a
    stamp.
    """
    stamp = _STAMP.search(page)
    if stamp is None:
        raise ValueError("the page has no stamp")
    return _headed(page, stamp[0], "" if stamp[2] == weights else f"\n{NOTICE}\n")


def problem(page: str, weights: str) -> str | None:
    """Return an error message if the page has no stamp, or a stamp of other weights without the notice; else None."""
    stamp = _STAMP.search(page)
    if stamp is None:
        return "no stamp of version, weights and seeds below the title"
    if stamp[2] != weights and NOTICE not in page.splitlines()[:5]:
        return "made with other weights, and does not say so; run `python -m tools.page_stamps`"
    return None


def _headed(page: str, stamp: str, notice: str = "") -> str:
    title, _, rest = _STAMP.sub("", page).replace(f"\n{NOTICE}\n", "", 1).partition("\n")
    return f"{title}\n{stamp}{notice}{rest}"


def main() -> int:
    """Stamp, mark or check the pages."""
    options = argparse.ArgumentParser()
    options.add_argument("page", nargs="?", type=Path)
    options.add_argument("--seeds", default="1")
    options.add_argument("--release", action="store_true")
    given = options.parse_args()
    weights = current_weights()
    if given.page is not None:
        given.page.write_text(stamped(given.page.read_text("utf-8"), given.seeds, weights), "utf-8")
        return 0
    if given.release:
        stale = [path.name for path in PAGES if NOTICE in path.read_text("utf-8")]
        sys.stderr.write("".join(f"{name}: made with earlier weights; make it again\n" for name in stale))
        return 1 if stale else 0
    for path in PAGES:
        path.write_text(marked(path.read_text("utf-8"), weights), "utf-8")
    return 0


if __name__ == "__main__":
    sys.exit(main())
