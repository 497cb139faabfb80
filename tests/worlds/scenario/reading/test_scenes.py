"""scenes.md: read with its lines, in English and Chinese punctuation, and written so that it reads back."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from agentsensus.errors import InputError
from agentsensus.worlds.scenario import SceneEvent
from agentsensus.worlds.scenario.happenings import EventKind
from agentsensus.worlds.scenario.reading.scenes import parse, write

PLAY = """# Act I

<!-- a comment
- of two lines -->
## The battlements, midnight: Marcellus, Horatio {I.1}
- The ghost passed the watch
  and would not speak.   #ghost_walks
  ~ A figure went by
    in silence.
- (Horatio) Horatio resolved to tell Hamlet. #resolved !secret
---
## The orchard: Claudius {before} !secret
* Claudius poured poison into the king's ear. {I.5}
"""


def test_a_heading_gives_its_place_time_witnesses_and_reference_to_its_events() -> None:
    ghost, resolved, poison = parse(PLAY).events
    assert ghost == SceneEvent(
        id="ghost_walks",
        text="The ghost passed the watch and would not speak.",
        tellings=("A figure went by in silence.",),
        place="The battlements",
        time="midnight",
        witnesses=("Marcellus", "Horatio"),
        reference="I.1",
        order=1,
    )
    assert (resolved.witnesses, resolved.secret, resolved.id) == (("Horatio",), True, "resolved")
    assert (poison.place, poison.time, poison.secret, poison.reference) == ("The orchard", "", True, "I.5")


def test_marks_give_a_matter_gravity_kinds_and_tellings_kept_back() -> None:
    oath, fire, gift = parse(
        "## Hall, noon: Ada, Ben #the_oath !grave\n"
        "- Ada swore to pay Ben.   #oath (promise: Ada → Ben)\n"
        "  ~ Ben has Ada's oath.\n  ≈ Ada gave Ben an oath to pay.\n"
        "- The hall burnt down.   (loss: → Ada, Ben)\n\n"
        "- （Ben）Ben gave Ada a ring.   （情：Ben → Ada）\n"
    ).events
    assert (oath.matter, oath.grave, oath.kept_back) == ("the_oath", True, ("Ada gave Ben an oath to pay.",))
    assert oath.kind == EventKind(kind="promise", doers=("Ada",), victims=("Ben",))
    assert fire.kind == EventKind(kind="loss", victims=("Ada", "Ben"))
    assert (gift.kind, gift.witnesses) == (EventKind(kind="love", doers=("Ben",), victims=("Ada",)), ("Ben",))
    assert [event.group for event in (oath, fire, gift)] == [1, 1, 2]


def test_an_event_without_an_id_is_called_by_its_place_in_the_order() -> None:
    assert [event.id for event in parse(PLAY).events] == ["ghost_walks", "resolved", "e0003"]
    taken = parse("## Hall: Ada\n- One.\n- Two.   #e0001\n")
    assert [event.id for event in taken.events] == ["e0001_", "e0001"]


def test_every_text_keeps_its_line() -> None:
    found = parse(PLAY, first_line=100)
    assert found.lines[(1,)] == 105
    assert found.lines[(1, 0)] == 107
    assert found.lines[(1, "place")] == 104
    assert found.lines[(2, "witnesses")] == 109
    assert found.wrong == []


def test_chinese_punctuation_does_as_well() -> None:
    (event,) = parse(
        "## 渡口，五月初二：阿贵、刘三｛端午｝！秘密\n- （小荷）小荷听见了争吵。＃quarrel\n  ～ 争吵被小荷听见。"
    ).events
    assert (event.place, event.time, event.witnesses) == ("渡口", "五月初二", ("小荷",))
    assert (event.id, event.secret, event.reference) == ("quarrel", True, "端午")
    assert event.tellings == ("争吵被小荷听见。",)


def test_a_time_may_have_a_colon() -> None:
    (event,) = parse("## Hall, 12:30: Ada\n- Ada came.").events
    assert (event.time, event.witnesses) == ("12:30", ("Ada",))


@pytest.mark.parametrize(
    ("text", "line", "told"),
    [
        ("- Ada came.", 1, "before any heading"),
        ("## Hall: Ada\n~ Ada came.", 2, "without an event"),
        ("## Hall: Ada\n- Ada came.\nBen came.", 3, "indent what continues"),
        ("## Hall: Ada\n- (Ben)", 2, "without a text"),
        ("## Hall: Ada\n- Ada came.\n~", 3, "empty telling"),
        ("## : Ada\n", 1, "names a place"),
        ("## Hall: Ada (death: Ada → Ben)\n", 1, "a heading has no kind"),
    ],
)
def test_what_cannot_be_read_is_listed_by_line(text: str, line: int, told: str) -> None:
    (found,) = parse(text).wrong
    assert found[0] == line
    assert told in found[1]


words = st.text(st.sampled_from("abc 中文XY'.,(（#!~-{"), min_size=1, max_size=20)
ids = st.from_regex(r"[a-z][a-z0-9_]{0,6}", fullmatch=True)
sentences = words.map(lambda text: f"W{' '.join(text.split())}.")


@st.composite
def histories(draw: st.DrawFn) -> list[SceneEvent]:
    called = draw(st.lists(ids, unique=True, max_size=6))
    events = [
        SceneEvent(
            id=id_,
            text=draw(st.sampled_from(["", "(Aside) ", "（旁白）"])) + draw(sentences),
            tellings=tuple(draw(st.lists(sentences, max_size=2))),
            place=draw(st.sampled_from(["hall", "tower"])),
            time=draw(st.sampled_from(["", "noon", "12:30", "黄昏"])),
            witnesses=tuple(sorted(draw(st.sets(st.sampled_from(["ada", "ben", "cy"]))))),
            kept_back=tuple(draw(st.lists(sentences, max_size=2))),
            secret=draw(st.booleans()),
            grave=draw(st.booleans()),
            kind=draw(st.sampled_from([None, *KINDS_OF_EVENT])),
            matter=draw(st.sampled_from(["", "the_matter"])),
            reference=draw(st.sampled_from(["", "I.1", "第一回"])),
            order=order,
        )
        for order, id_ in enumerate(called, 1)
    ]
    return in_groups(events, [draw(st.booleans()) for _ in events])


KINDS_OF_EVENT = [
    EventKind(kind="death", doers=("ada",), victims=("ben", "cy")),
    EventKind(kind="office", victims=("ada",)),
    EventKind(kind="war", doers=("ada",)),
]


def in_groups(events: list[SceneEvent], breaks: list[bool]) -> list[SceneEvent]:
    """The events in groups as scenes.md has them: a heading begins one, and so does a blank line."""
    grouped: list[SceneEvent] = []
    for event, breaks_here in zip(events, breaks, strict=True):
        before = grouped[-1] if grouped else event
        key = (event.place, event.time, event.reference, event.matter)
        begins = breaks_here or key != (before.place, before.time, before.reference, before.matter)
        group = before.group + (bool(grouped) and begins)
        grouped.append(event.model_copy(update={"group": group}))
    return grouped


@given(histories())
def test_what_is_written_reads_back_the_same(events: list[SceneEvent]) -> None:
    assert parse(write(events)).events == events
    assert parse(write(events)).wrong == []


@given(st.text(max_size=200) | st.text(st.sampled_from("#-~(){}!: ,\n\tab，：（）"), max_size=80))
def test_no_text_at_all_makes_the_reader_stumble(text: str) -> None:
    found = parse(text)
    assert [event.order for event in found.events] == list(range(1, len(found.events) + 1))
    assert len({event.id for event in found.events}) == len(found.events) or "#" in text or "＃" in text


def test_names_are_written_for_ids_where_they_are_given() -> None:
    event = SceneEvent(id="bell", text="Ada rang.", place="hall", witnesses=("ada",), order=1)
    assert write([event], {"hall": "The hall", "ada": "Ada Quill"}).startswith("## The hall: Ada Quill\n- Ada rang.")


def test_a_text_that_would_read_as_something_else_is_refused() -> None:
    event = SceneEvent(id="bell", text="Ada told Ben #everything", place="hall", order=1)
    assert parse(write([event])).events == [event]
    with pytest.raises(InputError, match="'e0001' cannot be written"):
        write([event.model_copy(update={"id": "e0001"})])
