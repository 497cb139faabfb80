"""Act I of Macbeth, turned into a world by a model, for docs/sediment.md."""

import json
import shutil
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from agentsensus import play
from agentsensus.base.loop import wait_for
from agentsensus.models import Limits
from agentsensus.worlds.scenario import check, load
from agentsensus.worlds.sediment import Sedimentation, Sedimented, SedimentModels, find_source, sediment_with_model

KEPT = Path(__file__).parent / "macbeth_act_one"
PASSAGE_TOKENS, MORE_THAN, ROUNDS = 1300, 2, 20
_SHOWN = 24
_SAID = 200


def sediment_macbeth(model: str, folder: Path, limits: Limits) -> list[str]:
    """Let the model make the world, continuing from its tape; keep the folder, and return the parts of the page."""
    out, clock = folder / "macbeth_act_one", folder / "macbeth_act_one.seconds"
    began = time.monotonic()
    try:
        made = _made(model, out, limits)
    finally:
        spent = float(clock.read_text("utf-8")) if clock.is_file() else 0.0
        clock.write_text(f"{spent + time.monotonic() - began:.0f}", "utf-8")
    shutil.rmtree(KEPT, ignore_errors=True)
    # Letters are in the play's own words, where the model found them.
    shutil.copytree(out, KEPT, ignore=shutil.ignore_patterns("carriers.yaml"))
    return list(shown(made, float(clock.read_text("utf-8")), folder / "macbeth_run"))


def _made(model: str, out: Path, limits: Limits) -> Sedimented:
    asked = Sedimentation(out, until="Act I", more_than=MORE_THAN)
    models = SedimentModels(model, out.with_name(f"{out.name}.tape"), limits=limits, passage_tokens=PASSAGE_TOKENS)
    return wait_for(sediment_with_model(find_source("macbeth"), asked, models, lambda what: print(what, flush=True)))  # noqa: T201


def shown(made: Sedimented, seconds: float, run: Path) -> Iterator[str]:
    """The parts of the page: the cost, the world, and how it plays."""
    usage = {purpose.partition(".")[2]: used for purpose, used in made.figures["usage"].items() if purpose != "model"}
    rows = ["| pass | calls | tokens in | tokens out |", "|---|---|---|---|"]
    rows += [f"| {name} | {used['calls']} | {used['input']:,} | {used['output']:,} |" for name, used in usage.items()]
    whole = {key: sum(used[key] for used in usage.values()) for key in ("calls", "input", "output")}
    rows.append(f"| all | {whole['calls']} | {whole['input']:,} | {whole['output']:,} |")
    yield "\n".join(rows)
    yield _summary(made, seconds)
    world = load(made.folder)
    names = {id_: person.name for id_, person in world.characters.items()}
    lines = ["| what came, the first of it | owners | where |", "|---|---|---|"]
    for event in world.events[:_SHOWN]:
        owners = ", ".join(names.get(owner, owner) for owner in event.witnesses)
        lines.append(f"| {_cell(event.text)} | {owners} | {world.places[event.place].name} |")
    yield "\n".join(lines)
    lines = ["| who | profile | goals |", "|---|---|---|"]
    for id_ in world.active:
        person = world.characters[id_]
        goals = " ".join(goal.text for goal in person.goals)
        lines.append(f"| {person.name} | {_cell(person.profile)} | {_cell(goals)} |")
    yield "\n".join(lines)
    if world.world.kickoff:
        yield "Kickoffs: " + "; ".join(
            f"to {', '.join(names[id_] for id_ in kickoff.to)}: «{_cell(kickoff.content)}»"
            for kickoff in world.world.kickoff
        )
    yield _lived(made.folder, run)


def _summary(made: Sedimented, seconds: float) -> str:
    figures: dict[str, Any] = made.figures
    report = json.loads((made.folder / "report.json").read_text("utf-8"))
    registry = figures["registry"]
    state = "passes `agentsensus check`" if check(made.folder).ok else "does **not** pass `agentsensus check`"
    return (
        f"{seconds / 60:.0f} minutes for {figures['passages']} passages of up to {PASSAGE_TOKENS} tokens "
        f"({figures['passed_over']} of them could not be read). The registry has {registry['character']} people, "
        f"{registry['place']} places and {registry['carrier']} carriers; {figures['statements']} statements in "
        f"{figures['groups']} groups with {figures['owners_per_statement']} owners each; {figures['cast']} characters "
        f"act, {figures['archived']} are dead; {len(report['warnings'])} warnings. The world {state}. "
        f"Everything is kept as it came in [pictures/{KEPT.name}](pictures/{KEPT.name}/), but for the letters, which "
        "are in the play's own words."
    )


def _lived(world: Path, folder: Path) -> str:
    shutil.rmtree(folder, ignore_errors=True)
    run = play(world, ROUNDS, seed=1, embedder="hashing", out=folder)
    sent = [event.round for event in run.log if event.kind == "sent" and event.round]
    deposits = sum(event.kind == "remembered" for event in run.log)
    fives = [sum(first <= round_ < first + 5 for round_ in sent) for first in range(1, ROUNDS + 1, 5)]
    rows = run.stats["sim"]
    run.close()
    return (
        f"Played by players for {ROUNDS} rounds (seed 1, hashing embedder): messages in each five rounds "
        f"{', '.join(map(str, fives))}; {deposits} deposits, {rows} simulated rows."
    )


def _cell(text: str) -> str:
    """Escape a text for a table cell."""
    flat = " ".join(text.split()).replace("|", "/")
    return flat if len(flat) <= _SAID else f"{flat[:_SAID].rsplit(' ', 1)[0]} …"
