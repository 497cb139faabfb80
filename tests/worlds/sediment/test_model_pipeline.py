"""With a model: typed replies, few names in a prompt, nothing paid twice, one bad passage no lost evening."""

import asyncio
import json
import os
import re
import signal
import subprocess
import sys
import time
from dataclasses import replace
from pathlib import Path
from tempfile import TemporaryDirectory

import pytest

from agentsensus.errors import ModelError, ModelUnreachable
from agentsensus.models.chat import Shape
from agentsensus.models.limits import Limits
from agentsensus.models.tokens import tokens
from agentsensus.testing import FailingModel, SedimentingModel
from agentsensus.worlds.run_folder import Allowance
from agentsensus.worlds.scenario import check, load
from agentsensus.worlds.sediment import (
    Sedimentation,
    Sedimented,
    SedimentModels,
    estimate_with_model,
    read_source,
    registry_with_model,
    sediment_with_model,
    source_of,
)
from agentsensus.worlds.sediment.account import Account
from agentsensus.worlds.sediment.forms import read_form
from agentsensus.worlds.sediment.model.account import _AccountWriter
from agentsensus.worlds.sediment.model.asking import names_for, windows_of
from agentsensus.worlds.sediment.model.replies import EventsReply, is_copied, is_the_question
from agentsensus.worlds.sediment.parts import divide
from agentsensus.worlds.sediment.registry import RegistryEntry, read_registry, sanitized
from tests.paths import ROOT
from tests.worlds.sediment.texts import NOVEL, NOVEL_REGISTRY, PLAY


def _made(out: Path, model: object, text: str = PLAY, **asked: object) -> Sedimented:
    asked = {"until": "Act II", "more_than": 0} | asked
    allowance = asked.pop("allowance", Allowance())
    models = SedimentModels(model, out.with_name("replies.tape"), allowance)  # type: ignore[arg-type]  # a double
    return asyncio.run(sediment_with_model(source_of(text, "lamp"), Sedimentation(out, **asked), models))  # type: ignore[arg-type]


def _files(folder: Path) -> dict[str, bytes]:
    """The files of a world, without the seconds that it took to make."""
    seconds = re.compile(rb'"seconds": [\d.]+')
    return {path.name: seconds.sub(b'"seconds": 0', path.read_bytes()) for path in sorted(folder.iterdir())}


def test_a_model_makes_a_world_with_profiles_goals_kickoff_and_arcs(tmp_path: Path) -> None:
    model = SedimentingModel()
    made = _made(tmp_path / "lamp", model)
    world = load(made.folder)
    assert {"names", "events", "character", "kickoff", "arcs"} == set(model.by_pass)
    assert world.characters["ines"].profile == "Somebody of few words."
    assert world.world.kickoff[0].content == "Somebody is at the door."
    assert world.reference.arcs
    assert made.figures["usage"]["sediment.events"]["calls"] == model.by_pass["events"]


def test_what_was_answered_is_never_asked_again(tmp_path: Path) -> None:
    first, second = SedimentingModel(), SedimentingModel()
    _made(tmp_path / "lamp", first)
    before = _files(tmp_path / "lamp")
    _made(tmp_path / "lamp", second)
    assert second.calls == 0
    assert _files(tmp_path / "lamp") == before


def test_one_bad_passage_is_a_warning_in_the_report(tmp_path: Path) -> None:
    made = _made(tmp_path / "lamp", SedimentingModel(spoiled=("fourteen cans",)))
    report = json.loads((made.folder / "report.json").read_text("utf-8"))
    assert any("events of II.1" in warning for warning in report["warnings"])
    assert check(made.folder).ok
    assert {event.reference for event in load(made.folder).events} == {"I.1", "I.2", "II.2"}


def test_owners_and_places_that_the_registry_does_not_know_are_left_out(tmp_path: Path) -> None:
    made = _made(tmp_path / "lamp", SedimentingModel(invents=True))
    world = load(made.folder)
    assert all("a_stranger" not in event.owners for event in world.events)
    assert any("a_stranger" in warning for warning in made.warnings)
    assert {event.place for event in world.events} <= set(world.places)


def test_a_budget_stops_it_and_more_of_it_goes_on(tmp_path: Path) -> None:
    first = SedimentingModel()
    with pytest.raises(ModelError, match="larger budget to continue"):
        _made(tmp_path / "lamp", first, allowance=Allowance(calls=3))
    assert not (tmp_path / "lamp").exists()
    second = SedimentingModel()
    _made(tmp_path / "lamp", second)
    whole = SedimentingModel()
    _made(tmp_path / "whole" / "lamp", whole)
    assert first.calls + second.calls == whole.calls


def test_a_model_that_cannot_be_reached_is_one_clear_error(tmp_path: Path) -> None:
    with pytest.raises(ModelUnreachable, match="the model did not reply"):
        _made(tmp_path / "lamp", FailingModel())
    assert not (tmp_path / "lamp").exists()


def test_cancelling_is_not_swallowed(tmp_path: Path) -> None:
    async def cancelled() -> None:
        models = SedimentModels(SedimentingModel(latency=5), tmp_path / "t.tape")
        work = asyncio.ensure_future(
            sediment_with_model(source_of(PLAY, "lamp"), Sedimentation(tmp_path / "lamp"), models)
        )
        await asyncio.sleep(0.1)
        work.cancel()
        await work

    with pytest.raises(asyncio.CancelledError):
        asyncio.run(cancelled())


def test_passages_are_asked_at_once_and_told_in_order(tmp_path: Path) -> None:
    made = _made(tmp_path / "lamp", SedimentingModel(latency=0.02))
    references = [event.reference for event in load(made.folder).events]
    assert references == sorted(references, key=["I.1", "I.2", "II.1", "II.2"].index)


def test_a_novel_can_be_read_with_a_registry_and_a_model(tmp_path: Path) -> None:
    (tmp_path / "names.yaml").write_text(NOVEL_REGISTRY, "utf-8")
    model = SedimentingModel()
    made = _made(tmp_path / "novel", model, NOVEL, registry=str(tmp_path / "names.yaml"), until="2")
    assert "names" not in model.by_pass
    assert {"zhou_da", "wu_er", "zhao"} <= {owner for event in load(made.folder).events for owner in event.owners}


def test_a_changed_passage_alone_is_asked_again_and_another_model_is_asked_everything(tmp_path: Path) -> None:
    first, second, other = SedimentingModel(), SedimentingModel(), SedimentingModel()
    _made(tmp_path / "lamp", first)
    _made(tmp_path / "lamp", second, PLAY.replace("fourteen cans of oil", "fifteen cans of oil"))
    assert (second.by_pass["names"], second.by_pass["events"]) == (1, 1)
    other.id = "test:another"
    _made(tmp_path / "lamp", other)
    assert other.by_pass == first.by_pass


def test_a_text_is_asked_about_in_its_own_language(tmp_path: Path) -> None:
    (tmp_path / "names.yaml").write_text(NOVEL_REGISTRY, "utf-8")
    english, chinese = SedimentingModel(), SedimentingModel()
    _made(tmp_path / "en" / "lamp", english)
    _made(tmp_path / "zh" / "novel", chinese, NOVEL, registry=str(tmp_path / "names.yaml"), until="2")
    assert {request.language for request in english.requests} == {"en"}
    assert not any(re.search("[\u4e00-\u9fff]", request.prompt) for request in english.requests)
    assert {request.language for request in chinese.requests} == {"zh"}


def test_a_slow_model_is_given_five_minutes_for_a_reply() -> None:
    assert Limits().timeout >= 300


def test_what_letters_say_is_asked_for_and_lies_with_whoever_has_them(tmp_path: Path) -> None:
    model = SedimentingModel(carriers=("cans",))
    world = load(_made(tmp_path / "lamp", model).folder)
    assert model.by_pass["document"] == 1
    (carrier,) = world.carriers.values()
    assert (carrier.name, carrier.text) == ("cans", ("It says what it says.",))
    assert carrier.held_by in world.active or carrier.at in world.places


def test_names_for_review_are_found_by_a_model_and_not_paid_for_again(tmp_path: Path) -> None:
    source, asked = source_of(_UNKNOWN_NOVEL, "tower"), Sedimentation(tmp_path / "tower", more_than=0)
    first, second = SedimentingModel(), SedimentingModel()
    tape = tmp_path / "replies.tape"
    registry = asyncio.run(registry_with_model(source, asked, SedimentModels(first, tape)))
    assert {entry.name for entry in registry.of_kind("character").values()} == {"Greta", "Old Piet"}
    assert set(first.by_pass) == {"names"}
    assert asyncio.run(registry_with_model(source, asked, SedimentModels(second, tape))) == registry
    assert second.calls == 0


def test_all_and_bare_titles_are_nobody_new_in_a_play() -> None:
    text = PLAY.replace("First Fisherman\n", "ALL\n").replace("Second Fisherman\n", "Lord\n")
    model = SedimentingModel()
    asked = Sedimentation(Path("x"))
    with TemporaryDirectory() as folder:
        models = SedimentModels(model, Path(folder) / "replies.tape")
        registry = asyncio.run(registry_with_model(source_of(text, "lamp"), asked, models))
    assert "ALL:" in "".join(request.prompt for request in model.requests)
    assert not {"all", "both"} & {name.casefold() for entry in registry.entries.values() for name in entry.called}


def test_larger_passages_make_fewer_questions(tmp_path: Path) -> None:
    source = source_of(PLAY, "lamp")
    calls = []
    for size in (100, 700):
        model = SedimentingModel()
        models = SedimentModels(model, tmp_path / f"{size}.tape", passage_tokens=size)
        asyncio.run(sediment_with_model(source, Sedimentation(tmp_path / f"lamp{size}", more_than=0), models))
        calls.append(model.by_pass["events"])
        estimate = estimate_with_model(source, Sedimentation(Path("x")), "openai:gpt-4o-mini", size)
        assert estimate.windows == calls[-1]
    assert calls[0] > calls[1]


def test_it_says_how_far_it_is_and_how_long_it_will_take(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("agentsensus.worlds.sediment.model.asking._SPOKEN", 0.0)
    said: list[str] = []
    models = SedimentModels(SedimentingModel(latency=0.01), tmp_path / "t.tape", passage_tokens=100)
    asked = Sedimentation(tmp_path / "lamp", more_than=0)
    asyncio.run(sediment_with_model(source_of(PLAY, "lamp"), asked, models, said.append))
    assert any(re.fullmatch(r"passages: \d+ of \d+, about \d+ (s|min) left", line) for line in said), said


def test_a_small_model_is_told_by_the_schema_where_lists_end() -> None:
    schema = Shape.of(EventsReply).json_schema
    assert schema["properties"]["groups"]["maxItems"] < 20
    many = {"groups": [{"statements": [{"text": str(number)} for number in range(40)]}]}
    assert len(EventsReply.model_validate(many).groups[0].statements) == 40, "a longer list is taken all the same"


_UNKNOWN_NOVEL = """CHAPTER 1. The Tower

Greta: it is dark up here.

Old Piet: then light the lamp.

CHAPTER 2. The Storm

Greta: the wind has put it out.

all: woe!
"""


@pytest.mark.thorough
def test_only_names_that_can_matter_travel_in_a_prompt(shared: Path) -> None:
    source = read_source(shared / "sources" / "three_kingdoms_120.txt")
    division = divide(read_form(source), "4")
    windows = windows_of(division.told)
    registry = read_registry("three_kingdoms").registry
    names = names_for(windows, registry)
    assert max(len(lines) for lines in names) <= 40 < len(registry.entries)
    reckoned = estimate_with_model(
        source, Sedimentation(Path("x"), until="4", registry="three_kingdoms"), "openai:gpt-4o-mini"
    )
    assert 1000 < reckoned.input_per_window < 3000
    assert reckoned.calls == len(windows) + 22
    assert tokens("\n".join(names[-1])) < 2000


_WORK = """
import asyncio, sys
from pathlib import Path
from agentsensus.worlds.sediment import *
from agentsensus.testing import SedimentingModel
from tests.worlds.sediment.texts import PLAY
out, latency = Path(sys.argv[1]), float(sys.argv[2])
models = SedimentModels(SedimentingModel(latency=latency), out.with_name("replies.tape"))
asyncio.run(sediment_with_model(source_of(PLAY, "lamp"), Sedimentation(out, until="Act II", more_than=0), models))
"""


@pytest.mark.thorough
def test_killed_twice_and_begun_again_it_gives_the_same_folder(tmp_path: Path) -> None:
    environment = os.environ | {"PYTHONPATH": f"{ROOT / 'src'}{os.pathsep}{ROOT}"}
    killed, whole = tmp_path / "killed" / "lamp", tmp_path / "whole" / "lamp"
    lines = 0
    for _ in range(2):
        work = subprocess.Popen([sys.executable, "-c", _WORK, str(killed), "0.4"], env=environment, cwd=ROOT)
        tape = killed.with_name("replies.tape")
        for _ in range(2400):  # a busy machine needs a while before the first reply is kept
            time.sleep(0.05)
            if tape.exists() and len(tape.read_bytes().splitlines()) > lines + 2:
                break
        work.send_signal(signal.SIGKILL)
        work.wait()
        assert len(tape.read_bytes().splitlines()) > lines, "each time something is paid for before the end"
        lines = len(tape.read_bytes().splitlines())
        assert not killed.exists()
    for folder in (killed, whole):
        subprocess.run([sys.executable, "-c", _WORK, str(folder), "0"], env=environment, cwd=ROOT, check=True)
    assert _files(killed) == _files(whole)


@pytest.mark.parametrize(("told", "dead"), [("Ines killed Bram with the lamp.", ["bram"]), ("Ines met Bram.", [])])
def test_nobody_is_dead_on_the_word_of_a_model_alone(told: str, dead: list[str]) -> None:
    people = [RegistryEntry("ines", "Ines", "character"), RegistryEntry("bram", "Bram", "character")]
    registry = sanitized([*people, RegistryEntry("hut", "the hut", "place")])
    account = Account("Lamp", "play", "en", ("", ""), registry)
    reply = EventsReply.model_validate(
        {
            "groups": [{"statements": [{"text": told, "owners": ["Ines", "Bram"], "place": "the hut"}]}],
            "states": [{"who": "Bram", "place": "the hut", "alive": False}],
        }
    )
    window = windows_of(divide(read_form(source_of(PLAY, "lamp"), None), None).told, 500)[0]
    _AccountWriter(account).take(window, reply)
    assert [death.who for death in account.deaths] == dead
    assert bool(dead) != any("no statement tells it" in warning for warning in account.warnings)


@pytest.mark.parametrize(
    "text",
    [
        "INES: The lamp is out.",
        "Ines, fourteen cans of oil came up the stairs today",
        '{"id": "ines", "kind": "character"',
    ],
)
def test_words_of_the_passage_or_of_the_question_are_no_statement(text: str) -> None:
    registry = sanitized([RegistryEntry("ines", "Ines", "character"), RegistryEntry("hut", "the hut", "place")])
    account = Account("Lamp", "play", "en", ("", ""), registry)
    window = replace(
        windows_of(divide(read_form(source_of(PLAY, "lamp"), None), None).told, 500)[0],
        text="Ines, fourteen cans of oil came up the stairs today.",
    )
    kept = {"text": "Ines lit the lamp.", "owners": ["Ines"], "place": "the hut", "kind": "death", "victim": "Ines"}
    told = [kept, {"text": text, "owners": ["Ines"], "place": "the hut"}]
    _AccountWriter(account).take(window, EventsReply.model_validate({"groups": [{"statements": told}]}))
    assert [(statement.text, statement.kind) for statement in account.statements] == [("Ines lit the lamp.", None)]
    assert len(account.warnings) == 1


def test_lines_of_the_text_and_pieces_of_the_form_are_no_answers_in_either_language() -> None:
    assert is_copied("滚滚长江东逝水，浪花淘尽英雄", "词曰：滚滚长江东逝水，浪花淘尽英雄。是非成败转头空。")
    assert not is_copied("刘备见了关羽。", "刘备见了关羽。")
    assert is_copied("So foul and fair a day I have not seen", "MACBETH. So foul and fair a day, I have not seen.")
    assert is_the_question('"statements": ["Macbeth came."]')
    assert not is_the_question('The note said "Tomorrow": nobody knew more.')
