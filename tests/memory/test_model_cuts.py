"""A model's cut is checked by code: what is wrong is sent back once with the reason, then the rule cuts."""

import json

import pytest

from agentsensus.base.loop import wait_for
from agentsensus.language.names import Names
from agentsensus.memory.core.atoms import Atom, Atomized, CutTask
from agentsensus.memory.inputs import Context
from agentsensus.memory.write.cut import ModelAtomizer
from agentsensus.memory.write.cut.model import complaint

NAMES = Names({"hamlet": ["Hamlet", "the prince"], "osric": ["Osric"], "ophelia": ["Ophelia"]})
TEXT = "The prince left Elsinore at 9. Osric brought 3 letters to Ophelia."
GOOD = ["Hamlet left Elsinore at 9.", "Osric brought 3 letters to Ophelia."]
BY_RULE = ("The prince left Elsinore at 9.", "Osric brought 3 letters to Ophelia.")


class Replies:
    """Answers with one list of statements after the other, and keeps what it was asked."""

    def __init__(self, *replies: list[str]) -> None:
        self._replies = list(replies)
        self.prompts: list[str] = []

    def __call__(self, prompt: str) -> str:
        self.prompts.append(prompt)
        return json.dumps({"statements": self._replies[min(len(self.prompts), len(self._replies)) - 1]})


def cut(model: Replies, text: str = TEXT, cap: int = 20) -> Atomized:
    return wait_for(ModelAtomizer(model).atomize("osric", text, Context(), NAMES, cap))


def test_a_good_cut_costs_one_call() -> None:
    model = Replies(GOOD)
    assert [atom.text for atom in cut(model).atoms] == GOOD
    assert len(model.prompts) == 1
    assert "The prince = Hamlet" in model.prompts[0]
    assert json.dumps(TEXT) in model.prompts[0]


@pytest.mark.parametrize(
    ("bad", "reason"),
    [
        (["Hamlet left Elsinore at 9.", "They brought 3 letters to Ophelia for Osric."], "pronoun"),
        (["He left Elsinore at 9.", "Osric brought 3 letters to Ophelia."], "pronoun"),
        (["哈姆雷特九点离开了埃尔西诺。", "Osric brought 3 letters to Ophelia."], "language"),
        (["Hamlet left Elsinore.", "Osric brought 3 letters to Ophelia."], "leave out 9"),
        (["Hamlet left Elsinore at 9.", "Osric brought 3 letters."], "leave out Ophelia"),
        ([" ".join(GOOD) * 2], "more than 20 tokens"),
    ],
)
def test_a_bad_cut_is_sent_back_once_with_the_reason(bad: list[str], reason: str) -> None:
    model = Replies(bad, GOOD)
    assert [atom.text for atom in cut(model).atoms] == GOOD
    assert len(model.prompts) == 2
    assert reason in model.prompts[1]


def test_what_stays_bad_is_cut_by_rule_and_says_so() -> None:
    model = Replies(["He left.", "Osric brought 3 letters to Ophelia."])
    done = cut(model)
    assert tuple(atom.text for atom in done.atoms) == BY_RULE
    assert done.calls == len(model.prompts) == 2
    assert "cut by rule" in done.note


def test_a_report_that_a_model_leaves_whole_is_opened_and_its_source_is_not_lost() -> None:
    text = "Ophelia told me that the prince left Elsinore at 9. I brought 3 letters."
    model = Replies(["Ophelia told Osric that Hamlet left Elsinore at 9.", "Osric brought 3 letters."])
    atoms = cut(model, text, 40).atoms
    assert [(atom.text, atom.via.source if atom.via else "") for atom in atoms] == [
        ("Hamlet left Elsinore at 9.", "ophelia"),
        ("Osric brought 3 letters.", ""),
    ]
    assert len(model.prompts) == 1


class Batches:
    """Answers for several texts at once: those in `bad` wrong the first time."""

    def __init__(self, cuts: dict[str, list[str]], bad: dict[str, list[str]] | None = None) -> None:
        self._cuts, self._bad = cuts, bad or {}
        self.prompts: list[str] = []

    def __call__(self, prompt: str) -> str:
        self.prompts.append(prompt)
        texts = [json.loads(line) for line in prompt.splitlines() if line.startswith('{"text": ') and '"words"' in line]
        cuts = self._cuts | (self._bad if len(self.prompts) == 1 else {})
        return json.dumps({"texts": [{"text": t["text"], "statements": cuts[t["words"]]} for t in texts]})


def cut_many(model: Batches, *texts: str) -> list[Atomized]:
    tasks = [
        CutTask(agent, text, Context(place="Elsinore")) for agent, text in zip(NAMES.as_dict(), texts, strict=False)
    ]
    return wait_for(ModelAtomizer(model).atomize_many(tasks, NAMES, 40))


OTHER = "Hamlet sang and Ophelia danced."
PLAIN = "Osric brought 3 letters."


def test_several_texts_are_cut_in_one_call_and_plain_facts_in_none() -> None:
    model = Batches({TEXT: GOOD, OTHER: ["Hamlet sang.", "Ophelia danced."]})
    done = cut_many(model, TEXT, PLAIN, OTHER)
    assert [[atom.text for atom in each.atoms] for each in done] == [GOOD, [PLAIN], ["Hamlet sang.", "Ophelia danced."]]
    assert len(model.prompts) == 1
    assert [each.calls for each in done] == [1, 0, 0]
    assert '"place": "Elsinore"' in model.prompts[0]


def test_only_the_texts_that_came_back_wrong_are_asked_about_again_with_the_reason() -> None:
    model = Batches({TEXT: GOOD, OTHER: ["Hamlet sang.", "Ophelia danced."]}, bad={OTHER: ["Hamlet sang."]})
    done = cut_many(model, TEXT, OTHER)
    assert [atom.text for atom in done[1].atoms] == ["Hamlet sang.", "Ophelia danced."]
    assert len(model.prompts) == 2
    assert "leave out Ophelia" in model.prompts[1]
    assert json.dumps(TEXT) not in model.prompts[1]


def test_what_stays_wrong_among_several_is_cut_by_rule() -> None:
    model = Batches({TEXT: GOOD, OTHER: ["Hamlet sang."]})
    done = cut_many(model, TEXT, OTHER)
    assert done[0].note == ""
    assert "cut by rule" in done[1].note
    assert len(done[1].atoms) == 2


def test_a_name_at_the_beginning_of_a_sentence_is_not_lost_within_one() -> None:
    names = Names({"first_player": ["the First Player"], "osric": ["Osric"]})
    text = "The First Player bowed. Osric gave the First Player a purse."
    atoms = [Atom("Osric saw the First Player bow."), Atom("Osric gave the First Player a purse.")]
    assert complaint(text, atoms, names, 40) is None
