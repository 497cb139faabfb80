"""The plain setting reads as a play: who is there, who speaks to whom, what is done, who comes and goes."""

import pytest
from hypothesis import assume, given

from agentsensus.worlds.events.event import Altered, AnyEvent, Happened
from agentsensus.worlds.screenplay import BeatLog, PlayLine, markdown, produce
from agentsensus.worlds.screenplay.beat import ActBeat, GestureBeat, MoveBeat
from tests.worlds.screenplay.logs import ArcEnded, Diary, court, random_logs, sample


def _lines(diary: Diary, scene: int = 1) -> list[str]:
    return [_told(line) for line in diary.produce().plain().scenes[scene - 1].lines]


def _told(line: PlayLine) -> str:
    if line.kind == "direction":
        return f"({line.text})"
    return f"{line.who}{f' ({line.how})' if line.how else ''} [{line.kind}]: {line.text}"


def test_a_scene_in_english() -> None:
    assert _lines(sample()) == [
        "(Ada Quill and Ben Fox.)",
        "Ada Quill [speech]: "
        "Ben, the bridge at the gate is rotten. I counted 12 broken planks today, and nobody mends it.",
        "(Ben Fox nods and looks at the floor.)",
        "Ben Fox (writes to the Old Guard) [letter]: "
        "Old friend, the bridge will not hold another winter. Come down from the tower and look at it.",
        "Ada Quill (aside) [thought]: If the bridge falls, they will say that I knew.",
        "(Ada Quill goes to the gate.)",
    ]
    assert _lines(sample(), 2) == [
        "(Dot Vane, alone.)",
        "(Ada Quill comes in from the hall.)",
        "Ada Quill [speech]: Dot, who crossed the bridge last night?",
        "(Dot Vane bars the gate with a beam.)",
        "(Ada Quill gives Dot Vane the ring.)",
    ]


def test_a_scene_in_chinese() -> None:
    play = sample("zh").produce("zh").plain()
    assert [_told(line) for line in play.scenes[0].lines] == [
        "(安澜和卞石在场。)",
        "安澜 [speech]: 卞石，北门外的桥朽了。今早我数出12块断板，没有一个人去修。",
        "(卞石点点头，看着地上。)",
        "卞石 (致信蔡老) [letter]: 老友，这桥撑不过下一个冬天。下钟楼来看看吧。",
        "安澜 (独白) [thought]: 桥要是塌了，他们会说我早就知道。",
        "(安澜往北门去，下。)",
    ]
    assert play.prologue[0].how == "安澜得知："
    assert (play.title, play.stamp, play.heading(play.scenes[0])) == ("断桥", "模拟的故事", "第1场 · 大厅 · 第1–3轮")


def test_among_three_everybody_says_whom_it_is_for() -> None:
    diary = Diary()
    diary.arrive(1, "dot", "hall")
    diary.say(2, "ada", ["ben"], "A word.")
    diary.say(2, "ben", ["ada"], "Softly.", quietly=True)
    diary.say(3, "dot", ["ada", "ben"], "Louder.")
    diary.arrive(4, "cy", "hall")
    diary.say(4, "cy", ["ada", "ben", "dot"], "To all of you.")
    assert _lines(diary)[1:] == [
        "Ada Quill (to Ben Fox) [speech]: A word.",
        "Ben Fox (quietly, to Ada Quill) [speech]: Softly.",
        "Dot Vane (to Ada Quill and Ben Fox) [speech]: Louder.",
        "(The Old Guard comes in.)",
        "The Old Guard (to all) [speech]: To all of you.",
    ]


def test_those_who_leave_for_one_place_together_are_told_in_one_direction() -> None:
    diary = Diary()
    diary.say(1, "ada", ["ben"], "Come.")
    first, second = diary.move(2, "ada", "hall", "gate"), diary.move(2, "ben", "hall", "gate")
    diary.move(3, "dot", "hall", "gate", 4)
    line, *rest = diary.produce().plain([1]).scenes[0].lines[2:]
    assert (line.text, line.beats) == ("Ada Quill and Ben Fox go to the gate.", (first, second))
    assert [other.text for other in rest] == ["Dot Vane sets out for the gate."]


def test_repeats_are_named_with_whom_they_are_for_and_how_often() -> None:
    diary = Diary()
    words = "The bridge at the gate is rotten, and the planks break under every cart that comes."
    for round_, to in ((1, "ben"), (2, "ben"), (3, "ben"), (4, "cy"), (5, "dot")):
        diary.say(round_, "ada", [to], words, afar=2 if to in ("cy", "dot") else 0)
    first, second = (scene.lines for scene in diary.produce().plain().scenes)
    assert [_told(line) for line in (*first[2:], *second[1:])] == [
        "(Ada Quill says it to Ben Fox again, for the third time.)",
        "(Ada Quill writes the same to the Old Guard and Dot Vane as to Ben Fox.)",
    ]
    assert [len(line.beats) for line in (*first[2:], *second[1:])] == [2, 2]


def test_repeats_are_counted_over_the_whole_play_and_beyond_ten() -> None:
    diary = Diary()
    for round_ in range(1, 13):
        diary.say(round_, "ada", ["ben"], "The bridge at the gate is rotten, and the planks break under every cart.")
    last = diary.produce().plain().scenes[-1].lines[-1]
    assert _told(last) == "(Ada Quill says it to Ben Fox again, 12 times in all.)"


def test_what_changed_on_the_way_or_never_came_is_said() -> None:
    diary = Diary()
    diary.say(1, "ada", ["ben", "cy", "dot"], "The bridge is rotten.", afar=2)
    diary.add(Altered(round=2, message="m1", recipients=("cy",), content="The bridge is sound."))
    diary.add(Altered(round=2, message="m1", recipients=("dot",), content=None))
    assert _lines(diary)[2:] == [
        "(What reaches the Old Guard is: “The bridge is sound.”)",
        "(It never reaches Dot Vane.)",
    ]


def test_happenings_news_and_endings_are_directions() -> None:
    diary = Diary()
    diary.say(1, "ada", ["ben"], "Listen.")
    diary.add(Happened(round=1, owners=("hall",), text=("The bell rings.",), place="hall"))
    diary.send(2, "", ["ada"], "The river rises.")
    diary.add(ArcEnded(round=3, arc="bridge", ending="The bridge is mended."))
    assert _lines(diary)[2:] == [
        "(The bell rings.)",
        "(Word reaches Ada Quill: “The river rises.”)",
        "(The bridge is mended.)",
    ]


@pytest.mark.parametrize(
    ("description", "line"),
    [
        ("bows to the floor", "(Ben Fox bows to the floor.)"),
        ("Behind her back Ben Fox grins!", "(Behind her back Ben Fox grins!)"),
        ("Two guards come in", "(Ben Fox: Two guards come in.)"),
        ("Ada gets a paper", "(Ben Fox: Ada gets a paper.)"),
        ("I kneel", "(Ben Fox: I kneel.)"),
    ],
)
def test_a_gesture_names_its_doer_once(description: str, line: str) -> None:
    diary = Diary()
    diary.act(1, "ben", "gesture", targets=["ada"], description=description)
    assert _lines(diary)[1:] == [line]


def test_whoever_comes_in_with_a_gesture_is_not_announced_twice() -> None:
    diary = Diary()
    diary.say(1, "ada", ["ben"], "Who is that?")
    diary.arrive(2, "dot", "hall")
    diary.say(2, "ada", ["dot"], "Welcome.")
    diary.act(2, "dot", "gesture", targets=["ada"], description="comes in and bows")
    assert _lines(diary)[2:] == ["(Dot Vane comes in and bows.)", "Ada Quill (to Dot Vane) [speech]: Welcome."]


def test_word_from_afar_is_told_where_something_comes_of_it() -> None:
    diary = Diary()
    diary.say(1, "ada", ["ben"], "Wait.")
    letter = diary.say(1, "cy", ["ada"], "Come up.", "tower", afar=2)
    diary.deliver(2, "cy", "ada")
    diary.say(3, "ada", ["ben"], "Cy is calling.")
    diary.say(3, "cy", ["ben"], "You too.", "tower", afar=2)
    diary.deliver(4, "cy", "ben")
    play = diary.produce().plain()
    told = [line for scene in play.scenes for line in scene.lines]
    (arrived,) = [line for line in told if letter in line.beats and line.text != "The Old Guard, alone."]
    assert _told(arrived) == "The Old Guard (reaches Ada Quill) [letter]: Come up."
    assert "The Old Guard (writes to Ben Fox) [letter]: You too." in map(_told, told)  # Ben has no scene when it comes


@given(random_logs())
def test_every_word_is_told_by_a_line_and_every_line_tells_a_beat(events: list[AnyEvent]) -> None:
    beats = BeatLog(court(), events).beats
    assume(beats)
    play = produce(court(), events).plain()
    told = {seq for scene in play.scenes for line in scene.lines for seq in line.beats}
    may_be_left_out = (MoveBeat, GestureBeat, ActBeat)  # departures without a scene, and repeated gestures
    assert {beat.seq for beat in beats if not isinstance(beat, may_be_left_out)} <= told
    assert all(line.beats for scene in play.scenes for line in scene.lines)
    assert markdown(play) == markdown(produce(court(), events).plain())
