"""The judge, the atomizer and a typed choice, asked of a real small model through the same seam as everything."""

import asyncio
import importlib.util
import json
import subprocess
import sys
from pathlib import Path

import pytest
from pydantic import BaseModel

from agentsensus import AsyncMemory, Context, ModelAtomizer, ModelJudge
from agentsensus.embed import HashingEmbedder
from agentsensus.language.names import Names
from agentsensus.language.reading import read
from agentsensus.memory.judge import Candidate, Judged, Question, RuleJudge
from agentsensus.models import (
    Answer,
    Budget,
    Chat,
    Limits,
    Request,
    Tape,
    TapePlace,
    choose,
    choose_then_fill,
    open_model,
)
from agentsensus.models.providers.check import check_model
from tests.models.actions import ACTIONS, Give, Move, Read, Say
from tests.paths import SHARED

pytestmark = pytest.mark.live
PAIRS = [
    ("The late king's ghost walked the wall at midnight.", "At midnight the dead king's ghost was seen on the wall."),
    ("曹操在赤壁被周瑜打败。", "周瑜在赤壁打败了曹操。"),
    ("Polonius hid behind the curtain.", "The price of fish fell in the market."),
]


@pytest.fixture
def chat(live_model: str, tmp_path: Path) -> Chat:
    limits = Limits(concurrency=2, timeout=600)
    return open_model(live_model, limits=limits, budget=Budget(calls=100), tape=Tape(tmp_path / "tape"))


async def _judged(chat: Chat, pairs: list[tuple[str, str]]) -> list[Judged]:
    judge = ModelJudge(chat)
    judge.fallback = RuleJudge(HashingEmbedder())
    found = []
    for number, (known, new) in enumerate(pairs):
        candidate = Candidate(read(known, Names()), 0.8)
        found.append(await judge.judge([Question(read(new, Names()), (candidate,), TapePlace(1, "a", number))]))
    await chat.close()
    return found


def test_the_judge_gives_typed_verdicts_in_both_languages_and_repeats_them_from_the_tape(
    chat: Chat, tmp_path: Path
) -> None:
    found = asyncio.run(_judged(chat, PAIRS))
    assert [one.note for one in found] == [""] * len(PAIRS), "each verdict is the model's own"
    assert all(one.calls <= 3 for one in found)
    assert found[2].verdicts[0][0].relation != "same"
    assert asyncio.run(_judged(Tape(tmp_path / "tape").chat(chat.id), PAIRS)) == found


@pytest.mark.parametrize(
    ("agent", "text"),
    [
        ("horatio", "I saw the ghost on the wall and I told Hamlet. Then the cock crew and it was gone."),
        ("刘备", "我同关羽、张飞在桃园结义。后来我三次去请诸葛亮出山。"),
    ],
)
def test_the_atomizer_cuts_a_deposit(agent: str, text: str, chat: Chat) -> None:
    async def cut() -> list[str]:
        found = await ModelAtomizer(chat).atomize(agent, text, Context(place="Elsinore"), Names(), 64)
        await chat.close()
        assert found.note == "", "the cut is the model's own"
        return [atom.text for atom in found.atoms]

    assert len(asyncio.run(cut())) >= 2


@pytest.mark.parametrize("step", [choose, choose_then_fill])
def test_a_choice_among_ten_actions_is_typed(step: object, chat: Chat) -> None:
    request = Request(
        purpose="decide",
        prompt="You are Horatio, at the gate of Elsinore. You want to be in the chapel, which is another place. "
        "Nobody is here, and you have no letter and no book.",
        max_tokens=300,
        temperature=0.0,
    )

    async def decide() -> Answer[BaseModel]:
        found = await step(chat, request, ACTIONS, TapePlace(1, "horatio"))  # type: ignore[operator]
        await chat.close()
        assert isinstance(found, Answer), found
        return found

    chosen = asyncio.run(decide())
    assert type(chosen.value) in ACTIONS
    assert not isinstance(chosen.value, Say | Give | Read)
    if isinstance(chosen.value, Move):
        assert "chapel" in chosen.value.place.lower()


def test_a_memory_asks_a_model_that_is_given_by_its_id(live_model: str) -> None:
    async def remember() -> tuple[int, int]:
        memory = AsyncMemory.open(embedder="hashing", model=live_model)
        receipt = await memory.remember("horatio", "I saw the ghost on the wall. Then the cock crew at dawn.")
        await memory.close()
        return receipt.calls, len(receipt.statements)

    calls, statements = asyncio.run(remember())
    assert calls >= 1
    assert statements >= 2


def test_the_check_finds_that_it_works(live_model: str) -> None:
    assert set(asyncio.run(check_model(live_model)).answers) == {"en", "zh"}


def test_a_judge_is_measured_by_the_command(live_model: str, tmp_path: Path) -> None:
    lines = (Path(__file__).parent.parent / "data" / "handwritten_en.tsv").read_text("utf-8").splitlines()[:7]
    (tmp_path / "pairs.tsv").write_text("\n".join(lines) + "\n", "utf-8")
    command = [
        str(Path(sys.executable).parent / "agentsensus"),
        "bench",
        "merges",
        "--json",
        "--judge",
        f"model:{live_model}",
    ]
    done = subprocess.run(
        [*command, "--pairs", str(tmp_path / "pairs.tsv")], capture_output=True, text=True, check=False
    )
    assert done.returncode == 0, done.stderr
    assert json.loads(done.stdout)["n"] == 6


def test_a_file_on_this_machine_is_asked_through_the_same_seam() -> None:
    tool = SHARED / "tools" / "local-model"
    if importlib.util.find_spec("xllamacpp") is None or not tool.is_file():
        pytest.skip("the extra `local` is not installed, or there is no file to try it with")
    weights = subprocess.run([str(tool), "fetch"], capture_output=True, text=True, check=True).stdout.strip()
    found = asyncio.run(check_model(f"local:{weights}"))
    assert found.model == f"local:{Path(weights).name}"
    assert set(found.answers) == {"en", "zh"}
