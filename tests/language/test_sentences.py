"""Sentences and clauses, in both languages."""

import re
from collections import Counter

import pytest
from hypothesis import given
from hypothesis import strategies as st

from agentsensus.language.sentences import clauses, outside_quotes, sentences, soft_pieces

PEOPLE = ("曹操", "刘备", "关羽", "张飞")
ANY_TEXT = st.text(
    alphabet=st.sampled_from("aZ 我曹操刘备走。！？…，；：“”‘’\"'「」()（）.,;!?\n-1十") | st.characters(), max_size=80
)


def written(text: str) -> Counter[str]:
    return Counter(char for char in text.casefold() if char.isalnum())


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("Hamlet left. Horatio stayed.", ["Hamlet left.", "Horatio stayed."]),
        ("Mr. Osric met Dr. J. R. Reed. Both bowed.", ["Mr. Osric met Dr. J. R. Reed.", "Both bowed."]),
        ("The U.S. Army lost 3.5 tons.", ["The U.S. Army lost 3.5 tons."]),
        ("Osric said no. Hamlet laughed.", ["Osric said no.", "Hamlet laughed."]),
        ("See No. 5 on the list.", ["See No. 5 on the list."]),
        ("Stop! Who goes there? Nobody.", ["Stop!", "Who goes there?", "Nobody."]),
        ("Ah! poor man.", ["Ah! poor man."]),
        ("What?! Never.", ["What?!", "Never."]),
        ("Well... Osric smiled.", ["Well... Osric smiled."]),
        ("Osric waited... Hamlet came.", ["Osric waited...", "Hamlet came."]),
        ("1. Hamlet left.\n2. Osric came.", ["1. Hamlet left.", "2. Osric came."]),
        ("- Hamlet left\n- Osric came", ["Hamlet left", "Osric came"]),
        ("刘备走了。关羽没走！张飞呢？", ["刘备走了。", "关羽没走！", "张飞呢？"]),
        ("刘备……走了。", ["刘备……走了。"]),
        ("真的！……刘备走了。", ["真的！……", "刘备走了。"]),
    ],
)
def test_a_text_is_cut_at_its_full_stops_only(text: str, expected: list[str]) -> None:
    assert sentences(text) == expected


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("曹操说：“快走！别停。”刘备不肯。", ["曹操说：“快走！别停。”", "刘备不肯。"]),
        ("曹操道：“好！”便走了。", ["曹操道：“好！”便走了。"]),
        ("曹操道：“好！”遂引兵去。刘备大喜。", ["曹操道：“好！”遂引兵去。", "刘备大喜。"]),
        ("“走！”曹操说。刘备不肯。", ["“走！”曹操说。", "刘备不肯。"]),
        ("曹操想：「要下雨了。」刘备也想：「是。」", ["曹操想：「要下雨了。」", "刘备也想：「是。」"]),
        ('Hamlet said, "Go. Now!" Then Osric left.', ['Hamlet said, "Go. Now!"', "Then Osric left."]),
        ("“Go! Now!” cried Hamlet. Osric left.", ["“Go! Now!” cried Hamlet.", "Osric left."]),
        ("‘I don’t know. Ask him,’ said Osric. Hamlet left.", ["‘I don’t know. Ask him,’ said Osric.", "Hamlet left."]),
        ("'Who's there? Stand!' said Osric. Hamlet left.", ["'Who's there? Stand!' said Osric.", "Hamlet left."]),
        ("Hamlet (who knew. Perhaps.) left. Osric came.", ["Hamlet (who knew. Perhaps.) left.", "Osric came."]),
    ],
)
def test_a_quote_is_never_cut(text: str, expected: list[str]) -> None:
    assert sentences(text) == expected


def test_a_quote_that_nothing_closes_does_not_swallow_the_rest() -> None:
    assert sentences("他说：“不。刘备走了。曹操说：“好。”") == ["他说：“不。", "刘备走了。", "曹操说：“好。”"]


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("Hamlet saw\nthe ghost of\nOld Hamlet.", ["Hamlet saw the ghost of Old Hamlet."]),
        ("曹操领兵，\n攻打徐州。", ["曹操领兵，攻打徐州。"]),
        ("Act One\nHamlet enters.", ["Act One", "Hamlet enters."]),
        ("Hamlet saw\n\nthe ghost.", ["Hamlet saw", "the ghost."]),
        ("曹操说：“来，\n喝酒。”", ["曹操说：“来，喝酒。”"]),
    ],
)
def test_a_wrapped_line_is_put_together_again(text: str, expected: list[str]) -> None:
    assert sentences(text) == expected


@pytest.mark.parametrize(
    ("sentence", "expected"),
    [
        ("Hamlet left, and Horatio wept.", ["Hamlet left.", "Horatio wept."]),
        ("Hamlet left and Horatio wept.", ["Hamlet left.", "Horatio wept."]),
        ("Hamlet took the sword, but Osric took the cup.", ["Hamlet took the sword.", "But Osric took the cup."]),
        ("Hamlet slept, and then the king rose.", ["Hamlet slept.", "Then the king rose."]),
        ("Hamlet drew a sword; Osric fled.", ["Hamlet drew a sword.", "Osric fled."]),
        ("Hamlet enters, and King Claudius rises.", ["Hamlet enters.", "King Claudius rises."]),
    ],
)
def test_two_clauses_with_their_own_doers_are_parted(sentence: str, expected: list[str]) -> None:
    assert clauses(sentence) == expected


@pytest.mark.parametrize(
    "sentence",
    [
        "The gate was open, Osric and Marcellus told Horatio.",
        "The deploy failed at noon, Dana and Priya wrote to the customer.",
        "Silence about the ghost was what Horatio and Marcellus swore.",
        "A figure crossed the wall, the first sight Marcellus and Bernardo had of the ghost.",
        "Hamlet and Horatio saw the ghost.",
        "The wounded Hamlet and Horatio saw the ghost.",
        "Claudius, Gertrude, and Polonius watched the play.",
        "Hamlet met Horatio, Marcellus, and the guard who watched the wall.",
        "Hamlet took the sword, the cup, and the letter sent by Claudius.",
        "When Hamlet came and Horatio rose, Claudius wept.",
        "Horatio said that Hamlet was mad and Ophelia was dead.",
        "Not only did Hamlet kill Polonius, but he hid the body.",
        "Hamlet hid the body, so that Claudius searched in vain.",
        "Hamlet drew his sword and left.",
        'Hamlet said, "Osric left, and Horatio wept."',
    ],
)
def test_one_clause_with_many_names_is_not_parted(sentence: str) -> None:
    assert clauses(sentence) == [sentence]


@pytest.mark.parametrize(
    ("sentence", "expected"),
    [
        ("曹操攻打徐州，刘备前去救援。", ["曹操攻打徐州。", "刘备前去救援。"]),
        ("曹操走了，但刘备没走。", ["曹操走了。", "但刘备没走。"]),
        ("曹操退兵；刘备入城。", ["曹操退兵。", "刘备入城。"]),
        ("曹操大笑……刘备大惊。", ["曹操大笑……", "刘备大惊。"]),
    ],
)
def test_two_chinese_clauses_with_their_own_doers_are_parted(sentence: str, expected: list[str]) -> None:
    assert clauses(sentence, PEOPLE) == expected


@pytest.mark.parametrize(
    "sentence",
    [
        "曹操和刘备喝酒。",
        "曹操，刘备，关羽都来了。",
        "曹操打败了刘备，关羽，张飞。",
        "曹操来的时候，刘备正在种菜。",
        "曹操说，刘备是英雄。",
        "如果曹操来了，刘备就走。",
        "因为曹操退兵，刘备入城。",
        "第二天，刘备来了。",
        "曹操说：“关羽走了，刘备也走了。”",
        "曹操说：关羽走了；刘备也走了。",
    ],
)
def test_a_chinese_clause_that_leans_on_another_stays_with_it(sentence: str) -> None:
    assert clauses(sentence, PEOPLE) == [sentence]


@pytest.mark.parametrize(
    "sentence",
    [
        "Hamlet met Horatio, Marcellus, Bernardo, Francisco and Osric in the hall.",
        "曹操、刘备、关羽、张飞在许都喝酒。",
        "曹操说：“今天下雨，明天天晴，后天刮风。”",
        'Hamlet said: "Go, and when you are there, write, and I will come."',
    ],
)
def test_no_list_and_no_quote_has_a_soft_border(sentence: str) -> None:
    assert soft_pieces(sentence) == [sentence]


def test_soft_pieces_end_where_clauses_do() -> None:
    pieces = soft_pieces("Hamlet left the hall, because Claudius had sent for him, and Osric stayed.")
    assert pieces == ["Hamlet left the hall, ", "because Claudius had sent for him, ", "and Osric stayed."]


@pytest.mark.parametrize(
    ("text", "spoken"),
    [
        ("曹操说：“走！”刘备不肯。", "“走！”"),
        ('He said "go" twice.', '"go"'),
        ("It's 5' and 6\" long.", ""),
        ("a “b ‘c’ d” e", "“b ‘c’ d”"),
    ],
)
def test_outside_quotes_leaves_out_speech_and_nothing_else(text: str, spoken: str) -> None:
    outside = "".join(text[a:b] for a, b in outside_quotes(text))
    assert outside == text.replace(spoken, "")


@given(ANY_TEXT)
def test_sentences_lose_no_text(text: str) -> None:
    found = sentences(text)
    assert written("".join(found)) == written(text)
    assert all(sentence == sentence.strip() != "" for sentence in found)


@given(ANY_TEXT)
def test_soft_pieces_joined_are_the_sentence(text: str) -> None:
    line = " ".join(text.split())
    assert "".join(soft_pieces(line)) == line


@given(ANY_TEXT)
def test_clauses_lose_no_text_but_the_word_that_joins_them(text: str) -> None:
    line = " ".join(text.split())
    found = clauses(line, PEOPLE)
    assert written("".join(found)) == written(line)


@given(st.lists(st.sampled_from(["Hamlet left", "the king wept", "Osric rode home"]), min_size=2, max_size=5))
def test_only_and_is_dropped_between_english_clauses(parts: list[str]) -> None:
    found = clauses(", and ".join(parts) + ".")
    assert [re.sub(r"\W+$", "", clause).casefold() for clause in found] == [part.casefold() for part in parts]
