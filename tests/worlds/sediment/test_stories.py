"""Two short stories without a registry: names are proposed, and each statement belongs to those who witnessed it."""

from pathlib import Path

import pytest
import yaml

from agentsensus.worlds.sediment import Sedimentation, read_source, registry_of
from agentsensus.worlds.sediment.account import Account
from agentsensus.worlds.sediment.forms import read_form
from agentsensus.worlds.sediment.parts import divide
from agentsensus.worlds.sediment.pipeline import account_by_rule

STORIES = Path(__file__).parent / "stories"
LABELS = yaml.safe_load((STORIES / "owners.yaml").read_text("utf-8"))


def account_of(name: str) -> Account:
    source = read_source(STORIES / f"{name}.txt")
    script = read_form(source, "novel")
    return account_by_rule(script, source, divide(script, None), None)


@pytest.fixture(scope="module", params=LABELS)
def story(request: pytest.FixtureRequest) -> tuple[str, Account]:
    return request.param, account_of(request.param)


def called(account: Account, id_: str) -> set[str]:
    return {id_, *account.registry.entries[id_].called}


def test_nine_of_ten_statements_belong_to_those_who_witnessed_them(story: tuple[str, Account]) -> None:
    name, account = story
    owners = {statement.text.replace("\n", " "): statement.owners for statement in account.statements}
    wrong = []
    for text, labelled in LABELS[name].items():
        own = owners.get(text)
        is_right = own is not None and len(own) == len(labelled.split())
        is_right = is_right and all(any(who in called(account, id_) for id_ in own or ()) for who in labelled.split())
        wrong += [] if is_right else [text]
    assert len(LABELS[name]) == 60
    assert len(wrong) <= 6, wrong


def test_thoughts_belong_to_the_thinker_alone(story: tuple[str, Account]) -> None:
    _, account = story
    thoughts = [statement for statement in account.statements if statement.is_secret]
    assert len(thoughts) >= 4
    assert all(len(statement.owners) == 1 for statement in thoughts)


def test_people_places_and_things_are_proposed(tmp_path: Path) -> None:
    english = registry_of(read_source(STORIES / "mill_house.txt"), Sedimentation(tmp_path, "novel"))
    assert english.entries["ruth_denny"].aliases == ("Ruth", "the cook")
    assert english.entries["harriet_cole"].mentions >= 10
    assert {"the_kitchen", "the_parlour", "the_mill", "the_paper", "the_letter"} <= {*english.entries}
    chinese = registry_of(read_source(STORIES / "tea_shop.txt"), Sedimentation(tmp_path, "novel"))
    names = {entry.name: entry.aliases for entry in chinese.entries.values()}
    assert names["周玉兰"] == ("玉兰",)
    assert {*names["何世清"]} == {"何叔叔", "何先生"}
    assert {"阿顺", "茶庄", "码头", "账册"} <= {*names}
    assert any("edit the registry" in warning for warning in english.warnings)


def test_nobody_owns_what_happened_after_leaving() -> None:
    account = account_of("mill_house")
    locked = next(statement for statement in account.statements if "locked the desk" in statement.text)
    assert locked.owners == ("edmund_cole",)
    heard = next(statement for statement in account.statements if "wrote it down and signed it" in statement.text)
    assert "ruth_denny" in heard.owners
    assert "harriet_cole" not in heard.owners


def test_a_witness_owns_what_she_saw_and_not_the_one_she_saw() -> None:
    account = account_of("tea_shop")
    saw = next(statement for statement in account.statements if "从窗缝里看见" in statement.text)
    assert [account.registry.entries[id_].name for id_ in saw.owners] == ["阿顺"]


def test_no_owner_is_listed_twice(story: tuple[str, Account]) -> None:
    _, account = story
    assert all(len({*statement.owners}) == len(statement.owners) for statement in account.statements)


def test_a_witness_who_is_named_twice_is_one_owner(tmp_path: Path) -> None:
    text = "Chapter 1\n\nRuth Denny and Ann Lee came into the kitchen. Ruth, as Ruth Denny, saw Ann Lee fall.\n"
    (tmp_path / "story.txt").write_text(text, "utf-8")
    source = read_source(tmp_path / "story.txt")
    script = read_form(source, "novel")
    account = account_by_rule(script, source, divide(script, None), None)
    assert all(len({*statement.owners}) == len(statement.owners) for statement in account.statements)
