"""Put model output into the docs: python docs/pictures/model_pages.py MODEL [FOLDER] [PART …].

Parts (default: all): `scenes` renders three scenes of a strong model's run (if it lies next to the project) into
docs/screenplay.md, with the verdict of the check on each attempt; `scores` scores three rounds of Hamlet, with one
planted fault of each kind, into docs/quality.md; `rounds` plays ten rounds of Hamlet into docs/model_run.md; `macbeth`
turns Act I of Macbeth into a world, into docs/sediment.md.

All replies are on tapes in FOLDER (default: runs/docs); an interrupted run resumes from them.
"""

import shutil
import sys
from collections.abc import Callable, Iterator
from pathlib import Path

import model_run
from macbeth import sediment_macbeth
from pages import set_between

from agentsensus import open_run, play, resume
from agentsensus.analysis.study.quality import (
    JudgedQuality,
    Judging,
    RuleQuality,
    compare_with_rules,
    judge_run,
    score_by_rules,
)
from agentsensus.base.loop import wait_for
from agentsensus.models import Limits, NoAnswer, Tape, TapePlace, ask_for, open_model
from agentsensus.models.chat import Chat
from agentsensus.worlds.run_folder import RunFolder
from agentsensus.worlds.screenplay import RenderedScene, produce_run, refusals
from agentsensus.worlds.screenplay.rendering.render import request_of
from agentsensus.worlds.screenplay.rendering.sheet import SceneSheet
from agentsensus.worlds.screenplay.script import Casting

MAKER = "model_pages.py"
DOCS = Path(__file__).parents[1]
STRONG = DOCS.parents[1] / "shared" / "runs" / "hamlet-strong"
SCENES, LONGEST = (14, 10, 20), 4
"""Short scenes: a letter and a deed, a talk of two, a talk after bad news."""
ROUNDS = 10
PATIENT = Limits(concurrency=2, timeout=3_600)


# --- scenes


async def attempts(sheet: SceneSheet, chat: Chat) -> list[tuple[RenderedScene | str, list[str]]]:
    """Each rendering of a scene as it came, or why there is none, with the check's reasons; two at most."""
    came: list[tuple[RenderedScene | str, list[str]]] = []
    reasons: list[str] = []
    for attempt in range(2):
        place = TapePlace(sheet.scene.first, f"scene {sheet.scene.number}", attempt)
        answer = await ask_for(chat, request_of(sheet, reasons), RenderedScene, tape_place=place)
        if isinstance(answer, NoAnswer):
            return [*came, (answer.reason, [])]
        reasons = refusals(answer.value, sheet)
        came.append((answer.value, reasons))
        if not reasons:
            break
    return came


def scenes(model: str, folder: Path) -> None:
    """Render the scenes into docs/screenplay.md."""
    if not STRONG.is_dir():
        sys.stderr.write("the run of a strong model is not here; its scenes stay as they are\n")
        return
    copy = folder / "hamlet_strong"
    if not copy.is_dir():
        shutil.copytree(STRONG, copy, copy_function=shutil.copyfile)
        copy.chmod(0o755)
    production = wait_for(produce_run(RunFolder(copy), longest=LONGEST))
    chat = open_model(model, limits=PATIENT, tape=Tape(folder / "scenes.tape", keeps_failures=False))
    parts: list[str] = []
    for scene in production.wanted(SCENES):
        sheet = SceneSheet(scene, Casting(production.scenario, production.language))
        title = production.play([production.setter.scene(scene)], production.language).title
        parts.append(f"#### {title}: {production.scenario.places[scene.place].called[0]}")
        for number, (rendered, reasons) in enumerate(wait_for(attempts(sheet, chat)), 1):
            verdict = "; ".join(reasons) if reasons else "holds" if isinstance(rendered, RenderedScene) else "unusable"
            parts += [f"Attempt {number}. Verdict of the check: {verdict}.", "\n>\n".join(_lines(rendered))]
    set_between(DOCS / "screenplay.md", "three scenes", MAKER, parts)


def _lines(rendered: RenderedScene | str) -> Iterator[str]:
    if isinstance(rendered, str):
        yield f"> {rendered}"
        return
    for line in rendered.lines:
        how = f" *({line.how})*" if line.how else ""
        text = " ".join(line.text.split())
        yield f"> **{line.who}**{how} {text}" if line.who else f"> *({text})*"


# --- scores


def scores(model: str, folder: Path) -> None:
    """Score three rounds into docs/quality.md."""
    place = folder / "hamlet_three"
    if not place.is_dir():
        play("hamlet", 3, seed=1, out=place).close()
    with open_run(place) as run:
        plain = score_by_rules(run)
        judging = Judging(model, place / "quality.tape", ("log", "play"), with_faults=True, limits=PATIENT)
        judged = wait_for(judge_run(run, judging))
    set_between(DOCS / "quality.md", "three rounds", MAKER, list(scored(plain, judged)))


def scored(plain: RuleQuality, judged: JudgedQuality) -> Iterator[str]:
    """Tables of the model's scores, the rule scores and the planted faults."""
    rows = ["| | read from | score | by prompt | unscored |", "|---|---|---|---|---|"]
    for score in judged.scores:
        mean = "unscored" if score.mean is None else f"{score.mean:.2f} ± {score.deviation:.2f}"
        prompts = ", ".join(
            f"{name} {'–' if value is None else f'{value:.2f}'}" for name, value in score.by_prompt.items()
        )
        rows.append(f"| {score.dimension} | {score.source} | {mean} | {prompts} | {score.unscored} |")
    yield "\n".join(rows)
    rows = ["| | by the model | by rules | apart |", "|---|---|---|---|"]
    for pair in compare_with_rules(plain, judged.scores[:4]):
        cells = [_number(value) for value in (pair.model, pair.rules, pair.apart)]
        rows.append(f"| {pair.dimension}, {pair.rule} | {' | '.join(cells)} |")
    yield "\n".join(rows)
    rows = ["| fault | score without | with | |", "|---|---|---|---|"]
    for fault in judged.faults:
        seen = {True: "seen", False: "**blind**", None: "unscored"}[fault.is_seen]
        means = [_number(value) for value in (fault.clean, fault.faulty)]
        rows.append(f"| {fault.fault} ({fault.dimension}) | {' | '.join(means)} | {seen} |")
    yield "\n".join(rows)


def _number(value: float | None) -> str:
    return "–" if value is None else f"{value:.2f}"


# --- rounds


def rounds(model: str, folder: Path) -> None:
    """Play ten rounds, or the missing ones, into docs/model_run.md."""
    place = folder / "hamlet_model"
    minds = {"minds": open_model(model, limits=PATIENT)}
    if not place.is_dir():
        play("hamlet", ROUNDS, seed=1, model=minds, out=place).close()
    elif (left := ROUNDS - RunFolder(place).read().reached) > 0:
        resume(place, left, model=minds).close()
    model_run.main(place, DOCS / "model_run.md")


# --- Macbeth


def macbeth(model: str, folder: Path) -> None:
    """Let the model make a world from an act, into docs/sediment.md."""
    set_between(DOCS / "sediment.md", "an act", MAKER, sediment_macbeth(model, folder, PATIENT))


PARTS: dict[str, Callable[[str, Path], None]] = {
    "scenes": scenes,
    "scores": scores,
    "rounds": rounds,
    "macbeth": macbeth,
}

if __name__ == "__main__":
    words = sys.argv[1:]
    if not words or any(part not in PARTS for part in words[2:]):
        raise SystemExit(__doc__)
    target = Path(words[1] if len(words) > 1 else "runs/docs")
    target.mkdir(parents=True, exist_ok=True)
    for part in words[2:] or PARTS:
        PARTS[part](words[0], target)
