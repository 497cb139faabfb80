"""What a statement says, read by rule."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from agentsensus.language.names import Names
from agentsensus.language.reading import persons_in, read
from agentsensus.language.zh.numerals import in_figures

NOBODY = Names()
NAMES = Names({"hamlet": ["Hamlet"], "polonius": ["Polonius"], "ghost": ["the Ghost"]})


@pytest.mark.parametrize(
    ("text", "numbers"),
    [
        ("三十万大军", {"300000"}),
        ("30万大军", {"300000"}),
        ("300000大军", {"300000"}),
        ("三十余万大军", {"300000"}),
        ("一亿三千万人", {"130000000"}),
        ("三万五", {"35000"}),
        ("三万两千人", {"32000"}),
        ("二十一人", {"21"}),
        ("五百两银子", {"500"}),
        ("两个人", {"2"}),
        ("第三次", {"#3"}),
        ("第12章", {"#12"}),
        ("二〇二四年", {"2024"}),
        ("一百零五人", {"105"}),
        ("一艘船", {"1"}),
        ("一时高兴", set()),
        ("他一笑", set()),
        ("十分高兴", set()),
        ("半夜走了", set()),
        ("万一不来", set()),
        ("张三打了李四", set()),
        ("3.5.2版", {"3.5", "2"}),
        ("a dozen men", {"12"}),
        ("two dozen men", {"24"}),
        ("half a dozen men", {"6"}),
        ("thirty-two ships", {"32"}),
        ("a hundred and five men", {"105"}),
        ("three hundred thousand men", {"300000"}),
        ("300,000 men", {"300000"}),
        ("300 thousand men", {"300000"}),
        ("1.5 million men", {"1500000"}),
        ("two and three men", {"2", "3"}),
        ("the third man", {"#3"}),
        ("the 3rd man", {"#3"}),
        ("the twenty-first day", {"#21"}),
        ("one man", {"1"}),
        ("1 man", {"1"}),
        ("no one came", set()),
        ("one of the men", set()),
        ("the door code is 0007", {"0007"}),
        ("invoice INV-2024-001", {"2024", "001"}),
        ("-5 degrees", {"-5"}),
        ("at 10:30", {"10:30"}),
    ],
)
def test_a_number_is_the_same_however_it_is_written(text: str, numbers: set[str]) -> None:
    assert read(text, NOBODY).numbers == numbers


@pytest.mark.parametrize(
    "text",
    [
        "Hamlet did not go.", "Hamlet didn't go.", "Nobody came.", "Osric refused to go.",
        "刘备不肯。", "曹操没有来。", "关羽未曾投降。", "张飞不知此事。", "曹操并非英雄。", "城中无人。",
    ],
)  # fmt: skip
def test_what_did_not_happen_is_negated(text: str) -> None:
    assert read(text, NOBODY).negated


@pytest.mark.parametrize(
    "text",
    [
        "No sooner had Hamlet left than Osric wept.", "Hamlet not only wept but sang.", "No doubt Hamlet wept.",
        "Hamlet could not help laughing.", "Nevertheless Hamlet wept.", "See No. 5.",
        "不久曹操来了。", "关羽不禁大笑。", "刘备不得不走。", "城被淹没了。", "刘备不断前进。",
        "曹操没收了财产。", "张飞不知不觉睡了。",
    ],
)  # fmt: skip
def test_what_only_sounds_negated_is_not(text: str) -> None:
    assert not read(text, NOBODY).negated


@pytest.mark.parametrize(
    "text",
    [
        "Hamlet will kill Claudius.", "Claudius told him to go.", "Claudius told the old guard to leave.",
        "Osric may come.",
        "Gertrude asked Hamlet to stay.", "Hamlet intended to leave.",
        "刘备打算攻打徐州。", "曹操将率大军南下。", "曹操想杀吕布。", "曹操命关羽出战。",
    ],
)  # fmt: skip
def test_what_is_meant_or_ordered_is_planned(text: str) -> None:
    assert read(text, NOBODY).planned


@pytest.mark.parametrize(
    "text",
    [
        "Claudius read the king's will.", "They met in May.", "Hamlet fought with all his might.",
        "Hamlet told Horatio the truth.",
        "将军来了。", "曹操将刘备杀了。", "吕布丧命。", "关羽保住了性命。", "曹操想起了往事。", "这件事很重要。",
    ],
)  # fmt: skip
def test_what_is_done_is_not_planned(text: str) -> None:
    assert not read(text, NOBODY).planned


@pytest.mark.parametrize(
    "text",
    [
        "Horatio told Hamlet about the ghost.", "Hamlet said that he was ill.", "Hamlet heard that Osric was dead.",
        "According to Horatio, the ghost came.",
        "曹操说刘备是英雄。", "众人道：“好。”", "曹操笑道：“好！”", "张飞告诉刘备此事。", "曹操曰：“善。”",
    ],
)  # fmt: skip
def test_a_telling_is_told(text: str) -> None:
    assert read(text, NOBODY).reports_speech


@pytest.mark.parametrize(
    "text",
    [
        "Claudius told him to go.", "Claudius told the guards to leave.", "Hamlet heard a noise.",
        "Claudius claimed the throne.", "Hamlet learned to fence.", "Osric moved to the United States.",
        "刘备知道，事情不妙。", "刘备知道此事。", "曹操走上道路。", "却说曹操起兵。", "曹操称王。",
        "关羽提起大刀。", "曹操劝说刘备。",
    ],
)  # fmt: skip
def test_what_is_no_telling_is_not_told(text: str) -> None:
    assert not read(text, NOBODY).reports_speech


@pytest.mark.parametrize(
    "text",
    [
        "Who killed Polonius?", "Hamlet asked where Osric was.", "Did Hamlet leave", "What did he see",
        "曹操问刘备是谁。", "刘备来了吗",
    ],
)  # fmt: skip
def test_a_question_asks(text: str) -> None:
    assert read(text, NOBODY).asks


@pytest.mark.parametrize(
    "text",
    [
        "When Hamlet arrived, Osric left.", "Gertrude asked Hamlet to stay.", "It was a wonderful night.",
        "Hamlet asked for a sword.", "What Hamlet saw frightened Osric.", "Had Hamlet known, he would have wept.",
        "这是学问。", "关羽慰问士兵。", "刘备访问江东。",
    ],
)  # fmt: skip
def test_what_is_no_question_does_not_ask(text: str) -> None:
    assert not read(text, NOBODY).asks


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("曹操命关羽出战。", True), ("曹操派张辽守城。", True), ("Claudius ordered Hamlet to leave.", True),
        ("吕布丧命。", False), ("此事令人惊讶。", False), ("县令来了。", False), ("Hamlet left.", False),
    ],
)  # fmt: skip
def test_an_order_orders(text: str, expected: bool) -> None:
    assert read(text, NOBODY).orders is expected


@pytest.mark.parametrize(
    ("text", "doer"),
    [
        ("Hamlet killed Polonius.", "Hamlet"),
        ("Polonius was killed by Hamlet.", "Hamlet"),
        ("Polonius was killed behind the arras by young Hamlet.", "Hamlet"),
        ("Polonius was killed.", ""),
        ("Polonius was killed by Hamlet's men.", ""),
        ("Hamlet, who was raised in Denmark, killed Polonius.", "Hamlet"),
        ("Hamlet was at home by Ophelia's side.", "Hamlet"),
        ("To Hamlet, Osric gave a sword.", "Osric"),
        ("Yorick taught Hamlet.", "Yorick"),
        ("关羽斩杀华雄。", "关羽"),
        ("华雄被关羽斩杀。", "关羽"),
        ("华雄被斩杀。", ""),
        ("关羽为吕蒙所擒。", "吕蒙"),
        ("刘备接受曹操的邀请。", "刘备"),
        ("曹操被围，刘备来救。", ""),
        ("曹操遭遇刘备。", "曹操"),
        ("天下大乱。", ""),
    ],
)
def test_the_doer_is_who_acts_whatever_the_voice(text: str, doer: str) -> None:
    assert read(text, NOBODY).doer == doer


@pytest.mark.parametrize(
    ("text", "persons"),
    [
        ("曹操打败了刘备。", ("曹操", "刘备")),
        ("林黛玉和贾宝玉吵架。", ("林黛玉", "贾宝玉")),
        ("诸葛亮借东风", ("诸葛亮",)),
        ("王夫人来了", ("王夫人",)),
        ("周瑜欲杀诸葛亮", ("周瑜", "诸葛亮")),
        ("关羽骑马过关", ("关羽",)),
        ("关羽在白马斩了颜良。", ("关羽", "颜良")),
        ("马上张开白天金色的江边", ()),
        ("他很高兴，于是方面", ()),
        ("许多黄金在石头上，如何是好", ()),
        ("袭击开始了，迎接胜利", ()),
        ("Yorick taught Hamlet.", ("Yorick", "Hamlet")),
        ("I'm glad Hamlet's here.", ("Hamlet",)),
        ("Don't ask Laertes’ men.", ("Laertes",)),
        ("Soldiers marched. Émile wept.", ("Émile",)),
        ("Suddenly King Claudius rose.", ("Claudius",)),
        ("Dr. J. R. Reed left.", ("J. R. Reed",)),
    ],
)
def test_people_are_known_by_surname_or_capital_without_a_registry(text: str, persons: tuple[str, ...]) -> None:
    assert persons_in(text, NOBODY) == persons


def test_with_a_registry_people_still_come_in_the_order_they_are_named() -> None:
    assert persons_in("Yorick saw the Ghost and Hamlet.", NAMES) == ("Yorick", "the Ghost", "Hamlet")


@pytest.mark.parametrize(
    ("text", "places"),
    [
        ("曹操在徐州打败刘备。", {"徐州"}),
        ("曹操到徐州。", {"徐州"}),
        ("黛玉住在潇湘馆", {"潇湘馆"}),
        ("他们都来了", set()),
        ("刘备开口笑", set()),
        ("此事有关刘备", set()),
        ("Hamlet stood on the battlements.", {"battlement"}),
        ("Hamlet ran.", set()),
    ],
)
def test_a_place_is_named_without_the_word_before_it(text: str, places: set[str]) -> None:
    assert read(text, NOBODY).places == places


@pytest.mark.parametrize(
    ("text", "times"),
    [
        ("The army will march at dawn.", {"morning"}),
        ("Osric left in March.", {"march"}),
        ("They met in May.", {"may"}),
        ("He may come on Monday.", {"monday"}),
        ("次日清晨刘备来了", {"morning"}),
        ("半夜曹操来了", {"night"}),
    ],
)
def test_a_time_is_read_and_a_verb_is_not(text: str, times: set[str]) -> None:
    assert read(text, NOBODY).times == times


def test_a_registry_without_chinese_names_still_lets_surnames_tell() -> None:
    assert persons_in("曹操杀了吕布。", NAMES) == ("曹操", "吕布")
    assert persons_in("曹操杀了吕布。", Names({"cao": ["曹操"]})) == ("曹操",)


def test_words_leave_out_names_and_small_words() -> None:
    assert read("Hamlet has killed the old Polonius.", NAMES).words == ("kill", "old")
    assert read("曹操攻打徐州", NOBODY).vocabulary == {"攻打", "打徐", "徐州"}


@given(st.text(alphabet=st.sampled_from("一二十百千万亿两第半0123456789,.: 曹操不") | st.characters(), max_size=200))
def test_reading_never_raises(text: str) -> None:
    reading = read(text, NOBODY)
    assert reading.text == text
    assert reading.doer == "" or reading.doer in reading.persons


@given(st.integers(min_value=1, max_value=99_999))
def test_figures_and_chinese_figures_are_one_number(number: int) -> None:
    assert read(f"有{_han(number)}个人", NOBODY).numbers == read(f"有{number}个人", NOBODY).numbers == {str(number)}


def _han(number: int) -> str:
    written, zero = "", False
    for scale, mark in ((10_000, "万"), (1_000, "千"), (100, "百"), (10, "十"), (1, "")):
        digit, number = divmod(number, scale)
        if digit:
            written += ("零" if zero and written else "") + "零一二三四五六七八九"[digit] + mark
        zero = not digit
    return written


@pytest.mark.parametrize(
    ("text", "measured"),
    [
        ("It takes a reading at two-second intervals.", ("every", "2s")),
        ("It takes a reading every two seconds.", ("every", "2s")),
        ("A two-hour outage began.", ("duration", "7200s")),
        ("A twenty-four-hour shift began.", ("duration", "86400s")),
    ],
)
def test_a_number_joined_to_its_unit_is_read(text: str, measured: tuple[str, str]) -> None:
    assert [(quantity.kind, quantity.value) for quantity in read(text, Names()).measured.quantities] == [measured]


def test_a_word_that_is_no_number_stays_joined() -> None:
    assert "mid-day" in read("A mid-day break began.", Names()).measured.rest


@pytest.mark.parametrize("text", ["3百3人来了。", "三3万3人来了。", "33百3半人来了。"])
def test_a_number_of_mixed_characters_is_read(text: str) -> None:
    assert in_figures(text).endswith("人来了。")
