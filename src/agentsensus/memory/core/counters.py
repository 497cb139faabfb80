"""What is counted while a memory is open: statements of the current round, and recalls."""

from collections.abc import Mapping

import numpy as np

from agentsensus.memory.record import Recall
from agentsensus.store.columns import Columns


class StatementCounter:
    """How many atoms each agent has deposited in the current round; ids and places on the tape come from it."""

    def __init__(self) -> None:
        self._counts: dict[str, int] = {}
        self._round = 0

    def count_of(self, agent: str, at: int) -> int:
        """How many atoms an agent has deposited in round `at`, the current one or a later one."""
        return self._counts.get(agent, 0) if at == self._round else 0

    def load(self, columns: Columns) -> None:
        """Count the atoms of the last committed round."""
        self._round = columns.last_round or 0
        first = int(np.searchsorted(columns.of("atoms", "at"), self._round))
        deposits = columns.of("atoms", "deposit")[first:]
        agents, counts = np.unique(columns.of("deposits", "agent")[deposits], return_counts=True)
        names = (columns.agent_name(number) for number in agents.tolist())
        self._counts = dict(zip(names, counts.tolist(), strict=True))

    def take(self, at: int, counts: Mapping[str, int]) -> None:
        """Learn how many atoms some agents have deposited after a commit in round `at`."""
        if at != self._round:
            self._counts, self._round = {}, at
        self._counts |= counts


class RecallCounter:
    """How many recalls were answered since the memory was opened, and with how many rows."""

    def __init__(self) -> None:
        self._counts = {"n": 0, "hits": 0, "linked": 0}

    def take(self, answer: Recall) -> None:
        """Count one answer."""
        self._counts["n"] += 1
        self._counts["hits"] += len(answer.hits)
        self._counts["linked"] += len(answer.linked)

    def as_dict(self) -> dict[str, int]:
        """The counts by name: recalls (`n`), `hits` and `linked`."""
        return dict(self._counts)
