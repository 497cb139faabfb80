"""Read access without ownership: grants, groups, and the access graph of the collaborative design."""

from collections.abc import Iterable

from agentsensus.errors import InputError
from agentsensus.memory.core.checks import checked_name
from agentsensus.memory.core.lookup import atom_number, record_number
from agentsensus.memory.designs.design import Grant
from agentsensus.memory.session import Session, in_turn

__all__ = ["connect", "grant", "revoke", "set_group"]


@in_turn
async def grant(
    session: Session, record: str, reader: str | None, group: str | None, at: int | None, by: str | None = None
) -> None:
    """Let a reader or a group read a record. `by` is the owner who grants it; None for the application."""
    round_, engine = session.writable_round(at), session.engine
    _check_one(reader, group)
    view = engine.view()
    root = record_number(engine, view, record)
    if not view.is_live(root):
        raise InputError(f"nobody owns {record!r} any more; there is nothing to read in it")
    session.design.grant(Grant(root, atom_number(engine, view, record), reader, group, by), round_)


@in_turn
async def revoke(
    session: Session, record: str, reader: str | None, group: str | None, at: int | None, by: str | None = None
) -> None:
    """Revoke grants: all of them (`by` is None), or those of one agent."""
    round_, engine = session.writable_round(at), session.engine
    _check_one(reader, group)
    view = engine.view()
    number = atom_number(engine, view, record)
    session.design.revoke(Grant(record_number(engine, view, record), number, reader, group, by), round_)


@in_turn
async def set_group(session: Session, name: str, members: Iterable[str], at: int | None = None) -> None:
    """Give a group exactly these members from now on."""
    session.design.set_group(name, members, session.writable_round(at))


@in_turn
async def connect(
    session: Session, reader: str, agent: str | None, resource: str | None, at: int | None, *, is_open: bool
) -> None:
    """Open or close an edge of the access graph, from a reader to an agent or to a resource."""
    round_ = session.writable_round(at)
    if (agent is None) == (resource is None):
        raise InputError("connect to one thing: agent=… or resource=…")
    kind, to = ("agent", checked_name(agent)) if resource is None else ("resource", checked_name(resource, "resource"))
    session.design.connect(checked_name(reader, "reader"), kind, to, round_, is_open=is_open)


def _check_one(reader: str | None, group: str | None) -> None:
    if (reader is None) == (group is None):
        raise InputError("name one reader, or group=…")
