"""A small company of agents, sentences and deeds, from which property tests draw memories."""

from collections.abc import Callable
from contextlib import suppress
from dataclasses import dataclass

from hypothesis import strategies as st

from agentsensus import Memory
from agentsensus.errors import AgentsensusError

AGENTS = ("bernardo", "horatio", "marcellus", "刘备")
TEXTS = (
    "The ghost of King Hamlet walked the battlements at midnight.",
    "At midnight the ghost of King Hamlet walked the battlements.",
    "The ghost of King Hamlet walks on the battlements at midnight.",
    "Laertes left Elsinore for France with three trunks.",
    "Laertes left Elsinore for France with four trunks.",
    "Laertes did not leave Elsinore for France with three trunks.",
    "Ophelia gave her brother a purse. Polonius blessed Laertes twice.",
    "Polonius blessed Laertes twice.",
    "关羽在虎牢关前温酒斩了华雄。",
    "在虎牢关前关羽温酒斩了华雄。",
    "张飞在长坂桥上喝退了曹军。关羽在虎牢关前温酒斩了华雄。",
    "Claudius asked whether Laertes had his father's leave.",
)


@dataclass(frozen=True)
class Deed:
    """One thing done to a memory; places are taken modulo what there is."""

    kind: str
    agent: str
    text: str
    place: int
    other: int
    rounds: int


def deeds(
    kinds: tuple[str, ...] = ("remember",) * 6 + ("forget", "revise", "link", "unlink", "split", "event"),
) -> st.SearchStrategy[list[Deed]]:
    """Lists of deeds, most of them deposits."""
    return st.lists(
        st.builds(
            Deed,
            kind=st.sampled_from(kinds),
            agent=st.sampled_from(AGENTS),
            text=st.sampled_from(TEXTS),
            place=st.integers(0, 20),
            other=st.integers(0, 20),
            rounds=st.sampled_from([0, 0, 1, 2]),
        ),
        min_size=1,
        max_size=14,
    )


def new_memory(**options: object) -> Memory:
    """A memory in this process whose embedder needs no model."""
    return Memory.open(embedder="hashing", stamps=False, **options)  # type: ignore[arg-type]  # options are those of open


def play(memory: Memory, deed: Deed) -> None:
    """Do a deed if it can be done; a refusal changes nothing and is part of life."""
    at = memory.round + deed.rounds
    owned = [hit.id for hit in memory.recall(deed.agent, deed.text, k=50).hits]
    everything = [record.id for record in memory.records()]
    steps: dict[str, Callable[[], object]] = {
        "remember": lambda: memory.remember(deed.agent, deed.text, at=at),
        "event": lambda: memory.remember_event([deed.agent, AGENTS[deed.place % 4]], deed.text.split(". ")[0], at=at),
        "forget": lambda: memory.forget(deed.agent, owned[deed.place % len(owned)], at=at),
        "revise": lambda: memory.revise(deed.agent, owned[deed.place % len(owned)], deed.text, at=at),
        "link": lambda: memory.link(
            deed.agent, owned[deed.place % len(owned)], [owned[deed.other % len(owned)]], at=at
        ),
        "unlink": lambda: memory.unlink(deed.agent, owned[deed.place % len(owned)], at=at),
        "split": lambda: memory.split(everything[deed.place % len(everything)], deed.agent, at=at),
    }
    needs_owned = deed.kind in ("forget", "revise", "link", "unlink")
    if (needs_owned and not owned) or (deed.kind == "split" and not everything):
        return
    with suppress(AgentsensusError):
        steps[deed.kind]()


def snapshot(memory: Memory, at: int | None = None) -> dict[str, object]:
    """Everything that can be seen of a memory, as values that can be compared."""
    stats = memory.stats(at=at)
    return {
        "records": list(memory.records(at=at)),
        "recalls": {
            agent: [
                (hit.id, hit.text, hit.score, hit.since, hit.via)
                for text in TEXTS[::3]
                for hit in (lambda r: (*r.hits, *r.linked))(memory.recall(agent, text, at=at))
            ]
            for agent in AGENTS
        },
        "stats": (stats.total, stats.shared, stats.linked, stats.wordings, stats.merges),
    }
