"""One contract for every design and every control: what a memory promises whatever it makes of a deposit."""

from collections.abc import Callable
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from agentsensus import DepositInput, Memory
from agentsensus.embed import HashingEmbedder
from agentsensus.errors import AgentsensusError, InputError, NotOwned, StoreMismatch, StoreReadOnly
from agentsensus.memory.stream import feed, names_in, read_stream
from tests.memory.company import AGENTS, TEXTS, Deed, deeds, play, snapshot
from tests.memory.every_design import BASELINES, CONSENSUS, DATA, EVERY, Kind, ids


@pytest.fixture(
    autouse=True,
    params=[
        "file",
        pytest.param("postgres", marks=pytest.mark.thorough),
        pytest.param("service", marks=pytest.mark.thorough),
    ],
)
def _store(request: pytest.FixtureRequest) -> None:
    """Every test runs on both kinds of store and over HTTP; a stream is fed to a memory in this process only."""
    if request.param == "postgres" or (request.param == "service" and "_stream[" not in request.node.name):
        request.getfixturevalue(f"on_{request.param}")


every = pytest.mark.parametrize("kind", EVERY, ids=ids)
baselines = pytest.mark.parametrize("kind", BASELINES, ids=ids)


def live(memory: Memory, first: int, last: int) -> list[list[tuple[str, float]]]:
    """Some rounds of a life: everybody asks, then everybody deposits; what was recalled."""
    seen = []
    for at in range(first, last):
        for agent in AGENTS:
            answer = memory.recall(agent, f"What does {agent} know? {TEXTS[at % len(TEXTS)]}", k=3)
            seen.append([(hit.text, hit.score) for hit in (*answer.hits, *answer.linked)])
        memory.remember_many(
            [DepositInput(agent, TEXTS[(at + n) % len(TEXTS)]) for n, agent in enumerate(AGENTS)], at=at
        )
    return seen


@every
def test_what_is_remembered_is_recalled_by_its_owner_only(kind: Kind) -> None:
    memory = kind.open()
    receipt = memory.remember("horatio", f"{TEXTS[0]} {TEXTS[3]}", at=1, metadata={"mood": "afraid"})
    assert [statement.text for statement in receipt.statements] == [TEXTS[0], TEXTS[3]]
    assert TEXTS[0] in memory.recall("horatio", "the ghost on the battlements", k=3).text()
    assert memory.recall("horatio", "ghost", where={"mood": "afraid"}).hits
    assert not memory.recall("horatio", "ghost", where={"mood": "glad"})
    assert not memory.recall("claudius", "the ghost on the battlements")
    assert memory.who_knows("the ghost walked the battlements", k=1)[0].agent == "horatio"


@every
def test_forget_and_revise_touch_one_owner_only(kind: Kind) -> None:
    memory = kind.open()
    mine = memory.remember("horatio", TEXTS[0]).ids[0]
    memory.remember("marcellus", TEXTS[0])
    memory.forget("horatio", mine)
    assert TEXTS[0] not in memory.recall("horatio", TEXTS[0], k=20).text()
    assert TEXTS[0] in memory.recall("marcellus", TEXTS[0]).text()
    theirs = next(h.id for h in memory.recall("marcellus", TEXTS[0], k=9).hits if h.text == TEXTS[0])
    memory.revise("marcellus", theirs, TEXTS[3])
    texts = [hit.text for hit in memory.recall("marcellus", TEXTS[3], k=20).hits]
    assert TEXTS[3] in texts
    assert TEXTS[0] not in texts
    with pytest.raises(NotOwned):
        memory.forget("horatio", theirs)


@every
def test_a_revision_keeps_how_its_owner_came_to_know_and_is_of_the_play(kind: Kind) -> None:
    memory = kind.open()
    old = memory.remember("horatio", TEXTS[0], at=0, via="sediment", metadata={"mood": "afraid"}).ids[0]
    new = memory.revise("horatio", old, TEXTS[3], at=1).ids[0]
    hit = memory.recall("horatio", TEXTS[3], where={"mood": "afraid"}).hits[0]
    assert (hit.id, hit.via.kind, memory.get(new).origin) == (new, "sediment", "sim")


@every
def test_an_agent_finds_what_it_has_forgotten_in_no_past(kind: Kind) -> None:
    memory = kind.open()
    first, second = memory.remember("horatio", f"{TEXTS[0]} {TEXTS[3]}", at=1).ids
    memory.remember("horatio", TEXTS[7], at=2)
    memory.forget("horatio", second, at=3)
    horatio = memory.agent("horatio")
    past = horatio.recall(TEXTS[3], k=1, at=2)
    assert second not in {hit.id for hit in (*past.hits, *past.linked)}
    assert horatio.links(first, at=2) == []
    assert TEXTS[3] in memory.recall("horatio", TEXTS[3], k=9, at=2).text()


@every
def test_an_export_imports_to_the_same_memory_that_goes_on_the_same(kind: Kind, tmp_path: Path) -> None:
    memory = kind.open()
    live(memory, 1, 5)
    memory.advance(5)
    memory.export(tmp_path / "export.jsonl")
    again = Memory.open(embedder="hashing")
    again.import_(tmp_path / "export.jsonl")
    assert again.sha256() == memory.sha256()
    assert again.stats().design == kind.design
    assert snapshot(again) == snapshot(memory)
    assert live(again, 6, 9) == live(memory, 6, 9)
    assert again.sha256() == memory.sha256()


@every
def test_the_past_stays_as_it_was_and_leaves_no_trace_when_looked_at(kind: Kind) -> None:
    memory = kind.open()
    live(memory, 1, 4)
    memory.advance(4)
    then, asked = snapshot(memory, 3), memory.recall("horatio", TEXTS[0], at=3)
    live(memory, 5, 8)
    assert snapshot(memory, 3) == then
    assert memory.recall("horatio", TEXTS[0], at=3) == asked
    assert memory.as_of(3).recall("horatio", TEXTS[0]) == asked
    before = memory.sha256()
    memory.as_of(memory.round).recall("horatio", TEXTS[0])
    memory.advance(9)
    trace = memory.sha256()
    other = kind.open()
    live(other, 1, 4)
    other.advance(4)
    live(other, 5, 8)
    assert other.sha256() == before
    other.advance(9)
    assert other.sha256() == trace


@every
def test_a_memory_closed_and_opened_again_behaves_as_if_it_never_had_been(kind: Kind, tmp_path: Path) -> None:
    straight = kind.open(tmp_path / "straight.db")
    seen = live(straight, 1, 9)
    resumed: list[list[tuple[str, float]]] = []
    for first, last in ((1, 3), (3, 4), (4, 7), (7, 9)):
        with kind.open(tmp_path / "resumed.db") as memory:
            resumed += live(memory, first, last)
    assert resumed == seen
    with Memory.open(tmp_path / "resumed.db", read_only=True) as memory:
        assert memory.sha256() == straight.sha256()


@every
def test_a_memory_closed_while_reads_wait_recalls_the_same_later(kind: Kind, tmp_path: Path) -> None:
    """A recall whose trace is not committed yet is committed when the file is let go of."""

    def day(memory: Memory, close: Callable[[Memory], Memory]) -> list[float]:
        live(memory, 1, 4)
        memory.recall("horatio", TEXTS[3], k=2)
        memory = close(memory)
        memory.remember("horatio", TEXTS[7], at=9)
        found = [hit.score for hit in memory.recall("horatio", TEXTS[0], k=9).hits]
        memory.close()
        return found

    def reopened(memory: Memory) -> Memory:
        memory.close()
        return kind.open(tmp_path / "b.db")

    unbroken = day(kind.open(tmp_path / "a.db"), lambda memory: memory)
    assert day(kind.open(tmp_path / "b.db"), reopened) == unbroken


@every
def test_a_fork_goes_its_own_way_from_the_same_state(kind: Kind, tmp_path: Path) -> None:
    memory = kind.open(tmp_path / "a.db")
    live(memory, 1, 5)
    memory.fork(tmp_path / "fork.db", at=3)
    fork = Memory.open(tmp_path / "fork.db")
    other = kind.open()
    live(other, 1, 4)
    assert fork.sha256() == other.sha256()
    assert live(fork, 4, 7) == live(other, 4, 7)


@every
def test_an_export_of_the_past_goes_on_as_a_fork_of_it_does(kind: Kind, tmp_path: Path) -> None:
    memory = kind.open(tmp_path / "a.db")
    live(memory, 1, 6)
    memory.fork(tmp_path / "fork.db", at=3)
    memory.as_of(3).export(tmp_path / "past.jsonl")
    again = Memory.open(embedder="hashing")
    again.import_(tmp_path / "past.jsonl")
    with Memory.open(tmp_path / "fork.db") as fork:
        assert again.sha256() == fork.sha256() == memory.as_of(3).sha256()
        assert live(again, 4, 8) == live(fork, 4, 8)
        assert again.sha256() == fork.sha256()


@every
@pytest.mark.parametrize("way", ["export", "fork"])
def test_a_copy_made_while_reads_wait_goes_on_as_the_original_does(kind: Kind, way: str, tmp_path: Path) -> None:
    memory = kind.open(tmp_path / "a.db")
    live(memory, 1, 4)
    memory.advance(30)
    memory.recall("horatio", "Who walks at night?", k=1)
    if way == "fork":
        memory.fork(tmp_path / "b.db")
        copy = Memory.open(tmp_path / "b.db")
    else:
        memory.export(tmp_path / "b.jsonl")
        copy = Memory.open(embedder="hashing")
        copy.import_(tmp_path / "b.jsonl")
    for one in (copy, memory):
        one.advance(31)
    assert copy.recall("horatio", "Who walks?", k=9) == memory.recall("horatio", "Who walks?", k=9)
    assert live(copy, 32, 34) == live(memory, 32, 34)
    assert copy.sha256() == memory.sha256()


@every
def test_the_hash_of_a_memory_counts_reads_that_wait(kind: Kind, tmp_path: Path) -> None:
    with kind.open(tmp_path / "a.db") as memory:
        live(memory, 1, 3)
        memory.recall("horatio", "Who walks at night?", k=2)
        found = memory.sha256()
    with Memory.open(tmp_path / "a.db", read_only=True) as memory:
        assert memory.sha256() == found


@every
def test_separators_that_are_no_line_breaks_survive_an_export(kind: Kind, tmp_path: Path) -> None:
    memory = kind.open()
    memory.remember("horatio", TEXTS[0], metadata={"note": "one\u2028two\x85three"})
    memory.export(tmp_path / "e.jsonl")
    again = Memory.open(embedder="hashing")
    again.import_(tmp_path / "e.jsonl")
    assert again.sha256() == memory.sha256()


@every
def test_purge_erases_the_words_and_the_memory_goes_on(kind: Kind, tmp_path: Path) -> None:
    memory = kind.open(tmp_path / "a.db")
    live(memory, 1, 5)
    memory.remember("osric", "Osric hid the third foil under the stair.", at=5)
    memory.purge(agent="osric")
    assert not any("third foil" in record.text for record in memory.records())
    assert "osric" not in memory.agents
    live(memory, 6, 8)
    memory.close()
    assert b"third foil" not in (tmp_path / "a.db").read_bytes()


@pytest.mark.parametrize("kind", BASELINES[:4], ids=ids)
def test_purging_a_row_erases_what_was_made_of_it(kind: Kind, tmp_path: Path) -> None:
    memory = kind.open(tmp_path / "a.db")
    ids_ = [memory.remember("horatio", text, at=at).ids[0] for at, text in enumerate(TEXTS[:7], 1)]
    made = [record for record in memory.records() if record.kind]
    assert made
    for purged in ids_[:6]:
        memory.purge(record=purged)
    assert not any("trunks" in record.text or "ghost" in record.text for record in memory.records())
    memory.remember("horatio", TEXTS[7], at=9)
    memory.close()
    assert b"trunks" not in (tmp_path / "a.db").read_bytes()


@every
def test_another_embedder_leaves_what_is_known_of_rows_as_it_was(kind: Kind, tmp_path: Path) -> None:
    memory = kind.open(tmp_path / "a.db")
    live(memory, 1, 4)
    known = [(r.text, r.owners, r.kind, r.readers) for r in memory.records()]
    memory.reembed(HashingEmbedder(64))
    assert [(r.text, r.owners, r.kind, r.readers) for r in memory.records()] == known
    live(memory, 5, 7)


@every
def test_a_reader_sees_what_the_writer_writes_and_changes_nothing(kind: Kind, tmp_path: Path) -> None:
    writer = kind.open(tmp_path / "a.db")
    live(writer, 1, 3)
    with Memory.open(tmp_path / "a.db", read_only=True) as reader:
        before = writer.sha256()
        assert reader.recall("horatio", TEXTS[2]) == reader.recall("horatio", TEXTS[2])
        with pytest.raises(StoreReadOnly):
            reader.remember("horatio", TEXTS[0])
        writer.advance(3)
        live(writer, 4, 6)
        assert snapshot(reader) == snapshot(writer)
        assert reader.recall("horatio", TEXTS[2]).hits == writer.recall("horatio", TEXTS[2], at=writer.round).hits
    assert writer.sha256() != before


@every
def test_a_store_keeps_its_design_and_refuses_another(kind: Kind, tmp_path: Path) -> None:
    kind.open(tmp_path / "a.db").close()
    with Memory.open(tmp_path / "a.db") as memory:
        assert memory.stats().design == kind.design
        memory.export(tmp_path / "export.jsonl")
    other = "collaborative" if kind.design == "consensus" else "consensus"
    with pytest.raises(StoreMismatch, match=f"made with the design {kind.design}, not {other}"):
        Memory.open(tmp_path / "a.db", design=other)
    with pytest.raises(StoreMismatch, match=f"design {kind.design}"):
        Memory.open(design=other, embedder="hashing").import_(tmp_path / "export.jsonl")


@every
@pytest.mark.parametrize("language", ["en", "zh"])
def test_rows_and_merges_together_are_the_atoms_of_a_stream(kind: Kind, language: str) -> None:
    """One stream, every mechanism: rows net of by-products, and merges, come to the same number of atoms."""
    lines = read_stream(DATA / f"stream_{language}.jsonl")
    memory = kind.open(names=names_in(lines))
    feed(lines, memory)
    stats = memory.stats()
    witnesses = {"en": (2 * 4 + 2, 2 + 1, 18), "zh": (2 * 4 + 2, 2 + 1, 13)}[language]
    per_witness = kind.design != "consensus" or kind.settings.get("merging") in ("off", "self")
    atoms = witnesses[0 if per_witness else 1] + witnesses[2]
    assert stats.total - sum(stats.byproducts.values()) + sum(stats.merges.values()) == atoms
    assert stats.history - stats.byproducts["history"] == witnesses[0 if per_witness else 1]
    if kind.design != "consensus":
        assert (stats.shared, stats.three_owners, stats.linked, sum(stats.merges.values())) == (0, 0, 0, 0)
        assert stats.max_owners == 1


@baselines
def test_an_event_is_one_row_per_witness_places_and_carriers_included(kind: Kind) -> None:
    memory = kind.open()
    receipt = memory.remember_event(["horatio", "battlements", "the_letter"], TEXTS[0], at=0, via="sediment")
    assert len(receipt.ids) == 3
    rows = [record for record in memory.records() if not record.kind]
    assert [record.owners for record in rows] == [("battlements",), ("horatio",), ("the_letter",)]
    assert {record.origin for record in rows} == {"sediment"}
    shared = CONSENSUS.open()
    assert len(shared.remember_event(["horatio", "battlements"], TEXTS[0], at=0, via="sediment").ids) == 1


@baselines
def test_baselines_keep_no_links_and_say_so(kind: Kind) -> None:
    memory = kind.open()
    first, second = memory.remember("horatio", f"{TEXTS[0]} {TEXTS[3]}").ids
    for refused in (memory.link, memory.unlink):
        with pytest.raises(InputError, match=f"{kind.design} keeps no links"):
            refused("horatio", first, [second])
    assert memory.links("horatio", first) == []
    assert not memory.why(TEXTS[0], TEXTS[0]).merges


@every
@settings(max_examples=8)
@given(life=deeds())
def test_any_life_can_be_led_and_nobody_reads_what_is_not_its_own(kind: Kind, life: list[Deed]) -> None:
    memory = kind.open()
    for deed in life:
        play(memory, deed)
    owned = {agent: {r.text for r in memory.records(agent=agent)} for agent in AGENTS}
    for agent in AGENTS:
        for text in TEXTS[::3]:
            answer = memory.recall(agent, text, k=30)
            mine = {w.text for r in memory.records(agent=agent) for w in r.wordings if agent in w.owners}
            assert {hit.text for hit in (*answer.hits, *answer.linked)} <= mine | owned[agent]
    stats = memory.stats()
    assert stats.history + stats.since == stats.total == len(memory.records())


@settings(max_examples=12)
@given(
    st.lists(
        st.lists(st.tuples(st.sampled_from(AGENTS), st.sampled_from(TEXTS)), min_size=1, max_size=5),
        min_size=1,
        max_size=4,
    )
)
def test_for_any_deposits_every_mechanism_counts_the_same_atoms(rounds: list[list[tuple[str, str]]]) -> None:
    counted = set()
    for kind in (CONSENSUS, *BASELINES):
        memory = kind.open()
        for at, deposits in enumerate(rounds, 1):
            memory.remember_many([DepositInput(a, t, number=n) for n, (a, t) in enumerate(deposits)], at=at)
        stats = memory.stats()
        counted.add(stats.total - sum(stats.byproducts.values()) + sum(stats.merges.values()))
        if kind is not CONSENSUS:
            assert (stats.shared, stats.linked) == (0, 0)
    assert len(counted) == 1


@every
def test_the_order_in_which_deposits_arrive_does_not_matter(kind: Kind) -> None:
    deposits = [DepositInput(agent, text) for agent in AGENTS for text in TEXTS[:5]]
    one, other = kind.open(), kind.open()
    for memory, given_ in ((one, deposits), (other, deposits[::-1])):
        memory.remember_many(given_, at=1)
        for agent in AGENTS if memory is one else AGENTS[::-1]:
            memory.recall(agent, TEXTS[1])
        memory.advance(2)
    assert one.sha256() == other.sha256()


@every
def test_what_is_refused_writes_nothing(kind: Kind) -> None:
    memory = kind.open()
    memory.remember("horatio", TEXTS[0], at=3)
    before = memory.sha256()
    refusals: list[Callable[[], object]] = [
        lambda: memory.remember("horatio", " "),
        lambda: memory.remember("horatio", TEXTS[0], at=2),
        lambda: memory.remember_event([], TEXTS[0]),
        lambda: memory.remember("horatio", TEXTS[0], via="dreamt"),
        lambda: memory.remember("horatio", TEXTS[0], truth=3),  # type: ignore[arg-type]  # a caller's mistake
        lambda: memory.revise("horatio", "nothing", TEXTS[1]),
        lambda: memory.recall("horatio", TEXTS[0], k=0),
        lambda: memory.grant("nothing", "osric"),
    ]
    for refused in refusals:
        with pytest.raises(AgentsensusError) as error:
            refused()
        assert "\n" not in str(error.value)
    assert memory.sha256() == before
