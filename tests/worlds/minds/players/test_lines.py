"""Lines vary by rule, are understood, and run out before they repeat."""

import pytest

from agentsensus.worlds.minds.players.beliefs import Belief, Evidence
from agentsensus.worlds.minds.players.lines import compose_line, source_phrase, word_claim
from agentsensus.worlds.minds.players.player_state import player_states
from agentsensus.worlds.minds.players.situation import Situation
from agentsensus.worlds.state.mail import WORLD
from tests.worlds.minds.mill import BELL, BRIDGE, COINS, courtyard, letter, player_state, situation, view


def test_a_line_is_never_one_that_the_hearer_knows() -> None:
    said: list[str] = []
    while found := compose_line(
        situation("ann", letters=[letter("ann", "cat", one) for one in said]), "silence", ["cat"]
    ):
        assert found not in said
        said.append(found)
    assert len(said) == 4  # four phrases, one form of address
    assert compose_line(situation("ann", letters=[letter("ann", "cat", one) for one in said]), "silence", ["dan"])


def test_calls_come_before_names_and_epithets_serve_for_the_rest() -> None:
    def addressed(hearer: str) -> set[str]:
        found: set[str] = set()
        while said := compose_line(
            situation("ann", letters=[letter("ann", hearer, one) for one in found]), "silence", [hearer]
        ):
            found.add(said)
        return found

    assert all("my dear" in said for said in addressed("cat"))
    assert {name for name in ("Dan", "neighbour") for said in addressed("dan") if name in said} == {"Dan", "neighbour"}


def test_several_hearers_are_addressed_together() -> None:
    said = compose_line(situation("ann"), "silence", ["cat", "dan"])
    assert said
    assert "friends" in said


def test_turns_are_the_characters_own() -> None:
    claim = player_state("ann").script.claim(BELL)
    assert claim
    openings = {compose_line(situation("ann", round=number), "tell", ["cat"], [claim]) for number in range(30)}
    assert any(said and said.startswith("Mark me, my dear.") for said in openings)
    assert all(said[0].isupper() for said in openings if said)  # a capital wherever the address opens


def test_a_question_is_opened_by_no_turn_that_asserts() -> None:
    asked = {compose_line(situation("ann", round=number), "news", ["cat"]) for number in range(30)}
    assert any(said and said.startswith("Tell me, my dear.") for said in asked)
    assert not any(said and "Mark me" in said for said in asked)


def test_a_line_opens_with_a_capital_even_where_a_name_with_an_article_opens_it() -> None:
    said = {
        compose_line(situation("ann", round=number), "ask_other", ["cat"], person="the miller") for number in range(30)
    }
    assert any(one and one.startswith("The miller may know") for one in said)
    assert all(one and one[0].isupper() for one in said)


@pytest.mark.parametrize("kind", ["tell", "confide", "slip", "confront", "dispute"])
def test_every_kind_of_telling_is_understood_with_its_ground(kind: str) -> None:
    script = player_state("ann").script
    claim = script.claim(BELL)
    assert claim
    for number in range(12):
        said = compose_line(situation("ann", round=number), kind, ["cat"], [claim], "Dan told me so.")
        assert said
        heard = player_state("cat").hear(said, "ann", "cat")
        assert (heard.claims, heard.hops, heard.asks) == ((claim,), 1, None), said
        assert "  " not in said
        assert "{" not in said


def test_chinese_lines_have_no_spaces_between_sentences() -> None:
    gu = player_states(courtyard(), 1)["gu"]
    claims = [gu.script.claim(text) for text in ("阿杏在前院替小满求了情。", "小满在前院把铜扣交给了顾先生。")]
    for number in range(12):
        seen = Situation(gu, view("gu", round=number))
        said = compose_line(seen, "tell", ["shen"], [claim for claim in claims if claim], "我当时就在场。")
        assert said
        assert " " not in said
        assert len(gu.hear(said, "gu", "shen").claims) == 2


def test_one_always_words_a_thing_the_same_way() -> None:
    claim = player_state("ann").script.claim(COINS)
    assert claim
    assert len({word_claim(situation("ann", round=number), claim, ["dan"]) for number in range(9)}) == 1
    everybody = {word_claim(situation(agent), claim, ["eli"]) for agent in ("ann", "bob", "cat", "dan")}
    assert len(everybody) > 1


def test_how_one_knows_is_said_as_it_is() -> None:
    script = player_state("ann").script
    claim, news = script.claim(COINS), script.claim(BRIDGE)
    assert claim
    assert news
    phrases = player_state("ann").phrases

    def ground(evidence: Evidence, agent: str = "ann") -> str | None:
        return phrases.how(source_phrase(situation(agent), Belief(evidence.claim, 2, False, (evidence,))))

    assert ground(Evidence(claim, "sediment")) == "witnessed"
    assert ground(Evidence(claim, "told", "cat")) == "told"
    assert ground(Evidence(claim, "read", "note")) == "read"
    assert ground(Evidence(claim, "inferred")) == "inferred"
    assert ground(Evidence(news, "witnessed", WORLD)) == "news"
    assert ground(Evidence(claim, "told", "cat", afar=True)) == "told_afar"
    assert ground(Evidence(claim, "overheard", "cat")) == "overheard"
    assert ground(Evidence(claim, "sediment"), "bob") is None  # nobody says how one knows one's own deeds
    told = source_phrase(situation("ann"), Belief(claim, 2, False, (Evidence(claim, "read", "note"),)))
    assert phrases.source(told) == "the note"


def test_a_ground_goes_on_in_small_letters_after_an_address() -> None:
    claim = player_state("ann").script.claim(BRIDGE)
    assert claim
    said = [
        compose_line(situation("ann", round=number), "tell", ["dan"], [claim], "So the report goes.")
        for number in range(60)
    ]
    opened = [
        one for one in said if one and one.startswith(("Dan, so the report goes.", "Neighbour, so the report goes."))
    ]
    assert opened
    assert player_state("dan").hear(opened[0], "ann", "dan").claims == (claim,)
    assert not any(one and ", So" in one for one in said)
