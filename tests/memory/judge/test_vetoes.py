"""Vetoes between reports and between denials: what they forbid, and what they must let pass."""

import csv
from pathlib import Path

import pytest

from agentsensus.base.texts import texts
from agentsensus.language.languages import LANGUAGES
from agentsensus.language.names import Names
from agentsensus.language.reading import read
from agentsensus.language.rules import Language
from agentsensus.memory.judge import Relation, Verdict
from agentsensus.memory.judge.vetoes import Veto, VetoKind, standing, vetoes

COURT = Names(
    {
        "hamlet": ["Hamlet"],
        "horatio": ["Horatio"],
        "gertrude": ["Gertrude"],
        "claudius": ["Claudius"],
        "old": ["Polonius"],
    },
    {"lobby": ["the lobby"], "hall": ["the great hall"]},
)
SHU = Names({"liu": ["刘备"], "guan": ["关羽"], "zhang": ["张飞"], "cao": ["曹操"], "hua": ["华雄"]}, {"xu": ["徐州"]})

KILLED = "Hamlet killed Polonius behind the arras."
TOLD = f"Horatio told Gertrude that {KILLED}"
SLAIN = "关羽斩了华雄。"
TOLD_ZH = f"曹操告诉刘备，{SLAIN}"


def against(a: str, b: str, names: Names) -> set[str]:
    """The vetoes that stand between two statements, whichever comes first."""
    one, other = read(names.canonical(a), names), read(names.canonical(b), names)
    assert set(standing(one, other)) == set(standing(other, one))
    return set(standing(one, other))


@pytest.mark.parametrize("known", [True, False])
@pytest.mark.parametrize(
    ("a", "b"),
    [
        (TOLD, KILLED),
        (TOLD, f"Claudius told Gertrude that {KILLED}"),
        (TOLD, f"Horatio told Claudius that {KILLED}"),
        (TOLD, f"Gertrude told Horatio that {KILLED}"),
        (f"Hamlet told Gertrude that {KILLED}", KILLED),
        (f"Hamlet told Polonius that {KILLED}", KILLED),
        (TOLD_ZH, SLAIN),
        (TOLD_ZH, f"张飞告诉刘备，{SLAIN}"),
        (TOLD_ZH, f"曹操告诉张飞，{SLAIN}"),
        (TOLD_ZH, f"曹操听刘备说，{SLAIN}"),
    ],
)
def test_that_it_was_told_is_not_that_it_happened_nor_that_others_told_it(a: str, b: str, known: bool) -> None:
    registry = SHU if "告诉" in a else COURT
    assert "report" in against(a, b, registry if known else Names())


@pytest.mark.parametrize("known", [True, False])
@pytest.mark.parametrize(
    ("a", "b"),
    [
        (TOLD, f"Gertrude was told by Horatio that {KILLED}"),
        (TOLD, "Hamlet killed Polonius behind the arras, Horatio told Gertrude."),
        (TOLD, "From Horatio Gertrude learned how Hamlet killed Polonius."),
        (TOLD, "Horatio told Gertrude that Claudius prayed in the great hall."),
        (KILLED, "Polonius was killed by Hamlet behind the arras."),
        (TOLD_ZH, f"刘备听曹操说，{SLAIN}"),
        (TOLD_ZH, f"刘备从曹操口中得知{SLAIN}"),
        (SLAIN, "华雄被关羽斩了。"),
    ],
)
def test_the_same_report_in_other_words_is_no_matter_for_the_veto_on_reports(a: str, b: str, known: bool) -> None:
    registry = SHU if "斩" in a else COURT
    assert "report" not in against(a, b, registry if known else Names())


def test_reports_of_different_things_are_left_to_the_scores() -> None:
    assert "report" not in against(
        "Horatio told Gertrude that Hamlet was mad.", "Claudius told Gertrude that Polonius was wise.", COURT
    )


NEVER_LEFT = "Hamlet did not know that Polonius never left the lobby."
LEFT = "Hamlet did not know that Polonius left the lobby."


@pytest.mark.parametrize(
    ("a", "b", "names", "count"),
    [
        (NEVER_LEFT, LEFT, COURT, (2, 1)),
        ("曹操不知道刘备没有来徐州。", "曹操不知道刘备来了徐州。", SHU, (2, 1)),
    ],
)
def test_one_denial_more_is_a_veto_with_names_and_without(a: str, b: str, names: Names, count: tuple[int, int]) -> None:
    assert (read(a, names).negations, read(b, names).negations) == count
    assert "negation" in against(a, b, names)
    assert "negation" in against(a, b, Names())
    assert "negation" not in against(a, a, names)


def test_two_denials_against_two_are_no_veto_and_against_none_they_are() -> None:
    silent, plain = "Hamlet never said that Polonius did not come.", "Hamlet said that Polonius came."
    other = "That Polonius did not come, Hamlet never said."
    assert "negation" not in vetoes(read(silent, COURT), read(other, COURT))
    assert vetoes(read(silent, COURT), read(plain, COURT))["negation"] == Veto(VetoKind.NEGATED)


def test_where_names_are_known_every_veto_stands_as_well() -> None:
    plan, done = "Hamlet means to open the sealed letter in the lobby.", "Hamlet opened the sealed letter in the lobby."
    for names in (COURT, Names()):
        planned = read(plan, names), read(done, names)
        assert "plan" in vetoes(*planned)
        assert "plan" in standing(*planned)
    person = read("Hamlet left the lobby.", COURT), read("Horatio left the lobby.", COURT)
    assert "person" in standing(*person)


@pytest.mark.parametrize(
    ("done", "denied"),
    [
        ("Horatio saw the Ghost.", "Horatio didn't see the Ghost."),
        ("Hamlet left.", "Hamlet did not leave."),
        ("Hamlet went to England.", "Hamlet never went to England."),
        ("刘备走了。", "刘备没有离开。"),
    ],
)
def test_a_denial_stands_between_short_sentences_that_share_only_names(done: str, denied: str) -> None:
    for names in (COURT, Names()):
        assert "negation" in standing(read(done, names), read(denied, names))


@pytest.mark.parametrize("language", ["en", "zh"])
def test_a_model_that_always_says_same_gets_few_different_pairs_past_the_vetoes(language: str) -> None:
    file = Path(__file__).parents[2] / "data" / "understanding" / f"different_{language}.tsv"
    with file.open(encoding="utf-8", newline="") as lines:
        rows = list(csv.DictReader(lines, delimiter="\t", quoting=csv.QUOTE_NONE))
    past = [row for row in rows if not against(row["text_a"], row["text_b"], Names())]
    assert len(rows) == 60
    assert len(past) <= 60 // 8, [row["text_a"] for row in past]


@pytest.mark.parametrize(
    ("a", "b"),
    [
        ("Technician Paul Menon trained Yuki Abe.", "Yuki Abe got training from technician Paul Menon."),
        ("Ida finds tea milder than coffee.", "To Ida, coffee is less mild than tea."),
        ("一车间的产量高于二车间。", "二车间的产量低于一车间。"),
        ("Broker k5 forwards its logs to Splunk.", "Logs from broker k5 are passed on to Splunk."),
    ],
)
def test_the_same_told_from_the_other_side_is_no_exchange_of_parts(a: str, b: str) -> None:
    assert not against(a, b, Names()) & {"role", "person"}


@pytest.mark.parametrize(
    ("a", "b"),
    [
        (
            "Ada Finch is the plaintiff and Rudd Homes the defendant.",
            "Rudd Homes is the plaintiff against Ada Finch.",
        ),
        ("甲公司是原告，乙公司是被告。", "原告是乙公司，被告是甲公司。"),
        ("Bus 8 runs ahead of bus 12.", "Bus 12 runs ahead of bus 8."),
        ("贴标工序排在封箱工序之前。", "封箱工序先于贴标工序。"),
    ],
)
def test_facing_parts_and_places_in_a_row_can_be_exchanged(a: str, b: str) -> None:
    assert "role" in against(a, b, Names())


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_kind_of_veto_has_words_in_every_language(language: Language) -> None:
    assert set(texts("agentsensus.memory.judge.vetoes", "veto", language)) == {kind.value for kind in VetoKind}
    assert Veto(VetoKind.UNLIKELY, ("learned", 0.345, 0.9)).words(language)


def test_a_veto_is_its_words_in_json_and_a_veto_again_when_read() -> None:
    veto = Veto(VetoKind.NUMBERS, ("5", "8"))
    verdict = Verdict(relation=Relation.DIFFERENT, score=0, threshold=1, cosine=0.9, judge="rule", vetoes=(veto,))
    assert verdict.to_dict()["vetoes"] == ["different numbers: 5 against 8"]
    again = Verdict.model_validate_json(verdict.model_dump_json())
    assert again.vetoes == (Veto.from_text("different numbers: 5 against 8"),)
    assert str(again) == str(verdict)
