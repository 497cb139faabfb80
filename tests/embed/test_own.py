"""An embedder is one file with one entry; it brings what it is judged by, or is refused aloud."""

from pathlib import Path

import pytest

from agentsensus import Memory
from agentsensus.embed import by_name, weights_of
from agentsensus.embed.base import PACKAGED
from agentsensus.errors import InputError
from agentsensus.memory.judge import LearnedJudge, RuleJudge, offline_judge, weights_sha256
from tests.embed.toy import ENTRY, BareEmbedder, ToyEmbedder

SAID, SAID_AGAIN = "Hamlet slept.", "Slept Hamlet."
THRESHOLDS = {"en": 0.5, "zh": 0.6, "cross": 0.7}


def test_an_embedder_of_ones_own_is_judged_like_any_other() -> None:
    with Memory.open(embedder=ToyEmbedder()) as memory:
        assert memory.why("Ann Lee sold 12 horses.", "Twelve horses were sold by Ann Lee.").merges
        assert memory.why(SAID, SAID_AGAIN).judge == "learned"
    with Memory.open(embedder=ToyEmbedder(), judge="rule") as memory:
        verdict = memory.why(SAID, SAID_AGAIN)
        assert (verdict.judge, verdict.threshold, verdict.merges) == ("rule", 0.99, True)


def test_one_entry_makes_it_known_by_name(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setitem(PACKAGED, "toy", ENTRY)
    with Memory.open(tmp_path / "m.db", embedder="toy") as memory:
        memory.remember("ann", SAID, at=1)
    with Memory.open(tmp_path / "m.db", judge="rule") as memory:  # the file knows which embedder it was made with
        assert memory.why(SAID, SAID_AGAIN).threshold == 0.99


def test_an_embedder_without_thresholds_is_refused_until_they_are_given(tmp_path: Path) -> None:
    with pytest.raises(InputError, match=r"bare-1 brings no threshold for en, zh, cross.*settings=\{'thresholds'"):
        Memory.open(tmp_path / "m.db", embedder=BareEmbedder(), judge="rule")
    with pytest.raises(InputError, match="no threshold for zh, cross"):
        Memory.open(tmp_path / "m.db", embedder=BareEmbedder(), settings={"thresholds": {"en": 0.5}})
    assert not (tmp_path / "m.db").exists()
    with Memory.open(embedder=BareEmbedder(), settings={"thresholds": THRESHOLDS}) as memory:
        assert memory.why(SAID, SAID_AGAIN).threshold == 0.5


def test_a_design_that_merges_nothing_needs_no_thresholds() -> None:
    with Memory.open(embedder=BareEmbedder(), design="generative-agents") as memory:
        memory.remember("ann", SAID, at=1)
        assert memory.stats().total == 1


def test_weights_of_another_embedder_are_refused() -> None:
    class Borrowing(ToyEmbedder):
        weights = weights_of(by_name("universal"))

    with pytest.raises(InputError, match="toy-1 were learned with universal-"):
        Memory.open(embedder=Borrowing())


def test_the_numbers_a_judge_decides_by_have_a_hash() -> None:
    learned, rule = offline_judge(None, by_name("universal")), offline_judge("rule", ToyEmbedder())
    changed = offline_judge("rule", ToyEmbedder(), {"en": 0.5})
    assert (type(learned), type(rule)) == (LearnedJudge, RuleJudge)
    assert len({weights_sha256(judge) for judge in (learned, rule, changed)}) == 3
    assert weights_sha256(rule) == weights_sha256(offline_judge("rule", ToyEmbedder()))
