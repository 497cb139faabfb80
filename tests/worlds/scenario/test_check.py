"""A world is checked whole: every mistake at once, with its file, its line, its value and the nearest valid one."""

import json
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from agentsensus import Memory
from agentsensus.errors import ScenarioError, UnknownName
from agentsensus.worlds.scenario import WorldCheck, check, load
from agentsensus.worlds.scenario.goals import KeepIntent
from agentsensus.worlds.scenario.template_world import make_world
from tests.worlds.scenario.worlds import SMALL, TEMPLATES, template, written

PLANTED = {
    "world.yaml": """\
name: spoilt
language: fr
rounds: many
mesage_speed: 2
map:
  edges:
    - [hall, tower, 2]
    - [hall, tower, 3]
    - [hall, towr, 1]
    - [hall, cave, 0]
kickoff:
  - to: [Adda]
    content: The bell has rung.
  - to: dora
    content: The bell has rung.
""",
    "places.yaml": "hall: {name: the hall}\ntower: {name: the tower}\nAttic: {name: the attic}\ncave:\n",
    "characters.yaml": """\
ada:
  name: Ada Quill
  at: hal
  private: [location]
  trusts: {ben: 5}
  goals:
    - text: Learn who rang.
      question: Who rang?
      intent: learn bel
    - text: Meet Ben.
      intent: seek ben
ben:
  name: Ben
  at: tower
  profil: A bell-ringer.
  relations: {bob: friend}
  name: Benjamin
dora: {name: Dora, archived: dead}
""",
    "carriers.yaml": """\
letter: {name: the letter, text: [Ada Quill wrote to Ben.]}
note: {name: the note, held_by: tower, text: [Ben wrote to Ada Quill.]}
hall: {name: the hall book, at: tower, text: [The hall book lists Ben.]}
""",
    "scenes.md": """\
## The hall, noon: Ada Quill, Benn
- Ada Quill rang the bell in the hall.   #bell
  ~ Ada Quill rang the bell in the hall.
- Ben ran up the tower.   #bell
## The cellar, night: Ben
- Ben slept in the cellar.   #slept
- Ben woke in the cellar.
""",
}
EXPECTED = [
    ("carriers.yaml", 1, "`at` or `held_by` is missing"),
    ("carriers.yaml", 2, "is 'tower', which is a place; a character belongs here"),
    ("carriers.yaml", 3, "the id 'hall' is taken: it is one of the places"),
    ("characters.yaml", 3, "is 'hal', and no place is called that; did you mean 'hall'?"),
    ("characters.yaml", 4, "'location' can never be private"),
    ("characters.yaml", 5, "is 5; 3 or less belongs here"),
    ("characters.yaml", 9, "is 'learn bel', and no event is called 'bel'; did you mean 'bell'?"),
    ("characters.yaml", 11, "is 'seek ben'; write learn EVENT"),
    ("characters.yaml", 15, "there is no key 'profil' here; did you mean 'profile'?"),
    ("characters.yaml", 16, "is 'bob', and no character is called that"),
    ("characters.yaml", 17, "'name' is here a second time; the first is on line 13"),
    ("places.yaml", 3, "the id 'Attic' may have only a-z, 0-9 and _; write 'attic'"),
    ("scenes.md", 1, "is 'Benn', and no character is called that; did you mean 'ben'?"),
    ("scenes.md", 4, "the event id 'bell' is taken by the event on line 2"),
    ("scenes.md", 5, "is 'The cellar', and no place is called that"),
    ("world.yaml", 2, "is 'fr'; known: en, zh"),
    ("world.yaml", 3, "is 'many'; a whole number belongs here"),
    ("world.yaml", 4, "there is no key 'mesage_speed' here; did you mean 'message_speed'?"),
    ("world.yaml", 8, "'hall' and 'tower' have an edge already"),
    ("world.yaml", 9, "is 'towr', and no place is called that; did you mean 'tower'?"),
    ("world.yaml", 10, "is 0; 1 or more belongs here"),
    ("world.yaml", 12, "is 'Adda', and no character is called that; did you mean 'ada'?"),
    ("world.yaml", 14, "is 'dora', who is dead and reads no message"),
    ("scenes.md", 3, "is word for word what stands before it"),
]


def test_a_world_with_many_planted_mistakes_reports_each_once_with_its_line(tmp_path: Path) -> None:
    found = check(written(tmp_path / "spoilt", PLANTED)).problems
    told = [(problem.file, problem.line, problem.problem) for problem in found]
    assert [(file, line) for file, line, _ in told] == [(file, line) for file, line, _ in EXPECTED]
    for (_, _, problem), (_, _, expected) in zip(told, EXPECTED, strict=True):
        assert problem.startswith(expected)
    assert len(told) >= 20


@pytest.mark.parametrize(
    ("file", "was", "now", "said"),
    [
        (
            "scenes.md",
            "signed for all forty of them.",
            "signed for all of them. (lov: Ines → Walt)",
            "did you mean 'love'?",
        ),
        ("characters.yaml", "intent: meet agatha", "intent: get lamp_log from agatha", "'agatha' does not have it"),
        ("characters.yaml", "intent: meet agatha", "intent: get lamp_log from tobias", "it lies in 'lamp_room'"),
        (
            "carriers.yaml",
            "    - The page of the log",
            "    - Tobias Reed sold fourteen cans of oil to Walt Grice to pay a debt.\n    - The page of the log",
            "tells the secret 'oil_sold' in other words",
        ),
    ],
)
def test_what_an_author_easily_overlooks_is_reported(file: str, was: str, now: str, said: str, tmp_path: Path) -> None:
    folder = make_world("gull_rock", "en", tmp_path)
    text = (folder / file).read_text("utf-8")
    assert was in text
    (folder / file).write_text(text.replace(was, now, 1), "utf-8")
    assert any(said in problem.problem for problem in check(folder).problems)


def test_a_hidden_document_of_a_keeper_must_be_secret(tmp_path: Path) -> None:
    folder = make_world("gull_rock", "en", tmp_path)
    carriers, cast = folder / "carriers.yaml", folder / "characters.yaml"
    gust = "Tobias Reed told Ines Marlow in the kitchen that a gust had put out the lamp."
    carriers.write_text(
        f"note:\n  name: the note\n  held_by: tobias\n  hidden: on\n  text:\n    - {gust}\n"
        + carriers.read_text("utf-8"),
        "utf-8",
    )
    text = cast.read_text("utf-8").replace("intent: keep oil_sold from ines", "intent: keep gust_told from agatha")
    cast.write_text(text, "utf-8")
    assert any("is hidden by 'tobias'" in problem.problem for problem in check(folder).problems)


def test_a_problem_names_file_path_and_line_in_one_line(tmp_path: Path) -> None:
    characters = (
        "ada: {name: Ada}\nben:\n  at: hall\n  goals:\n    - Ring.\n    - text: Go.\n      intent: reach towr\n"
    )
    world = written(tmp_path / "world", {"characters.yaml": characters, "scenes.md": ""})
    problems = [str(problem) for problem in check(world).problems if problem.severity == "error"]
    assert problems == [
        "characters.yaml: characters.ada, line 1: `at` is missing: the place where the character starts",
        "characters.yaml: characters.ben.goals[1].intent, line 7: is 'towr', and no place is called that; "
        "did you mean 'tower'?",
    ]


def test_loading_a_spoilt_world_raises_the_first_problem_and_the_count(tmp_path: Path) -> None:
    with pytest.raises(
        ScenarioError, match=r"^carriers.yaml: carriers.letter, line 1: .* \(23 errors in all"
    ) as raised:
        load(written(tmp_path / "spoilt", PLANTED))
    assert len(raised.value.problems) == 24
    assert "\n" not in str(raised.value)


@pytest.mark.parametrize("language", ["en", "zh"])
def test_the_templates_have_nothing_wrong(language: str) -> None:
    checked = check(TEMPLATES / language)
    assert checked.problems == ()
    assert checked.counts()["events"] == 12
    assert len(checked.scenario.active) == 5


def test_names_and_aliases_become_ids() -> None:
    zh = load(TEMPLATES / "zh")
    assert zh.events[0].place == "backyard"
    assert zh.events[0].witnesses == ("a_gui", "shen_lan")
    assert zh.events[0].owners == ("a_gui", "backyard", "shen_lan")
    assert zh.characters["a_gui"].goals[0].intent == KeepIntent(event="recipe_pawned", whom="shen_lan")
    assert (zh.find("荷丫头"), zh.find("渡口"), zh.find("渡口", "character")) == ("xiao_he", "ferry", None)


def test_the_names_serve_a_memory() -> None:
    en = load(TEMPLATES / "en")
    with Memory.open(names=en.names()) as memory:
        memory.remember("ines", "Tobias sold the oil to the boatman.")
        memory.remember("matteo", "Tobias Reed sold the oil to Walt Grice.")
        assert memory.stats().total == 1
    assert "kitchen" not in en.names()


def test_two_who_are_named_together_are_two(tmp_path: Path) -> None:
    world = written(
        tmp_path / "world", {"scenes.md": "## Hall, noon: Ada and Ben\n- Ada Quill greeted Ben in the hall.\n"}
    )
    assert load(world).events[0].witnesses == ("ada", "ben")


def test_a_small_world_may_be_one_file(tmp_path: Path) -> None:
    one = SMALL["world.yaml"]
    for part in ("places", "characters"):
        one += f"{part}:\n" + "".join(f"  {line}\n" for line in SMALL[f"{part}.yaml"].splitlines())
    one += "scenes: |\n" + "".join(f"  {line}\n" for line in SMALL["scenes.md"].splitlines())
    (tmp_path / "one.yaml").write_text(one)
    assert load(tmp_path / "one.yaml") == load(written(tmp_path / "folder"))
    assert load(tmp_path / "one.yaml").hash == load(tmp_path / "folder").hash
    (tmp_path / "one.yaml").write_text(one.replace("## The hall", "## The hell").replace("places:", "plaecs:"))
    problems = check(tmp_path / "one.yaml").problems
    line = next(number for number, text in enumerate(one.splitlines(), 1) if "## The hall" in text)
    assert ("one.yaml", line, "error") in [(one.file, one.line, one.severity) for one in problems]
    assert "did you mean 'places'?" in " ".join(one.problem for one in problems)


def test_a_part_may_not_be_written_in_two_places(tmp_path: Path) -> None:
    world = written(
        tmp_path / "w", {"world.yaml": SMALL["world.yaml"] + "places: {a: {}}\nscenes: |\n  ## Hall: Ada\n"}
    )
    assert [problem.problem for problem in check(world).problems] == [
        "is here and in places.yaml; keep one of them",
        "is here and in scenes.md; keep one of them",
    ]


def test_the_hash_is_that_of_what_is_said_not_of_how(tmp_path: Path) -> None:
    plain = load(written(tmp_path / "a"))
    other = load(
        written(
            tmp_path / "b",
            {
                "world.yaml": "# a comment\nlanguage: en\nname: small\nmap:\n  edges:\n  - [The tower, hall, 2]\n",
                "characters.yaml": "".join(reversed(SMALL["characters.yaml"].splitlines(keepends=True))),
                "scenes.md": SMALL["scenes.md"].replace("Ada, Ben", "Ben, Ada Quill"),
            },
        )
    )
    assert plain.hash == other.hash
    changed = written(tmp_path / "c", {"scenes.md": SMALL["scenes.md"].replace("rang", "broke")})
    assert load(changed).hash != plain.hash


def test_a_scenario_survives_being_written_as_json() -> None:
    scenario = load(TEMPLATES / "en")
    back = type(scenario).model_validate(json.loads(scenario.model_dump_json()))
    assert back == scenario
    assert back.hash == scenario.hash


def _warnings(checked: WorldCheck) -> list[str]:
    assert checked.ok
    return [str(problem) for problem in checked.problems]


@pytest.mark.parametrize(
    ("files", "told"),
    [
        ({"world.yaml": "name: w\nlanguage: zh\n"}, "scenes.md: line 2: is not Chinese, which world.yaml declares"),
        ({"scenes.md": "## Hall, noon\n- Ada Quill rang.\n"}, "scenes.md: line 1: nobody witnessed"),
        (
            {"scenes.md": f"## Hall: Ada\n- Ada Quill rang {'the bell and ' * 40}.\n"},
            "tokens, more than 64; tell it as two events",
        ),
        ({"scenes.md": "## Hall: Ada !secret\n- A stranger rang the bell.\n"}, "a secret that names no character"),
        ({"scenes.md": "## Hall: Ada\n- Ada Quill rang.\n- Ada Quill rang.\n"}, "is told by the event 'e0001' already"),
        ({"scenes.md": ""}, "world.yaml: nothing has happened yet: there are no scenes"),
        ({"carrier.yml": "a: 1\n"}, "carrier.yml: is not read; did you mean 'carriers.yaml'?"),
        ({"reference.yaml": "events: [{id: x, text: Ben left., characters: [bne, osric]}]\n"}, "did you mean 'ben'?"),
    ],
)
def test_what_is_probably_not_meant_is_a_warning(tmp_path: Path, files: dict[str, str], told: str) -> None:
    found = _warnings(check(written(tmp_path / "w", files)))
    assert any(told in one for one in found)


def test_a_place_nobody_can_get_to_and_a_way_longer_than_another_are_warnings(tmp_path: Path) -> None:
    files = {
        "world.yaml": "name: w\nlanguage: en\n"
        "map: {connected: off, edges: [[hall, tower, 1], [tower, yard, 1], [hall, yard, 5]]}\n",
        "places.yaml": SMALL["places.yaml"] + "yard: {}\nisland: {}\n",
    }
    assert _warnings(check(written(tmp_path / "w", files))) == [
        "places.yaml: places.island, line 4: nobody can get there: no edge leads to it, and the map is not `connected`",
        "world.yaml: map.edges, line 3: hall to yard takes 5, but hall - tower - yard takes 2",
    ]


def test_an_alias_that_several_claim_is_a_warning_and_a_name_an_error(tmp_path: Path) -> None:
    shared = "ada: {name: Ada Quill, aliases: [Ada, boss], at: hall}\nben: {name: Ben, aliases: [boss], at: hall}\n"
    (warning,) = _warnings(check(written(tmp_path / "a", {"characters.yaml": shared})))
    assert "'boss' is claimed by ada, ben" in warning
    same = "ada: {name: Ada, at: hall}\nben: {name: Ada, at: hall}\n"
    problems = check(written(tmp_path / "b", {"characters.yaml": same, "scenes.md": ""})).problems
    assert problems[0].severity == "error"
    assert problems[0].problem == "is 'Ada', which is the name of 'ada' already"


def test_somebody_of_the_registry_may_have_seen_it_without_being_in_the_cast(tmp_path: Path) -> None:
    files = {
        "registry.yaml": "cook: {name: the cook, mentions: 2}\nada: {name: Ada Quill, aliases: [Miss Quill]}\n",
        "scenes.md": "## Hall: Ada, the cook\n- Ada Quill dined in the hall.\n",
    }
    scenario = load(written(tmp_path / "w", files))
    assert scenario.events[0].witnesses == ("ada", "cook")
    assert scenario.names()["ada"] == ("Ada Quill", "Ada", "Miss Quill")
    assert scenario.active == ("ada", "ben")


def test_a_carrier_lies_or_is_held_and_what_is_held_can_be_carried(tmp_path: Path) -> None:
    files = {
        "carriers.yaml": "a: {at: hall, held_by: ada, text: One.}\n"
        "b: {held_by: ada, portable: off, text: Two. Three.}\n"
    }
    checked = check(written(tmp_path / "w", files))
    assert [problem.problem for problem in checked.problems] == [
        "it lies somewhere (`at`) or is held (`held_by`), not both",
        "is off, but 'ada' holds it",
    ]
    assert checked.scenario.carriers["b"].text == ("Two.", "Three.")


def test_a_folder_without_a_world_and_a_name_nobody_ships_are_refused(tmp_path: Path) -> None:
    with pytest.raises(UnknownName, match=r"has no world\.yaml"):
        check(tmp_path)
    with pytest.raises(UnknownName, match="no world is called 'elsinor'"):
        load("elsinor")


def test_a_file_that_is_no_text_is_a_problem(tmp_path: Path) -> None:
    world = written(tmp_path / "w")
    (world / "places.yaml").write_bytes(b"hall: \xff\n")
    assert "places.yaml: is not UTF-8 text (byte 6); save it as UTF-8" in map(str, check(world).problems)


KICKOFF = "name: small\nlanguage: en\nkickoff: [{to: ada, content: The bell rang. The door fell shut., tellings: %s}]\n"


def test_a_kickoff_may_tell_each_of_its_sentences_otherwise(tmp_path: Path) -> None:
    world = load(written(tmp_path / "w", {"world.yaml": KICKOFF % "[[], The door shut.]"}))
    assert world.world.kickoff[0].wordings == (("The bell rang.",), ("The door fell shut.", "The door shut."))
    fewer = load(written(tmp_path / "w", {"world.yaml": KICKOFF % "[[A bell was rung., The bell sounded.]]"}))
    assert [len(one) for one in fewer.world.kickoff[0].wordings] == [3, 1]


def test_tellings_of_more_sentences_than_a_kickoff_has_are_a_mistake(tmp_path: Path) -> None:
    spoilt = check(written(tmp_path / "w", {"world.yaml": KICKOFF % "[[], [], [A third.]]"}))
    assert [str(problem) for problem in spoilt.problems] == [
        "world.yaml: kickoff[0].tellings, line 3: has tellings for 3 sentences, and the content has 2; "
        "write one list for each sentence"
    ]
    foreign = check(written(tmp_path / "w", {"world.yaml": KICKOFF % "[[铃响了。]]"}))
    assert "is not English" in str(foreign.problems[0])


@pytest.mark.parametrize("part", ["world.yaml", "characters.yaml", "carriers.yaml", "reference.yaml", "registry.yaml"])
@pytest.mark.parametrize("text", ["", "7", "[1, 2]", "a: 1", "a: [1]", "name: {a: b}", "kickoff: 3", "map: [1]"])
def test_a_file_of_another_shape_is_a_problem_and_never_a_crash(tmp_path: Path, part: str, text: str) -> None:
    world = written(tmp_path / "w")
    (world / part).write_text(text)
    checked = check(world)
    assert checked.problems or (not text and part in ("carriers.yaml", "reference.yaml", "registry.yaml"))


_leaves = (
    st.none() | st.booleans() | st.integers(-9, 9) | st.sampled_from(["hall", "ada", "", "learn x", "刘备", "off"])
)
_known = st.sampled_from(
    "name language map edges kickoff to content characters ada at voice calls goals text intent aliases traits nerve "
    "trusts relations private status places hall carriers held_by reference arcs events id scenes registry".split()
)
_trees = st.recursive(
    _leaves, lambda inner: st.lists(inner, max_size=3) | st.dictionaries(_known, inner, max_size=4), max_leaves=15
)


@given(world=st.dictionaries(_known, _trees, max_size=8))
def test_no_yaml_at_all_escapes_as_another_error(world: object, tmp_path_factory: pytest.TempPathFactory) -> None:
    path = tmp_path_factory.getbasetemp() / "fuzz.yaml"
    path.write_text(json.dumps(world, ensure_ascii=False), "utf-8")
    checked = check(path)
    assert len(checked.scenario.hash) == 64
    assert all("\n" not in str(problem) and problem.file == "fuzz.yaml" for problem in checked.problems)
    if checked.ok:
        assert load(path) == checked.scenario
    else:
        with pytest.raises(ScenarioError) as raised:
            load(path)
        assert raised.value.problems == checked.problems


@given(data=st.data())
def test_a_spoilt_line_of_a_good_world_never_escapes_as_another_error(
    data: st.DataObject, tmp_path_factory: pytest.TempPathFactory
) -> None:
    folder = tmp_path_factory.getbasetemp() / "spoilt"
    if not folder.exists():
        template(folder, "en")
    name = data.draw(st.sampled_from(sorted(path.name for path in folder.iterdir())))
    good = (folder / name).read_text("utf-8")
    lines = good.splitlines()
    place = data.draw(st.integers(0, len(lines) - 1))
    lines[place] = data.draw(
        st.sampled_from(["", "  - x: [", "a: b", "&a *a", "    - 7", "##", "~", "-", "null: null"])
    )
    try:
        (folder / name).write_text("\n".join(lines), "utf-8")
        checked = check(folder)
    finally:
        (folder / name).write_text(good, "utf-8")
    assert len(checked.scenario.hash) == 64
    assert all("\n" not in str(problem) for problem in checked.problems)
