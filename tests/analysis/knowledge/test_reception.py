"""Reception on a hand-made log, and the weights of words."""

from agentsensus.analysis.knowledge.reception import reception_of
from agentsensus.worlds.runs.subjects import Understanding, WorldWords
from tests.analysis.study.logs import DAN_BURNT, a_lie_goes_round
from tests.worlds.minds.mill import BURNT, mill


def test_a_message_reaches_its_reader_when_it_is_read_and_its_sender_never() -> None:
    reception = reception_of(mill(), {}, a_lie_goes_round())
    told = [(receipt.round, receipt.source, receipt.id) for receipt in reception.of("cat") if receipt.how == "told"]
    assert told == [(2, "bob", "bob1")]
    assert [receipt.how for receipt in reception.of("bob") if receipt.id == "bob1"] == ["thought"]


def test_what_is_asked_for_before_a_round_leaves_out_what_came_later() -> None:
    reception = reception_of(mill(), {}, a_lie_goes_round())
    assert not any(receipt.id == "cat4" for receipt in reception.of("eli", 4))
    assert any(receipt.id == "cat4" for receipt in reception.of("eli", 5))


def test_witnesses_have_an_event_in_all_its_tellings_from_the_start() -> None:
    reception = reception_of(mill(), {}, [])
    event = next(event for event in mill().events if event.text == BURNT)
    texts = {receipt.text for receipt in reception.of("ann") if receipt.id == event.id}
    assert texts == {event.text, *event.tellings}


def test_names_are_no_content_words_and_rare_words_weigh_more() -> None:
    lexicon = WorldWords([["Ann baked bread."], ["Bob baked bread."], ["Bob burnt a deed."]], mill().known_names())
    assert not {"ann", "bob"} & {*lexicon.words("Ann saw Bob.")}
    assert lexicon.weight(lexicon.words("deed")) > lexicon.weight(lexicon.words("bread")) > 0
    assert lexicon.persons("Ann saw Bob.") == {"ann", "bob"}


def test_a_version_is_understood_as_its_event() -> None:
    understanding = Understanding(mill())
    (claim,) = understanding.told(DAN_BURNT, "bob", "cat")
    original = understanding.original(claim.event)
    assert original is not None
    assert claim != original
    assert understanding.wording(original) == BURNT
