"""Happenings, deeds, arcs and goals as a person writes them: names become ids, and what makes no sense is found."""

from pathlib import Path

import pytest

from agentsensus.worlds.scenario import check, load
from agentsensus.worlds.scenario.goals import BringIntent, ConfrontIntent, DoIntent, GetIntent, Goal
from agentsensus.worlds.scenario.happenings import Condition, EventKind
from tests.worlds.scenario.worlds import written

WORLD = """\
name: small
language: en
map: {edges: [[hall, tower, 2]]}
players: {deeds: off}
deeds:
  arrest: {name: put under guard, does: hold, by: office, with: the sword, at: The hall, text: "{doer} held {target}."}
arcs:
  - id: the_bell
    text: The bell rang and Ben does not know why.
    characters: [Ben]
    matter: ringing
    ends_when: {knows: {bell: [Ben]}, not: {dead: Ada}}
    ending: Ben knows who rang the bell.
"""
CHARACTERS = """\
ada:
  name: Ada Quill
  aliases: [Ada]
  at: hall
  office: judges the tower
  kin: [Ben]
  rank: 8
  goals:
    - text: Hear what Ben says.
      intent: confront Ben about bell
      else:
        text: Hold Ben.
        intent: do arrest to ben
ben: {name: Ben, at: tower}
cy: {name: Cy, archived: dead}
"""
CARRIERS = (
    "sword: {name: the sword, held_by: ada}\nletter: {name: the letter, at: tower, sealed: on, text: [Ben wrote.]}\n"
)
SCENES = """\
## The hall, noon: Ada #ringing !grave
- Ada Quill rang the bell in the hall.   #bell (wrong: Ada → Ben, Cy)
"""
HAPPENINGS = """\
storm:
  when: {round: 3, at: {Ben: The tower}, knows: {bell: 2}, any: [{chance: 50}, {together: [ada, ben]}]}
  where: The tower
  witnesses: present
  text: A storm broke the tower of the hall.
  tellings: [The hall's tower was broken by a storm.]
  kind: "loss: → Ben"
  effects:
    - status: {the tower: {roof: gone}}
    - gives: {the letter: Ada}
    - dies: Ben
"""
FILES = {
    "world.yaml": WORLD,
    "characters.yaml": CHARACTERS,
    "carriers.yaml": CARRIERS,
    "scenes.md": SCENES,
    "happenings.yaml": HAPPENINGS,
}


def problems(folder: Path, **changed: tuple[str, str, str]) -> list[str]:
    """What `check` says of the world with one text of a file exchanged."""
    files = dict(FILES)
    for file, old, new in changed.values():
        assert old in files[file]
        files[file] = files[file].replace(old, new)
    return [str(problem) for problem in check(written(folder, files)).problems]


def test_a_world_with_happenings_deeds_and_arcs_has_nothing_wrong_and_holds_ids(tmp_path: Path) -> None:
    assert problems(tmp_path / "w") == []
    world = load(tmp_path / "w")
    storm = world.happenings["storm"]
    assert (storm.where, storm.witnesses, storm.kind) == (
        "tower",
        ("present",),
        EventKind(kind="loss", victims=("ben",)),
    )
    assert storm.when == Condition.model_validate(
        {
            "round": 3,
            "at": {"ben": "tower"},
            "knows": {"bell": 2},
            "any": [{"chance": 50}, {"together": ["ada", "ben"]}],
        }
    )
    assert [effect.model_dump(exclude_defaults=True) for effect in storm.effects] == [
        {"status": {"tower": {"roof": "gone"}}},
        {"gives": {"letter": "ada"}},
        {"dies": ("ben",)},
    ]
    arrest = world.world.deeds["arrest"]
    assert (arrest.id, arrest.by, arrest.needs, arrest.at) == ("arrest", ("office",), ("sword",), ("hall",))
    (arc,) = world.world.arcs
    assert arc.ends_when == Condition.model_validate({"knows": {"bell": ["ben"]}, "not": {"dead": ["ada"]}})
    assert world.characters["ada"].kin == ("ben",)
    assert world.characters["ada"].goals[0].otherwise == Goal(
        text="Hold Ben.", intent=DoIntent(deed="arrest", whom="ben")
    )
    assert world.events[0].kind == EventKind(kind="wrong", doers=("ada",), victims=("ben", "cy"))
    assert world.carriers["letter"].sealed
    assert not world.world.players.deeds
    assert [event.id for event in world.matter("ringing")] == [event.id for event in world.matter("bell")] == ["bell"]


def test_a_scenario_with_all_of_it_reads_back_from_json(tmp_path: Path) -> None:
    world = load(written(tmp_path / "w", FILES))
    back = type(world).model_validate_json(world.model_dump_json())
    assert back == world
    assert back.hash == world.hash


@pytest.mark.parametrize(
    ("file", "old", "new", "problem"),
    [
        (
            "happenings.yaml",
            "at: {Ben: The tower}",
            "at: {Bne: The tower}",
            "is 'Bne', and no character is called that",
        ),
        (
            "happenings.yaml",
            "knows: {bell: 2}",
            "knows: {bel: 2}",
            "is 'bel', and no event is called that; did you mean",
        ),
        ("happenings.yaml", "    - dies: Ben\n", "    - dies: Cy\n", "is about 'cy', who does not act"),
        ("happenings.yaml", "dies: Ben", "{dies: Ben, hurt: Ada}", "must have exactly one key"),
        ("happenings.yaml", "storm:", "bell:", "the id 'bell' is an event's in scenes.md already"),
        ("happenings.yaml", 'kind: "loss: →', 'kind: "los: →', "write `kind: doer → victim`"),
        ("happenings.yaml", "chance: 50", "chance: 200", "is 200; 100 or less belongs here"),
        ("world.yaml", "{doer} held {target}", "{doer} held him", "must name {doer} and {target}"),
        ("world.yaml", "with: the sword", "with: the axe", "is 'the axe', and no carrier is called that"),
        (
            "world.yaml",
            "matter: ringing",
            "matter: singing",
            "no event or #tag is called that; did you mean 'ringing'?",
        ),
        ("world.yaml", "does: hold", "does: hug", "is 'hug'"),
        ("characters.yaml", "do arrest to ben", "do arest to ben", "no deed is called that; did you mean 'arrest'?"),
        ("characters.yaml", "do arrest to ben", "do arrest to cy", "and 'cy' is dead"),
        ("characters.yaml", "  office: judges the tower\n", "", "which the world does not allow this one"),
        ("characters.yaml", "confront Ben about bell", "learn bell", "has no `question` to ask others"),
        ("characters.yaml", "confront Ben about bell", "learn bell", "which this one knows already"),
        (
            "scenes.md",
            "## The hall, noon: Ada",
            "## The hall, noon: Ben",
            "of which this one knows nothing at the start",
        ),
        ("scenes.md", "(wrong: Ada → Ben, Cy)", "(wrong: Ada → Bne)", "names 'Bne', and no character is called that"),
    ],
)
def test_what_cannot_be_or_makes_no_sense_is_named(tmp_path: Path, file: str, old: str, new: str, problem: str) -> None:
    found = problems(tmp_path / "w", change=(file, old, new))
    assert any(problem in line for line in found), found


@pytest.mark.parametrize(
    ("english", "chinese", "intent"),
    [
        ("confront ben about bell", "就 bell 质问 ben", ConfrontIntent(event="bell", whom="ben")),
        ("get letter from ben", "向 ben 取得 letter", GetIntent(carrier="letter", whom="ben")),
        ("bring ben to hall", "带 ben 去 hall", BringIntent(whom="ben", place="hall")),
        ("do arrest to ben", "对 ben 行 arrest", DoIntent(deed="arrest", whom="ben")),
    ],
)
def test_an_intent_is_written_in_either_language(english: str, chinese: str, intent: object) -> None:
    assert Goal(text="x", intent=english).intent == Goal(text="x", intent=chinese).intent == intent
    assert str(intent) == english
