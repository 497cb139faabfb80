"""What a model is shown: the words as they were said, only what is worth asking, and what its answers do."""

import json
from collections.abc import Mapping

import pytest

from agentsensus import Memory
from agentsensus.errors import InputError

NAMES = {"hamlet": ["Hamlet", "the prince"], "ana": ["Ana"], "tom": ["Tom"]}


class Model:
    """Keeps every prompt, cuts a text at its full stops, and says «different» to everything."""

    def __init__(self) -> None:
        self.prompts: list[str] = []

    def __call__(self, prompt: str) -> str:
        self.prompts.append(prompt)
        if "self-contained" in prompt or "各自独立" in prompt:
            text = json.loads(prompt.strip().splitlines()[-1])
            return json.dumps({"statements": [f"{part.strip()}." for part in text.split(".") if part.strip()]})
        asked = [json.loads(line) for line in prompt.splitlines() if line.startswith('{"statement": ')]
        answers = [{"statement": each["statement"], "relation": "different", "match": None} for each in asked]
        return json.dumps({"answers": answers})

    def asked(self) -> list[dict[str, object]]:
        """Every new statement that the judge was asked about, with the known ones."""
        lines = [line for prompt in self.prompts for line in prompt.splitlines()]
        return [json.loads(line) for line in lines if line.startswith('{"statement": ') and '"known"' in line]


def opened(model: Model, **options: object) -> Memory:
    return Memory.open(model=model, embedder="hashing", names=NAMES, settings={"floor": -1.0}, **options)  # type: ignore[arg-type]


def test_the_judge_sees_the_words_as_they_were_said_and_a_glossary() -> None:
    model = Model()
    with opened(model) as memory:
        memory.remember("tom", "The prince left the hall at noon.")
        memory.remember("ana", "At noon Hamlet went out of the hall.")
    (question,) = model.asked()
    assert question["text"] == "At noon Hamlet went out of the hall."
    assert question["known"] == {"1": "The prince left the hall at noon."}
    assert "The prince = Hamlet" in model.prompts[-1]


def test_two_statements_of_one_deposit_are_not_held_against_each_other() -> None:
    model = Model()
    with opened(model) as memory:
        memory.remember("tom", "Hamlet left the hall at noon. The hall was left by Hamlet at noon.")
    assert model.asked() == []


def test_under_paper_two_statements_of_one_deposit_are_compared() -> None:
    model = Model()
    with Memory.open(
        model=model, embedder="hashing", names=NAMES, settings={"preset": "paper", "floor": -1.0}
    ) as memory:
        memory.remember("tom", "Hamlet left the hall at noon. The hall was left by Hamlet at noon.")
    assert len(model.asked()) == 1


def test_a_report_is_not_held_against_what_it_reports() -> None:
    model = Model()
    with opened(model) as memory:
        memory.remember("tom", "Hamlet left the hall at noon.")
        memory.remember("ana", "Tom told Hamlet that Ana left the hall at noon.")
    assert model.asked() == []


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("Hamlet left the hall at noon.", ("joins the two", "as a\ncontradiction", "keep both as they are")),
        ("他中午离开了大厅，往东边去了。", ("并成一条记录", "作为矛盾", "各自保留")),
    ],
)
def test_the_prompt_says_what_each_answer_does(text: str, words: tuple[str, ...]) -> None:
    model = Model()
    with opened(model) as memory:
        for agent in ("tom", "ana"):
            memory.remember(agent, text if agent == "tom" else f"{text[:-1]}!", cut=False)
    assert model.asked()
    assert all(word in model.prompts[-1] for word in words)


def test_the_domain_is_told_to_judge_and_atomizer_and_nothing_speaks_of_a_story_world() -> None:
    model = Model()
    with opened(model, domain="a help desk in Gent") as memory:
        memory.remember("tom", "Hamlet left the hall at noon. Ana called the plumber on Monday morning.")
        memory.remember("ana", "Hamlet went out of the hall at noon.")
    kinds = ["self-contained" in prompt for prompt in model.prompts]
    assert True in kinds
    assert False in kinds
    assert all("the shared memory of a help desk in Gent" in prompt for prompt in model.prompts)
    assert not any("story" in prompt for prompt in model.prompts)


def test_prompts_of_ones_own_are_asked() -> None:
    model = Model()
    own = {"judge": "Same or not, for {{domain}}?\n{{questions}}", "atomizer": "Cut, self-contained:\n{{text}}"}
    with opened(model, prompt=own) as memory:
        memory.remember("tom", "Hamlet left the hall at noon. Ana called the plumber on Monday morning.")
        memory.remember("ana", "Hamlet went out of the hall at noon.")
    assert model.prompts[0].startswith("Cut, self-contained:\n")
    assert model.prompts[-1].startswith("Same or not, for several agents?\n")


@pytest.mark.parametrize(
    ("options", "message"),
    [
        ({"domain": " "}, "domain"),
        ({"prompt": "be brief"}, "give a dict"),
        ({"prompt": {"juge": "{{questions}}"}}, "did you mean 'judge'"),
        ({"prompt": {"judge": "Same?"}}, "{{questions}} is missing"),
        ({"prompt": {"judge": "{{questions}} {{nams}}"}}, "did you mean 'names'"),
        ({"prompt": {"atomizer": ""}}, "give a text"),
    ],
)
def test_a_wrong_domain_or_prompt_is_refused_in_one_line(options: Mapping[str, object], message: str) -> None:
    with pytest.raises(InputError) as error:
        Memory.open(**options)  # type: ignore[arg-type]
    assert message in str(error.value)
    assert "\n" not in str(error.value)
