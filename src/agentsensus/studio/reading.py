"""The studio's view of one run, read from its folder at the last committed round. Nothing here writes."""

import contextlib
import threading
from collections.abc import Callable, Iterator
from itertools import zip_longest
from typing import Any, TypeVar

from agentsensus.analysis.knowledge.acquisitions import acquisitions, subject_of_record
from agentsensus.analysis.knowledge.asking import ask
from agentsensus.analysis.knowledge.matching import checked_agent, checked_round
from agentsensus.analysis.knowledge.run_diff import diff
from agentsensus.analysis.report.material import RunMaterial
from agentsensus.analysis.report.panels import PANELS
from agentsensus.analysis.report.panels.memory import record_data
from agentsensus.analysis.report.panels.road import road_steps
from agentsensus.base.loop import wait_for
from agentsensus.embed.base import is_packaged
from agentsensus.errors import AgentsensusError, NotAStore, StoreReadOnly, UnknownName
from agentsensus.memory.answers import Change, Contradiction, Knower, Record
from agentsensus.models.budget import Budget
from agentsensus.worlds.actions import LEARNING
from agentsensus.worlds.events.event import Acted, AnyEvent
from agentsensus.worlds.run_folder.folder import RunFolder
from agentsensus.worlds.runs.run import Run
from agentsensus.worlds.scenario.rules import Rules
from agentsensus.worlds.screenplay.script import on_one_line
from agentsensus.worlds.state.character import Travelling
from agentsensus.worlds.state.world import World
from agentsensus.worlds.telling import Teller

__all__ = ["RunReader", "conflict_data"]

T = TypeVar("T")
_TURNS = 8
_FOUND = 40
_ANSWERS = 200


class RunReader:
    """Answers questions about one run. Its answers are computed once per committed round.

    Panels are computed by a reader of their own, because some take long and no question should wait for them.
    """

    def __init__(self, folder: RunFolder) -> None:
        self._folder = folder
        self._lock = threading.RLock()
        self._run: Run | None = None
        self._material: RunMaterial | None = None
        self._panels: dict[str, Any] = {}
        self._answers: dict[tuple[Any, ...], Any] = {}
        self._behind: RunReader | None = None

    def renew(self) -> None:
        """Drop cached answers, because the run has a new round or was edited."""
        with self._lock:
            if self._run is not None:
                self._run.close()
            # A panel that is being computed keeps its own reader and is dropped with it.
            self._run, self._material, self._behind = None, None, None
            self._answers.clear()

    def committed(self) -> int:
        """Return the last committed round, from the store; -1 for a run that was never played.

        A process that starts a run makes the store before the log. Until then, the unfinished store is no error.
        """
        is_begun = self._folder.log.is_file() and self._folder.log.stat().st_size > 0
        try:
            return self._last_round()
        except (NotAStore, StoreReadOnly):
            if is_begun:
                raise
            return -1

    def _last_round(self) -> int:
        if not self._folder.has_store():
            return -1
        with self._lock:
            run = Run(self._folder.path)
            try:
                last = run.memory.last_round
                return -1 if last is None else max(last, run.files.read().reached)
            finally:
                run.close()

    def base(self) -> dict[str, Any]:
        """Return names, colours and figures of the run for the report's page, and the choices for forms."""
        return self._once("base", lambda run, material: material.base() | {"first": self._first(run), **_choices(run)})

    def warm(self) -> None:
        """Load the embedder of the run, so that the first search need not wait for it. A search reports errors."""
        with contextlib.suppress(AgentsensusError, OSError):
            embedder = self._with(lambda run, _: run.memory.embedder)
            if is_packaged(embedder):  # another one could cost money
                wait_for(embedder.embed(["warm"]))

    def panel(self, name: str) -> Any:
        """Return the data of one panel of the report; None if this run has no data for it."""
        if name not in PANELS:
            raise UnknownName(f"there is no panel {name[:40]!r}")
        with self._lock:
            behind = self._behind = self._behind or RunReader(self._folder)
        return behind._panel(name)

    def _panel(self, name: str) -> Any:
        with self._lock:
            if name not in self._panels:
                self._panels[name] = self._with(lambda _, material: PANELS[name](material))
            return self._panels[name]

    def people(self, at: int | None) -> list[dict[str, Any]]:
        """Return a short card of every character after round `at`."""
        return self._once("people", lambda run, material: _people(run, material, checked_round(run, at)), at)

    def person(self, name: str, at: int | None) -> dict[str, Any]:
        """Return the full card of one character after round `at`."""
        return self._once(
            "person", lambda run, _: _person(run, checked_agent(run, name), checked_round(run, at)), name, at
        )

    def mistaken(self, name: str, at: int | None) -> list[dict[str, Any]]:
        """Return the false beliefs of a character after round `at`, in its words, each with the truth."""
        agent, round_ = self._with(lambda run, _: (checked_agent(run, name), checked_round(run, at)))
        if not self._with(lambda run, _: run.played.truth is not None):
            return []  # only a players' run records which version is true
        wrong = []
        for row in self.panel("matrix")["rows"]:
            steps = [step for step in row["people"].get(agent, []) if step[0] <= round_]
            if steps and steps[-1][1] in ("wrong", "lied"):
                since, standing, text, via, source = steps[-1]
                told = {"since": since, "standing": standing, "text": text, "via": via, "source": source}
                wrong.append(told | {"truth": row["text"]})
        return wrong

    def ask(self, name: str, question: str, at: int | None, model: str | None) -> dict[str, Any]:
        """Return a character's answer from the records it owned after round `at`. The run does not change."""
        budget = Budget(calls=4) if model else None
        return self._with(lambda run, _: ask(run, name, question, at=at, model=model, budget=budget).as_json())

    def search(self, query: str, at: int | None) -> list[dict[str, Any]]:
        """Return the records nearest to a query after round `at`; without a query, the secrets that got out, then the
        records with most owners."""
        return self._once("search", lambda run, _: _found(run, query, checked_round(run, at)), query, at)

    def record(self, id_: str, at: int | None) -> dict[str, Any]:
        """Return a record with owners, wordings, history and reasons, its road, and its conflicts."""
        return self._once("record", lambda run, material: _record(run, material, id_, checked_round(run, at)), id_, at)

    def conflicts(self, at: int | None) -> list[dict[str, Any]]:
        """Return the open conflicts after round `at`."""
        return self._with(lambda run, _: [conflict_data(each) for each in run.memory.conflicts(at=at)])

    def why(self, first: str, second: str) -> str:
        """Explain in words whether two records would merge, with the judge's reasons."""
        return self._with(lambda run, _: str(run.memory.why(first, second)))

    def compared(self, other: "RunReader", at: int | None) -> dict[str, Any]:
        """Return the differences between two runs of one world, and the first round in which they differ."""
        first, second = sorted((self, other), key=id)
        with first._lock, second._lock:
            mine, theirs = self._opened(), other._opened()
            found = diff(mine, theirs, at=at)
            return found.as_json() | {"parted": _parted(mine, theirs), "until": min(mine.rounds, theirs.rounds)}

    def figures(self) -> dict[str, Any]:
        """Return the figures of the memory, for the cover of the run."""

        def of(run: Run, _: RunMaterial) -> dict[str, Any]:
            stats = run.memory.stats()
            return {"records": stats.total, "shared": stats.shared, "conflicts": stats.conflicts, "rounds": run.rounds}

        return self._once("figures", of)

    def _first(self, run: Run) -> int:
        return run.memory.stats(at=0).total

    def _once(self, kind: str, work: Callable[[Run, RunMaterial], T], *about: Any) -> T:
        """Return an answer, computed once until the run changes."""
        with self._lock:
            if (kind, *about) not in self._answers:
                while len(self._answers) >= _ANSWERS:
                    self._answers.pop(next(iter(self._answers)))
                self._answers[kind, *about] = self._with(work)
            answer: T = self._answers[kind, *about]
            return answer

    def _with(self, work: Callable[[Run, RunMaterial], T]) -> T:
        with self._lock:
            run = self._opened()
            assert self._material is not None
            return work(run, self._material)

    def _opened(self) -> Run:
        if self._run is None:
            run = Run(self._folder.path)
            run.played  # noqa: B018  # read the log and the store at the same round
            self._run, self._material = run, RunMaterial(run)
        return self._run


def _choices(run: Run) -> dict[str, Any]:
    """Return the ids that forms offer: characters with turns, all characters, places and things."""
    scenario = run.scenario
    return {
        "active": list(scenario.active),
        "everybody": list(scenario.characters),
        "places": list(scenario.places),
        "carriers": list(scenario.carriers),
        "playable": scenario.world.person,
    }


def _world_at(run: Run, at: int) -> World:
    rules = Rules.model_validate(run.files.read().rules)
    return World(run.scenario, rules, (event for event in run.played.events if event.round <= at), LEARNING)


def _people(run: Run, material: RunMaterial, at: int) -> list[dict[str, Any]]:
    world = _world_at(run, at)
    owned: dict[str, int] = {}
    for record in run.memory.records(at=at):
        for owner in record.owners:
            owned[owner] = owned.get(owner, 0) + 1
    return [_short(world, agent) | {"knows": owned.get(agent, 0)} for agent in material.people]


def _short(world: World, agent: str) -> dict[str, Any]:
    actor = world.actors.get(agent)
    if actor is None:
        return {"id": agent, "gone": world.gone.get(agent, "died"), "place": "", "goals": [], "status": {}, "holds": []}
    on_the_way = actor.state.to if isinstance(actor.state, Travelling) else ""
    return {
        "id": agent,
        "gone": "",
        "place": actor.place or "",
        "to": on_the_way,
        "goals": [*actor.goals],
        "status": {key: str(value) for key, value in actor.register.items()},
        "holds": [*world.things.held_by(agent)],
    }


def _person(run: Run, agent: str, at: int) -> dict[str, Any]:
    character = run.scenario.characters[agent]
    rows = [_known(run, record, agent, at) for record in run.memory.records(agent=agent, at=at)]
    rows.sort(key=lambda row: (-row["since"], row["record"]))
    return _short(_world_at(run, at), agent) | {
        "profile": character.profile,
        "relations": dict(character.relations),
        "rows": rows,
        "turns": list(_turns(run, agent, at)),
    }


def _known(run: Run, record: Record, agent: str, at: int) -> dict[str, Any]:
    own: Knower = next(each for each in run.memory.knowers(record.id, at=at) if each.agent == agent)
    return {
        "record": record.id,
        "text": own.text,
        "since": own.since,
        "via": own.via,
        "source": own.source,
        "owners": len(record.owners),
    }


def _turns(run: Run, agent: str, at: int) -> Iterator[dict[str, Any]]:
    teller = Teller(run.scenario)
    turns = [each for each in run.played.events if isinstance(each, Acted) and each.agent == agent and each.round <= at]
    for turn in reversed(turns[-_TURNS:]):
        text = on_one_line(teller.done(agent, turn.action, turn.params))
        yield {"round": turn.round, "text": text, "because": turn.because, "ok": turn.ok, "refusal": turn.refusal}


def _found(run: Run, query: str, at: int) -> list[dict[str, Any]]:
    if query.strip():
        found = run.memory.search(query, k=_FOUND, at=at)
        return [
            {"record": each.record, "text": each.text, "owners": [*each.owners], "at": each.at, "secret": False}
            for each in found
        ]
    rows = []
    for record in run.memory.records(at=at):
        learned = any(wording.at > 0 for wording in record.wordings)
        secret = learned and _is_secret(run, subject_of_record(run, record, at=at).events)
        rank = (not secret, not learned, -len(record.owners), -record.created, record.id)
        row = {"record": record.id, "text": record.text, "owners": [*record.owners], "at": record.created}
        rows.append((rank, row | {"secret": secret}))
    return [row for _, row in sorted(rows, key=lambda ranked: ranked[0])][:_FOUND]


def _record(run: Run, material: RunMaterial, id_: str, at: int) -> dict[str, Any]:
    id_ = run.memory.record_ids([id_]).get(id_, id_)
    record = run.memory.get(id_, at=at)
    changes: list[Change] = run.memory.history(id_, at=at)
    subject = subject_of_record(run, record, at=at)
    known = acquisitions(run, subject, at=at)
    road = {"text": subject.text, "secret": _is_secret(run, subject.events), **road_steps(material, known)}
    linked = {other: run.memory.get(other).text for other, _ in record.links[:20]}
    return {
        **record_data(record, changes),
        "road": road,
        "linked": linked,
        "wordings": [
            {"id": each.id, "text": each.text, "owners": [*each.owners], "at": each.at} for each in record.wordings
        ],
        "conflicts": [conflict_data(each) for each in run.memory.conflicts(at=at) if record.id in each.records],
    }


def _is_secret(run: Run, events: tuple[str, ...]) -> bool:
    named = (run.scenario.event(event) for event in events)
    return any(event.secret for event in named if event is not None)


def conflict_data(conflict: Contradiction) -> dict[str, Any]:
    """Return a conflict as JSON."""
    return {name: getattr(conflict, name) for name in ("id", "at", "records", "texts", "owners")}


def _parted(first: Run, second: Run) -> dict[str, Any] | None:
    """Return the first round in which two runs differ, with the first differing turn of each; None if they are
    equal."""
    tellers, last = Teller(first.scenario), min(first.rounds, second.rounds)
    for one, other in zip_longest(first.played.events, second.played.events):
        if one != other:
            if min(event.round for event in (one, other) if event is not None) > last:
                return None
            round_ = min(event.round for event in (one, other) if event is not None)
            pair = [
                _first_turn(tellers, run.played.events, other_run.played.events, round_)
                for run, other_run in ((first, second), (second, first))
            ]
            return {"round": round_, "turns": pair}
    return None


def _first_turn(teller: Teller, events: "Any", others: "Any", round_: int) -> dict[str, Any] | None:
    """Return the first turn, from `round_` on, that the other run does not have; None if there is none."""
    there = {(turn.round, turn.agent, turn.action, str(turn.params)) for turn in _acted(others) if turn.round >= round_}
    for turn in _acted(events):
        if turn.round >= round_ and turn.ok and (turn.round, turn.agent, turn.action, str(turn.params)) not in there:
            text = on_one_line(teller.done(turn.agent, turn.action, turn.params))
            return {"round": turn.round, "who": turn.agent, "text": text, "because": turn.because}
    return None


def _acted(events: "list[AnyEvent]") -> Iterator[Acted]:
    return (event for event in events if isinstance(event, Acted))
