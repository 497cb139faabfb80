"""Draw how_round.svg and how_deposit.svg: boxes and arrows, for light and dark mode."""

from html import escape
from itertools import pairwise
from pathlib import Path

HERE = Path(__file__).parent
STYLE = (
    "text{font:14px 'Noto Sans',system-ui,sans-serif;fill:#222}.small{font-size:12px;fill:#666}"
    ".box{fill:#fff;stroke:#8a8275;stroke-width:1.4}.mark{fill:#f4e3df;stroke:#b0392b;stroke-width:1.4}"
    ".way{stroke:#6d675d;stroke-width:1.6;fill:none}.tip{fill:#6d675d}.page{fill:#f6f4ef}"
    "@media(prefers-color-scheme:dark){text{fill:#e8e4dc}.small{fill:#a39d92}.box{fill:#1e2126;stroke:#77716a}"
    ".mark{fill:#3a2522;stroke:#e5786a}.way{stroke:#a39d92}.tip{fill:#a39d92}.page{fill:#15171b}}"
)
WIDE, HIGH = 190, 58

ROUND = (
    ("letters arrive", "journeys end, happenings"),
    ("who is awake", "and hears what came"),
    ("views", "own rows come to mind"),
    ("minds decide", "all at once"),
    ("actions resolve", "events or refusals"),
    ("deposits", "one batch for all"),
    ("commit", "log and store as one"),
)
DEPOSIT = (
    ("a deposit", "“I saw the prince …”"),
    ("cut", "self-contained statements"),
    ("names, vectors", "the prince → Hamlet"),
    ("candidates", "nearest records"),
    ("judge + vetoes", "same, conflicting, other"),
    ("one record", "every wording, every owner"),
    ("dated rows", "append-only: any past round"),
)


def chain(name: str, title: str, steps: tuple[tuple[str, str], ...], marked: frozenset[int]) -> None:
    """Write a chain of boxes, four in a row."""
    columns, gap = 4, 34
    rows = -(-len(steps) // columns)
    width, height = 30 + columns * (WIDE + gap), 60 + rows * (HIGH + 44)
    parts = [
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width} {height}" role="img"><style>{STYLE}</style>',
        '<defs><marker id="tip" viewBox="0 0 8 8" refX="7" refY="4" markerWidth="7" markerHeight="7" orient="auto">'
        '<path class="tip" d="M0 0L8 4L0 8z"/></marker></defs><rect class="page" width="100%" height="100%"/>',
        f'<text x="20" y="28" font-weight="600">{escape(title)}</text>',
    ]
    places = [_place(number, columns, gap) for number in range(len(steps))]
    for (x, y), (head, below), number in zip(places, steps, range(len(steps)), strict=True):
        kind = "mark" if number in marked else "box"
        parts.append(f'<rect class="{kind}" x="{x}" y="{y}" width="{WIDE}" height="{HIGH}" rx="9"/>')
        parts.append(f'<text x="{x + WIDE / 2}" y="{y + 25}" text-anchor="middle">{escape(head)}</text>')
        parts.append(f'<text class="small" x="{x + WIDE / 2}" y="{y + 44}" text-anchor="middle">{escape(below)}</text>')
    for (x1, y1), (x2, y2) in pairwise(places):
        parts.append(f'<path class="way" marker-end="url(#tip)" d="{_way(x1, y1, x2, y2)}"/>')
    (HERE / name).write_text("\n".join([*parts, "</svg>"]) + "\n", "utf-8")


def _place(number: int, columns: int, gap: int) -> tuple[int, int]:
    row, column = divmod(number, columns)
    return 20 + (columns - 1 - column if row % 2 else column) * (WIDE + gap), 46 + row * (HIGH + 44)


def _way(x1: int, y1: int, x2: int, y2: int) -> str:
    if y1 != y2:
        return f"M{x1 + WIDE / 2} {y1 + HIGH}V{y2 - 2}"
    return f"M{x1 + WIDE} {y1 + HIGH / 2}H{x2 - 2}" if x2 > x1 else f"M{x1} {y1 + HIGH / 2}H{x2 + WIDE + 2}"


if __name__ == "__main__":
    chain("how_round.svg", "A round: what is read is what stood at the barrier", ROUND, frozenset({3, 6}))
    chain("how_deposit.svg", "A deposit on its way into the memory", DEPOSIT, frozenset({4, 5}))
