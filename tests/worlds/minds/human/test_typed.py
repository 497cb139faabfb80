"""What a person types, as a decision: in English and in Chinese, and explained where it is none."""

from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from agentsensus.worlds.actions import ACTIONS
from agentsensus.worlds.minds import Decision
from agentsensus.worlds.minds.human.commands import commands, sayings
from agentsensus.worlds.minds.human.line_parser import Advice, Quit, read_line
from agentsensus.worlds.minds.view import View, view_of
from agentsensus.worlds.scenario import Scenario, load
from agentsensus.worlds.state.world import World
from tests.worlds.kernel.runs import SIX
from tests.worlds.scenario.worlds import TEMPLATES, written


@pytest.fixture(scope="module")
def here(tmp_path_factory: pytest.TempPathFactory) -> tuple[View, Scenario]:
    """Ada in the hall with Ben and Eve."""
    world = load(written(tmp_path_factory.mktemp("six") / "six", SIX))
    return view_of(World(world), "ada", 1, ("start",)), world


@pytest.fixture(scope="module")
def there() -> tuple[View, Scenario]:
    """沈兰 in the teahouse with 小荷."""
    world = load(TEMPLATES / "zh")
    agent = world.find("沈兰", "character") or ""
    return view_of(World(world), agent, 1, ("start",)), world


ENGLISH: list[tuple[str, str, dict[str, Any]]] = [
    ("say ben: Good day: and good night.", "say", {"targets": ["ben"], "content": "Good day: and good night."}),
    ("say Ben Fox, eve: Hm.", "say", {"targets": ["Ben Fox", "eve"], "content": "Hm."}),
    ("say ben and eve: Hm.", "say", {"targets": ["ben", "eve"], "content": "Hm."}),
    ("say Ben Fox good day", "say", {"targets": ["Ben Fox"], "content": "good day"}),
    ("SAY everybody: Hm.", "say", {"targets": ["ben", "eve"], "content": "Hm."}),
    ('"Who rang?"', "say", {"targets": ["ben", "eve"], "content": "Who rang?"}),
    ("gesture ben: waves", "gesture", {"targets": ["ben"], "description": "waves"}),
    ("go the tower", "move", {"destination": "the tower"}),
    ("look", "observe", {"target": "hall"}),
    ("look Ben Fox", "observe", {"target": "Ben Fox"}),
    ("look around", "observe", {"target": "hall"}),
    ("look fox", "observe", {"target": "ben"}),
    ("read the letter: the bridge", "read", {"target": "the letter", "query": "the bridge"}),
    ("read letter", "read", {"target": "letter", "query": "letter"}),
    ("do bars the door", "act_on", {"target": "hall", "description": "bars the door"}),
    ("do bar it: quietly", "act_on", {"target": "hall", "description": "bar it: quietly"}),
    ("do the purse: open it", "act_on", {"target": "the purse", "description": "open it"}),
    ("mail", "read_thread", {"last_n": 10}),
    ("m", "read_thread", {"last_n": 10}),
    ("mail ben", "read_thread", {"with": ["ben"], "last_n": 10}),
    ("think Why?", "think", {"question": "Why?"}),
    ("conclude It was Ben.", "conclude", {"text": "It was Ben."}),
    ("wait 3", "wait", {"timeout_rounds": 3}),
    ("wait", "wait", {}),
    ("pass", "noop", {}),
    ("remember Ada: rang the bell", "remember", {"text": "Ada: rang the bell"}),
    ("recall who rang", "recall", {"query": "who rang", "top_k": 5}),
    ("recall query=bell top_k=2", "recall", {"query": "bell", "top_k": 2}),
    ('say targets="Ben Fox,eve" content="Good day."', "say", {"targets": ["Ben Fox", "eve"], "content": "Good day."}),
    ('say {"targets": ["ben"], "content": "Hm."}', "say", {"targets": ["ben"], "content": "Hm."}),
    ("goal Find the key.", "push_goal", {"text": "Find the key."}),
    ("done", "pop_goal", {}),
    ("instead Sleep.", "replace_goal", {"text": "Sleep."}),
    ("set mood: calm", "update_status", {"key": "mood", "value": "calm"}),
    ("set mood=calm", "update_status", {"key": "mood", "value": "calm"}),
    ("unset mood", "remove_status", {"key": "mood"}),
    ("forget the bell", "forget", {"query": "the bell"}),
    ("revise the bell: Ben rang it.", "revise_memory", {"query": "the bell", "new_text": "Ben rang it."}),
    ("link the bell: the key, the stone", "add_affiliated", {"memory": "the bell", "others": ["the key", "the stone"]}),
    ("unlink the bell: the key", "remove_affiliated", {"memory": "the bell", "others": ["the key"]}),
    ("relink the bell: the key", "set_affiliated", {"memory": "the bell", "others": ["the key"]}),
    ("links the bell", "get_affiliated", {"memory": "the bell"}),
    ("give ben: the purse", "give", {"target": "ben", "thing": "the purse"}),
    ("take the letter", "take", {"thing": "the letter"}),
    ("deed arrest: ben", "deed", {"deed": "arrest", "target": "ben"}),
]
CHINESE: list[tuple[str, str, dict[str, Any]]] = [
    ("说 小荷：你看见茶方了吗？", "say", {"targets": ["小荷"], "content": "你看见茶方了吗？"}),
    ("说小荷和阿贵：来。", "say", {"targets": ["小荷", "阿贵"], "content": "来。"}),
    ("“谁来过？”", "say", {"targets": ["xiao_he"], "content": "谁来过？"}),
    ("告诉大家：来。", "say", {"targets": ["xiao_he"], "content": "来。"}),
    ("去渡口", "move", {"destination": "渡口"}),
    ("看", "observe", {"target": "teahouse"}),
    ("信", "read_thread", {"last_n": 10}),
    ("等 3轮", "wait", {"timeout_rounds": 3}),
    ("记住 茶方不见了。", "remember", {"text": "茶方不见了。"}),
    ("记茶方不见了。", "remember", {"text": "茶方不见了。"}),
    ("回忆茶方", "recall", {"query": "茶方", "top_k": 5}),
    ("设 心情：急", "update_status", {"key": "心情", "value": "急"}),
    ("完成", "pop_goal", {}),
]


@pytest.mark.parametrize(("line", "action", "params"), ENGLISH, ids=[one[0] for one in ENGLISH])
def test_a_line_of_english_is_a_decision(
    here: tuple[View, Scenario], line: str, action: str, params: dict[str, Any]
) -> None:
    assert read_line(line, *here) == Decision(action=action, params=params)


@pytest.mark.parametrize(("line", "action", "params"), CHINESE, ids=[one[0] for one in CHINESE])
def test_a_line_of_chinese_is_a_decision(
    there: tuple[View, Scenario], line: str, action: str, params: dict[str, Any]
) -> None:
    assert read_line(line, *there) == Decision(action=action, params=params)


WITHOUT_A_TURN = ("map", "who", "know", "things", "save", "undo", "goals", "help", "quit")


def test_every_action_can_be_typed_by_its_name_and_in_both_languages() -> None:
    assert {command.action for command in commands()} == {*ACTIONS, *WITHOUT_A_TURN}
    words = [word for command in commands() for word in command.words]
    assert len(words) == len(set(words))
    assert set(sayings("en")) == set(sayings("zh"))
    assert {action for _, action, _ in ENGLISH} == set(ACTIONS)


@pytest.mark.parametrize(
    ("line", "said"),
    [
        ("sai ben: Hm.", "did you mean 'say'"),
        ("dance", "`help` lists them"),
        ("kno the bell", "did you mean 'know'? What you say aloud"),
        ("look arround", "there are the hall, Ben Fox, Eve Lark"),
        ("say", "say NAME, NAME: words"),
        ("say ben", "say NAME, NAME: words"),
        ("say bem: Hm.", "did you mean 'Ben Fox'"),
        ("go", "go PLACE"),
        ("go ben", "no place is called 'ben'"),
        ("go moon", "there are the gate, the hall, the tower"),
        ("read bell", "nothing to read is called 'bell'"),
        ("wait a while", "no number of rounds"),
        ("wait 0", "timeout_rounds"),
        ("recall query=bell depth=2", "takes no 'depth'"),
        ("recall query=bell top_k=many", "top_k"),
        ('say targets="ben content=x', "no parameters"),
        ('say {"targets": ', "no parameters"),
        ("done it all", "write: done"),
        ("goals", "Keep the books."),
        ("help", "say NAME, NAME: words"),
        ("help wait", "timeout_rounds"),
        ("", "Costs no turn"),
    ],
)
def test_what_is_no_decision_is_explained(here: tuple[View, Scenario], line: str, said: str) -> None:
    told = read_line(line, *here)
    assert isinstance(told, Advice)
    assert said in told.text


@pytest.mark.parametrize(
    ("line", "said"),
    [
        ("去月亮", "没有叫“月亮”的地方；有"),
        ("说 小河：来。", "是不是“小荷”"),
        ("飞", "输入 帮助"),
        ("等很久", "不是轮数"),
        ("帮助", "说 名字"),
    ],
)
def test_it_is_explained_in_chinese_too(there: tuple[View, Scenario], line: str, said: str) -> None:
    told = read_line(line, *there)
    assert isinstance(told, Advice)
    assert said in told.text


def test_what_follows_two_strokes_is_why_and_quitting_is_quitting(here: tuple[View, Scenario]) -> None:
    assert read_line("go tower // to see Cy", *here) == Decision(
        action="move", params={"destination": "tower"}, because="to see Cy"
    )
    assert read_line("quit", *here) == read_line("退出", *here) == Quit()


def test_nobody_hears_what_is_said_aloud_where_nobody_is(tmp_path: Path) -> None:
    world = load(written(tmp_path / "six", SIX))
    alone = view_of(World(world), "dot", 1, ("start",))
    told = read_line('"Hello?"', alone, world)
    assert isinstance(told, Advice)
    assert "nobody is here" in told.text


@given(line=st.text(max_size=40) | st.sampled_from([one[0] for one in ENGLISH]).map(lambda one: one[:-3] + "={:"))
def test_no_line_at_all_makes_it_stumble(here: tuple[View, Scenario], line: str) -> None:
    assert isinstance(read_line(line, *here), Decision | Advice | Quit)
