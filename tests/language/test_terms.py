"""Terms: what a text is found by, whatever the form of its words."""

import pytest

from agentsensus.language.terms import is_question, last_question, terms


def test_forms_of_a_word_are_one_term_and_stop_words_are_none() -> None:
    assert terms("She was closing the doors") == terms("He closes a door")
    assert terms("the of and to") == []


def test_possessives_case_and_width_do_not_matter() -> None:
    assert terms("Maria’s CAT") == terms("maria cat") == terms("ｍａｒｉａ cat")


def test_figures_and_codes_are_kept() -> None:
    assert terms("p95 rose to 240 in 2024") == ["p95", "ris", "240", "2024"]


def test_han_characters_count_alone_and_in_pairs() -> None:
    assert terms("关羽在虎牢关") == ["关羽", "羽在", "在虎", "虎牢", "牢关", "关", "羽", "虎", "牢", "关"]
    assert terms("茶") == ["茶"]
    assert terms("买iPhone了") == ["买", "iphon"]


def test_a_long_text_without_spaces_has_short_terms() -> None:
    assert max(map(len, terms("x" * 100_000))) < 100


@pytest.mark.parametrize("text", ["Where was it?", "真的吗？", "“Did she leave?”", "What?!", "Really? "])
def test_what_ends_in_a_question_mark_is_a_question(text: str) -> None:
    assert is_question(text)


def test_other_texts_are_no_questions() -> None:
    assert not is_question("Who? Nobody knew.")
    assert not is_question("")


def test_the_last_question_of_a_message_is_found_behind_and_before_other_sentences() -> None:
    assert last_question("I went hiking. Where did you go? Tell me.") == "Where did you go?"
    assert last_question("你好。你去哪儿了？") == "你去哪儿了？"
    assert last_question("Nothing to ask.") == ""
