"""One history lived twice: with everybody, and by one agent alone. Shared by the tests and by `make prove`."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from random import Random
from typing import Any

from hypothesis import strategies as st

from agentsensus import DepositInput, Memory
from agentsensus.errors import AgentsensusError

AGENTS = ("bernardo", "horatio", "marcellus")
PEOPLE, DEEDS = ("Laertes", "Ophelia", "The king"), ("left Elsinore", "did not leave Elsinore", "blessed Polonius")
DETAILS = ("", " for France", " for France with three trunks", " at midnight", " at midnight with three trunks")
CHINESE = ("关羽在虎牢关前斩了华雄。", "在虎牢关前关羽斩了华雄。", "关羽没有斩华雄。", "张飞喝退了曹军。")
TEXTS = (*(f"{who} {deed}{how}." for who in PEOPLE for deed in DEEDS for how in DETAILS), *CHINESE)
KINDS = ("remember",) * 6 + ("batch", "batch", "event", "event", "recall", "forget", "revise", "link", "unlink")


@dataclass(frozen=True)
class Act:
    """Something that an agent does, or that happens to it; places are taken modulo what there is."""

    kind: str
    agent: str
    texts: tuple[str, ...]
    place: int
    other: int
    rounds: int

    @property
    def owners(self) -> tuple[str, ...]:
        """Whom an event happens to."""
        return tuple(sorted({self.agent, AGENTS[self.other % len(AGENTS)]}))

    @property
    def truth(self) -> list[str]:
        """Which texts an oracle holds to tell the same: one person's doing of one thing."""
        return [str(TEXTS.index(text) // len(DETAILS)) for text in self.texts]

    def concerns(self, agent: str) -> bool:
        """Whether an agent does it, or it happens to the agent."""
        if self.kind == "batch":
            return True
        return agent in self.owners if self.kind == "event" else self.agent == agent

    def deposits(self) -> list[DepositInput]:
        """What everybody deposits at once in a batch."""
        texts = [TEXTS[(self.place + place * self.other) % len(TEXTS)] for place in range(len(AGENTS))]
        return [DepositInput(agent, text) for agent, text in zip(AGENTS, texts, strict=True)]


def acts() -> st.SearchStrategy[list[Act]]:
    """Histories of a few agents who tell much the same."""
    return st.lists(
        st.builds(
            Act,
            kind=st.sampled_from(KINDS),
            agent=st.sampled_from(AGENTS),
            texts=st.lists(st.sampled_from(TEXTS), min_size=1, max_size=2).map(tuple),
            place=st.integers(0, 20),
            other=st.integers(0, 20),
            rounds=st.sampled_from([0, 0, 1, 2]),
        ),
        min_size=2,
        max_size=14,
    )


def drawn_history(chance: Random, length: int = 14) -> list[Act]:
    """A history drawn without hypothesis, for a campaign."""
    return [
        Act(
            chance.choice(KINDS),
            chance.choice(AGENTS),
            tuple(chance.choice(TEXTS) for _ in range(chance.choice((1, 1, 2)))),
            chance.randrange(20),
            chance.randrange(20),
            chance.choice((0, 0, 1, 2)),
        )
        for _ in range(chance.randrange(2, length))
    ]


def difference(open_: Callable[[], Memory], history: Sequence[Act], agent: str) -> tuple[Any, Any] | None:
    """The first answer that an agent gets otherwise when it is alone, both ways; None when there is no such answer."""
    among_others, alone = lived(open_(), history, agent), lived(open_(), history, agent, alone=True)
    pairs = zip(among_others, alone, strict=True)
    return next(((one, other) for one, other in pairs if one != other), None)


def lived(memory: Memory, history: Sequence[Act], agent: str, *, alone: bool = False) -> list[Any]:
    """Everything an agent is answered while a history goes by: receipts, refusals, recalls, links, looks back."""
    answers: list[Any] = []
    at, names = 0, dict[str, int]()
    for act in history:
        at += act.rounds
        if at > memory.round:
            memory.advance(at)  # the clock goes on for everybody, whether or not what is done is refused
        if alone and not act.concerns(agent):
            continue
        answer = _done(memory, act, at, agent, alone=alone)
        if act.concerns(agent) and act.kind != "event":
            answers.append(_named(answer, names))
        if act.concerns(agent):
            answers += _asked(memory, agent, act, names)
    last = Act("recall", agent, TEXTS[:1], 0, 0, 0)
    answers += [answer for text in TEXTS[::7] for answer in _asked(memory, agent, last, names, text)]
    answers += [_shown(memory.agent(agent).recall(TEXTS[0], at=round_, k=9), names) for round_ in range(0, at, 2)]
    memory.close()
    return answers


def _done(memory: Memory, act: Act, at: int, agent: str, *, alone: bool) -> object:
    own = memory.agent(act.agent)
    rows = [hit.id for hit in own.recall(act.texts[0], k=50).hits] if act.kind in ("forget", "revise", "link") else []
    rows = rows or [hit.id for hit in own.recall("Laertes", k=50).hits]
    try:
        match act.kind:
            case "remember":
                return memory.remember(act.agent, " ".join(act.texts), at=at, truth=act.truth).for_agent()
            case "batch":
                deposits = [deposit for deposit in act.deposits() if not alone or deposit.agent == agent]
                receipts = memory.remember_many(deposits, at=at)
                return next(receipt.for_agent() for receipt in receipts if receipt.agent == agent)
            case "event":
                witnesses = (agent,) if alone else act.owners
                return memory.remember_event(witnesses, list(act.texts), at=at, truth=act.truth)
            case "recall":
                return own.recall(act.texts[0])
            case _ if not rows:
                return None
            case "forget":
                own.forget(rows[act.place % len(rows)], at=at)
            case "revise":
                return own.revise(rows[act.place % len(rows)], act.texts[0], at=at)
            case "link":
                own.link(rows[act.place % len(rows)], [rows[act.other % len(rows)]], at=at)
            case _:
                own.unlink(rows[act.place % len(rows)], at=at)
    except AgentsensusError as error:
        return type(error).__name__
    return None


def _asked(memory: Memory, agent: str, act: Act, names: dict[str, int], query: str = "") -> list[Any]:
    own = memory.agent(agent)
    answer = own.recall(query or act.texts[0], k=4)
    answers: list[Any] = [_shown(answer, names)]
    for hit in answer.hits:
        answers.append([(_name(other.id, names), other.text, other.link) for other in own.links(hit.id)])
    answers.append(memory.latest(agent, 4))
    return answers


def _shown(answer: Any, names: dict[str, int]) -> Any:
    rows = [
        (_name(hit.id, names), hit.text, hit.score, hit.since, str(hit.via), dict(hit.metadata), hit.link)
        for hit in (*answer.hits, *answer.linked)
    ]
    return len(answer.hits), rows, answer.note


def _named(answer: Any, names: dict[str, int]) -> Any:
    if hasattr(answer, "statements"):
        return [(_name(each.id, names), each.text, each.known, each.flags) for each in answer.statements], answer.note
    return _shown(answer, names) if hasattr(answer, "hits") else answer


def _name(id_: str, names: dict[str, int]) -> int:
    """Ids are opaque: a row of an event is called otherwise among others, but by one name always."""
    return names.setdefault(id_, len(names))
