"""Plays from the shelf that the rules were not made for, and one play printed in four ways; scenes checked by hand."""

import textwrap
from collections import defaultdict
from functools import lru_cache

import pytest

from agentsensus.errors import InputError
from agentsensus.language.languages import language
from agentsensus.worlds.sediment import source_of
from agentsensus.worlds.sediment.account import Account
from agentsensus.worlds.sediment.forms import read_form
from agentsensus.worlds.sediment.parts import StageDirection, StageSpeech, TextScript, divide, roman
from agentsensus.worlds.sediment.plays.account import account_of_play
from agentsensus.worlds.sediment.sources import find_source

pytestmark = pytest.mark.thorough

SCENES = {
    ("othello", "I.2"): "othello iago cassio first_officer brabantio roderigo",
    ("othello", "IV.3"): "othello lodovico desdemona emilia",
    ("julius_caesar", "I.1"): "flavius marullus first_citizen second_citizen",
    ("julius_caesar", "II.1"): "marcus_brutus lucius cassius casca decius_brutus cinna metellus_cimber trebonius portia"
    " ligarius",
    ("romeo_and_juliet", "II.2"): "romeo juliet",
    ("romeo_and_juliet", "III.5"): "romeo juliet nurse lady_capulet capulet",
    ("tempest", "II.2"): "caliban trinculo stephano",
    ("tempest", "III.1"): "ferdinand miranda prospero",
    ("twelfth_night", "I.2"): "viola sea_captain",
    ("twelfth_night", "II.5"): "sir_toby_belch sir_andrew_ague_cheek fabian maria malvolio",
}
DEAD = {
    "othello": {("desdemona", "othello"), ("emilia", "iago"), ("roderigo", ""), ("othello", "")},
    "julius_caesar": {
        ("julius_caesar", "casca"), ("portia", ""), ("cicero", ""), ("cassius", ""), ("titinius", ""),
        ("young_cato", ""), ("marcus_brutus", ""),
    },
    "romeo_and_juliet": {("mercutio", ""), ("tybalt", "romeo"), ("paris", "romeo"), ("romeo", ""), ("juliet", "")},
    "tempest": set(),
    "twelfth_night": set(),
}  # fmt: skip


@lru_cache(maxsize=8)
def _read(play: str) -> tuple[TextScript, Account]:
    try:
        source = find_source(play)
    except InputError as error:
        pytest.skip(str(error))
    script = read_form(source)
    return script, account_of_play(script, source, divide(script, None), None)


def _on_stage(account: Account) -> dict[str, set[str]]:
    owners: dict[str, set[str]] = defaultdict(set)
    for statement in account.statements:
        owners[statement.part] |= set(statement.owners)
    return owners


@pytest.mark.parametrize(("play", "scene"), SCENES)
def test_a_scene_is_owned_by_those_on_the_stage(play: str, scene: str) -> None:
    assert _on_stage(_read(play)[1])[scene] == set(SCENES[play, scene].split())


@pytest.mark.parametrize("play", DEAD)
def test_the_dead_are_known_with_who_killed_them(play: str) -> None:
    assert {(death.who, death.doer) for death in _read(play)[1].deaths} == DEAD[play]


@pytest.mark.parametrize("play", DEAD)
def test_everybody_who_speaks_is_somebody_and_no_group_or_heading_is(play: str) -> None:
    script, account = _read(play)
    speeches = [p for part in script.parts for p in part.passages if isinstance(p, StageSpeech)]
    spoken = {statement.start for statement in account.statements if statement.sort == "speech"}
    unheard = [speech for speech in speeches if speech.start not in spoken and len(speech.text.split()) > 8]
    assert len(unheard) < len(speeches) / 50
    names = [entry.name.lower() for entry in account.registry.of_kind("character").values()]
    assert not {"scene", "prologue", "narrator", "attendants", "citizens", "act"} & set(names)
    assert all(len(name.split()) <= 5 and '"' not in name for name in names)
    assert all(language(statement.text) == "en" for statement in account.statements)


def test_an_aside_to_somebody_is_owned_by_both() -> None:
    account = _read("julius_caesar")[1]
    warning = next(s for s in account.statements if s.part == "III.1" and "You know not what you do" in s.text)
    assert warning.owners == ("cassius", "marcus_brutus")


MILL = """The Mill
by Nobody

Contents

ACT I
Scene I. A mill.
Scene II. A field.

Dramatis Personæ

BERTRAM, the miller.
ANNA, his wife.
CONRAD and HUGO, sons to Bertram.
FRIAR PAUL, a friar.
FRIAR OTTO, of the same order.
First Reaper.
Second Reaper.
Servants to Bertram; Neighbours and Attendants.

SCENE: The mill, and fields about it.

ACT I

SCENE I. Bertram's mill.

[Enter BERTRAM, ANNA, and Attendants]

BERTRAM
The wheel has stood since Sunday, and the stream is low.

ANNA
Then send your sons to open the upper sluice tonight.

[Exeunt Attendants]

BERTRAM
They quarrel over the field, and neither will go for me.

[Enter CONRAD and HUGO, fighting. HUGO falls]

CONRAD
He drew upon me first, as God is my judge.

ANNA
My son is dead upon the floor of his own house!

[Exeunt all but CONRAD]

CONRAD
I shall go to the friar and tell him everything.

[Exit]

SCENE II. A field.

[Enter FRIAR PAUL, First Reaper and Second Reaper]

FRIAR
What is the shouting from the mill about, good men?

REAPERS
We heard that Conrad killed his brother there.

[Enter CONRAD]

CONRAD
[Aside to FRIAR PAUL] I did it, father, and I must confess it.

FRIAR
Come with me, and say no more before these two.

[Exeunt FRIAR PAUL and CONRAD]

FIRST REAPER
He went as white as flour when he saw us here.

[Exeunt]
"""


def _printed(script: TextScript, layout: str) -> str:
    """The play as another publisher would print it, with a header and a licence."""
    lines = [script.title, "", "Contents", "", "ACT I", "Scene I. Somewhere", "", "Dramatis Personæ", ""]
    lines += [*script.persons, "", "SCENE: Here and there.", ""]
    act = 0
    for part in script.parts:
        if part.key[0] != act:
            act = part.key[0]
            lines += ["", f"ACT {roman(act)}.", ""]
        lines += [f"SCENE {roman(part.key[1])}. {part.heading}", ""]
        cue = ""
        for passage in part.passages:
            if isinstance(passage, StageDirection):
                lines += [_direction(passage.text, layout), ""]
                cue = cue if passage.cue else ""
            elif isinstance(passage, StageSpeech):
                lines += _speech(passage, layout, is_new=cue != passage.cue)
                cue = passage.cue
    body = "\n".join(lines)
    return f"The eBook\n\n*** START OF THE EBOOK ***\n\n{body}\n\n*** END OF THE EBOOK ***\n\nSection 1. Terms\n"


def _direction(text: str, layout: str) -> str:
    if layout == "modern":
        return f" {text}." if text.startswith("Enter") else f" [_{text}._]"
    return f"[{text}.]"


def _speech(speech: StageSpeech, layout: str, is_new: bool) -> list[str]:
    cue, lines = speech.cue.upper(), textwrap.wrap(speech.text, 60)
    if not is_new:
        return [*lines, ""]
    return {
        "modern": [f"{cue}.", *lines, ""],
        "inline": [f"{cue}. {lines[0]}", *lines[1:], ""],
        "colon": [f"{cue}: {lines[0]}", *(f"  {line}" for line in lines[1:]), ""],
        "indented": [cue, *(f"    {line}" for line in lines), ""],
    }[layout]


def _account(text: str) -> tuple[TextScript, Account]:
    source = source_of(text, "mill")
    script = read_form(source)
    return script, account_of_play(script, source, divide(script, None), None)


def test_groups_brothers_and_two_friars_are_told_apart() -> None:
    _, account = _account(MILL)
    people = set(account.registry.of_kind("character"))
    assert people == {"bertram", "anna", "conrad", "hugo", "friar_paul", "friar_otto", "first_reaper", "second_reaper"}
    assert [(death.who, death.doer) for death in account.deaths] == [("hugo", "conrad")]
    owners = {statement.text.partition("“")[2][:12]: set(statement.owners) for statement in account.statements}
    assert owners["They quarrel"] == {"bertram", "anna"}
    assert owners["I shall go t"] == {"conrad"}
    assert owners["We heard tha"] == {"friar_paul", "first_reaper", "second_reaper"}
    assert owners["I did it, fa"] == {"conrad", "friar_paul"}
    assert owners["He went as w"] == {"first_reaper", "second_reaper"}


@pytest.mark.parametrize("layout", ["modern", "inline", "colon", "indented"])
def test_another_printing_gives_the_same_owners(layout: str) -> None:
    script, account = _account(MILL)
    again = _account(_printed(script, layout))[1]
    assert _on_stage(again) == _on_stage(account)
    assert {death.who for death in again.deaths} == {"hugo"}


@pytest.mark.parametrize("layout", ["modern", "colon"])
def test_a_whole_play_in_another_printing_gives_the_same_owners(layout: str) -> None:
    script, account = _read("twelfth_night")
    assert _on_stage(_account(_printed(script, layout))[1]) == _on_stage(account)
