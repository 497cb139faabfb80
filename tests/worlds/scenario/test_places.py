"""Maps: graded distances, shortest ways, and what is out of reach."""

from hypothesis import given
from hypothesis import strategies as st

from agentsensus.worlds.scenario import Map

WAYS = [("hall", "tower", 1), ("tower", "coast", 2), ("coast", "paris", 6)]
PLACES = ["paris", "hall", "coast", "tower", "cave"]


def test_a_way_leads_through_other_places_and_is_the_shortest() -> None:
    map_ = Map(PLACES, WAYS, default=20)
    assert map_.distance("hall", "paris") == 9
    assert map_.route("hall", "paris") == ("hall", "tower", "coast", "paris")
    assert map_.route("paris", "hall") == ("paris", "coast", "tower", "hall")


def test_the_same_place_is_no_way_at_all() -> None:
    map_ = Map(PLACES, WAYS, default=20)
    assert map_.distance("hall", "hall") == 0
    assert map_.route("hall", "hall") == ("hall",)


def test_where_no_way_is_shorter_the_default_distance_counts() -> None:
    map_ = Map(PLACES, WAYS, default=8)
    assert map_.distance("hall", "paris") == 8
    assert map_.route("hall", "paris") == ("hall", "paris")
    assert map_.distance("cave", "hall") == 8


def test_an_unconnected_place_is_out_of_reach() -> None:
    map_ = Map(PLACES, WAYS, default=None)
    assert map_.distance("hall", "cave") is None
    assert map_.route("hall", "cave") is None
    assert map_.reachable("hall") == ("tower", "coast", "paris")
    assert map_.reachable("cave") == ()
    assert map_.distance("hall", "atlantis") is None


def test_among_equal_ways_fewer_stops_win_and_then_the_first_by_id() -> None:
    ways = [("a", "b", 1), ("b", "d", 1), ("a", "c", 1), ("c", "d", 1)]
    assert Map("abcd", ways, default=None).route("a", "d") == ("a", "b", "d")
    assert Map("abcd", [*ways, ("a", "d", 2)], default=None).route("a", "d") == ("a", "d")


ways = st.lists(st.tuples(st.sampled_from("abcdef"), st.sampled_from("abcdef"), st.integers(1, 9)), max_size=12)


@given(ways, st.none() | st.integers(1, 9), st.randoms(use_true_random=False))
def test_distances_are_a_metric_and_do_not_depend_on_the_order_of_ways(ways: list, default: int | None, rng) -> None:  # type: ignore[type-arg,no-untyped-def]  # hypothesis makes them
    distinct = list({frozenset((a, b)): (a, b, n) for a, b, n in ways if a != b}.values())
    shuffled = rng.sample(distinct, len(distinct))
    one, other = Map("abcdef", distinct, default), Map("fedcba", shuffled, default)
    for a in "abcdef":
        for b in "abcdef":
            assert one.distance(a, b) == one.distance(b, a) == other.distance(a, b)
            assert one.route(a, b) == other.route(a, b)
            for c in "abcdef":
                legs = (one.distance(a, c), one.distance(c, b))
                if None not in legs:
                    assert (one.distance(a, b) or 0) <= sum(leg for leg in legs if leg is not None)
