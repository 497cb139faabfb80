"""Runs played by models: on a tape, on a budget, with nonsense and failures, resumed and replayed without any model."""

import asyncio
import json
import random
import shutil
import sqlite3
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import pytest

from agentsensus.errors import InputError, ModelUnreachable, NotOnTape
from agentsensus.memory.core.decision_json import unpacked_candidates
from agentsensus.models import ModelLike, Tape
from agentsensus.models.chat import Failed, Reply, Trouble
from agentsensus.testing import PlayingModel, RoutineMind, ScriptedMind, forbid_live_requests, scripted_company
from agentsensus.worlds.minds import Decision, Mind, View, model_company
from agentsensus.worlds.minds.model.llm import FOREIGN
from agentsensus.worlds.runs import (
    Allowance,
    RunFolder,
    RunModels,
    RunSession,
    StopConditions,
    fork,
    open_models,
    open_session,
    replay,
    summary,
)
from agentsensus.worlds.runs.run_models import storable_ids, with_changes
from agentsensus.worlds.scenario import Scenario, load
from agentsensus.worlds.scenario.rules import Rules
from agentsensus.worlds.scenario.template_world import make_world
from tests.models.double import sorted_lines
from tests.worlds.kernel.runs import EARLIER, Run, done, six

pytestmark = pytest.mark.thorough

BUSY = "".join(
    f"{id_}: {{name: {name}, at: {place}, goals: [Keep the books.]}}\n"
    for id_, name, place in (
        ("ada", "Ada Quill", "hall"),
        ("ben", "Ben Fox", "hall"),
        ("cy", "Cy Moor", "tower"),
        ("dot", "Dot Vane", "gate"),
        ("eve", "Eve Lark", "hall"),
        ("flo", "Flo Reed", "tower"),
    )
)

EACH_DEPOSIT = {"cut_call": "deposit", "judge_call": "deposit"}


def busy(folder: Path) -> Scenario:
    """The world of six in which everybody has a goal and so is awake."""
    return six(folder, characters=BUSY)


class Game(Run):
    """A run whose minds and memory ask these models."""

    def ask(self, model: ModelLike | Mapping[str, ModelLike], rounds: int) -> dict[str, Any]:
        """Play so many rounds more; what `run --json` prints."""
        models = open_models(self.folder, model if isinstance(model, Mapping) else {"default": model})
        assert models is not None
        return done(_sitting(self.folder, self.world, models, rounds))

    def allow(self, **limits: Any) -> None:
        run = self.folder.read()
        self.folder.write(run.model_copy(update={"budget": Allowance(**limits)}))


async def _sitting(folder: RunFolder, world: Scenario, models: RunModels, rounds: int) -> dict[str, Any]:
    minds = model_company(world, models.roles.of("minds"), rules=Rules.model_validate(folder.read().rules))
    kernel: RunSession = await open_session(folder, minds, models)
    try:
        await kernel.play(StopConditions(kernel.round + rounds))
        return await summary(kernel)
    finally:
        await kernel.close()


def _hashes(told: Mapping[str, Any]) -> tuple[Any, Any]:
    return told["log_sha256"], told["store_sha256"]


def _same(new: str, known: str) -> bool:
    return new == known or new.split()[:3] == known.split()[:3]


def _again(run: Run, into: Path) -> Any:
    into.mkdir()
    with forbid_live_requests():
        return done(replay(run.folder, into))


class Chronicler:
    """Remembers two sentences a round that are like those of everybody else."""

    async def decide(self, view: View) -> Decision:
        one = f"{view.agent.title()} saw the lamp in {view.place.name} in round {view.round}."
        other = f"The bell of {view.place.name} rang for {view.agent.title()} {view.round} times."
        return Decision(action="remember", params={"text": f"{one} {other}"})


def test_a_round_of_32_minds_that_all_remember_is_three_calls_deep(tmp_path: Path) -> None:
    people = "".join(f"p{n:02}: {{name: Person {n}, at: hall, goals: [Watch.]}}\n" for n in range(32))
    rest = {"carriers": "{}\n", "scenes": "## The hall, noon: Person 1\n- The lamp was lit in the hall.   #lamp\n"}
    game = Game(tmp_path / "run", six(tmp_path, characters=people, **rest))
    game.ask(PlayingModel(Chronicler()), 1)
    model = PlayingModel(Chronicler(), latency=0.2)
    game.ask(model, 1)
    assert model.by_purpose == {"decide": 32, "atomize": 1, "judge": 1}
    assert model.deepest == 3


def test_a_round_that_asks_about_each_deposit_is_three_calls_deep_too(tmp_path: Path) -> None:
    game = Game(tmp_path / "run", busy(tmp_path), changes=EARLIER | EACH_DEPOSIT)
    game.ask(PlayingModel(Chronicler()), 1)
    model = PlayingModel(Chronicler(), latency=0.05)
    game.ask(model, 1)
    assert model.by_purpose == {"decide": 6, "atomize": 6, "judge": 6}
    assert model.deepest == 3


@pytest.mark.parametrize("design", ["consensus", "generative-agents", "g-memory", "collaborative"])
def test_a_model_run_is_replayed_from_a_copied_folder_without_any_model(tmp_path: Path, design: str) -> None:
    game = Game(tmp_path / "run", busy(tmp_path), design=design)
    told = game.ask(PlayingModel(nonsense=0.3, same=_same), 10)
    assert told["stop"] == "max_rounds"
    assert len(game.of("remembered")) > 2
    shutil.copytree(game.folder.path, tmp_path / "copy")
    shutil.rmtree(game.folder.path)
    (tmp_path / "again").mkdir()
    with forbid_live_requests():
        again = done(replay(RunFolder(tmp_path / "copy"), tmp_path / "again"))
    assert again.identical


def test_a_replay_without_its_tape_names_the_key_that_is_missing(tmp_path: Path) -> None:
    game = Game(tmp_path / "run", busy(tmp_path))
    game.ask(PlayingModel(Chronicler()), 2)
    game.folder.tape.unlink()
    with pytest.raises(NotOnTape, match=r"holds no reply for 1/ada/atomize/0/0#[0-9a-f]+ \(test:playing\)"):
        _again(game, tmp_path / "again")


@pytest.mark.parametrize(
    ("changes", "cutters"), [({}, {"ada"}), (EACH_DEPOSIT, {"ada", "ben", "cy", "dot", "eve", "flo"})]
)
def test_every_reply_is_on_the_tape_by_its_place(tmp_path: Path, changes: dict[str, Any], cutters: set[str]) -> None:
    game = Game(tmp_path / "run", busy(tmp_path), changes=EARLIER | changes)
    model = PlayingModel(Chronicler())
    game.ask(model, 2)
    keys = [json.loads(line)["key"] for line in sorted_lines(game.folder.tape) if '"key"' in line]
    assert len(keys) == model.calls
    places = {key.split("#")[0] for key in keys}
    assert places >= {"1/ada/decide/0/0", "1/ben/decide/0/0", "2/ada/judge/0/0"}
    assert {place for place in places if place.startswith("1/") and "/atomize/" in place} == {
        f"1/{agent}/atomize/0/0" for agent in cutters
    }


def test_the_order_of_replies_changes_neither_log_nor_store_nor_tape(tmp_path: Path) -> None:
    world, found = busy(tmp_path), set()

    class Late(PlayingModel):
        def __init__(self, chance: random.Random) -> None:
            super().__init__(nonsense=0.2, same=_same)
            self._chance = chance

        async def send(self, request: Any) -> Any:
            for _ in range(self._chance.randrange(6)):
                await asyncio.sleep(0)
            return await super().send(request)

    for number in range(12):
        game = Game(tmp_path / str(number), world)
        told = game.ask(Late(random.Random(number)), 5)
        found.add((*_hashes(told), *sorted_lines(game.folder.tape)))
    assert len(found) == 1


@pytest.mark.parametrize(("mind", "committed"), [(RoutineMind(0), 1), (Chronicler(), 0)])
def test_a_broken_off_run_pays_for_nothing_twice(tmp_path: Path, mind: Mind, committed: int) -> None:
    world = busy(tmp_path)
    whole, cut = Game(tmp_path / "whole", world), Game(tmp_path / "cut", world)
    told = whole.ask(PlayingModel(mind, same=_same), 6)

    class Dies(PlayingModel):
        async def send(self, request: Any) -> Any:
            if request.purpose == "judge" or self.calls >= 21:
                raise asyncio.CancelledError
            return await super().send(request)

    first = Dies(mind, same=_same)
    with pytest.raises(asyncio.CancelledError):
        cut.ask(first, 6)
    held = len(Tape(cut.folder.tape))
    assert sum(one["calls"] for one in cut.folder.read().usage.values()) >= first.calls
    rest = PlayingModel(mind, same=_same)
    assert max((event.round for event in cut.events()), default=0) == committed
    assert _hashes(cut.ask(rest, 6 - committed)) == _hashes(told)
    assert held == first.calls > 0
    assert first.calls + rest.calls == sum(one["calls"] for one in told["usage"].values())


def test_a_model_given_to_nonsense_plays_to_the_end_and_every_failure_is_an_event(tmp_path: Path) -> None:
    world = busy(tmp_path)
    for share in (0.3, 0.9):
        game = Game(tmp_path / str(share), world)
        told = game.ask(PlayingModel(nonsense=share), 12)
        assert told["stop"] == "max_rounds"
        assert len(game.of("failed")) + len(game.of("acted")) == len(game.of("woke"))
    assert {event.problem.partition(":")[0] for event in game.of("failed")} == {"ModelError"}
    assert all("unusable" in event.problem for event in game.of("failed"))
    assert _again(game, tmp_path / "again").identical


@pytest.mark.parametrize("design", ["consensus", "generative-agents", "g-memory"])
def test_a_memory_whose_model_fails_goes_on_by_rule_and_says_so(tmp_path: Path, design: str) -> None:
    broken = ("atomize", "judge", "importance", "distil", "questions", "insights")
    game = Game(tmp_path / "run", busy(tmp_path), design=design)
    told = game.ask(PlayingModel(Chronicler(), failing=broken), 6)
    assert told["stop"] == "max_rounds"
    notes = [event.note for event in game.of("remembered")]
    assert len(notes) == 36
    assert all("no model there" in note and "by rule" in note for note in notes)
    assert _again(game, tmp_path / "again").identical


def test_a_round_in_which_no_model_answers_is_not_committed_and_resume_plays_it_again(tmp_path: Path) -> None:
    world = busy(tmp_path)
    game, unbroken = Game(tmp_path / "run", world), Game(tmp_path / "unbroken", world)
    game.ask(PlayingModel(), 2)
    log = game.folder.log.read_bytes()
    for _ in range(2):
        with pytest.raises(ModelUnreachable, match="no model answered in round 3: the model failed: no model there"):
            game.ask(PlayingModel(failing=("decide",)), 5)
        assert game.folder.log.read_bytes() == log
        assert game.folder.read().segments[-1].stop is None
    end = game.ask(PlayingModel(), 3)
    assert (end["rounds"], game.of("failed")) == (5, [])
    assert _hashes(end) == _hashes(unbroken.ask(PlayingModel(), 5))
    assert _again(game, tmp_path / "again").identical


def test_a_failure_stays_on_the_tape_when_its_round_was_committed_and_gives_way_when_it_was_not(tmp_path: Path) -> None:
    class Flaky(PlayingModel):
        """Cannot be reached for Ben, and is broken off in round 2."""

        async def send(self, request: Any) -> Any:
            if "Ben Fox (id: ben)" in request.system:
                raise Trouble("no model there", passes=False)
            if "in round 2?" in request.prompt and "(id: flo)" in request.system:
                await asyncio.sleep(0.05)
                raise asyncio.CancelledError
            return await super().send(request)

    game = Game(tmp_path / "run", busy(tmp_path))
    with pytest.raises(asyncio.CancelledError):
        game.ask(Flaky(Chronicler()), 3)
    outcomes = {key.split("#")[0]: outcome for key, outcome in Tape(game.folder.tape)._outcomes.items()}
    assert isinstance(outcomes["1/ben/decide/0/0"], Failed)
    assert isinstance(outcomes["2/ben/decide/0/0"], Failed)
    game.ask(PlayingModel(Chronicler()), 2)
    assert [(event.agent, event.round) for event in game.of("failed")] == [("ben", 1)]
    outcomes = {key.split("#")[0]: outcome for key, outcome in Tape(game.folder.tape)._outcomes.items()}
    assert isinstance(outcomes["1/ben/decide/0/0"], Failed)
    assert isinstance(outcomes["2/ben/decide/0/0"], Reply)
    assert _again(game, tmp_path / "again").identical


@pytest.mark.parametrize("changes", [{}, {"verify": "none"}])
def test_a_judge_that_fails_is_noted_beside_each_of_its_decisions(tmp_path: Path, changes: dict[str, Any]) -> None:
    game = Game(tmp_path / "run", busy(tmp_path), changes=EARLIER | changes)
    game.ask(PlayingModel(Chronicler(), failing=("judge",)), 3)
    with sqlite3.connect(game.folder.memory) as store:
        decisions = list(store.execute("SELECT note, candidates FROM decisions"))
    noted = ["no model there; decided by" in note for note, _ in decisions]
    assert any(noted)
    # The model is asked about every pair, or about those that no veto keeps apart.
    unasked = [
        unpacked_candidates(json.loads(candidates))
        for (_, candidates), is_noted in zip(decisions, noted, strict=True)
        if not is_noted
    ]
    assert bool(unasked) == (not changes)
    assert all(pair["relation"] == "different" and pair["vetoes"] for pairs in unasked for pair in pairs)
    assert _again(game, tmp_path / "again").identical


def test_a_budget_that_runs_out_in_a_round_ends_the_run_after_it_and_a_larger_one_goes_on(tmp_path: Path) -> None:
    world = busy(tmp_path)
    game = Game(tmp_path / "run", world)
    game.allow(calls=20)
    told = game.ask(PlayingModel(latency=0.001, same=_same), 8)
    assert (told["stop"], sum(one["calls"] for one in told["usage"].values())) == ("budget", 20)
    assert 0 < told["rounds"] < 8
    failed = game.of("failed")
    assert failed
    assert {event.round for event in failed} == {told["rounds"]}
    assert all("budget is used up" in event.problem for event in failed)
    assert len(game.of("failed")) + len(game.of("acted")) == len(game.of("woke"))

    with pytest.raises(InputError, match=r"used up \(20 of 20 calls\); give a larger one, .* --budget-calls 40"):
        game.ask(PlayingModel(), 1)
    game.allow(calls=500)
    end = game.ask(PlayingModel(latency=0.001, same=_same), 8 - told["rounds"])
    assert (end["stop"], end["rounds"]) == ("max_rounds", 8)
    assert end["usage"]["decide"]["calls"] > told["usage"]["decide"]["calls"]

    unbroken = Game(tmp_path / "unbroken", world)
    shutil.copy(game.folder.tape, unbroken.folder.tape)
    taped = Tape(unbroken.folder.tape).chat("test:playing")
    assert _hashes(unbroken.ask(taped, 8)) == _hashes(end)
    assert _again(game, tmp_path / "again").identical


@pytest.mark.parametrize("calls", range(1, 31, 4))
def test_wherever_the_budget_ends_the_run_is_the_one_that_its_tape_tells(tmp_path: Path, calls: int) -> None:
    world = busy(tmp_path)
    game = Game(tmp_path / "run", world)
    game.allow(calls=calls)
    model = PlayingModel(latency=0.0005, nonsense=0.2, same=_same)
    told = game.ask(model, 8)
    assert (told["stop"], model.calls) == ("budget", calls)
    game.allow()
    end = game.ask(PlayingModel(nonsense=0.2, same=_same), 8 - told["rounds"])
    assert end["rounds"] == 8
    unbroken = Game(tmp_path / "unbroken", world)
    shutil.copy(game.folder.tape, unbroken.folder.tape)
    assert _hashes(unbroken.ask(Tape(unbroken.folder.tape).chat("test:playing"), 8)) == _hashes(end)
    assert _again(game, tmp_path / "again").identical


def test_a_budget_of_tokens_or_money_stops_a_run_too(tmp_path: Path) -> None:
    world = busy(tmp_path)
    tokens = Game(tmp_path / "tokens", world)
    tokens.allow(tokens=60_000)
    told = tokens.ask(PlayingModel(), 9)
    assert told["stop"] == "budget"
    assert sum(one["input"] + one["output"] for one in told["usage"].values()) <= 60_000
    free = Game(tmp_path / "money", world)
    free.allow(money=0.01)
    assert free.ask(PlayingModel(), 2)["stop"] == "max_rounds"  # a double costs nothing


def test_usage_is_kept_by_purpose_and_summed_over_sittings(tmp_path: Path) -> None:
    world = busy(tmp_path)
    whole, parts = Game(tmp_path / "whole", world), Game(tmp_path / "parts", world)
    told = whole.ask(PlayingModel(), 6)
    parts.ask(PlayingModel(), 2)
    half = parts.folder.read().usage
    assert parts.ask(PlayingModel(), 4)["usage"] == told["usage"] == whole.folder.read().usage
    assert half["decide"]["calls"] < told["usage"]["decide"]["calls"]
    assert set(told["usage"]["decide"]) == {"calls", "input", "output", "money"}
    assert whole.folder.read().asked == dict.fromkeys(("minds", "atomizer", "judge", "memory"), ("test:playing",))


def test_a_chinese_world_is_asked_in_chinese_and_english_words_in_it_are_marked(tmp_path: Path) -> None:
    class Scribe:
        async def decide(self, view: View) -> Decision:
            text = f"第{view.round}回合，灯塔的灯亮着。守塔人在{view.place.name}看海。"
            return Decision(action="remember", params={"text": text})

    world = load(make_world("dengta", "zh", tmp_path))
    game, other = Game(tmp_path / "run", world), Game(tmp_path / "other", world)
    model = PlayingModel(Scribe())
    game.ask(model, 2)
    assert {act.because for act in game.of("acted")} == {""}
    assert set(model.by_purpose) >= {"decide", "atomize", "judge"}
    assert all("都用中文" in system for system in model.systems if system)
    asked = [text.partition("\n\n")[2] if text.startswith("{") else text for text in model.prompts]
    assert all("只回复一个 JSON 对象" in text for text in asked)
    other.ask(PlayingModel(Chronicler()), 1)
    assert {act.because for act in other.of("acted")} == {FOREIGN}


def test_a_model_for_the_minds_alone_leaves_the_memory_to_its_rules(tmp_path: Path) -> None:
    game = Game(tmp_path / "run", busy(tmp_path))
    model = PlayingModel(Chronicler())
    game.ask({"minds": model}, 2)
    assert set(model.by_purpose) == {"decide"}
    assert set(game.folder.read().asked) == {"minds"}
    game.folder.tape.unlink()
    assert _again(game, tmp_path / "again").identical


def test_another_model_may_go_on_and_the_replay_finds_the_replies_of_both(tmp_path: Path) -> None:
    class Other(PlayingModel):
        id = "test:other"

    game = Game(tmp_path / "run", busy(tmp_path))
    game.ask(PlayingModel(Chronicler()), 2)
    game.ask(Other(Chronicler()), 2)
    assert game.folder.read().asked["judge"] == ("test:playing", "test:other")
    assert _again(game, tmp_path / "again").identical


def test_a_fork_takes_the_tape_along_and_pays_only_for_what_is_new(tmp_path: Path) -> None:
    game = Game(tmp_path / "run", busy(tmp_path))
    told = game.ask(PlayingModel(same=_same), 5)
    other = RunFolder(tmp_path / "fork")
    other.path.mkdir()
    done(fork(game.folder, 2, other))
    model = PlayingModel(same=_same)
    models = open_models(other, {"default": model})
    assert models is not None
    end = done(_sitting(other, game.world, models, 3))
    assert _hashes(end) == _hashes(told)
    assert (model.calls, end["usage"]) == (0, {})
    (tmp_path / "again").mkdir()
    assert done(replay(other, tmp_path / "again")).identical


def test_a_round_broken_off_under_one_model_is_replayed_as_the_next_one_played_it(tmp_path: Path) -> None:
    class Dies(PlayingModel):
        async def send(self, request: Any) -> Any:
            if request.purpose == "judge":
                raise asyncio.CancelledError
            return await super().send(request)

    class Other(PlayingModel):
        id = "test:other"

        def answer(self, prompt: str) -> str:
            found = json.loads(super().answer(prompt))
            for cut in found.get("texts", []):
                cut["statements"].reverse()
            return json.dumps(found)

    game = Game(tmp_path / "run", busy(tmp_path))
    with pytest.raises(asyncio.CancelledError):
        game.ask(Dies(Chronicler()), 2)
    assert not game.of("remembered")
    game.ask(Other(Chronicler()), 2)
    assert game.acts("ada")[0].data["kept"][0]["text"].startswith("The bell")
    assert _again(game, tmp_path / "again").identical


def test_a_run_with_models_is_not_gone_on_with_without_them(tmp_path: Path) -> None:
    game = Game(tmp_path / "run", busy(tmp_path))
    game.ask({"minds": PlayingModel()}, 1)
    with pytest.raises(InputError, match=r"this run needs models \(minds=test:playing\); name them"):
        open_models(game.folder)


def test_what_a_memory_asks_models_for_stays_what_it_was(tmp_path: Path) -> None:
    run = Run(tmp_path / "run", busy(tmp_path), models={"minds": "openai:gpt-4o-mini"}).folder.read()
    assert with_changes(run, {"minds": "openai:gpt-4o"}, Allowance(calls=5)).budget == Allowance(calls=5)
    with pytest.raises(InputError, match="does the work of nothing for the memory"):
        with_changes(run, {"default": "openai:gpt-4o"}, Allowance())


def test_a_password_in_an_address_is_never_kept(tmp_path: Path) -> None:
    with pytest.raises(InputError, match="would hold the password") as told:
        storable_ids({"default": "openai:x@http://me:hunter22@127.0.0.1:1/v1"})
    assert "hunter22" not in str(told.value)
    plain = {"default": "openai:x@http://127.0.0.1:1/v1"}
    assert storable_ids(plain) == plain


def test_thinking_brings_the_models_words_into_the_cache_and_the_log(tmp_path: Path) -> None:
    script = ScriptedMind([Decision(action="think", params={"question": "What matters?"})])
    game = Game(tmp_path / "run", busy(tmp_path))
    told = game.ask(PlayingModel(script), 2)
    first = game.acts("ada")[0]
    assert (first.action, first.ok, first.data) == ("think", True, {"reply": "The key matters more than the lamp."})
    assert told["usage"]["think"]["calls"] == 6
    shown = script.views[-1].cache[0]
    assert (shown.action, shown.result) == ("think", {"reply": "The key matters more than the lamp."})
    assert _again(game, tmp_path / "again").identical


def test_a_thought_that_fails_is_a_refusal_and_nothing_more(tmp_path: Path) -> None:
    script = ScriptedMind([Decision(action="think", params={"question": "What matters?"})])
    game = Game(tmp_path / "run", busy(tmp_path))
    game.ask(PlayingModel(script, failing=("think",)), 1)
    first = game.acts("ada")[0]
    assert (first.ok, first.refusal) == (False, "the model failed: no model there")
    assert _again(game, tmp_path / "again").identical


def test_a_mind_without_its_reply_on_the_tape_stops_the_run_and_fails_nobody(tmp_path: Path) -> None:
    game = Game(tmp_path / "run", busy(tmp_path))
    with pytest.raises(NotOnTape, match="1/ada/decide/0/0"):
        game.ask(Tape(game.folder.tape).chat("test:playing"), 1)
    assert not game.of("failed")


def test_forgetting_leaves_no_dangling_link_in_any_view(tmp_path: Path) -> None:
    """SPEC 10.2 B13."""
    world = busy(tmp_path)
    run = Run(tmp_path / "run", world)
    steps: list[Any] = [
        Decision(action="remember", params={"text": "The bridge fell. The miller wept."}),
        Decision(action="get_affiliated", params={"memory": "The bridge fell."}),
        Decision(action="forget", params={"query": "The miller wept."}),
        Decision(action="get_affiliated", params={"memory": "The bridge fell."}),
        Decision(action="recall", params={"query": "The bridge fell.", "top_k": 1}),
    ]
    run.play(scripted_company(world, {"ada": steps}), 5)
    kept, before, forgot, after, recalled = run.acts("ada")
    bridge, miller = (one["id"] for one in kept.data["kept"])
    assert before.data["linked"] == [{"id": miller, "text": "The miller wept."}]
    assert forgot.data == {"forgotten": miller}
    assert after.data == {"memory": bridge, "linked": []}
    assert miller not in {row["id"] for row in recalled.data["rows"]}
    assert bridge in {row["id"] for row in recalled.data["rows"]}
    last = run.of("recalled")[-1]
    assert miller not in {one.id for one in (*last.hits, *last.linked)}
