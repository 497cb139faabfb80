"""What is said over again is folded; what says something new is not."""

from hypothesis import given
from hypothesis import strategies as st

from agentsensus.worlds.screenplay import fold
from agentsensus.worlds.screenplay.beat import SpeechBeat, ThoughtBeat
from agentsensus.worlds.screenplay.folding import is_repeat

PLEAS = (
    "Hamlet, calm down. Your father's death has broken me, and I swear by his memory that I never saw Claudius near "
    "the king's medicines. I did not know that the body of Polonius lay in my closet. Sit with me and tell me plainly "
    "why you hold Claudius guilty, who told you that your father was poisoned, and what you saw.",
    "My son, be still, Hamlet. By your father's memory I swear that I never saw Claudius touch the king's medicines. "
    "I knew nothing of the body of Polonius in my closet. Sit with me and tell me who told you that your father was "
    "poisoned, what you saw and when; if there is proof that Claudius is guilty, show it to me plainly.",
)
NEWS = "The ship for England lies ready at the coast, and Rosencrantz is to bring Hamlet aboard before the tide turns."
OTHER = (
    "The commission under seal orders England to act without delay or trial, and names Guildenstern and Rosencrantz as "
    "its bearers; nobody at court has read it but the king, and the sealed commission is in the coat of Guildenstern."
)
AGAIN = (
    "The commission under seal reminds England of the tribute that it owes, and of the Danish arms that it has felt; "
    "nobody at court has read that but the king, and whoever opens the sealed letter will lose his head for it."
)


def _says(text: str, *to: str, who: str = "gertrude", seq: int = 1) -> SpeechBeat:
    return SpeechBeat(seq=seq, round=seq, place="hall", who=who, to=to or ("hamlet",), text=text)


def test_the_same_words_to_another_are_a_repeat() -> None:
    assert is_repeat(_says(NEWS, "ophelia"), _says(NEWS))
    assert is_repeat(_says(f"Believe me, my lady. {NEWS}", "ophelia"), _says(NEWS))


def test_a_rewording_to_the_same_hearer_is_a_repeat_but_not_to_another() -> None:
    assert is_repeat(_says(PLEAS[1]), _says(PLEAS[0]))
    assert not is_repeat(_says(PLEAS[1], "ophelia"), _says(PLEAS[0]))


def test_another_fact_in_the_same_turn_of_phrase_is_none() -> None:
    assert not is_repeat(_says(AGAIN), _says(OTHER))


def test_more_than_was_said_before_is_none() -> None:
    assert not is_repeat(_says(f"{NEWS} {OTHER}"), _says(NEWS))


def test_the_same_words_of_somebody_else_or_in_the_head_are_none() -> None:
    assert not is_repeat(_says(NEWS, who="claudius"), _says(NEWS))
    assert not is_repeat(ThoughtBeat(seq=2, round=2, place="hall", who="gertrude", text=NEWS), _says(NEWS))


def test_chinese_repeats_are_told_by_their_characters() -> None:
    first = _says("与其听别人说，不如我先告诉你，程公。柴桑的官员一半主张守江，一半主张同曹操讲和。消息已经传来了。")
    again = _says("柴桑的官员一半主张守江，一半主张同曹操讲和。依肃看来，公瑾。消息已经传来了。", "zhou_yu")
    other = _says("江北来的商人在柴桑说，荆州城门都挂了白布。消息已经传来了。", "zhou_yu")
    assert is_repeat(again, first)
    assert not is_repeat(other, first)


def test_repeats_are_counted_with_the_first() -> None:
    beats = [_says(NEWS, seq=1), _says(OTHER, seq=2), _says(NEWS, "ophelia", seq=3), _says(NEWS, "laertes", seq=4)]
    folded = fold(beats)
    assert [(one.beat.seq, [beat.seq for beat in one.repeats]) for one in folded] == [(1, [3, 4]), (2, [])]


@given(st.lists(st.sampled_from([NEWS, OTHER, AGAIN, *PLEAS, "Yes.", ""]), max_size=12))
def test_folding_loses_nothing_and_keeps_the_order(texts: list[str]) -> None:
    beats = [_says(text, seq=seq) for seq, text in enumerate(texts)]
    folded = fold(beats)
    assert sorted(beat.seq for one in folded for beat in (one.beat, *one.repeats)) == list(range(len(texts)))
    assert [one.beat.seq for one in folded] == sorted(one.beat.seq for one in folded)
    assert all(one.beat.seq < beat.seq for one in folded for beat in one.repeats)
