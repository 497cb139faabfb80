"""Scenes are cut by place and stretch of time: laws on random logs, and on the shipped worlds."""

from itertools import pairwise

from hypothesis import given
from hypothesis import strategies as st

from agentsensus.worlds.events.event import AnyEvent
from agentsensus.worlds.screenplay import LONGEST, BeatLog, cut, fold
from agentsensus.worlds.screenplay.beat import EndingCue, MoveBeat
from agentsensus.worlds.screenplay.grid import grid_of
from tests.worlds.screenplay.logs import ArcEnded, Diary, court, random_logs


@given(random_logs())
def test_every_beat_is_in_exactly_one_scene_and_told_or_folded_there(events: list[AnyEvent]) -> None:
    log = BeatLog(court(), events)
    scenes = cut(log.beats, log.cues)
    placed = [beat.seq for scene in scenes for beat in scene.beats]
    assert sorted(placed) == [beat.seq for beat in log.beats]
    folded = [one for scene in scenes for one in fold(scene.beats)]
    told = [beat.seq for one in folded for beat in (one.beat, *one.repeats)]
    assert sorted(told) == sorted(placed)


@given(random_logs(), st.integers(0, 8), st.integers(1, 25))
def test_a_scene_has_one_place_no_long_gap_and_a_longest_span(events: list[AnyEvent], gap: int, longest: int) -> None:
    log = BeatLog(court(), events)
    for scene in cut(log.beats, log.cues, gap=gap, longest=longest):
        rounds = [beat.round for beat in scene.beats]
        assert {beat.place for beat in scene.beats} == {scene.place}
        assert rounds == sorted(rounds)
        assert scene.last - scene.first + 1 <= longest
        assert all(later - earlier - 1 <= gap for earlier, later in pairwise(rounds))


@given(random_logs())
def test_scenes_run_in_the_order_of_time_and_those_of_one_place_do_not_overlap(events: list[AnyEvent]) -> None:
    log = BeatLog(court(), events)
    scenes = cut(log.beats, log.cues)
    assert [scene.number for scene in scenes] == list(range(1, len(scenes) + 1))
    assert all(later.first > earlier.first - LONGEST for earlier, later in pairwise(scenes))
    for place in {scene.place for scene in scenes}:
        here = [scene for scene in scenes if scene.place == place]
        assert all(before.last < after.first for before, after in pairwise(here))


def test_a_letter_is_sent_before_it_arrives_and_whoever_comes_has_left() -> None:
    diary = Diary()
    diary.say(1, "ada", ["ben"], "Wait.", "gate")
    diary.say(1, "cy", ["ada"], "Come up.", "tower", afar=1)
    diary.deliver(2, "cy", "ada")
    diary.say(2, "ada", ["ben"], "Cy is calling.")
    places = [scene.place for scene in cut(diary.log().beats, diary.log().cues)]
    assert places.index("tower") < places.index("hall")


@given(random_logs())
def test_the_frames_of_the_grid_cover_exactly_the_cells_of_the_beats(events: list[AnyEvent]) -> None:
    log = BeatLog(court(), events)
    grid = grid_of(cut(log.beats, log.cues))
    cells = {(cell.place, cell.round) for cell in grid.cells}
    assert cells == {(beat.place, beat.round) for beat in log.beats}
    framed = [(frame.place, round_) for frame in grid.frames for round_ in range(frame.first, frame.last + 1)]
    assert len(framed) == len(set(framed))
    assert cells <= set(framed)
    assert all({(frame.place, frame.first), (frame.place, frame.last)} <= cells for frame in grid.frames)


@given(random_logs())
def test_the_same_log_gives_the_same_scenes(events: list[AnyEvent]) -> None:
    log = BeatLog(court(), events)
    assert cut(log.beats, log.cues) == cut(list(reversed(log.beats)), log.cues)


def test_a_quiet_round_is_borne_and_three_are_not() -> None:
    diary = Diary()
    for round_ in (1, 3, 7):
        diary.say(round_, "ada", ["ben"], f"It is {round_} o'clock.")
    assert [(scene.first, scene.last) for scene in cut(diary.log().beats)] == [(1, 3), (7, 7)]


def test_a_long_stretch_is_cut_after_a_few_rounds() -> None:
    diary = Diary()
    for round_ in range(1, 8):
        diary.say(round_, "ada", ["ben"], f"It is {round_} o'clock.")
    assert [(scene.first, scene.last) for scene in cut(diary.log().beats)] == [(1, 3), (4, 6), (7, 7)]
    assert [(scene.first, scene.last) for scene in cut(diary.log().beats, longest=20)] == [(1, 7)]


def test_whoever_leaves_goes_when_the_round_is_over_and_whoever_comes_is_seen_first() -> None:
    diary = Diary()
    diary.move(1, "ada", "gate", "hall")
    diary.move(2, "ada", "hall", "tower", 2)
    diary.say(2, "ben", ["ada"], "Stay a little.")
    diary.arrive(2, "dot", "hall")
    diary.act(2, "dot", "gesture", targets=["ben"], description="bows")
    log = diary.log()
    [scene] = [scene for scene in cut(log.beats, log.cues) if scene.place == "hall"]
    assert [beat.who for beat in scene.beats] == ["dot", "ben", "ada"]
    assert isinstance(scene.beats[-1], MoveBeat)


def test_an_ended_arc_closes_the_last_scene_that_was_on() -> None:
    diary = Diary()
    diary.say(1, "ada", ["ben"], "It is done.")
    diary.say(9, "dot", ["ada"], "Who goes there?", "gate", afar=1)
    diary.add(ArcEnded(round=4, arc="bridge", ending="The bridge is mended."))
    log = diary.log()
    first, second = cut(log.beats, log.cues)
    assert [cue.text for cue in first.cues if isinstance(cue, EndingCue)] == ["The bridge is mended."]
    assert second.cues == ()


def test_the_cast_is_everybody_who_acts_or_is_addressed() -> None:
    diary = Diary()
    diary.say(1, "ada", ["ben", "cy"], "Hear me.")
    diary.act(2, "ben", "give", target="dot", thing="ring")
    [scene] = cut(diary.log().beats)
    assert scene.cast == ("ada", "ben", "cy", "dot")
