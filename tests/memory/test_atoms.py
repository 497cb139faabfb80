"""Atoms by rule."""

import re
from collections import Counter
from collections.abc import Callable
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from agentsensus import Memory
from agentsensus.analysis.bench.atoms import bench_atoms
from agentsensus.language.names import Names
from agentsensus.language.pronouns import Speech, is_unresolved, resolve
from agentsensus.language.reading import persons_in
from agentsensus.memory.core.atoms import OVER_CAP, UNRESOLVED
from agentsensus.memory.inputs import Context
from agentsensus.memory.write.conversation import deposits_of
from agentsensus.memory.write.cut import RuleAtomizer
from agentsensus.memory.write.cut.rule import as_atoms, capped, needs_model, statements
from agentsensus.models.tokens import tokens

CAP = 64
CUTS = Path(__file__).parent.parent / "data" / "understanding"
NAMES = Names({"hamlet": ["Hamlet"], "horatio": ["Horatio"], "ophelia": ["Ophelia"], "osric": ["Osric"]})
SHU = Names({"liu": ["刘备", "玄德"], "guan": ["关羽"], "zhang": ["张飞"], "cao": ["曹操"]})
ANY_TEXT = st.text(
    alphabet=st.sampled_from("aI he 我他曹操刘备走。！？…，；“”\"'.,;!?\n1十") | st.characters(), max_size=80
)
PLAIN = st.sampled_from(
    [
        "Hamlet left the hall.",
        "Osric rode to England.",
        "曹操攻打徐州。",
        "刘备三十万大军到了！",
        "张飞大笑……",
    ]
)


def said(agent: str, text: str, *participants: str, names: Names = NAMES) -> list[str]:
    context = Context(participants=participants)
    return [atom.text for atom in statements(agent, text, context, names, CAP)]


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("I saw the ghost.", "Hamlet saw the ghost."),
        ("I'm cold.", "Hamlet is cold."),
        ("I've seen it.", "Hamlet has seen it."),
        ("I haven't slept.", "Hamlet hasn't slept."),
        ("I don't sleep.", "Hamlet doesn't sleep."),
        ("I'd seen it.", "Hamlet had seen it."),
        ("I'd go home.", "Hamlet would go home."),
        ("I carry a sword.", "Hamlet carries a sword."),
        ("I watch the wall.", "Hamlet watches the wall."),
        ("So am I.", "So is Hamlet."),
        ("My father died.", "Hamlet's father died."),
        ("The crown is mine.", "The crown is Hamlet's."),
        ("The guards found a gold mine.", "The guards found a gold mine."),
        ("Osric saw me.", "Osric saw Hamlet."),
        ("Osric and I think so.", "Osric and Hamlet think so."),
        ("Charles I fell in Act I.", "Charles I fell in Act I."),
        ('Osric said, "I saw my ghost."', 'Osric said, "I saw my ghost."'),
    ],
)
def test_the_speaker_stands_for_the_first_person_outside_quotes(text: str, expected: str) -> None:
    assert said("hamlet", text) == [expected]


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("我打败了张飞。", ["刘备打败了张飞。"]),
        ("我们去了许都。", ["刘备等人去了许都。"]),
        ("我见了你。", ["刘备见了关羽。"]),
        ("我军大败。", ["我军大败。"]),
        ("张飞自我介绍。", ["张飞自我介绍。"]),
        ("张飞说：“我不去！”我走了。", ["张飞说：“我不去！”", "刘备走了。"]),
    ],
)
def test_the_chinese_speaker_and_company_stand_for_their_pronouns(text: str, expected: list[str]) -> None:
    assert said("liu", text, "liu", "guan", names=SHU) == expected


def test_we_is_the_company_that_the_text_names_and_else_others_with_a_flag() -> None:
    assert said("hamlet", "Osric and I rode out. We saw it.", "horatio") == [
        "Osric and Hamlet rode out.",
        "Hamlet and Osric saw it.",
    ]
    assert said("hamlet", "Osric saw our camp.", "horatio") == ["Osric saw Hamlet and others' camp."]
    assert said("hamlet", "We're late. We'll run.", "horatio") == [
        "Hamlet and others are late.",
        "Hamlet and others will run.",
    ]
    assert all(UNRESOLVED in atom.flags for atom in statements("hamlet", "We saw it.", Context(), NAMES, CAP))
    assert said("liu", "我和关羽去了许都。我们见了曹操。", names=SHU)[-1] == "刘备和关羽见了曹操。"


def test_you_is_the_other_one_only_when_there_is_one_other() -> None:
    assert said("hamlet", "Your father left.", "horatio") == ["Horatio's father left."]
    assert said("hamlet", "You left.", "horatio", "osric") == ["You left."]


@pytest.mark.parametrize(
    ("text", "last"),
    [
        ("Osric left. He wept.", "Osric wept."),
        ("Osric found the letter. He read it.", "Osric read it."),
        ("Ophelia slept. The wind woke her at noon.", "The wind woke Ophelia at noon."),
        ("Ophelia slept. The wind took her hat.", "The wind took Ophelia's hat."),
        ("Osric and Horatio left. They wept.", "Osric and Horatio wept."),
        ('Osric said, "Ophelia is mad." He left.', "Osric left."),
        ("Hamlet rose. He wept.", "Hamlet wept."),
    ],
)
def test_a_third_person_is_named_when_only_one_can_be_meant(text: str, last: str) -> None:
    assert said("hamlet", text)[-1] == last


@pytest.mark.parametrize(
    "text",
    [
        "Osric met Horatio. He wept.",
        "Osric saw a soldier. He wept.",
        "Osric left. A soldier came. He wept.",
        "Osric's mother slept. She wept.",
        "I met a man. He wept.",
        "Horatio saw Osric and Ophelia. They wept.",
    ],
)
def test_a_third_person_who_may_be_two_is_left_and_flagged(text: str) -> None:
    last = statements("hamlet", text, Context(), NAMES, CAP)[-1]
    assert re.fullmatch(r"(?:He|She|They) wept\.", last.text)
    assert UNRESOLVED in last.flags


@pytest.mark.parametrize(
    ("text", "last"),
    [
        ("关羽走了。他哭了。", "关羽哭了。"),
        ("关羽和张飞走了。他们哭了。", "关羽和张飞哭了。"),
        ("关羽见到一个士兵。他哭了。", "他哭了。"),
        ("关羽见张飞。他哭了。", "他哭了。"),
        ("关羽走了。其他都哭了。", "其他都哭了。"),
    ],
)
def test_a_chinese_third_person_is_named_when_only_one_can_be_meant(text: str, last: str) -> None:
    assert said("liu", text, names=SHU)[-1] == last


@pytest.mark.parametrize(
    ("statement", "expected"),
    [
        ("Hamlet drew his sword.", False),
        ("He drew his sword.", True),
        ("His sword hurt Hamlet.", True),
        ("Hamlet saw you.", True),
        ('Hamlet said, "You know him."', False),
        ("曹操拿了他的剑。", False),
        ("他拿了曹操的剑。", True),
        ("曹操说：“你走！”", False),
        ("曹操见了你。", True),
        ("其他的都走了。", False),
    ],
)
def test_a_pronoun_is_unresolved_when_nobody_is_named_before_it(statement: str, expected: bool) -> None:
    assert is_unresolved(statement) is expected


def test_resolve_names_the_speaker_only() -> None:
    speech = Speech(speaker="Hamlet", participants=(), named=("Osric",))
    assert resolve("I saw Ophelia with him.", speech, lambda t: persons_in(t, NAMES)) == "Hamlet saw Ophelia with him."


@pytest.mark.parametrize(
    ("agent", "text", "expected"),
    [
        ("liu", "曹操说：“走！”玄德不肯。", ["曹操说：“走！”", "玄德不肯。"]),
        ("liu", "曹操攻打徐州，玄德前去救援。", ["曹操攻打徐州。", "玄德前去救援。"]),
    ],
)
def test_the_wording_stays_as_said(agent: str, text: str, expected: list[str]) -> None:
    assert said(agent, text, names=SHU) == expected


def test_chinese_clauses_are_parted_without_a_registry() -> None:
    assert said("narrator", "曹操攻打徐州，刘备前去救援。", names=Names()) == ["曹操攻打徐州。", "刘备前去救援。"]


LONG = (
    ", and ".join(["the captain of the old guard rode to the northern harbour with a heavy chest of silver"] * 6) + "."
)


def test_an_over_long_sentence_is_cut_where_clauses_end() -> None:
    atoms = capped("When night fell, " + LONG, CAP)
    assert len(atoms) > 1
    assert all(tokens(atom.text) <= CAP and atom.flags == () for atom in atoms)
    assert all(atom.text.endswith("silver.") for atom in atoms)


def test_an_over_long_clause_is_kept_whole_and_flagged() -> None:
    clause = "Hamlet met " + ", ".join(f"Lord Number{n} of the northern harbour" for n in range(20)) + " and Osric."
    (atom,) = capped(clause, CAP)
    assert atom.text == clause
    assert atom.flags == (OVER_CAP,)


def test_an_over_long_quote_stays_with_its_speaker() -> None:
    quote = "曹操说：“" + "今天下大雨，明天刮大风，后天才放晴。" * 12 + "”"
    (atom,) = capped(quote, CAP)
    assert (atom.text, atom.flags) == (quote, (OVER_CAP,))


def test_an_over_long_chinese_sentence_is_cut_at_its_commas() -> None:
    atoms = capped("，".join(["大军一路向北走了三百里地"] * 20) + "。", CAP)
    assert len(atoms) > 1
    assert all(re.fullmatch(r"(?:大军一路向北走了三百里地[，。])+", atom.text) for atom in atoms)
    assert sum(atom.text.count("大军") for atom in atoms) == 20


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("Hamlet left the hall.", False),
        ("曹操攻打徐州。", False),
        ("Hamlet left. Osric came.", True),
        ("Hamlet left and Osric came.", True),
        ("He left.", True),
        ("曹操来了，刘备走了。", True),
        (LONG, True),
    ],
)
def test_only_one_plain_fact_needs_no_model(text: str, expected: bool) -> None:
    assert needs_model(text, CAP) is expected


def test_of_statements_cut_elsewhere_blank_ones_are_dropped_and_reports_are_opened() -> None:
    atoms = as_atoms("hamlet", [" Hamlet left. ", " ", "He wept."], Context(), NAMES, CAP)
    assert [(atom.text, atom.flags) for atom in atoms] == [("Hamlet left.", ()), ("He wept.", (UNRESOLVED,))]


async def _atomized(text: str) -> tuple[str, ...]:
    done = await RuleAtomizer().atomize("hamlet", text, Context(), NAMES, CAP)
    assert done.calls == 0
    return tuple(atom.text for atom in done.atoms)


def test_the_rule_atomizer_calls_no_model() -> None:
    step = _atomized("I left. Osric came.")
    with pytest.raises(StopIteration) as stopped:
        step.send(None)
    assert stopped.value.value == ("Hamlet left.", "Osric came.")


@given(ANY_TEXT, st.sampled_from([1, 8, 64]))
def test_atomizing_any_text_gives_statements_that_are_not_empty(text: str, cap: int) -> None:
    atoms = statements("hamlet", text, Context(participants=("osric",)), NAMES, cap)
    assert all(atom.text.strip() for atom in atoms)
    kept = statements("hamlet", text, Context(participants=("osric",), statements="all"), NAMES, cap)
    assert bool(kept) == bool(text.strip())
    assert all((OVER_CAP in atom.flags) == (tokens(atom.text) > cap) for atom in atoms)


@given(
    st.lists(
        st.sampled_from("Osric saw the ghost , ; . ! ? but 曹操 刘备 攻打 徐州 ， 。 ； “ ” …… \n".split(" ")),
        max_size=30,
    )
)
def test_without_pronouns_every_word_survives(words: list[str]) -> None:
    text = " ".join(words)
    atoms = statements("hamlet", text, Context(statements="all"), NAMES, 12)
    assert _letters(" ".join(atom.text for atom in atoms)) == _letters(text)


@given(PLAIN)
def test_a_plain_statement_comes_back_as_it_is(text: str) -> None:
    (atom,) = statements("narrator", text, Context(), Names(), CAP)
    assert (atom.text, atom.flags) == (text, ())


@given(st.lists(PLAIN, min_size=1, max_size=6))
def test_atomizing_atoms_again_changes_nothing(texts: list[str]) -> None:
    once = said("narrator", "\n\n".join(texts), names=Names())
    assert [again for atom in once for again in said("narrator", atom, names=Names())] == once


def _letters(text: str) -> Counter[str]:
    return Counter(char for char in text.casefold() if char.isalnum())


WHERE = Names({"hamlet": ["Hamlet"], "osric": ["Osric"]}, {"paris": ["Paris"], "elsinore": ["Elsinore", "the castle"]})
ZH_WHERE = Names({"liu": ["刘备"], "cao": ["曹操"]}, {"xu": ["徐州"]})


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("Osric came to Paris. He slept.", ["Osric came to Paris.", "Osric slept."]),
        ("Paris burned. He slept.", ["Paris burned.", "He slept."]),
        ("The castle stood empty. She wept.", ["The castle stood empty.", "She wept."]),
        ("Paris and Elsinore burned. They were rich.", ["Paris and Elsinore burned.", "They were rich."]),
    ],
)
def test_a_pronoun_never_means_a_place(text: str, expected: list[str]) -> None:
    assert said("hamlet", text, names=WHERE) == expected


def test_a_chinese_pronoun_never_means_a_place() -> None:
    assert said("cao", "徐州失守了。他大哭。", names=ZH_WHERE) == ["徐州失守了。", "他大哭。"]
    assert said("cao", "刘备到了徐州。他大哭。", names=ZH_WHERE) == ["刘备到了徐州。", "刘备大哭。"]


@pytest.mark.parametrize(
    "text",
    [
        "Where was it?", "Sure.", "Nice to meet you, Alex!", "Thanks!", "Thanks so much, Maria.",
        "Hi John!", "Okay. Got it.",
        "Have a nice evening!", "Wow, that sounds scary!", "Good morning everyone!", "You're welcome.",
        "Happy birthday!",
        "Please check it again.", "Let's go there next week.", "Haha, good one!", "See you tomorrow. Bye!", "👍",
        "好的。", "哈哈", "你去哪了？", "好的，收到！", "谢谢你！", "早上好！",
        "祝你周末愉快！", "没问题。", "还有问题吗？", "辛苦了！", "晚安！",
    ],
)  # fmt: skip
def test_questions_greetings_and_other_fillers_are_no_statements(text: str) -> None:
    assert statements("maria", text, Context(), Names(), CAP) == []
    spoken = Context(participants=("John",), speaker="Ana")
    assert statements("maria", text, spoken, Names(), CAP) == []
    assert statements("maria", text, Context(statements="all"), Names(), CAP)


@pytest.mark.parametrize(
    "text",
    [
        "Hamlet asked Ophelia where her father was.",
        "Tom wondered why the office was closed.",
        "Thanks to Ben the server is up.",
        "Ben thanked Ana for the cake.",
        "Welcome drinks were served at six.",
        "袭人问宝玉去哪儿了。",
        "祝英台嫁给了马文才。",
        "欢迎会在三楼。",
        "小顾请了三天假。",
    ],
)
def test_what_only_looks_like_a_filler_is_a_statement(text: str) -> None:
    assert [atom.text for atom in statements("maria", text, Context(), Names(), CAP)] == [text]


def test_an_interjection_before_a_statement_is_left_out() -> None:
    assert said("maria", "Yes, I passed the test in April!", names=Names()) == ["Maria passed the test in April!"]
    assert said("maria", "Okay, Ben left.", names=Names()) == ["Ben left."]
    assert said("林晓", "对了，豆豆把外套落在学校了。", names=Names()) == ["豆豆把外套落在学校了。"]


@pytest.mark.parametrize(
    ("text", "last"),
    [
        ("Mr. Lind had pain. The ECG showed no changes. He slept.", "Mr. Lind slept."),
        ("Olga called. The Wi-Fi was down. She prefers mornings.", "Olga prefers mornings."),
        ("Ben moved to Oslo in May. He works there.", "Ben works there."),
        ("Alice lent Bob the car. He washed it.", "Bob washed it."),
        ("Amara came. Ben will call her on Monday.", "Ben will call Amara on Monday."),
        ("My brother Emil left. He wept.", "Emil wept."),
    ],
)
def test_a_pronoun_means_only_what_can_be_a_person(text: str, last: str) -> None:
    assert said("rosa", text, names=Names())[-1] == last


@pytest.mark.parametrize("text", ["Thanks, Wow! She left.", "The ECG failed. He left.", "In March it rained. He left."])
def test_interjections_acronyms_and_months_are_nobody(text: str) -> None:
    last = statements("rosa", text, Context(), Names(), CAP)[-1]
    assert last.text in ("She left.", "He left.")
    assert UNRESOLVED in last.flags


@pytest.mark.parametrize(
    "text",
    ["It came back.", "This surprised everyone.", "Several of these failed.", "That's why Ben left.",
     "Viktor did.", "Tom called her.",
     "它们在吃螃蟹。", "其中一只有标签。", "现在不响了。", "已经通知了李医生。", "此人不可小看。"],
)  # fmt: skip
def test_a_subject_that_is_missing_or_outside_is_flagged(text: str) -> None:
    before = "王强来了。" if text[0] > "\u4e00" else "Ana and Eve and Kim came. "
    last = statements("rosa", f"{before}{text}", Context(), Names(), CAP)[-1]
    assert UNRESOLVED in last.flags, last.text


@pytest.mark.parametrize(
    "text", ["It was noticed in Paris that Ben left.", "It rained all day.", "整天下雨。", "有人敲门。"]
)
def test_it_that_stands_for_nothing_is_not_flagged(text: str) -> None:
    assert [atom.flags for atom in statements("rosa", text, Context(), Names(), CAP)] == [()]


@pytest.mark.parametrize(
    ("agent", "text", "expected"),
    [
        ("Tom", "Met Helen Brandt. She wants the report.", ["Tom met Helen Brandt.", "Helen Brandt wants the report."]),
        ("Tom", "Could not sleep.", ["Tom could not sleep."]),
        ("Tom", "Fixed costs rose in May.", ["Fixed costs rose in May."]),
        ("冯刚", "周一上线了2.3版本。", ["冯刚周一上线了2.3版本。"]),
        ("冯刚", "磁盘满了。", ["磁盘满了。"]),
        ("冯刚", "部署到预发环境成功。", ["部署到预发环境成功。"]),
        ("冯刚", "修改了配置。", ["冯刚修改了配置。"]),
        ("冯刚", "会后他发了报价单。", ["会后他发了报价单。"]),
        ("Tom", "Finally got the keys.", ["Tom finally got the keys."]),
        ("Tom", "Came down to 37.2 after an hour.", ["Came down to 37.2 after an hour."]),
    ],
)
def test_the_writer_is_the_subject_that_a_note_leaves_out(agent: str, text: str, expected: list[str]) -> None:
    assert said(agent, text, names=Names()) == expected


@pytest.mark.parametrize(
    "text",
    ["部署失败了。", "测试通过了。", "会议推迟到周五。", "漏水的地方找到了。", "两个测试挂了。", "The deploy failed."],
)
def test_a_procedure_can_be_the_subject(text: str) -> None:
    assert [atom.flags for atom in statements("rosa", text, Context(), Names(), CAP)] == [()]
    with Memory.open(embedder="hashing") as memory:
        for agent in ("ana", "ben"):
            memory.remember(agent, text)
        assert [record.owners for record in memory.records()] == [("ana", "ben")]


@pytest.mark.parametrize(
    "text", ["没花钱。", "现在不响了。", "已登记，待维修。", "Cost nothing.", "Recovered by itself."]
)
def test_a_predicate_without_a_subject_is_flagged(text: str) -> None:
    assert [atom.flags for atom in statements("rosa", text, Context(), Names(), CAP)] == [(UNRESOLVED,)]


@pytest.mark.parametrize(
    ("text", "last"),
    [
        ("The king gave the ring to Portia. She hid it.", "Portia hid it."),
        ("Met Ben. The doctors keep him. He complained.", "Ben complained."),
        ("Madame Roche dismissed the cook. He had stolen wine.", "The cook had stolen wine."),
        (
            "Ben called. I suspect the nephew because his story is odd.",
            "Rosa suspects the nephew because his story is odd.",
        ),
        ("Do you remember Stefan? He opened a bakery.", "Stefan opened a bakery."),
        ("小宇迟到了。他说车坏了。我给他奶奶打了电话。她不信。", "奶奶不信。"),
        ("工头老万来了。他封了楼梯。", "老万封了楼梯。"),
    ],
)
def test_a_pronoun_means_whom_it_can_mean(text: str, last: str) -> None:
    assert said("Rosa", text, names=Names())[-1] == last


def test_his_behind_the_speaker_is_somebody_else() -> None:
    atoms = statements("Rosa", "I rang his grandmother.", Context(), Names(), CAP)
    assert [(atom.text, atom.flags) for atom in atoms] == [("Rosa rang his grandmother.", (UNRESOLVED,))]


def test_tautologies_and_list_numbers_are_no_statements() -> None:
    assert said("何静", "发布清单：1.预算已批准。2.招聘冻结。", names=Names()) == ["预算已批准。", "招聘冻结。"]
    assert said("alex", "I'm Alex.", names=Names()) == []
    assert said("何静", "进度同步：\n1. 预算已批准。\n2. 招聘冻结。", names=Names()) == ["预算已批准。", "招聘冻结。"]
    assert said("ines", "Weekly sync:\n1. Ana left.\n2. Ben came.", names=Names()) == ["Ana left.", "Ben came."]


@pytest.mark.parametrize(
    ("question", "reply", "expected"),
    [
        ("Did you go to Rome?", "Yes, in May.", "Maria went to Rome in May."),
        ("Have you seen the film?", "Yeah, last week.", "Maria has seen the film last week."),
        ("Did you call the bank?", "No, not yet.", ""),
        ("Where did you go?", "Yes, in May.", ""),
        ("你去罗马了吗？", "是的，五月。", "Maria五月去罗马了。"),
    ],
)
def test_a_short_answer_carries_its_question(question: str, reply: str, expected: str) -> None:
    messages = [{"name": "John", "content": question}, {"name": "Maria", "content": reply}]
    deposit = deposits_of("maria", messages)[1]
    assert deposit is not None
    atoms = statements("maria", reply, deposit.context, Names(), CAP)
    if expected:
        assert [(atom.text, atom.flags) for atom in atoms] == [(expected, ())]
    else:
        assert all(UNRESOLVED in atom.flags for atom in atoms)


@pytest.mark.parametrize("name", ["cuts_en", "cuts_zh", "more_cuts_en", "more_cuts_zh"])
def test_the_rules_cut_what_agents_write(name: str) -> None:
    figures = bench_atoms(CUTS / f"{name}.jsonl")
    assert figures.sound >= 0.9
    assert figures.wrong_person <= 0.03
    assert figures.dangling <= 1


def test_a_deposit_of_fillers_has_an_empty_receipt_and_keeps_its_original() -> None:
    with Memory.open(embedder="hashing") as memory:
        receipt = memory.remember("maria", "Sure. Thanks!")
        assert receipt.ids == ()
        assert memory.stats().total == 0
        assert memory.remember("maria", "Ben left. Thanks!").ids


def test_what_dangles_never_merges_across_agents() -> None:
    with Memory.open(embedder="hashing") as memory:
        for agent in ("ana", "ben", "ana"):
            memory.remember(agent, "It came back after three minutes.")
        assert sorted(record.owners for record in memory.records()) == [("ana",), ("ben",)]


def test_long_text_without_spaces_or_full_stops_is_cut() -> None:
    for unit in ("yes, ", "we ", "好，", "我们", "it ", "Ana and I ", "在", "1. ", "(", "“"):
        statements("maria", unit * 4_000, Context(participants=("John",), question=unit * 4_000), Names(), CAP)


@pytest.mark.parametrize(("text", "statement"), [("Ghost. ", "Ghost."), ("鬼来了。", "鬼来了。")])
def test_a_sentence_that_a_deposit_repeats_is_one_statement(text: str, statement: str) -> None:
    assert said("hamlet", text * 40) == [statement]


@pytest.mark.parametrize("make", [lambda n: f"A{n} b. ", lambda n: f"{n}鬼来。"], ids=["en", "zh"])
def test_many_fragments_are_joined_and_no_word_is_lost(make: Callable[[int], str]) -> None:
    text = "".join(make(number) for number in range(200))
    joined = said("hamlet", text)
    assert len(joined) < 70
    assert re.sub(r"\s", "", "".join(joined)) == re.sub(r"\s", "", text)
    assert all(tokens(statement) <= 24 for statement in joined)


def test_a_few_short_sentences_stay_apart() -> None:
    names = ("Ana", "Ben", "Cleo", "Dora")
    text = " ".join(f"{name} {verb}." for name in names for verb in ("sang", "left", "slept", "won"))
    assert len(said("hamlet", text)) == 16
