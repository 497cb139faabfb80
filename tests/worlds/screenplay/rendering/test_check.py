"""A rendering that does not hold to its beats is refused, with the reason, in both languages."""

from typing import Literal

import pytest

from agentsensus.worlds.scenario import load
from agentsensus.worlds.screenplay.beat import EventBeat
from agentsensus.worlds.screenplay.rendering import RenderedLine, RenderedScene, SceneSheet, refusals
from agentsensus.worlds.screenplay.rendering.check import Grounds, leaks
from agentsensus.worlds.screenplay.scenes import StagedScene
from agentsensus.worlds.screenplay.script import Casting
from tests.worlds.screenplay.logs import court, sample

STRANGERS = {
    "en": "Osric John Lucius Blackwood Marcus Edmund Reginald Anna Peter Yorick".split(),
    "zh": "张勇 李大山 王伯当 陈近南 周文彬 刘三 欧阳锋 孙思明 林冲 赵普".split(),
}


def _sheet(scene: int = 1, language: Literal["en", "zh"] = "en") -> SceneSheet:
    return SceneSheet(sample(language).produce(language).scenes[scene - 1], Casting(court(language), language))


def _line(beats: int | tuple[int, ...], text: str, who: str = "", how: str = "") -> RenderedLine:
    return RenderedLine(beats=(beats,) if isinstance(beats, int) else beats, who=who, how=how, text=text)


GOOD = (
    _line(1, "Ben, the bridge by the gate rots away. Twelve planks are broken, and no hand mends it.", "Ada Quill"),
    _line(2, "Ben Fox gives a nod, his eyes on the floor."),
    _line(3, "Friend, one more winter and that bridge is gone. Leave your tower and see for yourself.", "Ben Fox"),
    _line(4, "Should the bridge fall, I shall be the one who knew.", "Ada", "to herself"),
    _line(5, "Ada Quill goes off to the gate."),
)
GOOD_ZH = (
    _line(1, "卞石，你听我说，北门外那座桥已经朽烂，断了十二块板子，谁也不肯修。", "安澜"),
    _line(2, "卞石低头看地，点了点头。"),
    _line(3, "老朋友，再过一冬这桥就没了。从钟楼下来，自己看一眼吧。", "卞石"),
    _line(4, "桥若塌了，人人都会说我早知道。", "安澜", "自语"),
    _line(5, "安澜往北门走去。"),
)


def _with(place: int, line: RenderedLine) -> RenderedScene:
    return RenderedScene(lines=(*GOOD[:place], line, *GOOD[place + 1 :]))


def test_a_rendering_in_new_words_holds_in_both_languages() -> None:
    assert refusals(RenderedScene(lines=GOOD), _sheet()) == []
    assert refusals(RenderedScene(lines=GOOD_ZH), _sheet(language="zh")) == []


@pytest.mark.parametrize(
    ("place", "line", "reason"),
    [
        (0, _line(1, GOOD[0].text, "Osric"), "line 1 is spoken by Osric, who is not in the cast"),
        (0, _line(1, GOOD[0].text, "Ben Fox"), "line 1 is spoken by Ben Fox, but the beats it names are not Ben Fox's"),
        (0, _line((), GOOD[0].text, "Ada Quill"), "line 1 does not say which beats it tells"),
        (0, _line(9, GOOD[0].text, "Ada Quill"), "line 1 names beat 9, and there is no such beat"),
        (0, _line(1, GOOD[0].text, "Ada Quill", "to …"), "line 1 still has “…” where the example has it"),
        (1, _line(2, "Ben Fox nods. Osric enters with a lantern."), "line 2 names Osric, whom nobody here knows"),
        (1, _line(2, "Ben Fox nods to Dot Vane."), "line 2 names Dot Vane, which no beat of this scene names"),
        (1, _line(2, "Yes.", "Ben Fox"), "line 2 gives Ben Fox words, but the beats it names are deeds"),
        (2, _line(3, f"{GOOD[2].text} Be there by round 31.", "Ben Fox"), "line 3 says “round 31”"),
        (2, _line(3, f"{GOOD[2].text} See act_on.", "Ben Fox"), "line 3 says “act_on”"),
        (2, _line(3, f"{GOOD[2].text} 40 men wait.", "Ben Fox"), "line 3 has the number 40, which no beat has"),
        (2, _line(3, "Ben Fox writes to the tower about the bridge."), "beats 3 are speeches; let whoever says them"),
        (3, _line(1, GOOD[3].text, "Ada"), "beats 4 are told by no line and are not in left_out"),
    ],
)
def test_each_breach_is_named(place: int, line: RenderedLine, reason: str) -> None:
    assert any(found.startswith(reason) for found in refusals(_with(place, line), _sheet()))


def test_the_breaches_are_named_in_chinese_too() -> None:
    lines = (
        _line(1, GOOD_ZH[0].text, "张勇"),
        _line(2, "卞石点头，这时张勇走了进来。"),
        _line(3, f"{GOOD_ZH[2].text}第31轮之前要到。", "卞石"),
        GOOD_ZH[4],
    )
    assert refusals(RenderedScene(lines=lines), _sheet(language="zh")) == [
        "第1行由张勇说，张勇不在这一场的人物里：安澜、卞石、蔡老",
        "第2行提到张勇，这里没有人认识",
        "第3行写了“第31轮”：剧本里不写轮次、节拍编号、id和程序的话",
        "第3行有数字31，没有一拍有这个数",
        "第4拍没有一行讲到，也没有写进left_out",
    ]


def test_a_beat_that_is_only_named_is_refused() -> None:
    sheet = _sheet()
    named = _with(0, _line(1, "Words.", "Ada Quill"))
    assert refusals(named, sheet) == ["beat 1 is only named; tell what it says"]
    zh = (_line(1, "……", "安澜"), *GOOD_ZH[1:])
    assert "第1拍只是提了编号，没有讲出内容" in refusals(RenderedScene(lines=zh), _sheet(language="zh"))


def test_a_line_that_says_another_lines_words_or_another_beat_is_refused() -> None:
    again = _with(2, _line(3, GOOD[0].text, "Ben Fox"))
    assert refusals(again, _sheet()) == ["line 3 tells beat 1 and not the beats that it names"]
    twice = _with(3, _line(4, GOOD[0].text, "Ada Quill"))
    assert "line 4 says over again what line 1 says" in refusals(twice, _sheet())


def test_one_beat_in_five_may_be_left_out_if_that_is_said() -> None:
    sheet = _sheet()
    assert refusals(RenderedScene(lines=(*GOOD[:3], GOOD[4]), left_out=(4,)), sheet) == []
    assert refusals(RenderedScene(lines=GOOD[:3], left_out=(4, 5)), sheet) == [
        "2 of 5 beats are left out; leave out at most 1"
    ]


def test_half_of_the_beats_is_refused_and_so_is_an_empty_scene() -> None:
    assert refusals(RenderedScene(lines=GOOD[::2][:2]), _sheet())[0].startswith("beats 2, 4, 5 are told by no line")
    assert refusals(RenderedScene(lines=()), _sheet()) == ["there is no line in it"]


def test_another_language_too_little_or_too_much_is_refused() -> None:
    sheet = _sheet()
    beats = tuple(sheet.required)
    everything = (_line(beats, "Words.", "Ada Quill"), _line(beats, "Words.", "Ben Fox"))
    assert refusals(RenderedScene(lines=everything), sheet) == [
        "it is much shorter than its beats; tell all that they say"
    ]
    long = _with(0, _line(1, "the bridge rots away and " * 90, "Ada Quill"))
    assert refusals(long, sheet) == ["it is much longer than its beats; add nothing to them"]
    assert "it is not in English" in refusals(RenderedScene(lines=GOOD_ZH), sheet)


def test_what_comes_in_from_elsewhere_may_be_named() -> None:
    sheet = _sheet(2)
    comes, *rest = sheet.entries
    assert (comes.is_beat, comes.doer, sheet.required) == (False, "ada", (2, 3, 4))
    assert len(rest) == 3
    lines = (
        _line(1, "Ada Quill comes in from the hall."),
        _line(2, "Dot, tell me who used the bridge in the night.", "Ada Quill", "to Dot Vane"),
        _line(3, "Dot Vane lays a beam across the gate."),
        _line(4, "Ada Quill hands the ring to Dot Vane."),
    )
    assert refusals(RenderedScene(lines=lines), sheet) == []
    assert refusals(RenderedScene(lines=lines[1:]), sheet) == []


@pytest.mark.parametrize(
    ("text", "found"),
    [
        ("Expected in place by round 31.", ["round 31"]),
        ("He waits three rounds of drinks.", []),
        ("See you in 4 rounds.", ["4 rounds"]),
        ("Beat 3 comes now.", ["Beat 3"]),
        ("royal_apartments", ["royal_apartments"]),
        ("the message m140090f7b2dfcd47", ["m140090f7b2dfcd47"]),
        ("第31轮之前到位", ["第31轮"]),
        ("大战三十回合", []),
        ("第三回合才分出胜负", ["第三回合"]),
        ("A JSON of a simulation", ["JSON", "simulation"]),
    ],
)
def test_words_of_the_machinery_are_found(text: str, found: list[str]) -> None:
    assert leaks(text, "") == found


def test_what_the_beats_themselves_say_is_no_leak() -> None:
    assert leaks("Be back by round 3.", "Make your round 3 times; round 3 is the last.") == []


@pytest.mark.thorough
@pytest.mark.parametrize(
    ("world", "false_alarms", "least_caught"),
    [("hamlet", 8, 0.98), ("russia_ukraine", 5, 0.98), ("three_kingdoms", 20, 0.97), ("red_chamber", 12, 0.97)],
)
def test_retellings_raise_few_alarms_and_planted_strangers_nearly_always_one(
    world: str, false_alarms: int, least_caught: float
) -> None:
    scenario = load(world)
    casting, names = Casting(scenario, scenario.world.language), scenario.known_names()
    planted = caught = alarms = 0
    for event in scenario.events:
        beat = EventBeat(seq=1, round=1, place=event.place, text=event.text)
        grounds = Grounds(SceneSheet(StagedScene(1, event.place, (beat,)), casting))
        for telling in (*event.tellings, *event.kept_back):
            alarms += bool(grounds.outsiders(telling) or grounds.strangers(telling) or grounds.numbers(telling))
            people = [span for span in names.spans(telling) if not names.is_place(names.display(span[2]))]
            if people:
                start, end, _ = people[planted % len(people)]
                stranger = STRANGERS[scenario.world.language][planted % 10]
                planted += 1
                caught += bool(grounds.strangers(telling[:start] + stranger + telling[end:]))
    assert planted > 250
    assert alarms <= false_alarms
    assert caught / planted >= least_caught
