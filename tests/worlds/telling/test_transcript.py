"""A transcript says what reached a character, what it did and why, and what it remembers; in the world's language."""

import json
from pathlib import Path

import pytest
from typer.testing import CliRunner

from agentsensus import Memory
from agentsensus.cli.main import app
from agentsensus.errors import InputError
from agentsensus.testing import NonsenseMind, routine_company
from agentsensus.worlds.minds import Decision
from agentsensus.worlds.runs.playing import play
from agentsensus.worlds.scenario import load
from agentsensus.worlds.scenario.template_world import make_world
from agentsensus.worlds.telling.teller import phrases
from tests.worlds.kernel.runs import Run, six


def _do(action: str, because: str = "", **params: object) -> Decision:
    return Decision(action=action, params=params, because=because)


def _page(run: Run, agent: str) -> str:
    return (run.folder.path / "transcripts" / f"{agent}.md").read_text("utf-8")


@pytest.fixture
def run(tmp_path: Path) -> Run:
    run = Run(tmp_path / "run", six(tmp_path))
    run.script(
        4,
        ben={1: _do("say", "he *must* know", targets=["ada"], content="The bridge\nis rotten."), 2: _do("fly")},
        ada={
            2: _do("read_thread"),
            3: _do("remember", text="The bridge is rotten."),
            4: _do("move", destination="moon"),
        },
        cy={1: _do("move", destination="hall")},
    )
    return run


def test_a_transcript_tells_what_came_what_was_done_why_and_what_is_kept(run: Run) -> None:
    assert _page(run, "ben") == (
        "# Ben Fox\n\nsix\n\n"
        "## Round 1\n\n"
        "- Ben Fox says to Ada Quill: “The bridge is rotten.” — *he \\*must\\* know*\n"
        "  - Heard in round 2.\n"
    )
    assert _page(run, "ada").split("## Round 2\n\n")[1] == (
        "- From Ben Fox, sent in round 1: “The bridge is rotten.”\n"
        "- Ada Quill reads the messages with Ben Fox\n"
        "  - Ben Fox, round 1: “The bridge is rotten.”\n\n"
        "## Round 3\n\n"
        "- Ada Quill remembers: The bridge is rotten.\n"
        "  - Kept: The bridge is rotten. (told by Ben Fox)\n\n"
        "## Round 4\n\n"
        "- Ada Quill sets out for moon\n"
        "  - It does not happen: no place is called 'moon'; known: gate, hall, tower\n"
    )
    assert "- Arrives at the hall." in _page(run, "cy")


def test_a_gesture_to_somebody_else_is_seen_and_not_overheard_as_words(tmp_path: Path) -> None:
    run = Run(tmp_path / "run", six(tmp_path))
    run.script(3, ben={1: _do("gesture", content="nods to Ada", target="ada")})
    pages = "".join(path.read_text("utf-8") for path in (run.folder.path / "transcripts").glob("*.md"))
    assert "nods to Ada" in pages
    assert "“nods to Ada”" not in pages


def test_every_reason_and_source_has_its_words_in_both_languages() -> None:
    english, chinese = phrases("en").model_dump(), phrases("zh").model_dump()
    for part in ("phrases", "via", "reasons", "watch"):
        assert set(english[part]) == set(chinese[part])


@pytest.mark.parametrize("language", ["en", "zh"])
def test_two_sittings_leave_the_transcripts_of_one_even_where_minds_talk_nonsense(
    tmp_path: Path, language: str
) -> None:
    world = load(make_world("first", "zh" if language == "zh" else "en", tmp_path))
    minds = {agent: NonsenseMind(mind, 0.5, 1) for agent, mind in routine_company(world, 1).items()}
    whole, parts = Run(tmp_path / "whole", world), Run(tmp_path / "parts", world)
    whole.play(minds, 10)
    parts.play(minds, 4)
    parts.play(minds, 6)
    for agent in world.active:
        page = _page(whole, agent)
        assert page == _page(parts, agent)
        assert world.characters[agent].called[0] in page.splitlines()[0]
        assert ("第2轮" in page) == (language == "zh")


def test_the_stamp_of_a_world_is_on_every_transcript(tmp_path: Path) -> None:
    world = six(tmp_path, world="name: six\nlanguage: en\nstamp: simulated fiction\nmap: {default_distance: 3}\n")
    run = Run(tmp_path / "run", world)
    run.script(1)
    assert all("simulated fiction" in _page(run, agent) for agent in world.active)


def test_whoever_is_purged_is_told_which_transcripts_still_hold_its_words(run: Run) -> None:
    with Memory.open(run.folder.memory, embedder="hashing") as memory:
        gone = memory.purge(agent="ada")
    assert {"events.jsonl", "transcripts/ada.md"} <= set(gone.also_in)


def test_one_transcript_is_printed_by_name_and_mistakes_are_one_line(run: Run) -> None:
    where = str(run.folder.path)
    told = CliRunner().invoke(app, ["transcript", where, "--agent", "the clerk"], catch_exceptions=False)
    assert told.stdout == _page(run, "ada")
    told = CliRunner().invoke(app, ["transcript", where, "--agent", "ada", "--json"], catch_exceptions=False)
    assert json.loads(told.stdout) == {"run": where, "agent": "ada", "text": _page(run, "ada")}
    for name, said in (("adda", "did you mean"), ("Old Tom", "is dead and has no transcript")):
        with pytest.raises(InputError, match=said):
            CliRunner().invoke(app, ["transcript", where, "--agent", name], catch_exceptions=False)


def test_what_befalls_the_world_is_told_once_though_it_is_seen_and_announced(tmp_path: Path) -> None:
    world = make_world("lighthouse", "en", tmp_path)
    (world / "happenings.yaml").write_text(
        "storm:\n  when: {round: 2}\n  where: village\n  witnesses: everyone\n  text: A storm broke over Gull Rock.\n",
        "utf-8",
    )
    play(world, 4, seed=1, embedder="hashing", out=tmp_path / "run").close()
    pages = [page.read_text("utf-8") for page in (tmp_path / "run" / "transcripts").iterdir()]
    announced, seen = "It becomes known: “A storm broke over Gull Rock.”", "It happens: A storm broke over Gull Rock."
    assert [page.count(announced) + page.count(seen) for page in pages] == [1] * len(load(world).active)
