"""Metrics of the service in the text format of Prometheus."""

import os
from collections import Counter

__all__ = ["Metrics"]

_BOUNDS = (0.005, 0.02, 0.1, 0.5, 2.0, 10.0)


class Metrics:
    """The requests of this worker process: counts by path and status, and durations."""

    def __init__(self) -> None:
        self._requests: Counter[tuple[str, int]] = Counter()
        self._within: Counter[tuple[str, float]] = Counter()
        self._seconds: Counter[str] = Counter()

    def count(self, path: str, status: int, seconds: float) -> None:
        """Count one request."""
        self._requests[path, status] += 1
        self._seconds[path] += seconds  # type: ignore[assignment]  # a counter of floats
        for bound in _BOUNDS:
            self._within[path, bound] += seconds <= bound

    def page(self, open_spaces: int) -> str:
        """Return all metrics as text. The label `worker` is the process id, because each process has its own counts."""
        worker = f'worker="{os.getpid()}"'
        lines = ["# TYPE agentsensus_requests_total counter"]
        for (path, status), count in sorted(self._requests.items()):
            lines.append(f'agentsensus_requests_total{{{worker},path="{path}",status="{status}"}} {count}')
        lines.append("# TYPE agentsensus_request_seconds histogram")
        for path in sorted(self._seconds):
            total = sum(count for (of, _), count in self._requests.items() if of == path)
            for bound in _BOUNDS:
                within = self._within[path, bound]
                lines.append(f'agentsensus_request_seconds_bucket{{{worker},path="{path}",le="{bound}"}} {within}')
            lines.append(f'agentsensus_request_seconds_bucket{{{worker},path="{path}",le="+Inf"}} {total}')
            lines.append(f'agentsensus_request_seconds_sum{{{worker},path="{path}"}} {self._seconds[path]:.6f}')
            lines.append(f'agentsensus_request_seconds_count{{{worker},path="{path}"}} {total}')
        lines += ["# TYPE agentsensus_open_spaces gauge", f"agentsensus_open_spaces{{{worker}}} {open_spaces}"]
        return "\n".join(lines) + "\n"
