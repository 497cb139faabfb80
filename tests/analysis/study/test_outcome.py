"""The outcome of a story, read from its log."""

from agentsensus.worlds.events.event import ArcEnded, Arrived, Departed, Happened, LifeChanged, StatusSet
from agentsensus.worlds.runs import Playbill, sections
from agentsensus.worlds.runs.playbill import ArcEnding, Fate, Journey, Oath, TrustChange, outcome_of
from tests.analysis.study.test_sense import sent
from tests.worlds.minds.quay import CHARTED, DROWNED, HELD, quay


def test_endings_fates_hearts_and_journeys() -> None:
    outcome = outcome_of(
        quay(),
        [
            Departed(round=1, agent="ada", origin="quay", to="loft", arrives=5),
            Departed(round=1, agent="eve", origin="quay", to="loft", arrives=2),
            Arrived(round=2, agent="eve", place="loft"),
            Arrived(round=5, agent="ada", place="loft"),
            Happened(round=6, id="arrest:dora:cal:6", sort="deed", owners=("dora",), text=(HELD,), victims=("cal",)),
            LifeChanged(round=6, of="cal", change="held"),
            StatusSet(round=6, of="ada", key="trust:cal", value=-3),
            StatusSet(round=6, of="eve", key="trust:cal", value=1),
            ArcEnded(round=7, arc="who_did_it", ending="Ada knows."),
        ],
    )
    assert outcome.journeys == [Journey(1, "ada", "quay", "loft", 5)]  # next door is no journey
    assert outcome.fates == [Fate(6, "cal", "held", HELD)]
    assert outcome.hearts == [TrustChange("ada", "cal", 0, -3)]
    assert outcome.endings == [ArcEnding(7, "who_did_it", "Ada knows.")]


def test_accusations_count_once_and_the_weightiest_matter_is_the_greatest() -> None:
    accused = f"I know what you did, Cal. {DROWNED}"
    outcome = outcome_of(
        quay(), [sent("eve", "ada", CHARTED), sent("ada", "cal", accused, 2), sent("ada", "cal", accused, 3)]
    )
    assert [(each.round, each.by, each.of, each.event) for each in outcome.accusations] == [
        (2, "ada", "cal", "drowned")
    ]
    assert outcome.greatest == "drowned"


def test_a_word_that_is_given_counts_once_for_each_hearer() -> None:
    word = "It will be looked into, Ada."
    outcome = outcome_of(
        quay(),
        [
            sent("dora", "ada", word, 2),
            sent("dora", "ada", "I have heard you, Ada, and I will act.", 4),
            sent("finn", "eve", "Lead the way, Eve.", 5),
            sent("dora", "eve", "I must hear more before I act, Eve.", 6),
        ],
    )
    assert outcome.oaths == [Oath(2, "dora", "ada", word), Oath(5, "finn", "eve", "Lead the way, Eve.")]
    bill = Playbill(6, 5, 0, (), (), None, (), (), (), outcome)
    (told,) = [part for part in sections(bill, quay()) if part.heading == "Words given"]
    assert told.rows[0].text == "Dora to Ada: It will be looked into, Ada."
