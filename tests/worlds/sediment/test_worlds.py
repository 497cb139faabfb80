"""What comes out: merged recapitulations, seats, groups by name, and worlds that live."""

import asyncio
import json
from collections import Counter
from pathlib import Path

import pytest

from agentsensus import play
from agentsensus.language.names import Names
from agentsensus.worlds.scenario import check, load
from agentsensus.worlds.sediment import Sedimentation, read_source, sediment, source_of
from agentsensus.worlds.sediment.account import TextStatement
from agentsensus.worlds.sediment.forms import read_form
from agentsensus.worlds.sediment.parts import divide
from agentsensus.worlds.sediment.pipeline import merge_recapitulations
from agentsensus.worlds.sediment.prose.account import account_of_prose
from agentsensus.worlds.sediment.registry import Registry, RegistryEntry, sanitized

pytestmark = pytest.mark.thorough

pytestmark = pytest.mark.thorough


def _statement(text: str, part: str, *owners: str) -> TextStatement:
    return TextStatement(text, part, "village", owners, 0, 1)


def test_what_is_told_again_in_a_later_part_becomes_a_telling_and_its_hearers_own_the_event() -> None:
    first = _statement("Tobias sold fourteen cans of lamp oil to Walt in the village.", "1", "tobias", "walt")
    again = _statement("Tobias sold Walt fourteen cans of lamp oil in the village.", "3", "ines")
    other = _statement("Ines climbed the tower alone.", "2", "ines")
    left, merged = asyncio.run(merge_recapitulations([first, other, again], Names({"t": ["Tobias"], "w": ["Walt"]})))
    assert (merged, len(left)) == (1, 2)
    assert left[0].owners == ("ines", "tobias", "walt")
    assert left[0].tellings == (again.text,)


def test_the_same_words_in_one_part_are_two_events() -> None:
    twins = [_statement("Ines lit the lamp of the tower again.", "1", "ines") for _ in range(2)]
    assert asyncio.run(merge_recapitulations(twins, Names({"ines": ["Ines"]})))[1] == 0


def _novel(text: str, *entries: RegistryEntry) -> list[TextStatement]:
    source = source_of(text, "novel")
    script = read_form(source)
    return account_of_prose(script, source, divide(script, None), _registry(*entries)).statements


def _registry(*entries: RegistryEntry) -> Registry:
    return sanitized(entries)


PEOPLE = (
    RegistryEntry("liu", "刘备"),
    RegistryEntry("guan", "关羽"),
    RegistryEntry("zhang", "张飞"),
    RegistryEntry("garden", "桃园", "place"),
    RegistryEntry("xuchang", "许昌", "place"),
)


def test_an_oath_is_owned_by_those_it_names_and_by_no_place_but_its_own() -> None:
    statements = _novel("第一回 结义\n　　刘备、关羽、张飞在桃园结为兄弟，誓同生死。许昌无人知道此事。\n", *PEOPLE)
    assert (statements[0].owners, statements[0].place) == (("guan", "liu", "zhang"), "garden")


def test_headings_verses_and_remarks_are_no_memories() -> None:
    text = (
        "第一回 桃园刘备\n　　刘备在桃园种菜。\n　　有诗为证：刘备英雄天下闻。\n　　未知刘备性命如何，且听下文分解。\n"
    )
    assert [statement.text for statement in _novel(text, *PEOPLE)] == ["刘备在桃园种菜。"]


def test_who_is_only_spoken_of_in_quotes_owns_nothing() -> None:
    statements = _novel("第一回 议\n　　刘备在桃园曰：“张飞不在这里，他去许昌了。”\n", *PEOPLE)
    assert statements[0].owners == ("liu",)
    assert statements[0].place == "garden"


def test_one_visit_does_not_move_a_seat() -> None:
    days = "".join(f"刘备在桃园练兵第{n}日。" for n in "一二三四五六七八九")
    source = source_of(f"第一回 练兵\n　　{days}\n　　刘备到许昌见了一人。\n", "novel")
    script = read_form(source)
    account = account_of_prose(script, source, divide(script, None), _registry(*PEOPLE))
    assert account.whereabouts["liu"].place == "garden"
    cited = account.whereabouts["liu"].statement
    assert cited is not None
    assert account.statements[cited].place == "garden"


def test_a_plan_to_kill_is_no_death() -> None:
    source = source_of("第一回 谋\n　　张飞在桃园欲杀关羽，刘备不许。\n　　关羽曰：“吾去矣。”\n", "novel")
    script = read_form(source)
    assert account_of_prose(script, source, divide(script, None), _registry(*PEOPLE)).deaths == []


@pytest.fixture(scope="module")
def hamlet(shared: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    out = tmp_path_factory.mktemp("worlds") / "hamlet"
    asyncio.run(sediment(read_source(shared / "sources" / "hamlet.txt"), Sedimentation(out, until="Act III")))
    return out


def test_hamlet_is_a_world_without_errors_in_which_polonius_is_dead(hamlet: Path) -> None:
    checked = check(hamlet)
    assert checked.ok
    world = load(hamlet)
    assert world.characters["polonius"].archived == "dead"
    assert len(world.events) > 900
    assert len(world.reference.events) > 20
    assert {event.reference.partition(".")[0] for event in world.reference.events} == {"IV", "V"}


def test_hamlet_lives_for_twenty_rounds(hamlet: Path, tmp_path: Path) -> None:
    run = play(hamlet, 20, seed=1, embedder="hashing", out=tmp_path / "run")
    events = [json.loads(line) for line in (tmp_path / "run" / "events.jsonl").read_text("utf-8").splitlines()]
    sent = Counter((event["round"] - 1) // 5 for event in events if event["kind"] == "sent" and event["round"] > 0)
    assert set(sent) >= {0, 1, 2, 3}
    assert sum(event["kind"] == "remembered" for event in events) >= 20
    assert run.stats["sim"] >= 10
