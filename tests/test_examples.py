"""The examples run, and the first lines of the README merge as documented."""

import os
import subprocess
import sys

import pytest

from agentsensus import Memory
from tests.paths import ROOT


def test_three_witnesses_share_one_record() -> None:
    example = ROOT / "examples" / "three_witnesses.py"
    done = subprocess.run([sys.executable, str(example)], capture_output=True, text=True, check=True)
    assert "1 of them shared" in done.stdout
    assert "and who knew after round 1: bernardo, marcellus" in done.stdout


def test_the_first_lines_of_the_readme_merge() -> None:
    readme = (ROOT / "README.md").read_text("utf-8")
    work = ("The payment service was down on Monday morning.", "On Monday morning the payment service was down.")
    assert all(text in readme for text in work)
    support = Memory.open()
    support.remember("ana", work[0], metadata={"severity": 3})
    support.remember("ben", work[1])
    assert support.recall("ben", "what happened to payments?").text() == f"- {work[1]}"
    assert [knower.agent for knower in support.who_knows("payment outage", k=1)] == ["ana", "ben"]
    assert support.search("payments", where={"severity": {"$gte": 2}})[0].owners == ("ana", "ben")
    english = ("The late king's ghost walked the battlements at midnight.", "was seen walking the battlements.")
    assert all(text in readme for text in english)
    memory = Memory.open()
    memory.remember("marcellus", english[0])
    memory.remember("bernardo", "At midnight the ghost of the late king was seen walking the battlements.")
    assert memory.records()[0].owners == ("bernardo", "marcellus")
    chinese = Memory.open(names={"guan_yu": ["关羽", "云长"], "hua_xiong": ["华雄"]})
    chinese.remember("刘备", "关羽斩了华雄。")
    chinese.remember("张飞", "华雄被云长斩杀。")
    assert len(chinese.records()) == 1


@pytest.mark.parametrize(
    ("example", "lines"),
    [
        ("incident_team", ["who knows of the outage: ana, ben", "price of tea: nobody", "what cleo shares: Contoso's"]),
        ("team_graph", ["planner knows: Until Friday the north bridge is closed.", "owned by driver and scout"]),
        (
            "mcp_client",
            [
                "history, conflicts, resolve, dismiss, merge, forget",
                "database?': - The staging database moved to port 5433.",
            ],
        ),
        ("pydantic_ai_agent", ["I remember: - The staging database moved to port 5433."]),
        ("tool_calls", ["tool call_1 - The staging database moved to port 5433."]),
    ],
)
def test_an_example_of_an_integration_runs_without_a_key(example: str, lines: list[str]) -> None:
    command = [sys.executable, "-W", "error", str(ROOT / "examples" / f"{example}.py")]
    environment = {**os.environ, "PYTHONPATH": str(ROOT / "src")}
    done = subprocess.run(command, capture_output=True, text=True, check=False, env=environment)
    assert done.returncode == 0, done.stderr
    assert [line for line in lines if line not in done.stdout] == []
    assert "4417" not in done.stdout
