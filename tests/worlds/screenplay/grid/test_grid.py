"""The scene grid: cells by who acted, frames by scene, and pictures that say what they show."""

from pathlib import Path

import pytest

from agentsensus.errors import InputError
from agentsensus.worlds.screenplay import grid as picture
from agentsensus.worlds.screenplay.beat import EventBeat
from agentsensus.worlds.screenplay.grid import SceneFrame, colours, draw_grid, grid_of, grid_page, write_grid
from agentsensus.worlds.screenplay.scenes import cut
from agentsensus.worlds.screenplay.script import Casting
from tests.worlds.screenplay.logs import Diary, court, sample


def test_a_cell_is_whose_deeds_are_most_and_shared_where_several_act() -> None:
    diary = Diary()
    diary.say(1, "ben", ["ada"], "One.")
    diary.say(1, "ada", ["ben"], "Two.")
    diary.act(1, "ben", "gesture", targets=["ada"], description="nods")
    diary.say(3, "dot", ["ada"], "Three.", "gate", afar=1)
    grid = grid_of(cut(diary.log().beats))
    assert [(cell.place, cell.round, cell.agents, cell.is_shared) for cell in grid.cells] == [
        ("gate", 3, ("dot",), False),
        ("hall", 1, ("ben", "ada"), True),
    ]
    assert grid.frames == (SceneFrame(1, "hall", 1, 1), SceneFrame(2, "gate", 3, 3))
    assert (grid.places, grid.agents, grid.last) == (("hall", "gate"), ("ben", "ada", "dot"), 3)


def test_forty_agents_have_forty_colours_and_the_world_a_grey_one() -> None:
    palette = colours([*map(str, range(40)), ""])
    assert len(set(palette.values())) == 41
    assert palette[""] == "#9a9a9a"


def test_the_same_grid_gives_the_same_bytes(tmp_path: Path) -> None:
    grid = sample().produce().grid()
    for ending in ("svg", "png"):
        one, two = tmp_path / f"one.{ending}", tmp_path / f"two.{ending}"
        write_grid(grid, court(), one)
        write_grid(grid, court(), two)
        assert one.read_bytes() == two.read_bytes()
    assert sorted(path.name for path in tmp_path.iterdir()) == ["one.png", "one.svg", "two.png", "two.svg"]


def test_an_svg_keeps_its_words_as_words(tmp_path: Path) -> None:
    write_grid(sample("zh").produce("zh").grid(), court("zh"), tmp_path / "grid.svg")
    text = (tmp_path / "grid.svg").read_text("utf-8")
    assert all(word in text for word in ("大厅", "北门", "安澜", "断桥", "模拟的故事", "几个人"))


def test_without_a_chinese_font_a_stamped_png_is_refused_and_nothing_is_left(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(picture, "han_fonts", list)
    grid = sample("zh").produce("zh").grid()
    with pytest.raises(InputError, match="no font here has the Chinese"):
        write_grid(grid, court("zh"), tmp_path / "grid.png")
    assert list(tmp_path.iterdir()) == []
    write_grid(grid, court("zh"), tmp_path / "grid.svg")


def test_without_a_chinese_font_a_png_is_in_latin_letters_and_says_so(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(picture, "han_fonts", list)
    world = court("zh").world.model_copy(update={"stamp": "", "title": ""})
    plain = court("zh").model_copy(update={"world": world})
    remark = draw_grid(sample("zh").produce("zh").grid(), Casting(plain, "zh"), tmp_path / "grid.png")
    assert remark == "no font here has Chinese: names in Latin letters"


def test_the_page_has_its_script_once_and_shows_who_did_what() -> None:
    page = grid_page(sample().produce().grid(), Casting(court(), "en"))
    assert page.count("plotly.js v") == 1
    assert 'src="http' not in page
    assert "Ada Quill" in page
    assert "who crossed the bridge last night?" in page
    assert page == grid_page(sample().produce().grid(), Casting(court(), "en"))


def test_a_happening_is_the_deed_of_the_world() -> None:
    beat = EventBeat(seq=1, round=1, place="hall", text="Snow falls.")
    grid = grid_of(cut([beat]))
    assert grid.cells[0].agents == ("",)
    assert "the world" in grid_page(grid, Casting(court(), "en"))


def test_a_picture_of_another_kind_is_refused(tmp_path: Path) -> None:
    with pytest.raises(InputError, match=r"a picture ends in \.png, \.svg, \.pdf"):
        draw_grid(sample().produce().grid(), Casting(court(), "en"), tmp_path / "grid.bmp")


@pytest.mark.parametrize(
    ("last", "bands"), [(1, [(1, 1)]), (50, [(1, 50)]), (80, [(1, 40), (41, 80)]), (51, [(1, 26), (27, 51)])]
)
def test_a_long_run_goes_on_in_a_band_below(last: int, bands: list[tuple[int, int]]) -> None:
    assert [(band[0], band[-1]) for band in picture._bands(last)] == bands


def test_eighty_rounds_are_as_wide_as_forty_and_name_every_scene(tmp_path: Path) -> None:
    diary = Diary()
    for round_ in range(1, 81, 2):
        diary.say(round_, "ada", ["ben"], f"Word {round_}.")
    grid = diary.produce().grid()
    write_grid(grid, court(), tmp_path / "grid.svg")
    text = (tmp_path / "grid.svg").read_text("utf-8")
    assert float(text.partition('width="')[2].partition("pt")[0]) < 72 * 11
    assert all(f">{frame.number}<" in text for frame in grid.frames)
    assert len(grid.frames) == 20
