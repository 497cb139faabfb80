"""Goals: a sentence, and an intent written in one line of English or Chinese."""

import pytest
from pydantic import ValidationError

from agentsensus.worlds.scenario import (
    DeceiveIntent,
    Goal,
    Intent,
    KeepIntent,
    LearnIntent,
    MeetIntent,
    ReachIntent,
    ReadIntent,
    TellIntent,
)

CASES: list[tuple[str, str, Intent]] = [
    ("learn poison", "得知 poison", LearnIntent(event="poison")),
    ("tell poison to King Claudius", "把 poison 告诉 King Claudius", TellIntent(event="poison", whom="King Claudius")),
    ("keep poison", "隐瞒 poison", KeepIntent(event="poison")),
    ("keep poison from hamlet", "对 hamlet 隐瞒 poison", KeepIntent(event="poison", whom="hamlet")),
    ("meet hamlet", "见 hamlet", MeetIntent(whom="hamlet")),
    ("reach the tower", "去 the tower", ReachIntent(place="the tower")),
    ("read letter", "读 letter", ReadIntent(carrier="letter")),
    ("deceive hamlet about poison", "就 poison 欺骗 hamlet", DeceiveIntent(event="poison", whom="hamlet")),
]


@pytest.mark.parametrize(("english", "chinese", "intent"), CASES, ids=[case[0] for case in CASES])
def test_an_intent_is_the_same_in_english_and_chinese(english: str, chinese: str, intent: Intent) -> None:
    assert Goal.model_validate({"text": "…", "intent": english}).intent == intent
    assert Goal.model_validate({"text": "…", "intent": chinese}).intent == intent
    assert str(intent) == english


def test_a_bare_sentence_is_a_goal_without_an_intent() -> None:
    assert Goal.model_validate("Find the letter.") == Goal(text="Find the letter.")


def test_an_intent_of_another_kind_is_refused_with_the_kinds_there_are() -> None:
    with pytest.raises(ValidationError, match="write learn EVENT"):
        Goal.model_validate({"text": "…", "intent": "murder hamlet"})
