"""Nothing that somebody reads in a round depends on what others do in that round."""

from pathlib import Path
from typing import Any

import pytest

from agentsensus.testing import scripted_company
from agentsensus.worlds.minds import Decision
from tests.worlds.kernel.runs import SIX, Run, six


def _do(name: str, **params: Any) -> Decision:
    return Decision(action=name, params=params)


READS = {
    "observe a character": _do("observe", target="ben"),
    "observe a place": _do("observe", target="hall"),
    "read": _do("read", target="ledger", query="crowns"),
    "recall": _do("recall", query="a coin in the hall"),
    "get_affiliated": _do("get_affiliated", memory="the bell"),
    "read_thread": _do("read_thread", **{"with": ["ben"]}),
    "say to somebody who leaves": _do("say", targets=["ben"], content="Stay."),
}
WRITES = [
    _do("update_status", key="hat", value="red"),
    _do("act_on", target="hall", description="bars the door"),
    _do("remember", text="Ben Fox found a coin in the hall."),
    _do("say", targets=["eve"], content="I am off."),
    _do("move", destination="tower"),
    _do("forget", query="the bell"),
]


@pytest.mark.parametrize("name", READS)
def test_what_is_read_is_what_stood_when_the_round_began(tmp_path: Path, name: str) -> None:
    carriers = "ledger: {name: the ledger, at: hall, text: [Ben Fox owes Cy Moor ten crowns.]}\n"
    characters = SIX["characters.yaml"].replace("at: hall}", "at: hall, goals: [Look on.]}")
    world = six(tmp_path, carriers=carriers, characters=characters)
    found = []
    for number, write in enumerate([_do("noop"), *WRITES]):
        run = Run(tmp_path / f"run{number}", world)
        ben = {1: _do("say", targets=["eve"], content="Good day."), 3: write}
        eve = {1: _do("remember", text="Eve Lark heard the bell."), 3: READS[name]}
        run.play(scripted_company(world, {"ben": ben, "eve": eve}), 3)
        assert run.acts("ben")[-1].ok
        found += [(act.ok, act.data) for act in run.acts("eve") if act.round == 3]
    assert found[0][0]
    assert found == [found[0]] * 7
