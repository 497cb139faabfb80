"""Texts that no rule was made for beforehand, judged by reading: two stories, a log of incidents, two plays."""

from collections.abc import Iterable
from functools import lru_cache
from pathlib import Path

import pytest
import yaml

from agentsensus.errors import InputError
from agentsensus.worlds.sediment import source_of
from agentsensus.worlds.sediment.account import Account, TextStatement
from agentsensus.worlds.sediment.casting import select_cast
from agentsensus.worlds.sediment.forms import read_form
from agentsensus.worlds.sediment.matters import goals_by_rule, open_matters
from agentsensus.worlds.sediment.parts import divide
from agentsensus.worlds.sediment.plays.account import account_of_play
from agentsensus.worlds.sediment.prose.account import account_of_prose
from agentsensus.worlds.sediment.registry import read_registry
from agentsensus.worlds.sediment.sources import find_source
from agentsensus.worlds.sediment.words import words_of

pytestmark = pytest.mark.thorough

FRESH = yaml.safe_load((Path(__file__).parent / "fresh_texts.yaml").read_text("utf-8"))


def _account(name: str, tmp_path: Path) -> Account:
    given = FRESH[name]
    (tmp_path / "names.yaml").write_text(yaml.safe_dump(given["registry"], allow_unicode=True), "utf-8")
    source = source_of(given["text"], name)
    script = read_form(source)
    registry = read_registry(str(tmp_path / "names.yaml")).registry
    return account_of_prose(script, source, divide(script, given.get("until")), registry)


def _that(account: Account, words: str) -> TextStatement:
    (statement,) = [statement for statement in account.statements if words in statement.text]
    return statement


@pytest.mark.parametrize("name", FRESH)
def test_owners_places_and_deaths_are_those_that_a_reader_gives(name: str, tmp_path: Path) -> None:
    account = _account(name, tmp_path)
    for words, expected in FRESH[name]["read"].items():
        place, _, owners = expected.partition(":")
        statement = _that(account, words)
        assert (statement.place, set(statement.owners)) == (place.strip(), set(owners.split())), words
    assert {death.who for death in account.deaths} == set(FRESH[name]["dead"])


def test_a_paragraph_in_wrapped_lines_is_one_paragraph(tmp_path: Path) -> None:
    account = _account("ferry", tmp_path)
    assert _that(account, "until two in the morning").text.startswith("Joost had been at\nthe Anchor") or _that(
        account, "until two in the morning"
    ).text.startswith("Joost had been at the Anchor")


def test_her_daughter_is_nobody_in_particular(tmp_path: Path) -> None:
    account = _account("ferry", tmp_path)
    assert _that(account, "Lotte sat beside the bed").text == "Her daughter Lotte sat beside the bed."


def test_the_two_of_them_are_named(tmp_path: Path) -> None:
    account = _account("渡口", tmp_path)
    assert _that(account, "打开匣子").text.startswith("夜里沈砚和阿宁打开匣子")


def test_a_letter_says_what_is_written_in_it(tmp_path: Path) -> None:
    (letter,) = _account("ferry", tmp_path).documents
    assert len(letter.text) == 1
    assert letter.text[0].startswith("Hanna had written that Adriaan Holt had sold the landing")


def test_asking_for_money_is_no_war_and_telling_somebody_off_no_promise(tmp_path: Path) -> None:
    account = _account("渡口", tmp_path)
    assert _that(account, "讨银子").kind is None
    assert _that(account, "嘱咐她").kind is None
    assert _that(account, "沈砚答应他").kind is not None


def _goals(account: Account) -> list[str]:
    words = words_of(account.language)
    selection = select_cast(account, 0, {})
    ids = {number: f"e{number}" for number in range(len(account.statements))}
    goals = goals_by_rule(account, selection, open_matters(account, selection, words), ids, words)
    assert all(len({goal["text"] for goal in own}) == len(own) for own in goals.values()), "nobody wants a thing twice"
    return [goal["text"] for own in goals.values() for goal in own]


def test_goals_say_the_office_and_the_place_as_a_sentence_does(tmp_path: Path) -> None:
    assert "Stand by the word given to the Board." in _goals(_account("waterworks", tmp_path))
    assert not any("the slip" in goal for goal in _goals(_account("ferry", tmp_path))), "the name, not a nickname of it"


# --- plays of the shelf


@lru_cache(maxsize=2)
def _play(name: str) -> Account:
    try:
        source = find_source(name)
    except InputError as error:
        pytest.skip(str(error))
    script = read_form(source)
    return account_of_play(script, source, divide(script, "Act III"), None)


def _heard_in(account: Account, part: str) -> set[str]:
    return {owner for statement in account.statements if statement.part == part for owner in statement.owners}


def _ids(words: str) -> set[str]:
    return set(words.split())


@pytest.mark.parametrize(
    ("play", "part", "there"),
    [
        ("richard_iii", "I.1", "duke_of_gloster duke_of_clarence sir_robert_brakenbury lord_hastings"),
        ("richard_iii", "II.3", "first_citizen second_citizen third_citizen"),
        ("richard_iii", "III.3", "sir_richard_ratcliff earl_rivers lord_grey sir_thomas_vaughan"),
        ("merchant_of_venice", "I.2", "portia nerissa servant_i_2"),
        ("merchant_of_venice", "II.3", "jessica launcelot_gobbo"),
        ("merchant_of_venice", "III.1", "salanio salarino shylock tubal servant_iii_1"),
    ],
)
def test_owners_of_a_scene_are_those_on_stage(play: str, part: str, there: str) -> None:
    assert _heard_in(_play(play), part) == _ids(there)


def test_a_first_name_with_a_title_is_one_man_and_a_later_king_the_same_man() -> None:
    people = _play("richard_iii").registry.of_kind("character")
    assert not {"george", "richard", "brothers", "king_richard", "york", "ely", "king_edward"} & set(people)
    assert "King Richard" in people["duke_of_gloster"].aliases
    assert "King Edward" in people["king_edward_the_fourth"].aliases


def test_whoever_is_stabbed_and_carried_off_is_dead_though_his_ghost_speaks_later() -> None:
    deaths = {death.who: death.doer for death in _play("richard_iii").deaths}
    assert deaths["duke_of_clarence"] == "first_murderer"
    assert "lord_hastings" in deaths, "«with HASTINGS' head»"


def test_titles_have_their_article_in_a_sentence() -> None:
    texts = [text for statement in _play("richard_iii").statements for text in (statement.text, *statement.tellings)]
    assert any(text.startswith("The Duke of Gloster said to the Duke of Clarence and Sir Robert") for text in texts)
    assert not _bare(texts, ("Duke of Gloster", "First Murderer"))


def _bare(texts: Iterable[str], titles: tuple[str, ...]) -> list[str]:
    """Texts in which a title stands without its article outside quotes."""
    outside = [text.partition("“")[0] for text in texts]
    return [
        text
        for text in outside
        for title in titles
        if title in text.replace(f"The {title}", "").replace(f"the {title}", "")
    ]


def test_a_refusal_is_no_promise_and_a_promise_is_made_to_whoever_was_answered() -> None:
    account = _play("richard_iii")
    assert _that(account, "I will not be thy executioner").kind is None
    promise = _that(account, "Then bid me kill myself, and I will do it").kind
    assert promise is not None
    assert (promise.doers, promise.victims) == (("duke_of_gloster",), ("lady_anne",))
