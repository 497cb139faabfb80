"""The difference between two runs of one world: knowledge of agents, and messages."""

from collections import Counter
from collections.abc import Iterable
from dataclasses import asdict, dataclass

from agentsensus.analysis.knowledge.matching import checked_round
from agentsensus.errors import InputError
from agentsensus.worlds.events.event import Altered, Sent
from agentsensus.worlds.runs.run import Run

__all__ = ["AgentDiff", "HeldStatement", "RunDiff", "SaidLine", "diff"]


@dataclass(frozen=True, slots=True)
class HeldStatement:
    """A statement in its owner's words: since when, how and from which source."""

    text: str
    since: int
    via: str
    source: str


@dataclass(frozen=True, slots=True)
class AgentDiff:
    """Statements that an agent holds in only one of two runs, and pairs (first run, second run) it learned
    differently."""

    agent: str
    first: tuple[HeldStatement, ...]
    second: tuple[HeldStatement, ...]
    otherwise: tuple[tuple[HeldStatement, HeldStatement], ...]


@dataclass(frozen=True, slots=True)
class SaidLine:
    """A message of a round; `altered` if a fork changed the text for these recipients."""

    round: int
    sender: str
    recipients: tuple[str, ...]
    content: str
    altered: bool = False


@dataclass(frozen=True, slots=True)
class RunDiff:
    """Differences between two runs after round `at`: agents with different knowledge, and lines in only one run.

    `otherwise` lists agents whose statements are equal but were learned in another round or from another source.
    """

    at: int
    agents: tuple[AgentDiff, ...]
    otherwise: tuple[AgentDiff, ...]
    said_first: tuple[SaidLine, ...]
    said_second: tuple[SaidLine, ...]

    def as_json(self) -> dict[str, object]:
        """Return the differences as `diff --json` prints them."""
        return asdict(self)


def diff(first: Run, second: Run, *, at: int | None = None) -> RunDiff:
    """Return the differences after round `at` (default: the last round that both runs played)."""
    if first.scenario.world.name != second.scenario.world.name:
        worlds = f"{first.scenario.world.name} and {second.scenario.world.name}"
        raise InputError(f"{first.folder} and {second.folder} are runs of two worlds, {worlds}; compare runs of one")
    round_ = min(first.rounds, second.rounds) if at is None else at
    for run in (first, second):
        checked_round(run, round_)
    ours, theirs = _held(first, round_), _held(second, round_)
    differing = [_agent(agent, ours.get(agent, {}), theirs.get(agent, {})) for agent in sorted({*ours, *theirs})]
    said_first, said_second = _said(first, round_), _said(second, round_)
    return RunDiff(
        round_,
        tuple(agent for agent in differing if agent.first or agent.second),
        tuple(agent for agent in differing if agent.otherwise and not (agent.first or agent.second)),
        _only(said_first, said_second),
        _only(said_second, said_first),
    )


def _held(run: Run, at: int) -> dict[str, dict[str, HeldStatement]]:
    """Return, by agent, every statement it owns, keyed by canonical text."""
    held: dict[str, dict[str, HeldStatement]] = {}
    names = run.memory.names
    for record in run.memory.records(at=at):
        knowers = {knower.agent: knower for knower in run.memory.knowers(record.id, at=at)}
        for wording in record.wordings:
            for agent in wording.owners:
                how = knowers[agent]
                statement = HeldStatement(wording.text, how.since, how.via, how.source)
                held.setdefault(agent, {}).setdefault(names.canonical(wording.text), statement)
    return held


def _agent(agent: str, first: dict[str, HeldStatement], second: dict[str, HeldStatement]) -> AgentDiff:
    both = [(first[key], second[key]) for key in first if key in second]
    return AgentDiff(
        agent,
        tuple(held for key, held in first.items() if key not in second),
        tuple(held for key, held in second.items() if key not in first),
        tuple(pair for pair in both if pair[0] != pair[1]),
    )


def _said(run: Run, at: int) -> list[SaidLine]:
    senders: dict[str, str] = {}
    lines = []
    for event in run.played.events:
        if event.round > at:
            break
        if isinstance(event, Sent):
            senders[event.message] = event.sender
            lines.append(SaidLine(event.round, event.sender, event.recipients, event.content))
        elif isinstance(event, Altered):
            sender = senders.get(event.message, "")
            lines.append(SaidLine(event.round, sender, event.recipients, event.content or "", altered=True))
    return lines


def _only(lines: Iterable[SaidLine], others: Iterable[SaidLine]) -> tuple[SaidLine, ...]:
    """Return the lines missing from `others`, counting repeats."""
    left = Counter(others)
    rest = []
    for line in lines:
        if left[line]:
            left[line] -= 1
        else:
            rest.append(line)
    return tuple(rest)
