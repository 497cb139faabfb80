"""English and Chinese phrases are equals, and whatever is said can be understood again."""

import re
from collections.abc import Iterator
from typing import Any

import pytest

from agentsensus.base.texts import texts
from agentsensus.language.languages import LANGUAGES, language
from agentsensus.language.sentences import sentences
from agentsensus.worlds.minds.players.phrases import ACTS, PlayerPhrases

TOLD: dict[str, Any] = {one: texts("agentsensus.worlds.minds.players", "phrases", one) for one in ("en", "zh")}
APART = ("/turns", "/polite", "/to_one", "/address/chief", "/me", "/younger")
BEARING = re.compile("/(?:any|up|level|down)$")
FIELD = re.compile(r"\{(\w+)\}")
FILLED = {
    "en": {
        "you": "my lord",
        "You": "My lord",
        "turn": "Listen",
        "claims": "",
        "how": "",
        "person": "Ann",
        "source": "Ann",
    },
    "zh": {"you": "大人", "You": "大人", "turn": "听我说", "claims": "", "how": "", "person": "阿杏", "source": "阿杏"},
}


def leaves(told: Any, path: str = "") -> Iterator[tuple[str, str]]:
    """Every phrase with its path; phrases of one list are not told apart."""
    if isinstance(told, str):
        yield path, told
    for key, inner in told.items() if isinstance(told, dict) else ():
        yield from leaves(inner, f"{path}/{key}")
    for inner in told if isinstance(told, list) else ():
        yield from leaves(inner, path)


def said_by(language_: str, kind: str) -> list[str]:
    """Every phrase of a kind as it is said, by sentences."""
    patterns = TOLD[language_][kind]
    every = [line for group in patterns.values() for line in group] if isinstance(patterns, dict) else patterns
    lines = [line.format(**FILLED[language_]) for line in every]
    return [part.strip() for line in lines for part in re.findall(r"[^.?!。？！]+[.?!。？！]", line)]


def test_both_languages_have_the_same_keys_and_fields() -> None:
    """How many phrases there are, and which of them fit whom, is each language's own."""
    shapes = {
        one: {
            (BEARING.sub("", path), tuple(sorted(FIELD.findall(phrase))))
            for path, phrase in leaves(told)
            if path not in APART
        }
        for one, told in TOLD.items()
    }
    assert {path for path, _ in shapes["en"]} == {path for path, _ in shapes["zh"]}
    differing = {path for path, _ in shapes["en"] ^ shapes["zh"]}
    questions = {"/ask", "/of", "/where", "/news"}  # an English turn («My word on it») opens no question
    questions.add("/ask_one")
    # «arrived in the lobby» and «look for me in the lobby» have a preposition, «进了账房» has none
    assert differing <= {"/deeds/came", "/farewell", "/comfort", "/cry", *questions}


def test_chinese_phrases_are_chinese_and_have_no_spaces() -> None:
    for path, phrase in leaves(TOLD["zh"]):
        plain = FIELD.sub("", phrase)
        assert " " not in phrase, path
        assert not re.search(r"[A-Za-z,.?!:]", plain), path
        assert not plain.strip("，。？：") or language(plain) == "zh", path


@pytest.mark.parametrize("one", ["en", "zh"])
def test_every_pattern_that_asks_is_understood_as_that_question(one: str) -> None:
    phrases = PlayerPhrases.of(one)
    questions = {kind: [said for said in said_by(one, kind) if said[-1] in "?？"] for kind in ("whether", "news", "of")}
    assert all(phrases.is_whether(said) for said in questions["whether"])
    assert all(phrases.is_news(said) for said in questions["news"])
    assert all(phrases.person_asked(said) == FILLED[one]["person"] for said in questions["of"])
    assert not any(phrases.is_whether(said) for said in questions["news"] + questions["of"])
    assert not any(phrases.is_news(said) for said in questions["whether"])
    assert not any(phrases.person_asked(said) for said in questions["whether"] + questions["news"])
    assert all(len(asked) >= len(TOLD[one][kind]) for kind, asked in questions.items())


@pytest.mark.parametrize("one", ["en", "zh"])
def test_every_way_of_knowing_is_understood_with_and_without_an_address(one: str) -> None:
    phrases, fields = PlayerPhrases.of(one), FILLED[one]
    address = "My lord, " if one == "en" else "大人，"
    for kind, patterns in TOLD[one]["how"].items():
        for pattern in patterns:
            said = pattern.format(**fields)
            assert phrases.how(said) == phrases.how(address + said) == kind
            assert phrases.source(said) == (fields["source"] if "{source}" in pattern else "")
    assert phrases.how(address) is None


@pytest.mark.parametrize("one", ["en", "zh"])
def test_a_goal_that_a_player_sets_itself_is_read_again(one: str) -> None:
    phrases = PlayerPhrases.of(one)
    for kind, pattern in TOLD[one]["goals"].items():
        fields = dict.fromkeys(FIELD.findall(pattern), "Ann")
        assert phrases.goal(pattern.format(**fields)) == (kind, fields)


def test_sentences_and_names_are_joined_as_each_language_does() -> None:
    assert PlayerPhrases.of("en").joined(["One.", "Two."]) == "One. Two."
    assert PlayerPhrases.of("zh").joined(["一。", "二。"]) == "一。二。"
    assert (PlayerPhrases.of("en").listed(["Ann", "Bob"]), PlayerPhrases.of("zh").listed(["周福", "马三"])) == (
        "Ann, Bob",
        "周福、马三",
    )


@pytest.mark.parametrize("register", ["plain", "office"])
@pytest.mark.parametrize("language", LANGUAGES)
def test_what_is_done_by_words_is_understood_from_every_pattern(language: str, register: str) -> None:
    phrases = PlayerPhrases.of(language, register)
    claim, you = ("The lamp went out.", "Cal") if language == LANGUAGES[0] else ("灯灭了。", "阿杏")
    for act in ACTS:
        for bearing in ("up", "level", "down", "any"):
            for pattern in phrases.lines_for(act, bearing):
                named = dict.fromkeys(("person", "victim", "thing", "place"), you)
                line = pattern.format(you=you, You=you, claims=claim, how="", turn="x", **named)
                acts = [phrases.act(sentence) for sentence in sentences(line)]
                assert {found[0] for found in acts if found} == {act}, pattern


def test_nobody_below_sends_somebody_above_off_to_ask() -> None:
    phrases = PlayerPhrases.of("zh")
    assert not any("去问" in line or "得问" in line for line in phrases.lines_for("ask_other", "up"))
    assert not any("问我没有用" in line for line in phrases.lines_for("nothing", "up"))
    assert phrases.act("这事要问凤姐姐才明白，老太太。") == ("ask_other", {"person": "凤姐姐", "you": "老太太"})
