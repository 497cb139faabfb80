"""A playbill as text: in English and Chinese, with names, and short for any run."""

import io
from importlib.resources import files

import yaml
from rich.cells import cell_len
from rich.console import Console

from agentsensus.cli.look import print_playbill
from agentsensus.worlds.runs import Playbill, playbill, sections
from agentsensus.worlds.runs.playbill import CaughtLie, HeldVersion, SpreadEvent, TellingStep, VersionChange
from agentsensus.worlds.scenario import Scenario
from tests.analysis.study.logs import a_lie_goes_round
from tests.worlds.minds.mill import courtyard, mill


def printed(bill: Playbill, world: Scenario, width: int) -> list[str]:
    out = io.StringIO()
    print_playbill(bill, world, Console(file=out, width=width))
    return out.getvalue().splitlines()


def test_a_playbill_reads_like_this() -> None:
    assert printed(playbill(mill(), a_lie_goes_round()), mill(), 90) == [
        "Playbill of mill, round 9",
        "",
        "What went round (known to how many of 5, at first → now)",
        "  3 → 4  Bob burnt the deed of the farm in the oven of the mill. (a secret)",
        "",
        "The greatest secret that got out (1 of 1 are out)",
        "           Bob burnt the deed of the farm in the oven of the mill.",
        "  round 8  Ann told Eli: Eli has asked too often",
        "",
        "Wrong versions that are believed",
        "    lie  Dan burnt the deed of the farm in the oven of the mill.",
        "         Brought up by Bob in round 1, believed by Cat. In truth it was Bob, not Dan.",
        "  drift  Dan burnt the deed of the farm in the oven of the church.",
        "         Brought up by Cat in round 4, believed by Eli. In truth it was Bob, not Dan. In",
        "         truth it was the mill, not the church.",
        "",
        "Lies that were caught",
        "  round 8  Ann held it against Bob to have said: Dan burnt the deed of the farm in the",
        "           oven of the mill.",
    ]


def test_a_playbill_of_nothing_says_so_under_every_heading() -> None:
    told = sections(playbill(mill(), []), mill())
    assert [row.text for section in told[1:] for row in section.rows] == [
        "Nothing was told to anybody who did not know it.",
        "Every secret is still one.",
        "Nobody holds anything that was otherwise.",
        "No lie was caught.",
    ]


def test_a_lie_caught_where_it_was_repeated_names_its_maker() -> None:
    caught = CaughtLie(3, "bob", "ann", "cat", "burnt", "x")
    told = sections(Playbill(3, 5, 1, (), (), None, (), (), (caught,)), mill())[-1]
    assert told.rows[0].text == "Ann told Cat that it is not so, which Bob had made up: x"


def _crowded(world: Scenario) -> Playbill:
    """A run with too many of everything to list."""
    event, (one, other, *_) = world.events[0], world.active
    going = SpreadEvent(event.id, event.text, True, 2, 3)
    changes = (VersionChange("person", one, other), VersionChange("done", "done", "not"))
    alive = HeldVersion(event.id, event.text, event.text, changes, "lie", one, 3, (one, other))
    step, caught = TellingStep(12, one, other, "gossip", "x"), CaughtLie(8, one, other, one, event.id, event.text)
    return Playbill(40, 9, 30, (going,) * 20, (event.id,) * 20, going, (step,) * 20, (alive,) * 20, (caught,) * 20)


def test_however_much_there_is_a_playbill_is_short_and_no_wider_than_the_terminal() -> None:
    for world in (mill(), courtyard()):
        lines = printed(_crowded(world), world, 100)
        assert 20 < len(lines) <= 37
        assert max(map(cell_len, lines)) <= 100
        assert not any(line != line.rstrip() for line in lines)


def test_a_chinese_playbill_is_all_chinese() -> None:
    world = courtyard()
    lines = printed(_crowded(world), world, 100)
    names = [world.characters[id_].called[0] for id_ in world.active[:2]]
    assert any(f"其实是{names[0]}，不是{names[1]}。其实做了。" in line for line in lines)
    assert any(line.lstrip().startswith(f"第12轮  {names[0]}告诉{names[1]}") for line in lines)
    assert not any(char.isascii() and char.isalpha() for line in lines[1:] for char in line.replace("x", ""))


def test_both_languages_have_the_same_phrases_with_the_same_fields() -> None:
    fields = {}
    for language in ("en", "zh"):
        words = yaml.safe_load(
            files("agentsensus.worlds.runs").joinpath(f"playbill.{language}.yaml").read_text("utf-8")
        )
        fields[language] = {
            key: sorted(part.split("}")[0] for part in str(text).split("{")[1:])
            for key, text in words.items()
            if isinstance(text, str)
        }
    assert fields["en"] == fields["zh"]
