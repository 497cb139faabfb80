"""A new action is one class and its texts per language: this module and the two files beside it, and nothing else."""

from pathlib import Path
from typing import ClassVar

import pytest
from pydantic import Field

from agentsensus.models import open_model
from agentsensus.testing import InstantModel
from agentsensus.worlds.actions import ACTIONS, LEARNING, Action, Declaration, Outcome, Refused, Scene
from agentsensus.worlds.actions.base import Text, find_id
from agentsensus.worlds.actions.declaration import parse_in_order
from agentsensus.worlds.actions.random_params import filled
from agentsensus.worlds.events.event import StatusSet
from agentsensus.worlds.minds import Decision, View, view_of
from agentsensus.worlds.minds.human.line_parser import Advice, read_line
from agentsensus.worlds.minds.model.llm import LlmMind, is_foreign
from agentsensus.worlds.minds.model.system_prompt import manual
from agentsensus.worlds.scenario import load
from agentsensus.worlds.scenario.rules import Rules
from agentsensus.worlds.scenario.template_world import make_world
from agentsensus.worlds.state.character import Actor, Learnt
from agentsensus.worlds.state.world import World
from agentsensus.worlds.telling import Teller
from tests.worlds.kernel.runs import SIX, Run, six


class Bow(Action):
    """Bow to somebody who is here."""

    name: ClassVar[str] = "bow"
    declared: ClassVar[Declaration] = Declaration(
        refusals=("too_proud",),
        free_text=("manner",),
        names={"whom": "character"},
        typed=parse_in_order("whom", "manner"),
        drawn=lambda hand: filled(whom=hand.one_of(hand.people, "whom"), manner=hand.sentence()),
        teaches=lambda event: [Learnt("witnessed", f"I bowed to {event.params['whom']}.")],
        tells=lambda teller, result: [teller.line("noticed", whom=teller.part(result["to"]))],
        is_watched=True,
    )
    whom: Text = Field(description="Whom you bow to: an id or a name")
    manner: Text = Field(description="How you bow")

    async def resolve(self, actor: Actor, scene: Scene) -> Outcome | Refused:
        whom = find_id(scene, self.whom, "character")
        if isinstance(whom, Refused):
            return whom
        if actor.status.get("mood") == "sour":
            return scene.refuse("too_proud", whom=whom)
        event = StatusSet(round=scene.round, of=actor.id, key="posture", value=self.manner)
        return Outcome({"to": whom}, [event], {"whom": whom, "manner": self.manner})


@pytest.fixture(autouse=True)
def _bow(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(ACTIONS, Bow.name, Bow)


def _view(run: Run, agent: str) -> View:
    return view_of(World(run.world), agent, 1, ("start",))


@pytest.fixture
def run(tmp_path: Path) -> Run:
    """Ben bows, and Ada, who is in a sour mood, tries to."""
    run = Run(tmp_path / "run", six(tmp_path))
    script = {agent: {1: read_line(f"bow {whom}: deeply", _view(run, agent), run.world)} for agent, whom in PAIRS}
    run.script(1, **script)
    return run


PAIRS = (("ben", "Ada Quill"), ("ada", "ben"))


def test_it_is_in_the_manual_and_in_the_schema(run: Run, tmp_path: Path) -> None:
    chinese = load(make_world("teahouse", "zh", tmp_path))
    assert "- bow(" in manual(run.world, Rules())
    assert "Bow to somebody who is here." in manual(run.world, Rules())
    assert "向在场的一个人鞠躬。" in manual(chinese, Rules())
    request = LlmMind(run.world, "ada", open_model(InstantModel())).request(_view(run, "ada"))
    assert request.shape is not None
    assert "bow" in str(request.shape)
    assert {*Bow.model_json_schema()["properties"]} == {"whom", "manner"}


def test_it_is_typed_by_a_person_in_both_languages(run: Run) -> None:
    for line in ("bow ben: deeply", "鞠躬 ben：deeply", "bow whom=ben manner=deeply"):
        expected = Decision(action="bow", params={"whom": "ben", "manner": "deeply"})
        assert read_line(line, _view(run, "ada"), run.world) == expected
    for line, advice in (("bow", "bow NAME: how"), ("bow bem: deeply", "mean 'Ben Fox'?"), ("help bow", "How you")):
        answer = read_line(line, _view(run, "ada"), run.world)
        assert isinstance(answer, Advice)
        assert advice in answer.text


def test_it_happens_and_is_refused_in_the_language_of_the_world(run: Run, tmp_path: Path) -> None:
    (bow,), (refused,) = run.acts("ben"), run.acts("ada")
    assert (bow.ok, bow.params, bow.data) == (True, {"whom": "ada", "manner": "deeply"}, {"to": "ada"})
    assert [(event.of, event.key) for event in run.of("status")] == [("ben", "posture")]
    assert (refused.ok, refused.refusal) == (False, "you are too proud to bow to ben")
    (tmp_path / "zh").mkdir()
    world = six(tmp_path / "zh", world=SIX["world.yaml"].replace("language: en", "language: zh"))
    chinese = Run(tmp_path / "zh" / "run", world)
    chinese.script(1, ada={1: Decision(action="bow", params={"whom": "ben", "manner": "深深地"})})
    assert chinese.acts("ada")[0].refusal == "你太骄傲，不肯向ben鞠躬"


def test_it_is_told_in_a_transcript_and_to_whoever_watches(run: Run) -> None:
    page = (run.folder.path / "transcripts" / "ben.md").read_text("utf-8")
    assert "- Ben Fox bows to Ada Quill: deeply\n  - Ada Quill has noticed it.\n" in page
    page = (run.folder.path / "transcripts" / "ada.md").read_text("utf-8")
    assert "  - It does not happen: you are too proud to bow to ben\n" in page
    assert Teller(run.world).is_watched("bow")


def test_it_teaches_and_its_words_must_be_in_the_language_of_the_world(run: Run) -> None:
    world = World(run.world, events=run.events(), learning=LEARNING)
    assert [lesson.text for lesson in world.actors["ben"].learnt] == ["I bowed to ada."]
    assert world.actors["ada"].learnt == []
    assert is_foreign(Bow(whom="ada", manner="深深地鞠躬"), "en")
    assert not is_foreign(Bow(whom="ada", manner="deeply"), "en")
