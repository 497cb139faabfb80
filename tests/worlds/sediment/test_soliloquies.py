"""Who is left on stage alone is heard by nobody; a thing that matters is a carrier; ill will becomes a goal."""

import asyncio
from pathlib import Path

import pytest
import yaml

from agentsensus.worlds.sediment import Sedimentation, sediment, source_of

PLAY = """THE GREEN SCARF

PERSONS REPRESENTED:

MARTIN, a Miller.
LUCAS, his Steward.
ANNA, Wife to Martin.
DORA, Maid to Anna.
PETER, a Carter.
A Messenger.

ACT I.

SCENE I. The mill.

[Enter Martin, Anna, Lucas, Peter, and Messenger.]

MESSENGER.
The river has taken the lower bridge, and the road to the town is closed until the spring.

MARTIN.
Then we sell the flour here, and Lucas shall keep the book of it for me.

ANNA.
You trust Lucas with much, my husband, and I trust him with nothing at all.

MARTIN.
Lucas has served me for ten years without a fault that I could name.

PETER.
I will bring the carts round to the yard before the rain begins to fall.

[Exeunt Martin, Anna, &c.]

LUCAS.
I hate Martin more than the flood hates the bridge, and I smile when the man hands me the keys of the house. A scarf
will do it: once Martin sees that green scarf about the neck of the carter, Martin will ruin the lady with his own hand.

[Exit.]

SCENE II. A room in the mill.

[Enter Anna and Dora.]

ANNA.
Have you seen the scarf that my husband gave to me on the day of our wedding?

DORA.
The green scarf lay upon the chest this morning, madam, where you put it yourself.

ANNA.
I would sooner lose a hand than that scarf, for he set great store by it.

[She drops the scarf and does not see it fall.]

DORA.
Let us look in the kitchen, for the wind has been about the house all day long.

[Exit Anna.]

DORA.
The scarf is here after all. I shall give the scarf to Lucas, who has begged me for the scarf a hundred times, and I
know not what the man would do with a scarf like that; but he will thank me for it, and thanks are rare in this house.

[Exit.]
"""

CHINESE = """绿围巾

人物

马丁，磨坊主。
陆三，管家。
安娘，马丁的妻子。

第一幕

第一场 磨坊

[马丁、安娘、陆三上。]

马丁：桥叫大水冲断了，进城的路要到开春才能走，面粉只好在本地卖。

安娘：你把账都交给陆三，我总是放心不下，你自己也该看一看才好。

陆三：账目都写得清清楚楚，太太随时可以叫我拿来看。

安娘：那就把今年的账拿来，我今天晚上就要看。

陆三：是，太太，我这就去取来。

马丁：陆三跟了我十年，从来没有出过一点差错，你不要多心了。

[马丁、安娘下。]

陆三：我恨马丁恨到骨头里，偏偏还要天天对马丁赔着笑脸。只要那条围巾落到我的手里，马丁就会亲手毁了自己的家。

[陆三下。]
"""


@pytest.fixture(scope="module")
def told(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return _made(PLAY, tmp_path_factory.mktemp("scarf") / "world")


def _made(text: str, out: Path) -> Path:
    asyncio.run(sediment(source_of(text, "scarf"), Sedimentation(out, form="play", more_than=0)))
    return out


def owners_of(world: Path, words: str) -> list[str]:
    """The owners of the statement that contains these words: its own, or those of its heading."""
    heading = ""
    for line in (world / "scenes.md").read_text("utf-8").splitlines():
        heading = line if line.startswith("## ") else heading
        if words in line:
            owned = line.startswith("- (")
            return (line[3:].partition(")")[0] if owned else heading.partition(": ")[2].partition(" {")[0]).split(", ")
    raise AssertionError(words)


def test_a_soliloquy_is_owned_by_its_speaker_alone(told: Path) -> None:
    assert owners_of(told, "more than the flood") == ["lucas"]
    assert owners_of(told, "after all") == ["dora"]
    assert owners_of(told, "about the house") == ["anna", "dora"]


def test_a_thing_that_is_handled_and_spoken_of_is_a_carrier(told: Path) -> None:
    carriers = yaml.safe_load((told / "carriers.yaml").read_text("utf-8"))
    assert carriers == {"scarf": {"name": "the scarf", "held_by": "dora"}}


def test_profiles_name_the_master_and_goals_come_from_ill_will(told: Path) -> None:
    cast = yaml.safe_load((told / "characters.yaml").read_text("utf-8"))
    assert cast["lucas"]["profile"] == "Lucas: Martin's Steward."
    goals = [goal["text"] for person in cast.values() for goal in person.get("goals", ()) if isinstance(goal, dict)]
    assert "Carry out what was planned against Martin, and let nobody know of it." in goals
    assert not any("meanwhile" in goal for goal in goals)


def test_a_chinese_soliloquy_is_owned_by_its_speaker_alone(tmp_path: Path) -> None:
    text = (_made(CHINESE, tmp_path / "world") / "scenes.md").read_text("utf-8")
    line = next(line for line in text.splitlines() if "恨到骨头里" in line)
    assert "陆三" in line
    assert not line.startswith("- (") or line.removeprefix("- (").partition(")")[0].count(",") == 0
