"""What a message says: what it claims, through how many mouths, and what it asks."""

import pytest

from agentsensus.worlds.minds.players.claims import Claim
from agentsensus.worlds.minds.players.claims.run_events import GOING, deed
from agentsensus.worlds.minds.players.free_talk import FreeTalk
from agentsensus.worlds.minds.players.hearing import Asked, HeardMessage, Questions, parse_message
from agentsensus.worlds.minds.players.player_state import player_states
from tests.worlds.minds.mill import BELL, COINS, FLOUR, courtyard, player_state


def heard(content: str, speaker: str = "cat", hearer: str = "ann") -> HeardMessage:
    return player_state(hearer).hear(content, speaker, hearer)


def test_a_line_with_an_address_and_a_ground_is_its_claims() -> None:
    script = player_state("ann").script
    told = heard(f"Mark me, my dear. {COINS} {BELL} I was there.")
    assert told == HeardMessage((script.claim(COINS), script.claim(BELL)), 0, None)  # type: ignore[arg-type]  # both are known


def test_hearsay_has_one_mouth_between() -> None:
    assert heard(f"{COINS} Dan told me so.").hops == 1
    assert heard(f"Ann, I have it from Dan. {COINS}").hops == 1
    assert heard(f"{COINS} I read it in the note.").hops == 0
    assert heard(f"{COINS} So the report goes.").hops == 0


def test_i_and_you_are_whoever_speaks_and_hears() -> None:
    claim = player_state("ann").script.claim(COINS)
    assert heard("I lost three coins to you in the tavern.", "cat", "bob").claims == (claim,)
    assert heard("You lost three coins to me in the tavern.", "bob", "cat").claims == (claim,)


def test_a_question_whether_something_is_so_claims_nothing() -> None:
    for line in player_state("ann").phrases.lines("whether"):
        said = line.format(you="Ann", You="Ann", claims=COINS, how="")
        assert heard(said) == HeardMessage(asks=Asked(COINS, "coins")), line


def test_a_goals_question_is_known_by_its_words() -> None:
    assert heard("Ann, one thing. Who stole the flour?").asks == Asked("Who stole the flour?", "flour")
    assert heard("who stole the flour?").asks == Asked("who stole the flour?", "flour")


def test_questions_for_news_and_about_somebody() -> None:
    assert heard("What news, Ann?").asks == Asked("What news, Ann?")
    assert heard("Ann, what have you heard of Bob?").asks == Asked("Ann, what have you heard of Bob?", person="bob")
    assert heard("What is being said of Nobody?").asks is None


def test_what_is_neither_claim_nor_question_says_nothing() -> None:
    assert heard("I may not speak of it, Ann.") == HeardMessage(act="silence")
    assert heard("The weather is fine.") == HeardMessage(free=FreeTalk("statement", "The weather is fine."))
    assert heard("") == HeardMessage()


def test_a_farewell_claims_a_plan() -> None:
    assert heard("I am going to the church, Ann.").claims == (Claim(deed(GOING, "cat", "church")),)


@pytest.mark.parametrize(
    ("said", "asks"),
    [
        ("可有什么消息，阿杏？", Asked("可有什么消息，阿杏？")),
        ("周福近来可有什么事，阿杏？", Asked("周福近来可有什么事，阿杏？", person="zhou")),
        ("阿杏，有一件事。账房里的银子是谁拿走的？", Asked("账房里的银子是谁拿走的？", "silver_taken")),
        ("阿杏，可有这事？你在前院替小满求了情。", Asked("阿杏在前院替小满求了情。", "xing_pleads")),
    ],
)
def test_chinese_questions_are_understood(said: str, asks: Asked) -> None:
    assert player_states(courtyard(), 1)["xing"].hear(said, "shen", "xing") == HeardMessage(asks=asks)


def test_chinese_hearsay_is_understood() -> None:
    told = player_states(courtyard(), 1)["gu"].hear("且慢，先生。我在前院替小满求了情。我是听小满说的。", "xing", "gu")
    assert ([claim.event for claim in told.claims], told.hops, told.asks) == (["xing_pleads"], 1, None)


def test_without_questions_of_goals_a_question_is_only_words() -> None:
    assert (
        parse_message("Who stole the flour?", "cat", "ann", player_state("ann").script, Questions({})) == HeardMessage()
    )
    assert parse_message(FLOUR, "cat", "ann", player_state("ann").script, Questions({})).claims
