"""Beliefs in whole numbers, worked out by hand."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from agentsensus.worlds.minds.players.beliefs import Belief, Evidence, form_belief, support
from agentsensus.worlds.minds.players.claims import Claim
from agentsensus.worlds.state.mail import WORLD
from tests.worlds.minds.mill import COINS, COINS_FROM_DAN, letter, player_state, recalled, situation
from tests.worlds.minds.quay import DROWNED, at_quay

AS_IT_WAS, OTHERWISE = Claim("coins", ("cat",)), Claim("coins", ("dan",))
TRUST = {"ann": 3, "bob": 1, "cat": 0, "dan": -2}


def of(how: str, source: str = "", hops: int = 0, claim: Claim = AS_IT_WAS) -> Evidence:
    return Evidence(claim, how, source, hops)


def held(*evidence: Evidence) -> Belief:
    found = form_belief(evidence, lambda who: TRUST.get(who, 0))
    assert found is not None
    return found


@pytest.mark.parametrize(
    ("grounds", "worth"),
    [
        ([of("witnessed")], 3),
        ([of("sediment")], 3),
        ([of("read", "letter")], 2),
        ([of("inferred")], 1),
        ([of("told", "ann")], 2),  # trusted with 3, but 2 is the most that hearsay counts
        ([of("told", "bob")], 2),
        ([of("told", "cat")], 1),
        ([of("told", "dan")], -1),
        ([of("told", "ann", 1)], 1),  # one mouth between
        ([of("told", "bob", 1)], 1),
        ([of("told", "ann"), of("told", "bob")], 3),  # a second source adds one
        ([of("told", "ann"), of("told", "ann")], 2),  # the same source adds nothing
        ([of("told", "ann"), of("told", "dan")], 2),  # one that counts nothing adds nothing
        ([of("witnessed"), of("told", "ann"), of("read", "letter")], 5),
        ([of("witnessed"), of("sediment")], 3),  # one's own eyes are one source
    ],
)
def test_how_firmly_grounds_hold_a_claim(grounds: list[Evidence], worth: int) -> None:
    assert support(grounds, lambda who: TRUST.get(who, 0)) == worth


def test_the_better_supported_version_is_believed() -> None:
    belief = held(of("told", "ann"), of("witnessed", claim=OTHERWISE))
    assert (belief.claim, belief.support, belief.in_doubt, belief.is_seen) == (OTHERWISE, 3, False, True)
    assert [one.how for one in belief.grounds] == ["witnessed"]


def test_a_tie_is_doubt_and_another_source_ends_it() -> None:
    tied = held(of("told", "bob", 1), of("told", "ann", 1, OTHERWISE))
    assert tied.in_doubt
    settled = held(of("told", "bob", 1), of("told", "ann", 1, OTHERWISE), of("read", "letter"))
    assert (settled.claim, settled.support, settled.in_doubt) == (AS_IT_WAS, 3, False)


def test_nothing_is_believed_without_evidence() -> None:
    assert form_belief([], lambda _: 3) is None


def test_word_that_the_world_brings_is_news_and_not_seen_by_oneself() -> None:
    assert held(of("witnessed", WORLD)).is_news
    assert not held(of("witnessed", WORLD), of("sediment")).is_news


grounds = st.builds(
    Evidence,
    st.sampled_from([AS_IT_WAS, OTHERWISE]),
    st.sampled_from(["witnessed", "sediment", "read", "told", "inferred"]),
    st.sampled_from(["", "ann", "bob", "cat", "dan"]),
    st.integers(0, 2),
)


@given(st.lists(grounds, min_size=1, max_size=8))
def test_the_order_of_evidence_does_not_matter_and_more_of_it_never_weakens(found: list[Evidence]) -> None:
    belief = held(*found)
    assert held(*reversed(found)) == belief
    assert held(*found, *found).support == belief.support
    seen = held(*found, of("witnessed", claim=belief.claim))
    assert seen.claim == belief.claim
    assert seen.support >= max(belief.support, 3)


def test_a_player_weighs_what_it_recalls_against_what_it_hears() -> None:
    told = letter("cat", "ann", f"{COINS_FROM_DAN} I saw it myself.")
    heard = situation("ann", letters=(told,)).belief("coins")
    assert heard is not None
    assert (heard.support, heard.is_seen) == (2, False)
    both = situation("ann", letters=(told,), cache=(recalled("coins", COINS),)).belief("coins")
    assert both is not None
    assert (both.claim, both.support, both.is_seen) == (player_state("ann").script.claim(COINS), 3, True)
    second_hand = letter("cat", "ann", f"{COINS_FROM_DAN} Dan told me so.")
    less = situation("ann", letters=(second_hand,)).belief("coins")
    assert less is not None
    assert less.support == 1
    assert situation("ann").belief("coins") is None


def test_trust_is_what_the_status_says_and_else_what_the_story_began_with() -> None:
    assert situation("ann").trust("cat") == 3
    assert situation("ann", status={"trust:cat": -1}).trust("cat") == -1
    assert (situation("ann").trust("nobody"), situation("ann").trust(WORLD)) == (0, 3)


SLANDER = DROWNED.replace("Cal", "Ada")


@pytest.mark.parametrize("agent", ["ada", "finn"])
def test_nobody_believes_a_lie_about_their_own_deed(agent: str) -> None:
    told = letter("cal", agent, f"{SLANDER} I was there.")
    seen = at_quay(agent, letters=(told,))
    lie = seen.script.claim(SLANDER)
    assert lie is not None
    belief = seen.belief(lie.event)
    assert any(ground.claim == lie for ground in seen.evidence)
    assert (belief is not None and belief.claim == lie) == (agent != "ada")
