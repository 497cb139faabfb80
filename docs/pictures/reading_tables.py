"""Put the figures of readings.json into the docs: python docs/pictures/reading_tables.py.

Replaces the text between the marks of two pages: tables, and sentences that summarise them. `readings.py` makes the
figures and calls this.
"""

import json
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

from pages import set_between

MAKER = "readings.py"
HERE = Path(__file__).parent
DOCS = HERE.parent
NAMES = {
    "hamlet": "Hamlet",
    "three_kingdoms": "Three Kingdoms",
    "red_chamber": "Red Chamber",
    "russia_ukraine": "Russia–Ukraine",
    "hamlet_strong": "Hamlet, strong model, 12 rounds",
}
CASE = "the case study"
CASE_SECTION = f"""
## Speaking and remembering

Do communities of conversation show in the store alone? And how do speaking and remembering relate? Each figure is
tested by permutation. [The case study](case_study.md) defines n, parts, P1 to P3 and *held fixed*.

<!-- {CASE}: made by docs/pictures/readings.py -->
<!-- end of {CASE} -->
"""
"""The part of docs/results/tables.md that is set from these figures."""
RARE = 0.05
"""A p up to which a contrast is said to stay."""


def set_tables(figures: Mapping[str, Any]) -> None:
    """Write every table of the two pages."""
    worlds = {name: figures[name] for name in NAMES if name in figures}
    players = {name: world for name, world in worlds.items() if name != "hamlet_strong"}
    case, leaks, results = (DOCS / "results" / f"{name}.md" for name in ("case_study", "leaks", "tables"))
    agreement = [agreement_table(worlds), agreement_words(players)]
    relations = [relations_table(players), relations_words(players)]
    set_between(case, "agreement", MAKER, agreement)
    set_between(case, "relations", MAKER, relations)
    set_between(results, CASE, MAKER, [*agreement, *relations])
    set_between(leaks, "planted", MAKER, [planted_words(players), planted_table(players)])


def agreement_table(worlds: Mapping[str, Any]) -> str:
    rows = ["| | n | parts | NMI (null) | p | ARI (null) | p |", "|---|---|---|---|---|---|---|"]
    for name, world in worlds.items():
        each = world["case"]["agreement"]
        nmi = f"{_short(each['nmi'])} ({_short(each['nmi_null'])}) | {_chance(each['nmi_p'])}"
        ari = f"{_short(each['ari'])} ({_short(each['ari_null'])}) | {_chance(each['ari_p'])}"
        rows.append(f"| {NAMES[name]} | {each['things']} | {', '.join(map(str, each['parts']))} | {nmi} | {ari} |")
    return "\n".join(rows)


def agreement_words(worlds: Mapping[str, Any]) -> str:
    """The worlds in which the agreement is beyond chance, and the agreement including the history."""
    beyond = [name for name, world in worlds.items() if _is_rare(world["case"]["agreement"]["nmi_p"])]
    everything = ", ".join(
        f"{NAMES[name]} {_short(world['case']['agreement_all']['nmi'])}" for name, world in worlds.items()
    )
    return (
        f"Beyond chance (p of NMI up to {_short(RARE)}) in {_listed(beyond, worlds)} among players. "
        f"Counting rows from before round 1 too, NMI is: {everything}."
    )


def relations_table(worlds: Mapping[str, Any]) -> str:
    head = "".join(f" {name} | p | held fixed, p |" for name in ("P1", "P2", "P3"))
    rows = [f"| |{head}", "|---|" + "---|" * 9]
    for name, world in worlds.items():
        cells = [_relation(each) for each in world["case"]["relations"]]
        rows.append(f"| {NAMES[name]} | {' | '.join(cells)} |")
    return "\n".join(rows)


def _relation(each: Mapping[str, Any]) -> str:
    if each["ratio"] is None:
        return "– | – | –"
    ratio = (
        f"{each['ratio']:.1f} ({each['low']:.1f}–{each['high']:.1f})"
        if each["low"] is not None
        else f"{each['ratio']:.1f}"
    )
    held = "–" if each["controlled"] is None else f"{each['controlled']:.1f}, {_chance(each['controlled_p'])}"
    return f"{ratio} | {_chance(each['p'])} | {held}"


def relations_words(worlds: Mapping[str, Any]) -> str:
    """The worlds in which each contrast is beyond chance, and those in which it stays so for equal meetings."""
    sentences = []
    for place, name in enumerate(("P1", "P2", "P3")):
        contrasts = {world: figures["case"]["relations"][place] for world, figures in worlds.items()}
        there = [world for world, each in contrasts.items() if _is_rare(each["p"])]
        stays = [world for world, each in contrasts.items() if _is_rare(each["controlled_p"])]
        first = f"**{name}** is beyond chance in {_listed(there, worlds)}"
        sentences.append(f"{first}; with co-location held fixed it stays so in {_listed(stays, worlds)}.")
    return "What the permutation says. " + " ".join(sentences)


def planted_words(worlds: Mapping[str, Any]) -> str:
    counts = ", ".join(f"{NAMES[name]} {world['leaks']}" for name, world in worlds.items())
    return f"Leaks found in runs of players, 40 rounds each, seed 1: {counts}. Planted leaks, N = 60:"


def planted_table(worlds: Mapping[str, Any]) -> str:
    rows = [
        "| | spoken: found, wrong | kept back: found, wrong | precision | recall, kept back |",
        "|---|---|---|---|---|",
    ]
    for name, world in worlds.items():
        spoken, back = world["planted"]
        found, wrong = spoken[1] + back[1], spoken[3] + back[3]
        precision = f"{found / (found + wrong):.2f}" if found + wrong else "–"
        recall = f"{back[1] / back[2]:.2f}" if back[2] else "–"
        rows.append(f"| {NAMES[name]} | {spoken[1]}, {spoken[3]} | {back[1]}, {back[3]} | {precision} | {recall} |")
    return "\n".join(rows)


def _listed(names: Sequence[str], worlds: Mapping[str, Any]) -> str:
    if len(names) == len(worlds):
        return f"all {len(worlds)} worlds"
    return ", ".join(NAMES[name] for name in names) or "none of them"


def _is_rare(p: float | None) -> bool:
    return p is not None and p <= RARE


def _short(value: float | None) -> str:
    return "–" if value is None else f"{value + 0.0:.2f}".replace("-0.00", "0.00").replace("0.", ".", 1)


def _chance(p: float | None) -> str:
    return "–" if p is None else f"{p:.4f}".rstrip("0").replace("0.", ".", 1) if p < 0.01 else _short(p)


if __name__ == "__main__":
    set_tables(json.loads((HERE / "readings.json").read_text("utf-8")))
