"""Whether a run's characters notice what they witness: deaths, attacks and arrests, and captives without a guard."""

from collections.abc import Callable, Iterable
from dataclasses import dataclass

from agentsensus.worlds.events.event import Acted, AnyEvent, Arrived, Departed, Happened, LifeChanged, Sent
from agentsensus.worlds.scenario.scenario import Scenario

__all__ = ["Noticed", "Spoken", "noticed"]

_WITHIN = 2
"""Rounds in which a witness should react, and speak of nothing else."""
_DRAMATIC = frozenset(("died", "held", "hurt", "departed"))
_TALK = ("say",)
_REACTIONS = frozenset(("gesture", "deed", "move"))


@dataclass(frozen=True, slots=True)
class Spoken:
    """What a line is about: its speech act (empty for telling and asking), and everybody it names or is said to."""

    act: str
    persons: frozenset[str]


@dataclass(slots=True)
class Noticed:
    """Counts of one run.

    ignoring: lines of witnesses within two rounds of a drama that neither name anybody in it nor react
    deaths_unnoticed: witnesses of a death, free to act, who did nothing about it within two rounds
    unguarded: rounds in which a captive was alone
    """

    ignoring: int = 0
    deaths_unnoticed: int = 0
    unguarded: int = 0


@dataclass(frozen=True, slots=True)
class _Drama:
    round: int
    place: str
    is_death: bool
    persons: frozenset[str]
    witnesses: frozenset[str]


def noticed(scenario: Scenario, events: Iterable[AnyEvent], read: Callable[[Sent], Spoken]) -> Noticed:
    """Count from a log; `read` says what a line is about."""
    log = list(events)
    last = max((event.round for event in log), default=0)
    dramas, counts = [*_dramas(scenario, log)], Noticed()
    turns = {(event.round, event.agent): event for event in log if isinstance(event, Acted)}
    lines = {(event.round, event.sender): event for event in log if isinstance(event, Sent) and event.sort == "say"}
    for drama in dramas:
        for witness in sorted(drama.witnesses):
            reacted = False
            for round_ in range(drama.round + 1, drama.round + 1 + _WITHIN):
                turn = turns.get((round_, witness))
                if turn is None or turn.place != drama.place:
                    continue
                line = lines.get((round_, witness)) if turn.action in _TALK else None
                spoken = read(line) if line is not None else None
                to_the_point = spoken is not None and bool(spoken.act or spoken.persons & drama.persons)
                counts.ignoring += spoken is not None and not to_the_point
                reacted = reacted or to_the_point or (turn.ok and turn.action in _REACTIONS)
            is_over = drama.round + _WITHIN > last
            left = _leaves(log, witness, drama)
            counts.deaths_unnoticed += drama.is_death and not reacted and not is_over and not left
    counts.unguarded = _unguarded(scenario, log)
    return counts


def _dramas(scenario: Scenario, log: list[AnyEvent]) -> Iterable[_Drama]:
    changed = {(event.round, event.of): event.change for event in log if isinstance(event, LifeChanged)}
    for event in log:
        if not isinstance(event, Happened) or not event.victims:
            continue
        changes = {changed.get((event.round, victim)) for victim in event.victims} & _DRAMATIC
        if not changes:
            continue
        dead = {victim for victim in event.victims if changed.get((event.round, victim)) == "died"}
        witnesses = {owner for owner in event.owners if owner in scenario.active} - dead
        persons = frozenset((*event.victims, *event.doers))
        yield _Drama(event.round, event.place, bool(dead), persons, frozenset(witnesses))


def _leaves(log: list[AnyEvent], witness: str, drama: _Drama) -> bool:
    """Return whether a witness set out, died or was on the road in the rounds that follow."""
    return any(
        (isinstance(event, Departed) and event.agent == witness)
        or (isinstance(event, LifeChanged) and event.of == witness and event.change in ("died", "departed"))
        for event in log
        if drama.round <= event.round <= drama.round + _WITHIN
    )


def _unguarded(scenario: Scenario, log: list[AnyEvent]) -> int:
    where: dict[str, str] = {id_: scenario.characters[id_].at or "" for id_ in scenario.active}
    held: set[str] = set()
    count, round_ = 0, 0
    for event in log:
        if event.round != round_:
            free = {place for person, place in where.items() if person not in held and place}
            count += sum(bool(where.get(captive)) and where[captive] not in free for captive in held)
            round_ = event.round
        match event:
            case Departed():
                where[event.agent] = ""
            case Arrived():
                where[event.agent] = event.place
            case LifeChanged(change="held"):
                held.add(event.of)
            case LifeChanged(change="freed"):
                held.discard(event.of)
            case LifeChanged(change="died" | "departed"):
                held.discard(event.of)
                where[event.of] = ""
            case _:
                pass
    return count
