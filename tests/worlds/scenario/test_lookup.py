"""Names and aliases stand for ids, as long as only one can be meant."""

from agentsensus.worlds.scenario.lookup import Lookup

LOOKUP = Lookup(
    {
        "hamlet": ["Hamlet", "Prince Hamlet", "my lord"],
        "ghost": ["King Hamlet", "the Ghost", "Hamlet"],
        "claudius": ["Claudius", "my lord"],
        "great_hall": ["the throne room"],
        "liu_bei": ["刘备", "玄德"],
    }
)


def test_an_id_a_name_and_an_alias_stand_for_the_same() -> None:
    assert [LOOKUP.find(name) for name in ("ghost", "King Hamlet", "the Ghost", "Ghost", "玄德")] == [
        "ghost",
        "ghost",
        "ghost",
        "ghost",
        "liu_bei",
    ]


def test_case_spaces_and_underscores_do_not_matter() -> None:
    assert LOOKUP.find("THE  THRONE room") == "great_hall"
    assert LOOKUP.find("Great hall") == "great_hall"


def test_a_name_of_ones_own_outdoes_the_alias_of_another() -> None:
    assert LOOKUP.find("Hamlet") == "hamlet"


def test_an_alias_that_two_claim_stands_for_neither() -> None:
    assert LOOKUP.find("my lord") is None
    assert LOOKUP.claimants("my lord") == ("claudius", "hamlet")
    assert LOOKUP.find("Yorick") is None


def test_a_near_miss_is_told_whatever_its_case_or_script() -> None:
    assert LOOKUP.hint("CLAUDIS") == "; did you mean 'claudius'?"
    assert LOOKUP.hint("刘贝") == "; did you mean '刘备'?"
    assert LOOKUP.hint("Fortinbras").startswith("; known: claudius, ghost")
