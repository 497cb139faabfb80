"""The HTML page of a report: style, scripts, plotly and the data of all panels in one file."""

import json
from collections.abc import Iterator, Sequence
from functools import lru_cache
from html import escape
from importlib.resources import files
from pathlib import Path
from typing import Any

from agentsensus.analysis.report.material import RunMaterial
from agentsensus.analysis.report.panels import PANELS
from agentsensus.base.files import replace_text
from agentsensus.base.texts import texts
from agentsensus.errors import InputError
from agentsensus.language.languages import LANGUAGES, rules_of
from agentsensus.worlds.runs.run import Run

__all__ = ["report_page", "write_report"]


def report_page(runs: Sequence[Run]) -> str:
    """The HTML of these runs; it opens without a network. The same runs give the same bytes."""
    plotly = _plotly()
    return "\n".join(_parts([RunMaterial(run) for run in runs], plotly)) + "\n"


def _plotly() -> str:
    try:
        from plotly.offline import get_plotlyjs
    except ImportError:
        raise InputError("the report needs plotly: pip install 'agentsensus[plotly]'") from None
    script: str = get_plotlyjs()
    return script.replace("</script", "<\\/script")


def _parts(materials: Sequence[RunMaterial], plotly: str) -> Iterator[str]:
    first = materials[0].scenario.world
    writing = rules_of(first.language).writing
    stamp = " · ".join(dict.fromkeys(material.scenario.world.stamp for material in materials if material.scenario))
    yield f'<!doctype html>\n<html lang="{writing.tag}">\n<head>\n<meta charset="utf-8">'
    if stamp:
        yield f'<meta name="description" content="{escape(stamp)}">'
    yield '<meta name="viewport" content="width=device-width, initial-scale=1">'
    yield f"<title>{escape(first.title or first.name)}</title>\n<style>\n{_file('page.css')}</style>\n</head>\n<body>"
    yield '<div id="report"></div>'
    yield f'<script type="application/json" id="data">{_safe_json(_data(materials))}</script>'
    yield f"<script>{plotly}</script>"
    for name in ("page", "map", *PANELS, "compare"):
        yield f"<script>\n{_script(name)}</script>"
    yield '<script>Report.start(JSON.parse(document.getElementById("data").textContent));</script>\n</body>\n</html>'


def _data(materials: Sequence[RunMaterial]) -> dict[str, Any]:
    return {
        "words": {code: texts("agentsensus.analysis.report", "words", code) for code in LANGUAGES},
        "language": materials[0].scenario.world.language,
        "runs": [material.base() | {"panels": _panels(material)} for material in materials],
    }


def _panels(material: RunMaterial) -> dict[str, Any]:
    drawn = {name: panel(material) for name, panel in PANELS.items()}
    return {name: data for name, data in drawn.items() if data is not None}


def _safe_json(value: Any) -> str:
    """JSON that is safe inside a script element: no character opens or closes a tag."""
    text = json.dumps(value, ensure_ascii=False, separators=(",", ":"))
    for char in "<>&\u2028\u2029":
        text = text.replace(char, f"\\u{ord(char):04x}")
    return text


@lru_cache(maxsize=32)
def _file(name: str) -> str:
    return files("agentsensus.analysis.report").joinpath(name).read_text("utf-8")


def _script(name: str) -> str:
    return _file(f"panels/{name}.js" if name in PANELS else f"{name}.js")


def write_report(runs: Sequence[Run], where: Path) -> int:
    """Write the report atomically; return its size in bytes."""
    if where.suffix.lower() != ".html":
        raise InputError(f"{where}: a report is written into a file that ends in .html")
    if not where.parent.is_dir():
        raise InputError(f"{where.parent}: there is no such folder to write into")
    replace_text(where, report_page(runs))
    return where.stat().st_size
