"""`check` sees sense: tellings of other people or numbers, pronouns in them, and sentences cut at a comma."""

from pathlib import Path

from agentsensus.worlds.scenario import check
from tests.worlds.minds.mill import MILL
from tests.worlds.scenario.worlds import written


def problems(folder: Path, **changed: str) -> list[str]:
    files = {**MILL, **{name.replace("_", "."): text for name, text in changed.items()}}
    checked = check(written(folder / "mill", files))
    return [problem.problem for problem in checked.problems if problem.file != "characters.yaml"]


def told_as(telling: str) -> str:
    return f"## The church, noon: Ann, Dan\n- Ann counted twenty candles for Dan in the church.\n  ~ {telling}\n"


def test_a_world_that_makes_sense_has_no_such_note(tmp_path: Path) -> None:
    assert problems(tmp_path) == []


def test_a_telling_names_the_people_of_its_event(tmp_path: Path) -> None:
    scenes = MILL["scenes.md"] + told_as("Twenty candles were counted in the church for Cat by Ann.")
    (note,) = problems(tmp_path, scenes_md=scenes)
    assert "does not name the same people as its event (Cat, Dan)" in note


def test_a_telling_has_the_numbers_of_its_event(tmp_path: Path) -> None:
    scenes = MILL["scenes.md"] + told_as("Thirty candles were counted in the church for Dan by Ann.")
    (note,) = problems(tmp_path, scenes_md=scenes)
    assert "has other numbers than its event" in note


def test_a_telling_needs_no_pronoun(tmp_path: Path) -> None:
    scenes = MILL["scenes.md"] + told_as("In the church Ann counted twenty candles for Dan and for me.")
    assert any("has a pronoun" in note for note in problems(tmp_path, scenes_md=scenes))


def test_a_sentence_that_yaml_cut_at_a_comma_is_noted(tmp_path: Path) -> None:
    carriers = "note: {name: the note, at: church, text: [Bob owes Dan two horses, and a cart.]}\n"
    notes = problems(tmp_path, carriers_yaml=carriers)
    assert [note for note in notes if "cut at every comma" in note] == [
        "ends without a full stop; a list in brackets is cut at every comma: 'Bob owes Dan two horses'"
    ]
