"""The present and the past of a memory: snapshots by round."""

from collections import OrderedDict
from collections.abc import Iterable

from agentsensus.errors import Backdated
from agentsensus.memory.core.checks import checked_at
from agentsensus.memory.core.snapshot import Snapshot
from agentsensus.store.columns import Columns

_PAST_SNAPSHOTS = 8


class Timeline:
    """The snapshot of the present, and those of a few rounds that were asked for last."""

    def __init__(self, columns: Columns) -> None:
        self._columns = columns
        self._past: OrderedDict[tuple[int, int | None], Snapshot] = OrderedDict()
        self.now = Snapshot(columns)

    @property
    def round(self) -> int:
        """The last committed round; 0 in an empty store."""
        return self._columns.last_round or 0

    def checked_round(self, at: object) -> int:
        """The round of a write: the current one when None, never an earlier one."""
        if at is None:
            return self.round
        at = checked_at(at)
        last = self._columns.last_round
        if last is not None and at < last:
            raise Backdated(f"at is {at}, but round {last} is already committed; rounds never go back")
        return at

    def view(self, at: int | None, *, without_lost: bool) -> Snapshot:
        """The memory now, or after round `at`; `without_lost` leaves out of the past what was forgotten since."""
        if at is None or at >= self.round:
            return self.now
        key = (at, len(self._columns.retractions) if without_lost else None)
        if key not in self._past:
            self._past[key] = Snapshot(self._columns, at, without_lost=without_lost)
            if len(self._past) > _PAST_SNAPSHOTS:
                self._past.popitem(last=False)
        self._past.move_to_end(key)
        return self._past[key]

    def renew(self, touched: Iterable[int] | None) -> None:
        """Make a new present after a commit that touched these agents; None when any agent may be touched."""
        self.now = self.now.renewed(touched)

    def reload(self) -> None:
        """Make every snapshot anew after rows were read from the store."""
        self._past.clear()
        self.renew(None)
