"""Choose the cast: characters with enough statements, and those the author keeps."""

from dataclasses import dataclass

from agentsensus.errors import InputError, UnknownName, did_you_mean
from agentsensus.worlds.sediment.account import Account, LastPlace

__all__ = ["DEFAULT_ROWS", "Selection", "select_cast"]

DEFAULT_ROWS = {"play": 20, "novel": 50, "timeline": 3}
_MOST = 40


@dataclass(frozen=True)
class Selection:
    """The active and archived characters with reasons, and everyone's first place."""

    active: tuple[str, ...]
    archived: dict[str, str]
    """Archived characters with the reason. Characters with too few statements are only in the registry."""
    at: dict[str, LastPlace]
    kept: dict[str, str]
    """Characters kept by the author, with the reason."""
    more_than: int
    places: tuple[str, ...]


def select_cast(account: Account, more_than: int | None, keep: dict[str, str]) -> Selection:
    """Choose characters with more than `more_than` statements, or kept by the author. The dead are archived."""
    people = account.registry.of_kind("character")
    everything = account.registry.entries
    for id_ in keep:
        if id_ not in everything:
            raise UnknownName(f"--keep {id_}: no such id in the registry{did_you_mean(id_, everything)}")
    least = DEFAULT_ROWS[account.form] if more_than is None else more_than
    alive = [id_ for id_ in people if id_ not in account.dead]
    chosen = sorted((id_ for id_ in alive if account.rows[id_] > least), key=lambda id_: (-account.rows[id_], id_))
    if more_than is None:
        chosen = chosen[:_MOST] or sorted(alive, key=lambda id_: (-account.rows[id_], id_))[:6]
    active = [id_ for id_ in people if id_ in set(chosen) or (id_ in keep and id_ not in account.dead)]
    if not active and alive:
        raise InputError(_nobody(account, alive, least))
    archived = {id_: "dead" for id_ in people if id_ in account.dead}
    at = {id_: _start(id_, account) for id_ in active}
    why_kept = {id_: why for id_, why in keep.items() if id_ in everything}
    return Selection(tuple(active), archived, at, why_kept, least, _places(account, at, why_kept))


def _nobody(account: Account, alive: list[str], least: int) -> str:
    first = max(alive, key=lambda id_: (account.rows[id_], id_))
    return (
        f"nobody who lives at the end owns more than {least} statements; most, {account.rows[first]}, are owned by "
        f"{first}: use a smaller --more-than, or --keep somebody"
    )


def _start(id_: str, account: Account) -> LastPlace:
    """Return a character's first place: its last place in the text, else that of its closest contact."""
    if id_ in account.whereabouts:
        return account.whereabouts[id_]
    for other, _ in account.closeness[id_].most_common():
        if other in account.whereabouts:
            account.warnings.append(f"{id_}: no passage says where it is; it begins where {other} is")
            return LastPlace(account.whereabouts[other].place, None)
    counts: dict[str, int] = {}
    for statement in account.statements:
        counts[statement.place] = counts.get(statement.place, 0) + 1
    first = max(sorted(counts), key=lambda place: counts[place])
    account.warnings.append(f"{id_}: no passage says where it is; it begins in {first}, where most happens")
    return LastPlace(first, None)


def _places(account: Account, at: dict[str, LastPlace], why_kept: dict[str, str]) -> tuple[str, ...]:
    """Return the places that are used or kept."""
    used = {statement.place for statement in account.statements} | {where.place for where in at.values()}
    return tuple(id_ for id_ in account.registry.of_kind("place") if id_ in used or id_ in why_kept)
