"""A fork may add messages, change or drop those under way, and let things happen; every mistake is named at once."""

from pathlib import Path

import pytest

from agentsensus import AsyncMemory
from agentsensus.errors import InputError
from agentsensus.memory.stream import feed_async
from agentsensus.testing import scripted_company
from agentsensus.worlds.events.log import read_log
from agentsensus.worlds.minds import Decision
from agentsensus.worlds.runs import RunFolder, fork, memory_stream, read_injected, replay
from agentsensus.worlds.scenario.history import write_history
from tests.worlds.kernel.runs import Run, done, six

DESIGNS = ("consensus", "generative-agents", "g-memory", "collaborative")


def _do(action: str, **params: object) -> Decision:
    return Decision(action=action, params=params)


SCRIPT = {
    "ada": {
        1: _do("say", targets=["ben", "flo"], content="The bridge is sound."),
        4: _do("read_thread", **{"with": ["ben", "flo"]}),
    },
    "ben": {2: _do("read_thread")},
    "flo": {3: _do("read_thread"), 4: _do("recall", query="the tower")},
}


class Forked(Run):
    """A run of six forked after round 2, when a message has reached Ben and is on its way to Flo."""

    def __init__(self, tmp_path: Path, inject: str, **plan: str) -> None:
        self.world = six(tmp_path)
        self.first = Run(tmp_path / "first", self.world, **plan)
        self.first.play(scripted_company(self.world, SCRIPT), 2)
        self.message = self.first.of("sent")[0].message
        file = tmp_path / "inject.yaml"
        file.write_text(inject.replace("MESSAGE", self.message), "utf-8")
        self.folder = RunFolder(tmp_path / "second")
        self.folder.path.mkdir()
        done(fork(self.first.folder, 2, self.folder, read_injected(file, self.first.folder, 2)))
        self.told = self.play(scripted_company(self.world, SCRIPT), 2)

    def read(self, agent: str) -> list[str]:
        """What somebody read last."""
        acts = [act for act in self.acts(agent) if act.action == "read_thread"]
        return [message["content"] for message in acts[-1].data["messages"]] if acts and acts[-1].ok else []


def _again(run: Forked, tmp_path: Path) -> bool:
    (tmp_path / "again").mkdir()
    return done(replay(run.folder, tmp_path / "again")).identical


def test_a_message_under_way_is_changed_for_whom_it_has_not_reached(tmp_path: Path) -> None:
    run = Forked(tmp_path, "- {message: MESSAGE, content: The bridge is rotten.}")
    assert run.folder.log.read_bytes().startswith(run.first.folder.log.read_bytes())
    assert [event.model_dump(exclude={"seq"}) for event in run.of("altered")] == [
        {
            "kind": "altered",
            "round": 3,
            "message": run.message,
            "recipients": ("flo",),
            "content": "The bridge is rotten.",
        }
    ]
    assert run.read("flo") == ["The bridge is rotten."]
    assert run.read("ben") == run.read("ada") == ["The bridge is sound."]
    assert "The bridge is rotten." in (run.folder.path / "transcripts" / "flo.md").read_text("utf-8")
    assert _again(run, tmp_path)


def test_a_message_under_way_can_be_dropped(tmp_path: Path) -> None:
    run = Forked(tmp_path, "- {message: MESSAGE, drop: true}")
    assert [event.recipient for event in run.of("delivered")] == ["ben"]
    assert run.read("flo") == []
    assert _again(run, tmp_path)


@pytest.mark.parametrize("design", DESIGNS)
def test_what_happens_is_remembered_by_its_witnesses_and_told_to_those_who_act(tmp_path: Path, design: str) -> None:
    text = "The tower burned. Cy Moor fled from the tower."
    run = Forked(tmp_path, f"- {{event: {text}, witnesses: [Flo Reed, the tower, old]}}", design=design)
    (event,) = run.of("happened")
    assert (event.round, event.owners) == (3, ("flo", "old", "tower"))
    assert event.text == ("The tower burned.", "Cy Moor fled from the tower.")
    assert [(said.round, said.recipients, said.sort) for said in run.of("sent")[1:]] == [(3, ("flo",), "system")]
    recalled = next(act for act in run.acts("flo") if act.action == "recall")
    assert {row["text"] for row in recalled.data["rows"]} >= set(event.text)
    assert _again(run, tmp_path)

    async def fed() -> str:
        settings, names = run.folder.read().settings, run.world.known_names()
        memory = AsyncMemory.open(design=design, embedder="hashing", settings=settings, names=names, seed=3)
        async with memory:
            await write_history(run.world, memory)
            await feed_async(memory_stream(read_log(run.folder.log)), memory)
            return await memory.sha256()

    assert done(fed()) == run.told["store_sha256"]


def test_a_message_is_added_in_the_round_that_is_asked_for(tmp_path: Path) -> None:
    run = Forked(tmp_path, "- {to: [Cy Moor, eve], from: the clerk, at: 4, content: Come.}\n- {to: dot, content: Go.}")
    added = [(said.round, said.sender, said.recipients, said.content) for said in run.of("sent")[1:]]
    assert added == [(3, "", ("dot",), "Go."), (4, "ada", ("cy", "eve"), "Come.")]
    assert _again(run, tmp_path)


def test_everyone_is_told_and_sees_it_except_the_sender(tmp_path: Path) -> None:
    run = Forked(
        tmp_path, "- {to: everyone, from: ada, content: Come.}\n- {event: The bell rang., witnesses: everyone}"
    )
    added = next(said for said in run.of("sent") if said.content == "Come.")
    assert set(added.recipients) == {*run.world.active} - {"ada"}
    assert set(run.of("happened")[-1].owners) == {*run.world.active}


WRONG = """\
- {to: bem, content: Hm., from: Old Tom}
- {to: [], contnt: Hm.}
- {to: ben, content: "?!", at: 2}
- {message: m123, content: Hm.}
- {message: MESSAGE}
- {message: MESSAGE, content: Hm., drop: true}
- {message: MESSAGE, content: Hm., at: 9}
- {event: The tower burned., witnesses: [towr, nobody]}
- {event: "", witnesses: flo}
- {event: The tower burned.}
- just words
- {to: ben, content: Hm., at: soon}
"""
SAID = [
    "entry 1: no active character is called 'bem'; did you mean 'ben'?",
    "entry 1: no active character is called 'Old Tom'",
    "entry 2: `content` is missing",
    "entry 2: there is no key 'contnt' here; did you mean 'content'?",
    "entry 3: `at` is 2, but the fork continues from round 2; give a later round",
    "entry 3: `content`: ",
    "entry 4: no message 'm123' was under way after round 2; known: m",
    "entry 5: give a message another `content`, or `drop: true`, one of them",
    "entry 6: give a message another `content`, or `drop: true`, one of them",
    "entry 7: there is no key 'at' here",
    "entry 8: no character or place is called 'towr'; did you mean 'tower'?",
    "entry 8: no character or place is called 'nobody'",
    "entry 9: `event` is empty; say what happens",
    "entry 10: `witnesses` is missing",
    "entry 11: keys and values belong here",
    "entry 12: `at` is 'soon', which does not belong here",
]


def test_every_mistake_is_named_with_the_number_of_its_entry_in_one_line(tmp_path: Path) -> None:
    with pytest.raises(InputError) as wrong:
        Forked(tmp_path, WRONG)
    told = str(wrong.value)
    assert [said for said in SAID if said not in told] == []
    assert told.count("entry ") == len(SAID), told
    assert "\n" not in told


@pytest.mark.parametrize("text", ["to: ben", "- {", "7", "- &a {to: ben, content: Run}\n- *a"])
def test_a_file_that_is_no_list_is_refused(tmp_path: Path, text: str) -> None:
    with pytest.raises(InputError, match=r"inject.yaml: (give a list|cannot be read)"):
        Forked(tmp_path, text)
