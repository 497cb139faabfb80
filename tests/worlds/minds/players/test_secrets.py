"""Secrets, slips and lies: who is told what, and what a world's switches turn off."""

from typing import Any

import pytest

from agentsensus.worlds.minds.players.claims import Claim
from agentsensus.worlds.minds.players.drives.tell import lie_about, retold
from agentsensus.worlds.minds.players.player_state import PlayerState, player_states
from agentsensus.worlds.minds.players.situation import Situation
from agentsensus.worlds.scenario import Scenario
from agentsensus.worlds.scenario.cast import Traits
from tests.worlds.minds.mill import (
    BURNT,
    COINS,
    courtyard,
    letter,
    mill,
    offer,
    player_state,
    recalled,
    situation,
    view,
)

IS_IT_SO = "Ann, is this true? Bob burnt the deed of the farm in the oven of the mill."
KNOWN = (recalled(BURNT, BURNT),)


def burnt() -> Claim:
    claim = player_state("ann").script.claim(BURNT)
    assert claim
    return claim


def asked(by: str, times: int = 1) -> dict[str, Any]:
    """Somebody asks Ann so many times about the fire, and she has thought about it."""
    letters = tuple(letter(by, "ann", IS_IT_SO, sent=number, read=4) for number in range(1, times + 1))
    return {"letters": letters, "cache": KNOWN, "people": (by,)}


def with_traits(**traits: int) -> PlayerState:
    """Ann, but of another nature."""
    scenario = mill()
    other = scenario.characters["ann"].model_copy(update={"traits": Traits(**traits)})
    cast = {**scenario.characters, "ann": other}
    ann = player_states(scenario.model_copy(update={"characters": cast}), 1)["ann"]
    ann.__dict__["traits"] = Traits(**traits)  # as written, without the swing that a seed gives
    return ann


def answer(who: PlayerState, **given: Any) -> str:
    """By which drive Ann answers."""
    found = offer("answer", Situation(who, situation("ann", **given).view))
    assert found
    return found.decision.drive


def test_a_secret_is_told_only_in_trust_and_never_to_whom_it_names() -> None:
    ann = situation("ann", cache=KNOWN)
    assert {other: ann.may_tell("burnt", other) for other in ("bob", "cat", "dan", "eli")} == {
        "bob": False,  # trusted, but it is Bob's secret
        "cat": True,
        "dan": False,
        "eli": False,
    }
    assert situation("ann", status={"trust:dan": 2}).may_tell("burnt", "dan")
    assert all(ann.may_tell("coins", other) for other in ("bob", "cat", "dan"))
    assert not ann.may_tell("coins", "eli")  # an enemy is told nothing


def test_a_goal_to_keep_something_holds_even_against_trust() -> None:
    keeping = Situation(player_states(courtyard(), 1)["zhou"], view("zhou", goals=("不让沈老太太知道银子的下落。",)))
    assert keeping.withheld == {"silver_taken": ("shen",)}
    assert not keeping.may_tell("silver_taken", "shen")


def test_a_secret_is_confided_to_a_friend_whom_it_concerns() -> None:
    found = offer("pass_on", situation("ann", people=("cat",), cache=KNOWN))
    assert found is None  # it is nothing to Cat
    scenario = mill()
    for trust, drive in ((2, "confide"), (-2, "confide"), (1, None)):  # well or ill, but more than a little
        cat = scenario.characters["cat"].model_copy(update={"trusts": {"bob": trust}})
        close = player_states(scenario.model_copy(update={"characters": {**scenario.characters, "cat": cat}}), 1)["ann"]
        found = offer("pass_on", Situation(close, situation("ann", people=("cat",), cache=KNOWN).view))
        assert (found and (found.decision.drive, found.decision.params["targets"])) == (drive and (drive, ["cat"]))


@pytest.mark.parametrize(
    ("candour", "drive"), [(9, "silence"), (6, "silence"), (5, "deflect"), (4, "deflect"), (3, "lie"), (0, "lie")]
)
def test_below_trust_candour_decides_between_silence_deflection_and_a_lie(candour: int, drive: str) -> None:
    assert answer(with_traits(candour=candour, nerve=9), **asked("eli")) == drive


@pytest.mark.parametrize(
    ("nerve", "times", "slips"), [(9, 4, False), (9, 5, True), (3, 1, False), (3, 2, True), (0, 1, True)]
)
def test_questions_are_pressure_and_above_ones_nerve_a_secret_slips(nerve: int, times: int, slips: bool) -> None:
    given = asked("eli", times)
    assert situation("ann", **given).talk.pressure("burnt") == times
    assert (answer(with_traits(nerve=nerve, candour=9), **given) == "slip") == slips


def test_a_friend_is_answered_in_confidence() -> None:
    found = offer("answer", situation("ann", **asked("cat")))
    assert found
    assert found.decision.drive == "answer"
    assert player_state("cat").hear(found.decision.params["content"], "ann", "cat").claims == (burnt(),)


def lie(players: str = "", hearer: str = "eli") -> Claim | None:
    seen = situation("ann", players, cache=KNOWN)
    belief = seen.belief("burnt")
    assert belief
    return lie_about(seen, belief, [hearer])


def test_a_lie_is_one_version_that_leaves_out_oneself_and_ones_own() -> None:
    told = lie()
    assert told
    script = player_state("ann").script
    ((_, before, after),) = script.changed(burnt(), told)
    assert (before, after) == ("bob", "dan")  # neither oneself, nor one's own, nor the hearer: another of the scene
    assert lie() == told


def test_a_liar_tells_it_as_one_who_was_there() -> None:
    found = offer("answer", situation("ann", **asked("eli")))
    assert found
    assert found.decision.drive == "lie"
    heard = player_state("eli").hear(found.decision.params["content"], "ann", "eli")
    assert (heard.claims, heard.hops) == ((lie(),), 0)


def test_deceive_tells_it_otherwise_once() -> None:
    goals = ("Make Cat believe another tale of the oven.",)
    assert offer("deceive", situation("bob", goals=goals, cache=KNOWN)) is None  # Cat is not here
    found = offer("deceive", situation("bob", goals=goals, cache=KNOWN, people=("cat",)))
    assert found
    assert (found.decision.drive, found.decision.params["targets"]) == ("deceive", ["cat"])
    claims = player_state("cat").hear(found.decision.params["content"], "bob", "cat").claims
    assert claims[0].contradicts(burnt())
    told = letter("bob", "cat", found.decision.params["content"], sent=5)
    assert offer("deceive", situation("bob", goals=goals, cache=KNOWN, people=("cat",), letters=(told,))) is None


def test_what_ones_own_eyes_saw_does_not_drift_and_hearsay_may() -> None:
    seen = situation("bob", cache=(recalled("coins", COINS),))
    belief = seen.belief("coins")
    assert belief
    assert retold(seen, belief, ["cat"]) == belief.claim
    drifted = set()
    for seed in range(40):
        who = player_states(mill(), seed)["eli"]
        heard = Situation(who, view("eli", letters=(letter("ann", "eli", COINS),), status={"trust:ann": 2}))
        hearsay = heard.belief("coins")
        assert hearsay
        told = retold(heard, hearsay, ["dan"])
        assert retold(heard, hearsay, ["dan"]) == told  # the same mouth tells it the same way
        if told != hearsay.claim:
            assert len(heard.script.changed(hearsay.claim, told)) == 1
        drifted.add(told != hearsay.claim)
    assert drifted == {True, False}


def test_a_world_without_secrets_keeps_nothing() -> None:
    open_ = situation("ann", "secrets: off", cache=KNOWN)
    assert all(open_.may_tell("burnt", other) for other in ("bob", "cat", "dan"))
    found = offer("answer", situation("ann", "secrets: off", **asked("dan")))
    assert found
    assert found.decision.drive == "answer"


def test_a_world_without_lies_has_no_liars() -> None:
    assert lie("lies: off") is None
    found = offer("answer", situation("ann", "lies: off", **asked("eli")))
    assert found
    assert found.decision.drive == "deflect"
    goals = ("Make Cat believe another tale of the oven.",)
    assert offer("deceive", situation("bob", "lies: off", goals=goals, cache=KNOWN)) is None


def test_a_world_without_drift_retells_everything_as_it_was() -> None:
    for seed in range(40):
        scenario: Scenario = mill("drift: off")
        heard = Situation(player_states(scenario, seed)["bob"], view("bob", letters=(letter("ann", "bob", COINS),)))
        belief = heard.belief("coins")
        assert belief
        assert retold(heard, belief, ["cat"]) == belief.claim
