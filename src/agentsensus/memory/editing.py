"""Edits of a memory: forget, link, unlink, split, purge. All of them add dated rows; only `purge` erases any."""

import json
import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any, cast

from agentsensus.errors import InputError, NotOwned, UnknownName, nearest
from agentsensus.files import read_bytes
from agentsensus.memory.core.checks import checked_list, checked_name
from agentsensus.memory.core.engine import Engine
from agentsensus.memory.core.snapshot import DERIVED, Snapshot
from agentsensus.memory.designs.g_memory.tiers import QUERY, query_of
from agentsensus.memory.provenance import Via
from agentsensus.memory.record import Purged
from agentsensus.store.rows import (
    ERASED,
    NOBODY,
    AttributeRow,
    Erasure,
    LinkRow,
    MergeRow,
    RetractionRow,
    tombstone,
)
from agentsensus.text.caching import forget_texts

PURGED = "purged"
SPLIT = "split"
_BESIDE = ("*.jsonl", "*.md", "*.txt", "*.html", "transcripts/*.md")


def record_number(engine: Engine, view: Snapshot, record: str) -> int:
    """The number of the record that an id belongs to; the id may be that of any of its wordings."""
    return int(view.roots[atom_number(engine, view, record)])


def atom_number(engine: Engine, view: Snapshot, record: str) -> int:
    """The number of the atom that has an id."""
    number = _atom_number(engine, view, record)
    if number is None:
        raise UnknownName(f"no record has the id {record!r}")
    return number


def _atom_number(engine: Engine, view: Snapshot, record: object) -> int | None:
    if not isinstance(record, str) or not record.isascii():
        return None
    number = engine.store.find([record]).get(record)
    return number if number is not None and number < view.atoms else None


def owned_record(engine: Engine, view: Snapshot, agent: str, record: object) -> tuple[int, int]:
    """Numbers of agent and record, as it knows it; an unknown id and somebody else's are refused in the same words."""
    number, atom = engine.agent(checked_name(agent)), _atom_number(engine, view, record)
    if number is not None and atom is not None:
        own = atom if view.owns_atom(number, atom) else view.own_wording(number, int(view.roots[atom]))
        if own is not None:
            return number, engine.standpoint(view, number).record_of(own)
    raise NotOwned(f"{agent} owns no record with the id {record!r}")


def check_own(engine: Engine, view: Snapshot, agent: str, record: object) -> None:
    """Refuse an id that is neither one of the agent's own wordings nor, where records are shown, a record it owns."""
    number, root = owned_record(engine, view, agent, record)
    atom = _atom_number(engine, view, record)
    shown = root if engine.settings.showing.wording == "record" else None
    if atom is None or (atom != shown and not view.owns_atom(number, atom)):
        raise NotOwned(f"{agent} owns no record with the id {record!r}")


def held_as(engine: Engine, view: Snapshot, agent: int, root: int) -> tuple[Via, Mapping[str, Any]]:
    """How an owner came to know a record, and the metadata of its wording, as a recall shows them."""
    own = engine.standpoint(view, agent).atoms(root)
    ownership = view.ownership(agent, own[0])
    assert ownership is not None
    return engine.via(ownership), engine.metadata(own[-1])


def forgetting(engine: Engine, agent: str, record: str, at: int) -> list[RetractionRow]:
    """The retractions by which one owner loses a record; other owners keep it."""
    view = engine.view()
    number, root = owned_record(engine, view, agent, record)
    own = engine.standpoint(view, number).atoms(root)
    return [RetractionRow(at, "owner", atom, NOBODY, number) for atom in own]


def link(engine: Engine, agent: str, record: str, others: Iterable[str], at: int) -> None:
    """Let an agent link a record it owns to others it owns."""
    view, writer = engine.view(), engine.writer(at)
    number, root = owned_record(engine, view, agent, record)
    stand = engine.standpoint(view, number)
    for other in checked_list(others, "others"):
        _, other_root = owned_record(engine, view, agent, other)
        if other_root == root:
            raise InputError(f"a record cannot be linked to itself: {record!r} and {other!r} are the same")
        if other_root not in stand.linked(root):
            a, b = stand.atoms(root)[-1], stand.atoms(other_root)[-1]
            writer.batch.links.append(LinkRow(at, a, b, "agent", number))
    if writer.batch:
        engine.commit(writer)


def unlink(engine: Engine, agent: str, record: str, others: Iterable[str] | None, at: int) -> None:
    """Hide links from a record, to these others or to all (None), from one agent; other agents still follow them."""
    view, writer = engine.view(), engine.writer(at)
    number, root = owned_record(engine, view, agent, record)
    stand = engine.standpoint(view, number)
    if others is None:
        roots = list(stand.linked(root))
    else:
        roots = [owned_record(engine, view, agent, other)[1] for other in checked_list(others, "others")]
    for other in roots:
        for link_row in (*stand.links_between(root, other), *stand.links_between(other, root)):
            kind, a, b = link_row.cut_key
            row = RetractionRow(at, kind, a, b, number)
            if row not in writer.batch.retractions:
                writer.batch.retractions.append(row)
    if writer.batch:
        engine.commit(writer, reshaped=True)


def split(engine: Engine, record: str, witness: str, at: int) -> tuple[str, str]:
    """Undo a merge: take the witness's wordings out of a record; returns the ids of the two records."""
    view, writer = engine.view(), engine.writer(at)
    root = record_number(engine, view, record)
    members = view.members(root)
    leaving = _wordings_of(engine, members, witness)
    staying = [atom for atom in members if atom not in leaving]
    if not leaving:
        raise UnknownName(f"no wording of {record!r} is by {witness!r}; name an agent or the id of one of its wordings")
    if not staying:
        raise InputError(f"every wording of {record!r} is by {witness!r}; there is nothing to split off")
    for group in (staying, leaving):
        for atom in group:
            if int(view.roots[atom]) != group[0]:
                writer.batch.merges.append(MergeRow(at, atom, group[0], SPLIT))
    writer.batch.merges += _split_for_owners(engine, view, (staying, leaving), at)
    writer.mark_as_the_authors()
    engine.commit(writer, reshaped=True)
    return engine.atom(staying[0]).id, engine.atom(leaving[0]).id


def _split_for_owners(
    engine: Engine, view: Snapshot, groups: tuple[Sequence[int], Sequence[int]], at: int
) -> list[MergeRow]:
    """The rows by which wordings of both groups that were one to their owner are two to it as well."""
    rows = []
    agents = engine.columns.of("owners", "agent")
    for agent in sorted({int(agents[row]) for group in groups for atom in group for row in view.born(atom)}):
        roots = view.own_roots(agent)
        own = [[atom for atom in group if agent in agents[list(view.born(atom))]] for group in groups]
        shared = {roots.get(atom, atom) for atom in own[0]} & {roots.get(atom, atom) for atom in own[1]}
        for group in own:
            of_shared = [atom for atom in group if roots.get(atom, atom) in shared]
            rows += [MergeRow(at, atom, of_shared[0], SPLIT, agent=agent) for atom in of_shared]
    return rows


def _wordings_of(engine: Engine, members: Sequence[int], witness: str) -> list[int]:
    by_id = _atom_number(engine, engine.view(), witness)
    if by_id is not None:
        return [atom for atom in members if atom == by_id]
    deposits = engine.columns.of("deposits", "agent")
    number = engine.agent(witness) if isinstance(witness, str) else None
    return [atom for atom in members if int(deposits[engine.columns.of("atoms", "deposit")[atom]]) == number]


def purge(engine: Engine, path: Path | None, agent: str | None, record: str | None, at: int) -> Purged:
    """Erase an agent's or a record's texts, vectors and metadata for good; rows without text stay in their place."""
    if (agent is None) == (record is None):
        raise InputError("purge one thing: purge(agent=…) or purge(record=…)")
    view, writer = engine.view(), engine.writer(at)
    number = engine.agent(checked_name(agent)) if agent is not None else None
    if agent is not None and number is None:
        raise UnknownName(f"no agent is called {agent!r}{nearest(agent, engine.columns.agents)}")
    if record is not None:
        members = view.members(record_number(engine, view, record))
        owned: dict[int, int | None] = dict.fromkeys([*members, *_made_of(engine, members)])
    else:
        assert number is not None
        owned = {int(engine.columns.of("owners", "atom")[row]): number for row in engine.columns.posting(number)}
    writer.batch.retractions = [
        RetractionRow(at, "owner", atom, NOBODY, owner)
        for atom, only_owner in owned.items()
        for owner in _owners_of(engine, view, atom)
        if only_owner in (None, owner)
    ]
    writer.mark_as_the_authors()
    born_alone = (atom for atom, only_owner in owned.items() if only_owner is None or len(view.born(atom)) == 1)
    erased_atoms = [atom for atom in born_alone if engine.atom(atom).text]
    texts = [engine.atom(atom).text for atom in erased_atoms]
    tombstones = {
        atom: engine.atom(atom)._replace(text="", flags=PURGED, metadata="", origin=_erased(engine, atom))
        for atom in erased_atoms
    }
    queries = _queries(engine, number)
    erasure = Erasure(
        tombstones,
        {number: tombstone(number)} if number is not None else {},
        _unused_vectors(engine, set(erased_atoms), queries),
        queries,
        {name: spelt for name, spelt in engine.header.names.items() if name != agent},
        [added for added in engine.header.added_names if added.agent != agent],
    )
    engine.matrix.close()
    unfinished = engine.store.erase(erasure, writer.batch)
    header = engine.store.header() or engine.header
    forget_texts()  # before it is made anew, so that nothing is taken over that has read them
    engine.remake(header, engine.settings, engine.embedder)
    forget_texts()
    return Purged(len(erased_atoms), tuple([agent] if agent else []), tuple(_still_in(path, texts)), unfinished)


def _queries(engine: Engine, agent: int | None) -> dict[int, AttributeRow]:
    """The attribute rows that hold hashes of what an agent asked, by number, without the hashes."""
    rows = enumerate(cast("Iterator[AttributeRow]", engine.store.rows("attributes")))
    own = {number: row for number, row in rows if row.key == QUERY and row.subject == str(agent)}
    return {number: row._replace(value=replace(query_of(row), key="").as_text()) for number, row in own.items()}


def _unused_vectors(engine: Engine, erased: set[int], queries: Mapping[int, AttributeRow]) -> list[int]:
    """Vectors that belong to nothing that stays: those of erased atoms, and those of what was asked."""
    vectors = engine.columns.of("atoms", "vector").tolist()
    used = {vector for atom, vector in enumerate(vectors) if atom not in erased}
    rows = enumerate(cast("Iterator[AttributeRow]", engine.store.rows("attributes")))
    asked = [query_of(row).key for number, row in rows if row.key == QUERY and number not in queries]
    used |= set(engine.store.find_vectors(asked).values())
    return sorted(set(range(engine.store.counts().vectors)) - used)


def _made_of(engine: Engine, atoms: Sequence[int]) -> list[int]:
    """All by-products that cite these atoms, directly or through other by-products: they may repeat their words."""
    derived: list[int] = []
    waiting = list(atoms)
    while waiting:
        atom = waiting.pop()
        for number in engine.columns.links_of.get(atom, ()):
            link = engine.columns.links[number]
            if link.kind == DERIVED and link.b == atom and link.a not in derived:
                derived.append(link.a)
                waiting.append(link.a)
    return sorted(derived)


def _erased(engine: Engine, atom: int) -> int:
    return int(engine.columns.of("atoms", "origin")[atom]) | ERASED


def _owners_of(engine: Engine, view: Snapshot, atom: int) -> list[int]:
    agents = engine.columns.of("owners", "agent")
    return [int(agents[row]) for row in view.ownerships(atom)]


def _still_in(path: Path | None, texts: Sequence[str]) -> list[str]:
    if path is None:
        return []
    forms = {
        form for text in texts for form in (text, json.dumps(text, ensure_ascii=False)[1:-1], json.dumps(text)[1:-1])
    }
    beside = sorted({file for pattern in _BESIDE for file in path.parent.glob(pattern) if file.is_file()})
    return [file.relative_to(path.parent).as_posix() for file in beside if _may_hold(file, forms)]


def _may_hold(file: Path, forms: Iterable[str]) -> bool:
    """Whether a file holds one of these texts; one that cannot be read may."""
    try:
        text = _plain(file)
    except InputError:
        return True
    return any(form in text for form in forms)


def _plain(file: Path) -> str:
    """The text of a file; for Markdown, followed by the same text without its backslash escapes."""
    text = read_bytes(file).decode("utf-8", "replace")
    return text + re.sub(r"\\(.)", r"\1", text) if file.suffix == ".md" else text
