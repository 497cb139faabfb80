"""A model renders the scenes: what does not hold is asked for once more and then set plainly; nothing is paid twice."""

import asyncio
import json
from pathlib import Path
from typing import Any, Literal

import pytest

from agentsensus.errors import InputError, ModelUnreachable
from agentsensus.models import Limits
from agentsensus.testing import FailingModel, MalformedModel, RenderingModel
from agentsensus.testing.screenplay import RenderingFault
from agentsensus.worlds.run_folder import Allowance
from agentsensus.worlds.screenplay import Rendered, Rendering, WrittenScene, estimate_play, markdown, render_play
from tests.worlds.screenplay.logs import sample

QUICK = Limits(concurrency=None, attempts=1, first_pause=0)


def _render(
    model: Any,
    tape: Path,
    language: Literal["en", "zh"] = "en",
    into: Literal["en", "zh"] | None = None,
    listener: Any = None,
    **more: Any,
) -> Rendered:
    rendering = Rendering(model, into or language, tape, limits=QUICK, **more)
    return asyncio.run(render_play(sample(language).produce(language), rendering, listener))


@pytest.mark.parametrize("language", ["en", "zh"])
def test_a_faithful_model_renders_every_scene(tmp_path: Path, language: Literal["en", "zh"]) -> None:
    heard: list[WrittenScene] = []
    rendered = _render(RenderingModel(), tmp_path / "tape", language, listener=heard.append)
    assert [scene.setting for scene in rendered.play.scenes] == ["rendered"] * 3
    assert sorted(scene.number for scene in heard) == [1, 2, 3]
    first = rendered.play.scenes[0]
    assert [line.kind for line in first.lines] == ["direction", "speech", "direction", "letter", "thought", "direction"]
    beats = {beat.seq for beat in sample(language).produce(language).scenes[0].beats}
    assert first.beats == beats
    assert first.copied >= 3  # this double has no words of its own
    assert rendered.spent is not None
    assert rendered.spent.calls == 3


@pytest.mark.parametrize("language", ["en", "zh"])
@pytest.mark.parametrize(
    ("fault", "reason"),
    [
        ("invents", {"en": "who is not in the cast", "zh": "不在这一场的人物里"}),
        ("leaks", {"en": "round 31", "zh": "第31轮"}),
        ("drops", {"en": "told by no line", "zh": "没有一行讲到"}),
        ("misattributes", {"en": "the beats it names are not", "zh": "所写的几拍却不是"}),
    ],
)
def test_a_model_that_breaks_the_rules_is_refused_twice_and_the_scene_is_set_plainly(
    tmp_path: Path, language: Literal["en", "zh"], fault: RenderingFault, reason: dict[str, str]
) -> None:
    model = RenderingModel(fault, stranger="Osric" if language == "en" else "张勇")
    rendered = _render(model, tmp_path / "tape", language, only=(1,))
    [scene] = rendered.play.scenes
    plain = sample(language).produce(language).plain().scenes[0]
    assert (scene.setting, scene.lines) == ("refused", plain.lines)
    assert any(reason[language] in why for why in scene.why)
    assert model.calls == 2
    assert scene.why[0] in model.requests[1].prompt
    assert list(rendered.play.remarks(scene)) != []


def test_a_model_that_mends_its_mistake_is_taken(tmp_path: Path) -> None:
    model = RenderingModel("invents", None)
    rendered = _render(model, tmp_path / "tape")
    assert [scene.setting for scene in rendered.play.scenes] == ["rendered"] * 3
    assert model.calls == 6


def test_a_model_that_says_nothing_usable_leaves_the_scene_plain_and_marked(tmp_path: Path) -> None:
    for model in (RenderingModel("nonsense"), MalformedModel()):
        rendered = _render(model, tmp_path / model.id.replace(":", "-"), only=(2,))
        [scene] = rendered.play.scenes
        assert scene.setting == "unusable"
        assert "the model gave no usable rendering" in markdown(rendered.play)


def test_what_is_on_the_tape_is_not_asked_again(tmp_path: Path) -> None:
    first, second = RenderingModel("drops"), RenderingModel("drops")
    one, two = _render(first, tmp_path / "tape"), _render(second, tmp_path / "tape")
    assert (first.calls, second.calls) == (5, 0)  # the last scene has one beat, and none to drop
    assert one.play == two.play


def test_a_budget_that_is_used_up_leaves_the_rest_plain_and_the_next_sitting_goes_on(tmp_path: Path) -> None:
    model = RenderingModel()
    first = _render(model, tmp_path / "tape", allowance=Allowance(calls=2))
    settings = [scene.setting for scene in first.play.scenes]
    assert sorted(settings) == ["exhausted", "rendered", "rendered"]
    assert "the budget was used up" in markdown(first.play)
    second = _render(model, tmp_path / "tape", allowance=Allowance(calls=2))
    assert [scene.setting for scene in second.play.scenes] == ["rendered"] * 3
    assert model.calls == 3


def test_a_model_out_of_reach_is_an_error_and_nothing_stays_on_the_tape_of_it(tmp_path: Path) -> None:
    with pytest.raises(ModelUnreachable, match=r"scene \d could not be rendered"):
        _render(FailingModel(), tmp_path / "tape")
    assert [scene.setting for scene in _render(RenderingModel(), tmp_path / "tape").play.scenes] == ["rendered"] * 3


def test_a_chinese_world_is_rendered_in_english_from_the_same_beats_with_latin_names(tmp_path: Path) -> None:
    model = RenderingModel(wording=_in_english)
    rendered = _render(model, tmp_path / "tape", "zh", "en")
    play = rendered.play
    assert [scene.setting for scene in play.scenes] == ["rendered"] * 3
    assert (play.language, play.stamp, play.scenes[0].place) == ("en", "模拟的故事", "the Hall")
    assert [person.name for person in play.persons] == ["An Lan", "Bian Shi", "Old Cai", "Miss Dingxiang"]
    assert {line.who for scene in play.scenes for line in scene.lines if line.who} == {"An Lan", "Bian Shi"}
    prompts = "\n".join(request.prompt for request in model.requests)
    assert "北门外的桥朽了" in prompts
    assert "Cast: An Lan, Bian Shi, Old Cai" in prompts


def test_a_chinese_rendering_of_a_scene_that_is_to_be_in_english_is_refused(tmp_path: Path) -> None:
    [scene] = _render(RenderingModel(), tmp_path / "tape", "zh", "en", only=(1,)).play.scenes
    assert (scene.setting, scene.why[-1]) == ("refused", "it is not in English")


def _in_english(beat: dict[str, Any]) -> str:
    if beat["does"] in ("gesture", "act", "leaves", "gives"):
        return f"{beat['who']} {beat['does']}, as was to be done."
    return {
        "says": "The bridge is rotten, and its planks are broken; nobody comes to mend it before the winter.",
        "writes": "Old friend, it will not bear another year of snow. Come down and look at it yourself.",
        "thinks": "When it falls they will all say that I knew.",
    }[beat["does"]]


def test_the_prompt_has_every_beat_and_no_number_of_a_round(tmp_path: Path) -> None:
    model = RenderingModel()
    _render(model, tmp_path / "tape", only=(2,))
    [request] = model.requests
    beats = [json.loads(line) for line in request.prompt.splitlines() if line.startswith("{")]
    assert [(beat["beat"], beat["who"], beat["does"]) for beat in beats] == [
        (1, "Ada Quill", "comes in"),
        (2, "Ada Quill", "says"),
        (3, "Dot Vane", "act"),
        (4, "Ada Quill", "gives"),
    ]
    assert "round" not in request.prompt
    assert request.language == "en"


def test_an_estimate_counts_the_very_prompts_and_needs_a_model() -> None:
    production = sample().produce()
    reckoned = estimate_play(production, "openai:gpt-4o-mini", "en")
    assert (reckoned.calls, reckoned.scenes) == (3, 3)
    assert reckoned.money is not None
    assert 0 < reckoned.output < reckoned.input
    assert estimate_play(production, "openai:gpt-4o-mini", "en", [1]).input < reckoned.input
    with pytest.raises(InputError, match="needs a model"):
        estimate_play(production, None, "en")
