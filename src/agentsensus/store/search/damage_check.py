"""Check index files for damage, if wanted in a background thread while the store is already in use."""

import threading
from collections.abc import Callable, Sequence

__all__ = ["DamageCheck"]


class DamageCheck:
    """Runs several checks. Each returns whether its file is intact; an unreadable file counts as damaged."""

    def __init__(self, checks: Sequence[Callable[[], bool]]) -> None:
        self._checks = checks
        self.has_failed = False

    def start(self) -> None:
        """Run the checks in a daemon thread."""
        threading.Thread(target=self.run, name="agentsensus-vectors", daemon=True).start()

    def run(self) -> None:
        """Run the checks in this thread."""
        for check in self._checks:
            try:
                is_intact = check()
            except OSError:
                is_intact = False
            if not is_intact:
                self.has_failed = True
                return
