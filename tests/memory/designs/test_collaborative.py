"""Collaborative Memory: a grant and its revocation, the two graphs in time, provenance, and the policies."""

from collections.abc import Callable

import pytest

from agentsensus import Memory, Via
from agentsensus.errors import InputError, NotOwned, UnknownName
from agentsensus.memory import AccessGraph
from agentsensus.memory.designs.collaborative.access import READ_POLICIES, Provenance, Reader
from tests.memory.every_design import attributes

SECRET = "Claudius poured poison into the ear of the old king."
LETTER = "The letter orders England to behead Hamlet."


def elsinore(**settings: object) -> Memory:
    memory = Memory.open(design="collaborative", embedder="hashing", settings=settings or None)
    memory.remember("claudius", SECRET, at=1, metadata={"mood": "afraid"})
    memory.remember("horatio", LETTER, at=2, via=Via.read("the_letter"))
    return memory


def reads(memory: Memory, agent: str, at: int | None = None) -> list[str]:
    return [hit.text for hit in memory.recall(agent, "poison letter king", at=at).hits]


def test_a_grant_gives_a_reader_and_revoking_it_acts_backwards() -> None:
    """Granted in round 3, read, revoked in round 5: nothing is left to read, but the past keeps what was so."""
    memory = elsinore()
    record = memory.records()[0].id
    memory.grant(record, "hamlet", at=3)
    assert reads(memory, "hamlet") == [SECRET]
    assert memory.recall("hamlet", "poison").hits[0].since == 3
    memory.revoke(record, "hamlet", at=5)
    assert reads(memory, "hamlet") == []
    assert [reads(memory, "hamlet", at) for at in (2, 3, 4, 5)] == [[], [SECRET], [SECRET], []]
    memory.grant(record, "hamlet", at=6)
    assert reads(memory, "hamlet") == [SECRET]
    assert [row.key for row in attributes(memory, "grant")] == ["grant", "grant"]


def test_a_capability_reads_of_the_past_only_what_it_may_read_now() -> None:
    memory = elsinore(write_policy="shared")
    record, reader = memory.records()[0].id, memory.agent("hamlet")

    def past(at: int) -> list[str]:
        return [hit.text for hit in reader.recall("poison letter king", at=at).hits]

    memory.grant(record, "hamlet", at=3)
    AccessGraph(memory).connect("hamlet", agent="horatio", at=3)
    AccessGraph(memory).connect("hamlet", resource="the_letter", at=3)
    memory.advance(4)
    assert (set(past(3)), past(2)) == ({SECRET, LETTER}, [])
    memory.revoke(record, "hamlet", at=5)
    assert (past(4), memory.as_of(4).agent("hamlet").recall("poison king", k=1).text()) == ([LETTER], f"- {LETTER}")
    AccessGraph(memory).disconnect("hamlet", resource="the_letter", at=6)
    assert past(4) == []
    assert set(reads(memory, "hamlet", at=4)) == {SECRET, LETTER}  # the author's look at what was so


def test_what_its_owner_forgets_is_lent_to_no_capability_at_any_round() -> None:
    memory = elsinore()
    record = memory.records()[0].id
    memory.grant(record, "hamlet", at=3)
    memory.forget("claudius", record, at=5)
    assert not memory.agent("hamlet").recall("poison", at=4)
    assert not memory.agent("claudius").recall("poison", at=4)
    assert memory.recall("claudius", "poison", at=4).hits


def test_a_reader_is_no_owner_and_nothing_merges() -> None:
    memory = elsinore()
    record = memory.records()[0].id
    before = memory.stats()
    memory.grant(record, "hamlet", at=3)
    memory.remember("hamlet", SECRET, at=4)
    stats = memory.stats()
    assert (stats.total, stats.shared, stats.max_owners, sum(stats.merges.values())) == (before.total + 1, 0, 1, 0)
    whole = memory.get(record)
    assert (whole.owners, whole.readers) == (("claudius",), ("hamlet",))
    with pytest.raises(NotOwned):
        memory.forget("hamlet", record)


def test_what_is_lent_shows_the_words_and_nothing_of_their_owner() -> None:
    memory = elsinore()
    memory.grant(memory.records()[0].id, "hamlet")
    hit = memory.recall("hamlet", "poison").hits[0]
    assert (hit.text, dict(hit.metadata), hit.via.source) == (SECRET, {}, "")
    assert not memory.recall("hamlet", "poison", where={"mood": "afraid"})


def test_a_granted_row_that_its_owner_forgets_is_gone_for_the_reader_too() -> None:
    memory = elsinore()
    record = memory.records()[0].id
    memory.grant(record, "hamlet")
    memory.forget("claudius", record)
    assert reads(memory, "hamlet") == []
    with pytest.raises(InputError, match="nobody owns"):
        memory.grant(record, "osric")


def test_the_graphs_let_shared_rows_be_read_when_every_source_is_open() -> None:
    memory = elsinore(write_policy="shared")
    AccessGraph(memory).connect("hamlet", agent="horatio", at=3)
    assert reads(memory, "hamlet") == []  # the letter is not open to Hamlet
    AccessGraph(memory).connect("hamlet", resource="the_letter", at=4)
    assert reads(memory, "hamlet") == [LETTER]
    AccessGraph(memory).disconnect("hamlet", agent="horatio", at=5)
    assert reads(memory, "hamlet") == []
    assert [reads(memory, "hamlet", at) for at in (3, 4, 5)] == [[], [LETTER], []]
    assert SECRET not in memory.recall("hamlet", "poison", k=9).text()
    AccessGraph(memory).connect("hamlet", agent="claudius", at=6)
    assert SECRET in memory.recall("hamlet", "poison", k=9).text()


def test_closing_a_source_takes_even_own_rows_that_came_from_it() -> None:
    memory = elsinore()
    memory.remember("horatio", "Hamlet is aboard with pirates.", at=2, via="told:sailor")
    assert len(reads(memory, "horatio")) == 2
    AccessGraph(memory).disconnect("horatio", resource="the_letter", at=3)
    assert reads(memory, "horatio") == ["Hamlet is aboard with pirates."]
    AccessGraph(memory).disconnect("horatio", agent="sailor", at=4)
    assert reads(memory, "horatio") == []
    AccessGraph(memory).connect("horatio", resource="the_letter", at=5)
    assert reads(memory, "horatio") == [LETTER]


def test_private_rows_are_not_opened_by_the_graphs() -> None:
    memory = elsinore()
    AccessGraph(memory).connect("hamlet", agent="claudius", at=3)
    assert reads(memory, "hamlet") == []
    memory.remember("claudius", "Claudius prayed alone.", at=3)
    assert reads(memory, "hamlet") == []


def test_the_write_policy_may_share_what_was_witnessed_only() -> None:
    memory = elsinore(write_policy="witnessed")
    for reader in ("agent", "resource"):
        AccessGraph(memory).connect("hamlet", **{reader: {"agent": "horatio", "resource": "the_letter"}[reader]}, at=3)
    AccessGraph(memory).connect("hamlet", agent="claudius", at=3)
    assert reads(memory, "hamlet") == [SECRET]


def test_read_policies_are_functions_of_reader_and_provenance() -> None:
    row = Provenance(7, frozenset({"horatio", "sailor"}), frozenset({"the_letter"}))
    open_, granted = {"horatio": "open", "sailor": "open"}, Reader(1, "hamlet", {}, {}, is_granted=True)
    covered = Reader(1, "hamlet", open_, {"the_letter": "open"})
    by_provenance, by_grants = READ_POLICIES["provenance"], READ_POLICIES["grants"]
    assert by_provenance(covered, row, True)
    assert not by_provenance(covered, row, False)
    assert not by_provenance(covered._replace(agents={"horatio": "open"}), row, True)
    assert not by_grants(covered, row, True)
    assert by_grants(granted, row, False)
    assert not by_grants(granted._replace(resources={"the_letter": "closed"}), row, False)
    assert by_grants(Reader(7, "horatio", {}, {}), row, False)


def test_a_purged_reader_leaves_no_name() -> None:
    memory = elsinore()
    record = memory.records()[0].id
    memory.grant(record, "hamlet")
    memory.purge(agent="hamlet")
    assert memory.get(record).readers == ("purged-2",)
    assert reads(memory, "hamlet") == []


def test_an_edge_stays_closed_when_the_one_it_leads_to_is_purged() -> None:
    memory = elsinore()
    memory.remember("horatio", "Hamlet is aboard with pirates.", at=2, via=Via.told("sailor", "by the sailor"))
    for kind, name in (("agent", "sailor"), ("resource", "the_letter")):
        AccessGraph(memory).disconnect("horatio", **{kind: name}, at=3)
    assert reads(memory, "horatio") == []
    memory.purge(agent="sailor")
    memory.purge(agent="the_letter")
    assert reads(memory, "horatio") == []
    assert "sailor" not in repr(memory.history(memory.records()[-1].id))


def test_readers_are_those_whom_the_read_policy_lets_read() -> None:
    memory = elsinore(write_policy="shared")
    secret, letter = (record.id for record in memory.records())
    AccessGraph(memory).connect("hamlet", agent="horatio", at=3)
    assert memory.get(letter).readers == ()
    AccessGraph(memory).connect("hamlet", resource="the_letter", at=4)
    memory.grant(letter, "osric", at=4)
    memory.grant(secret, "osric", at=4)
    assert [record.readers for record in memory.records()] == [("osric",), ("hamlet", "osric")]
    AccessGraph(memory).disconnect("osric", agent="claudius", at=5)
    AccessGraph(memory).disconnect("horatio", resource="the_letter", at=5)
    assert [record.readers for record in memory.records()] == [(), ("hamlet", "osric")]
    assert memory.get(letter, at=3).readers == ()
    for record in memory.records():
        assert {agent for agent in memory.agents if record.text in reads(memory, agent)} - set(record.owners) == set(
            record.readers
        )
    memory.forget("horatio", letter)
    assert memory.get(letter).readers == ()


def test_a_revision_keeps_where_its_row_came_from() -> None:
    memory = elsinore(write_policy="witnessed")
    old = memory.recall("horatio", "letter").hits[0].id
    new = memory.revise("horatio", old, "The letter orders a beheading.", at=3).ids[0]
    hit = memory.recall("horatio", "letter").hits[0]
    assert (hit.id, str(hit.via)) == (new, "read:the_letter")
    for edge in ({"agent": "horatio"}, {"resource": "the_letter"}):
        AccessGraph(memory).connect("hamlet", **edge, at=4)
    assert reads(memory, "hamlet") == []  # what was read is not one's own to share
    AccessGraph(memory).disconnect("horatio", resource="the_letter", at=5)
    assert reads(memory, "horatio") == []


def test_nobody_revises_what_it_may_not_read() -> None:
    memory = elsinore()
    old = memory.recall("horatio", "letter").hits[0].id
    AccessGraph(memory).disconnect("horatio", resource="the_letter", at=3)
    before = memory.sha256()
    for revise in (memory.agent("horatio").revise, lambda *given: memory.revise("horatio", *given)):
        with pytest.raises(InputError, match="horatio may not read"):
            revise(old, "The letter is nothing.")
    assert memory.sha256() == before
    memory.forget("horatio", old)
    assert memory.records(agent="horatio") == []


def test_an_agent_grants_only_what_is_its_own() -> None:
    memory = elsinore()
    mine = memory.recall("claudius", "poison").hits[0].id
    memory.agent("claudius").grant(mine, "gertrude")
    assert reads(memory, "gertrude") == [SECRET]
    with pytest.raises(NotOwned):
        memory.agent("horatio").grant(mine, "osric")
    memory.agent("claudius").revoke(mine, "gertrude")
    assert reads(memory, "gertrude") == []


@pytest.mark.parametrize(
    ("mistake", "kind", "words"),
    [
        (lambda m, r: m.grant("nothing", "hamlet"), UnknownName, "no record has the id 'nothing'"),
        (lambda m, r: m.grant(r, " "), InputError, "reader is empty"),
        (lambda m, r: m.grant(r, "claudius"), InputError, "claudius owns"),
        (lambda m, r: m.revoke(r, "hamlet"), InputError, "hamlet holds no grant"),
        (lambda m, r: m.grant(r, "hamlet", at=0), InputError, "rounds never go back"),
        (lambda m, r: AccessGraph(m).connect("hamlet"), InputError, "connect to one thing"),
        (lambda m, r: AccessGraph(m).connect("hamlet", agent="a", resource="b"), InputError, "connect to one thing"),
    ],
)
def test_mistakes_are_one_line_and_write_nothing(
    mistake: Callable[[Memory, str], None], kind: type[Exception], words: str
) -> None:
    memory = elsinore()
    before = memory.sha256()
    with pytest.raises(kind, match=words):
        mistake(memory, memory.records()[0].id)
    assert memory.sha256() == before


@pytest.mark.parametrize("design", ["generative-agents", "g-memory"])
def test_designs_without_shared_rows_have_no_grants_to_give(design: str) -> None:
    memory = Memory.open(design=design, embedder="hashing")
    record = memory.remember("claudius", SECRET).ids[0]
    assert not hasattr(memory, "connect")  # what only another design can do is no method of every memory
    for refused in (memory.grant, memory.revoke):
        with pytest.raises(InputError, match=f"{design} has no grants to give; consensus and collaborative have"):
            refused(record, "hamlet")
    with pytest.raises(InputError, match=f"{design} has no access graph; open a memory with design='collaborative'"):
        AccessGraph(memory).connect("hamlet", agent="claudius")
