"""Find a record or wording by its id, and check that the agent owns it."""

from collections.abc import Iterable, Mapping
from typing import Any

from agentsensus.errors import NotOwned, UnknownName
from agentsensus.memory.core.checks import checked_name
from agentsensus.memory.core.engine import Engine
from agentsensus.memory.core.snapshot import Snapshot
from agentsensus.memory.inputs import Via

__all__ = ["atom_number", "check_own", "find_atom", "held_as", "owned_record", "record_number"]


def record_number(engine: Engine, view: Snapshot, record: str) -> int:
    """Return the number of the record with this id, or with a wording of this id. Raises UnknownName."""
    return int(view.roots[atom_number(engine, view, record)])


def atom_number(engine: Engine, view: Snapshot, record: str) -> int:
    """Return the number of the atom with this id. Raises UnknownName."""
    number = find_atom(engine, view, record)
    if number is None:
        raise UnknownName(f"no record has the id {record!r}")
    return number


def find_atom(engine: Engine, view: Snapshot, record: object) -> int | None:
    """Return the number of the atom with this id; None if there is none."""
    if not isinstance(record, str) or not record.isascii():
        return None
    number = engine.store.find([record]).get(record)
    return number if number is not None and number < view.atoms else None


def owned_record(engine: Engine, view: Snapshot, agent: str, record: object) -> tuple[int, int]:
    """Return the numbers of an agent and of its record.

    Raises NotOwned with the same message for an unknown id and for another agent's id, so guessing ids reveals nothing.
    """
    number, atom = engine.agent(checked_name(agent)), find_atom(engine, view, record)
    if number is not None and atom is not None:
        own = atom if view.owns_atom(number, atom) else view.own_wording(number, int(view.roots[atom]))
        if own is not None:
            return number, engine.agent_view(view, number).record_of(own)
    raise NotOwned(f"{agent} owns no record with the id {record!r}")


def check_own(engine: Engine, agent: str, records: Iterable[object]) -> None:
    """Raise NotOwned unless the agent owns all ids: wordings, or records if the settings show records."""
    view = engine.view()
    for record in records:
        number, root = owned_record(engine, view, agent, record)
        atom = find_atom(engine, view, record)
        shown = root if engine.settings.showing.wording == "record" else None
        if atom is None or (atom != shown and not view.owns_atom(number, atom)):
            raise NotOwned(f"{agent} owns no record with the id {record!r}")


def held_as(engine: Engine, view: Snapshot, agent: int, root: int) -> tuple[Via, Mapping[str, Any]]:
    """Return how an owner learned a record, and the metadata of its wording, as a recall shows them."""
    own = engine.agent_view(view, agent).atoms(root)
    ownership = view.ownership(agent, own[0])
    assert ownership is not None
    return engine.via(ownership), engine.metadata(own[-1])
