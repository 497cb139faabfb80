"""`run --model`, `resume` and `replay` from the command line, against a model server on this machine; `--estimate`."""

import asyncio
import json
import shutil
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from typer.testing import CliRunner

from agentsensus.cli.main import app
from agentsensus.errors import InputError
from agentsensus.models.providers.local import LocalProvider
from agentsensus.testing import (
    InstantModel,
    ModelServer,
    RoutineMind,
    allow_loopback_requests,
    forbid_live_requests,
    routine_company,
)
from agentsensus.testing.playing import view_in
from agentsensus.testing.server import now_and_then
from agentsensus.worlds.minds import COMPANIES
from agentsensus.worlds.scenario.template_world import make_world

SECRET = "sk-planted-0123456789abcdef"
QUICK = ("--embedder", "hashing", "--quiet")


def _answer(prompt: str) -> str:
    if not prompt.startswith("Round "):
        return InstantModel().answer(prompt)
    decision = asyncio.run(RoutineMind(0).decide(view_in(prompt)))
    return json.dumps({"action": decision.action, "params": decision.params})


@pytest.fixture
def world(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("AGENTSENSUS_API_KEY", SECRET)
    monkeypatch.delenv("DEEPSEEK_API_KEY", raising=False)
    return make_world("lighthouse", "en", tmp_path)


@pytest.fixture
def server() -> Iterator[ModelServer]:
    with allow_loopback_requests(), ModelServer(_answer, now_and_then(), slow=0.1) as one:
        yield one


def _json(*words: str, code: int = 0) -> Any:
    told = CliRunner().invoke(app, [*words, "--json"], catch_exceptions=False)
    assert told.exit_code == code, told.output
    return json.loads(told.stdout)


def test_a_world_is_played_by_a_model_resumed_and_replayed_without_it(world: Path, server: ModelServer) -> None:
    model = f"openai:double@{server.url}"
    whole = _json("run", "lighthouse", "--rounds", "4", "--model", model, "--budget-calls", "900", "--out", "a", *QUICK)
    _json("run", "lighthouse", "--rounds", "2", "--model", model, "--out", "b", *QUICK)
    rest = _json("resume", "b", "--rounds", "2", "--model", model, "--quiet")
    assert (rest["log_sha256"], rest["store_sha256"]) == (whole["log_sha256"], whole["store_sha256"])
    assert rest["usage"].keys() == whole["usage"].keys() >= {"decide"}
    assert all(one["calls"] > 0 for one in rest["usage"].values())
    kept = json.loads(Path("a/run.json").read_text())
    assert (kept["models"], kept["budget"]["calls"]) == ({"default": model}, 900)
    assert kept["usage"] == whole["usage"]
    shutil.copytree("a", "copy")
    with forbid_live_requests():
        assert _json("replay", "copy") == {"identical": True, "first_difference": None}


def test_a_key_in_the_environment_is_sent_and_kept_nowhere(world: Path) -> None:
    said = json.dumps({"action": "say", "params": {"targets": ["ines", "walt"], "content": f"The key is {SECRET}."}})
    with allow_loopback_requests(), ModelServer(lambda _: said, now_and_then(), slow=0.1) as server:
        _json("run", "lighthouse", "--rounds", "2", "--model", f"openai:double@{server.url}", "--out", "a", *QUICK)
        assert server.authorizations == {f"Bearer {SECRET}"}
    files = [path for path in Path("a").rglob("*") if path.is_file()]
    assert {path.name for path in files} >= {"run.json", "events.jsonl", "tape.jsonl", "memory.db"}
    assert b"The key is" in Path("a/events.jsonl").read_bytes()
    assert not [path.name for path in files if SECRET.encode() in path.read_bytes()]


def test_a_spent_budget_is_said_and_a_larger_one_goes_on(world: Path, server: ModelServer) -> None:
    options = ("--model", f"openai:double@{server.url}", "--budget-calls", "5", "--out", "a")
    assert _json("run", "lighthouse", "--rounds", "6", *options, *QUICK)["stop"] == "budget"
    with pytest.raises(InputError, match=r"5 of 5 calls\); give a larger one, for example --budget-calls 10"):
        CliRunner().invoke(app, ["resume", "a"], catch_exceptions=False)
    more = ("--rounds", "1", "--model", f"openai:double@{server.url}", "--budget-calls", "300")
    told = _json("resume", "a", *more, "--quiet")
    assert told["stop"] == "max_rounds"
    assert json.loads(Path("a/run.json").read_text())["budget"]["calls"] == 300


def test_an_address_in_a_run_is_asked_only_if_the_user_names_it(
    world: Path, server: ModelServer, monkeypatch: pytest.MonkeyPatch
) -> None:
    model = f"openai:double@{server.url}"
    _json("run", "lighthouse", "--rounds", "1", "--model", model, "--out", "a", *QUICK)
    before, asked = Path("a/run.json").read_bytes(), sum(server.seen.values())
    for budget in ([], ["--budget-calls", "900"]):
        with pytest.raises(InputError, match=r"an address in a file is not asked.*--model openai:double@http"):
            CliRunner().invoke(app, ["resume", "a", *budget], catch_exceptions=False)
    assert sum(server.seen.values()) == asked
    assert json.loads(before)["models"] == {"default": model}
    assert _json("resume", "a", "--rounds", "1", "--model", model, "--quiet")["rounds"] == 2
    monkeypatch.setenv("AGENTSENSUS_BASE_URL", server.url)
    assert _json("resume", "a", "--rounds", "1", "--quiet")["rounds"] == 3


@pytest.mark.parametrize("role", ["default", "minds", "judge"])
def test_a_model_file_in_a_run_is_opened_only_if_the_user_names_it(
    world: Path, role: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    _json("run", "lighthouse", "--rounds", "1", "--out", "a", *QUICK)
    weights = world.parent / "weights.gguf"
    weights.write_bytes(b"GGUF of somebody else")
    described = json.loads(Path("a/run.json").read_text())
    Path("a/run.json").write_text(json.dumps(described | {"models": {role: f"local:{weights}"}}))
    opened: list[str] = []
    monkeypatch.setattr(LocalProvider, "__init__", lambda self, model, timeout: opened.append(model.name))
    with pytest.raises(
        InputError, match=r"a model file is not opened unless you name it; say --model .*local:"
    ) as told:
        CliRunner().invoke(app, ["resume", "a", "--rounds", "1"], catch_exceptions=False)
    assert "\n" not in str(told.value)
    assert opened == []


def test_a_mistake_on_going_on_changes_nothing(world: Path, server: ModelServer) -> None:
    _json("run", "lighthouse", "--rounds", "1", "--model", f"openai:double@{server.url}", "--out", "a", *QUICK)
    before = Path("a/run.json").read_bytes()
    for options in (["--model", "deepseek:x"], ["--model", "minds=openai:x@http://127.0.0.1:1/v1"]):
        with pytest.raises(InputError, match=r"needs a key|that stays so"):
            CliRunner().invoke(app, ["resume", "a", *options], catch_exceptions=False)
    assert Path("a/run.json").read_bytes() == before


def test_a_model_for_one_role_leaves_the_minds_to_the_company(
    world: Path, server: ModelServer, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setitem(COMPANIES, "routine", routine_company)
    told = _json(
        "run", "lighthouse", "--rounds", "6", "--model", f"atomizer=openai:double@{server.url}", "--out", "a", *QUICK
    )
    assert "decide" not in told["usage"]
    assert list(json.loads(Path("a/run.json").read_text())["asked"]) == ["atomizer"]
    with forbid_live_requests():
        assert _json("replay", "a")["identical"]


@pytest.mark.parametrize(
    ("options", "said"),
    [
        (["--model", "opnai:x"], "did you mean 'openai'"),
        (["--model", "juge=openai:x"], "unknown role 'juge'"),
        (["--model", "scoring=openai:x"], "no work of scoring"),
        (["--model", "openai:x", "--model", "openai:y"], "a default model is already given"),
        (["--model", "anthropic:claude-haiku-4-5"], "needs a key|pip install"),
        (["--model", "openai:x@http://me:hunter22@127.0.0.1:1/v1"], "password"),
        (["--model", "openai:nobody-knows@http://127.0.0.1:1/v1", "--budget-money", "1"], "no price is known"),
    ],
)
def test_a_mistake_with_models_is_one_line_and_nothing_is_written(
    world: Path, monkeypatch: pytest.MonkeyPatch, options: list[str], said: str
) -> None:
    for name in ("ANTHROPIC_API_KEY", "OPENAI_API_KEY"):
        monkeypatch.delenv(name, raising=False)
    with pytest.raises(InputError, match=said) as told:
        CliRunner().invoke(app, ["run", "lighthouse", *options], catch_exceptions=False)
    assert "\n" not in str(told.value)
    assert not Path("runs").exists()


@pytest.mark.parametrize("design", ["consensus", "generative-agents", "g-memory", "collaborative"])
def test_an_estimate_asks_nothing_writes_nothing_and_grows_with_the_run(world: Path, design: str) -> None:
    def told(*more: str) -> Any:
        words = ("run", "lighthouse", "--memory", design, "--estimate", *more)
        return _json(*words, "--model", "openai:gpt-4o-mini")

    with forbid_live_requests():
        short, long = told("--rounds", "4"), told("--rounds", "8")
    assert not Path("runs").exists()
    people = short["characters"]
    calls = {one["purpose"]: one["calls"] for one in short["purposes"]}
    assert calls["decide"] == 4 * people
    assert calls.get("judge", 0) == (2 * calls["atomize"] if design == "consensus" else 0)
    assert short["calls"] == sum(calls.values())
    assert short["tokens"] == short["input"] + short["output"]
    assert long["input"] > 2 * short["input"] * 0.99
    assert 0 < short["money"] < long["money"]


def test_an_estimate_is_near_what_a_run_takes(world: Path, server: ModelServer) -> None:
    model = ("--model", f"minds=openai:double@{server.url}")
    expected = _json("run", "lighthouse", "--rounds", "3", *model, "--estimate")
    used = _json("run", "lighthouse", "--rounds", "3", *model, "--out", "a", *QUICK)["usage"]["decide"]
    per_call = used["calls"] / expected["purposes"][0]["calls"]
    assert 0.3 < per_call < 3  # the server fails now and then, and not everybody is always awake


def test_an_estimate_in_words_says_what_it_rests_on(world: Path) -> None:
    told = CliRunner().invoke(app, ["run", "lighthouse", "--model", "openai:nobody-knows", "--estimate"])
    assert told.exit_code == 0
    assert "price not known" in told.output
    assert "characters are awake" in told.output


@pytest.mark.thorough
def test_a_comparison_is_played_by_a_model_within_a_budget_and_goes_on_with_a_larger_one(
    world: Path, server: ModelServer
) -> None:
    words = ["compare", "lighthouse", "--rounds", "3", "--embedder", "hashing", "--jobs", "1"]
    words += ["--memory", "consensus,collaborative", "--model", f"openai:double@{server.url}"]
    short = _json(*words, "--out", "kept", "--budget-calls", "4", code=1)
    assert {cell["error"].partition(" after")[0] for cell in short["cells"]} == {"AgentsensusError: stopped by budget"}
    told = _json(*words, "--out", "kept", "--budget-calls", "1000")
    assert [cell["error"] for cell in told["cells"]] == [None, None]
    usage = json.loads(Path("kept/collaborative-1/run.json").read_text("utf-8"))["usage"]
    assert usage["decide"]["calls"] > 0
    paired = _json(*words, "--out", "paired", "--paired")
    assert all(cell["stats"]["fed"]["deposits"] for cell in paired["cells"])
    assert any(path.stat().st_size for path in Path("paired").rglob("tape.jsonl"))
