"""Draw one picture per memory design: how each stores one event with three witnesses."""

from html import escape
from pathlib import Path

HERE = Path(__file__).parent
WIDTH, HEIGHT = 760, 300
BLUE, GREEN, GOLD, GREY, INK = "#dbe9f6", "#dff0df", "#fbeecb", "#eeeeee", "#22303c"
WITNESSES = (("bernardo", 60), ("marcellus", 135), ("horatio", 210))
STYLE = (
    "text{font-family:'DejaVu Sans','Noto Sans CJK SC',sans-serif;font-size:13px;fill:#22303c}"
    ".t{font-size:15px;font-weight:bold}.s{font-size:11px;fill:#4c5b68}"
)


def box(x: int, y: int, lines: tuple[str, ...], fill: str, width: int = 210, dashed: bool = False) -> str:
    """A row of the store, with its text and metadata."""
    height = 14 + 17 * len(lines)
    dash = ' stroke-dasharray="5 3"' if dashed else ""
    shape = f'<rect x="{x}" y="{y}" width="{width}" height="{height}" rx="7" fill="{fill}" stroke="{INK}"{dash}/>'
    texts = "".join(text(x + 10, y + 20 + 17 * place, line, "s" if place else "") for place, line in enumerate(lines))
    return shape + texts


def text(x: int, y: int, words: str, kind: str = "") -> str:
    """Text: plain, small (`s`) or a title (`t`)."""
    return f'<text class="{kind}" x="{x}" y="{y}">{escape(words)}</text>'


def person(name: str, y: int, x: int = 34) -> str:
    """An agent."""
    return f'<circle cx="{x}" cy="{y}" r="9" fill="{GREY}" stroke="{INK}"/>' + text(x + 16, y + 5, name)


def arrow(x1: int, y1: int, x2: int, y2: int, dashed: bool = False, label: str = "") -> str:
    """An arrow with a label."""
    dash = ' stroke-dasharray="5 3"' if dashed else ""
    line = f'<line x1="{x1}" y1="{y1}" x2="{x2}" y2="{y2}" stroke="{INK}" marker-end="url(#head)"{dash}/>'
    return line + (note((x1 + x2) // 2 - 28, (y1 + y2) // 2 - 6, label) if label else "")


def note(x: int, y: int, *lines: str) -> str:
    """A remark in small letters."""
    return "".join(text(x, y + 17 * place, line, "s") for place, line in enumerate(lines))


def witnessed(fill: str, *remarks: str, width: int = 235) -> list[str]:
    """A private row for each witness, with its metadata."""
    rows = []
    for (_, y), remark in zip(WITNESSES, remarks, strict=True):
        rows += [arrow(140, y + 24, 172, y + 24), box(178, y, ("The ghost walked …", remark), fill, width)]
    return rows


def picture(name: str, title: str, parts: list[str]) -> None:
    """Write one picture into this folder."""
    head = '<marker id="head" markerWidth="8" markerHeight="8" refX="7" refY="4" orient="auto">'
    head += f'<path d="M0,0 L8,4 L0,8 z" fill="{INK}"/></marker>'
    frame = (
        f'<rect width="{WIDTH}" height="{HEIGHT}" fill="white"/><text class="t" x="20" y="28">{escape(title)}</text>'
    )
    people = "".join(person(who, y + 24) for who, y in WITNESSES)
    svg = (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {WIDTH} {HEIGHT}" width="{WIDTH}" height="{HEIGHT}">'
        f"<style>{STYLE}</style><defs>{head}</defs>{frame}{people}{''.join(parts)}</svg>\n"
    )
    (HERE / f"{name}.svg").write_text(svg, "utf-8")


def consensus() -> None:
    """One record, three owners, linked to the other statements of its deposit."""
    shared = ("The ghost walked at midnight.", "owners: bernardo, marcellus, horatio", "3 wordings, 1 record")
    parts = [arrow(140, y + 24, 232, 155) for _, y in WITNESSES]
    parts += [box(238, 120, shared, BLUE, 250), box(560, 128, ("Bernardo dropped", "his lantern."), BLUE, 160)]
    parts += [arrow(488, 152, 554, 152, label="link")]
    told = "recall: own rows by likeness, then one hop along links"
    parts += [note(238, 215, told, "merged only if the judge says «same» and no veto stands")]
    picture("design_consensus", "Consensus: one row per event, owned by all who told it", parts)


def generative_agents() -> None:
    """Three private streams, one with a reflection."""
    parts = witnessed(GREEN, *(f"importance 7, last access {at}" for at in (4, 5, 6)))
    parts += [box(520, 62, ("Bernardo fears the dead king.", "reflection, importance 6, depth 1"), GOLD, 225)]
    parts += [arrow(520, 85, 419, 84, dashed=True, label="derived_from")]
    parts += [note(520, 130, "made when importance sums up to 150;", "evidence for deeper ones later")]
    told = "recall: recency + importance + relevance, each brought to 0…1; hits become recent again"
    parts += [note(178, 278, told)]
    picture("design_generative_agents", "Generative Agents: a private stream each, and reflections on it", parts)


def g_memory() -> None:
    """Interactions below, insights above."""
    parts = witnessed(GREEN, *["interaction"] * 3, width=170)
    parts += [box(470, 62, ("The watch trusts Horatio", "insight, score 2 → 3 → 2 … 0: dropped"), GOLD, 265)]
    parts += [box(470, 150, ("The ghost comes at midnight", "insight, score 4"), GOLD, 265)]
    parts += [arrow(470, 85, 352, 82, dashed=True, label="derived_from"), arrow(470, 172, 352, 160, dashed=True)]
    parts += [note(470, 225, "each batch: ADD 2, AGREE or EDIT +1,", "REMOVE −1; many alike are merged")]
    parts += [note(178, 278, "recall: the nearest of both tiers, together k rows")]
    picture("design_g_memory", "G-Memory: interactions, and insights distilled from them", parts)


def collaborative() -> None:
    """Private rows, one of them shared with a reader."""
    tiers = ("private tier", "shared tier", "private tier")
    parts = witnessed(GREEN, *(f"{tier}; from: seen, round 1" for tier in tiers))
    parts += [person("hamlet", 159, 670), arrow(657, 159, 420, 159, dashed=True, label="grant, round 3")]
    parts += [note(440, 180, "revoked in round 5: reads it no more")]
    parts += [note(440, 222, "open edges to every agent and resource", "a row comes from let it be read too")]
    told = "recall: what may be read at this moment, then by likeness; a reader never becomes an owner"
    parts += [note(178, 278, told)]
    picture("design_collaborative", "Collaborative Memory: own rows, lent and taken back", parts)


if __name__ == "__main__":
    consensus()
    generative_agents()
    g_memory()
    collaborative()
