"""The playbill of a hand-made log."""

from agentsensus.worlds.runs import Playbill, playbill
from agentsensus.worlds.runs.playbill import CaughtLie, HeldVersion, SpreadEvent, TellingStep, VersionChange
from tests.analysis.study.logs import DAN_BURNT, DAN_BURNT_AT_CHURCH, a_lie_goes_round, read, said
from tests.worlds.minds.mill import BURNT, COINS, mill


def _mistaken(bill: Playbill) -> set[str]:
    return {holder for version in bill.versions for holder in version.holders}


def test_a_secret_that_went_round_is_out_with_its_way() -> None:
    bill = playbill(mill(), a_lie_goes_round())
    assert bill.goings == (SpreadEvent("burnt", BURNT, True, 3, 4),)  # Ann, Bob and Dan saw it; Ann told Eli
    assert bill.greatest == bill.goings[0]
    assert bill.secrets_out == ("burnt",)
    assert bill.way == (TellingStep(8, "ann", "eli", "slip", "Eli has asked too often", "ann7"),)


def test_a_secret_of_which_only_lies_are_told_is_not_out() -> None:
    bill = playbill(mill(), [event for event in a_lie_goes_round() if event.round < 7])
    assert (bill.goings, bill.greatest, bill.secrets_out, bill.way) == ((), None, (), ())
    assert _mistaken(bill) == {"cat", "eli"}


def test_versions_that_are_held_are_alive_and_their_holders_mistaken() -> None:
    bill = playbill(mill(), a_lie_goes_round())
    person, place = VersionChange("person", "bob", "dan"), VersionChange("place", "mill", "church")
    assert bill.versions == (
        HeldVersion("burnt", DAN_BURNT, BURNT, (person,), "lie", "bob", 1, ("cat",)),
        HeldVersion("burnt", DAN_BURNT_AT_CHURCH, BURNT, (person, place), "drift", "cat", 4, ("eli",)),
    )
    assert _mistaken(bill) == {"cat", "eli"}
    assert len({version.event for version in bill.versions}) == 1


def test_a_liar_who_is_told_so_is_caught() -> None:
    assert playbill(mill(), a_lie_goes_round()).caught == (CaughtLie(8, "bob", "ann", "bob", "burnt", DAN_BURNT),)
    unopposed = [event for event in a_lie_goes_round() if event.round < 8]
    assert playbill(mill(), unopposed).caught == ()


def test_a_lie_that_is_contradicted_where_it_was_repeated_is_its_makers() -> None:
    log = [
        *said(1, "bob", "cat", DAN_BURNT, "deceive"),
        *said(2, "cat", "eli", DAN_BURNT, "gossip"),
        *said(3, "ann", "cat", BURNT, "confront"),
    ]
    assert playbill(mill(), log).caught == (CaughtLie(3, "bob", "ann", "cat", "burnt", DAN_BURNT),)


def test_what_is_sent_and_never_read_is_known_to_nobody_more() -> None:
    unread = said(1, "ann", "eli", COINS, "gossip")
    assert playbill(mill(), unread).goings == ()
    assert playbill(mill(), [*unread, read(2, "eli", "ann1")]).goings == (SpreadEvent("coins", COINS, False, 4, 5),)


def test_an_empty_run_has_an_empty_playbill() -> None:
    assert playbill(mill(), []) == Playbill(0, 5, 1, (), (), None, (), (), ())
