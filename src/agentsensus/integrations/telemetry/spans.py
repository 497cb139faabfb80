"""Spans and counters of a memory's operations. They never contain texts."""

import time
from collections.abc import Callable

from opentelemetry import metrics, trace
from opentelemetry.metrics import MeterProvider
from opentelemetry.trace import Tracer, TracerProvider

from agentsensus.base.version import VERSION
from agentsensus.memory import AsyncMemory, Commit, Memory, OperationTiming

__all__ = ["observe"]

_NAME = "agentsensus"
_NANOSECONDS = 1_000_000_000


def observe(
    memory: Memory | AsyncMemory,
    *,
    tracer_provider: TracerProvider | None = None,
    meter_provider: MeterProvider | None = None,
    with_agents: bool = False,
) -> Callable[[], None]:
    """Report every `remember` and `recall` of a memory from now on; returns a function that stops it.

    Each operation is a span `agentsensus.remember` or `agentsensus.recall` under the caller's current span, with one
    child per stage (`cut`, `embed`, `search`, `judge`, `commit`). Counters: `agentsensus.operations`,
    `agentsensus.deposits`, `agentsensus.statements`, `agentsensus.commits`; a histogram: `agentsensus.duration`, in
    seconds. Texts are never reported, and names of agents only with `with_agents`. Without providers, the global ones
    of the process are used.
    """
    tracer = trace.get_tracer(_NAME, VERSION, tracer_provider)
    meter = _Meter(metrics.get_meter(_NAME, VERSION, meter_provider))

    def on_timing(timing: OperationTiming) -> None:
        _span(tracer, timing, with_agents)
        meter.count_operation(timing)

    endings = [memory.on_timing(on_timing), memory.subscribe(meter.count_commit)]

    def end() -> None:
        while endings:
            endings.pop()()

    return end


class _Meter:
    def __init__(self, meter: metrics.Meter) -> None:
        self._operations = meter.create_counter("agentsensus.operations", "1", "finished operations of a memory")
        self._deposits = meter.create_counter("agentsensus.deposits", "1", "deposits that were taken")
        self._statements = meter.create_counter("agentsensus.statements", "1", "statements that deposits became")
        self._commits = meter.create_counter("agentsensus.commits", "1", "durable commits")
        self._duration = meter.create_histogram("agentsensus.duration", "s", "how long a caller waited")

    def count_operation(self, timing: OperationTiming) -> None:
        self._operations.add(1, {"operation": timing.operation})
        self._duration.record(timing.seconds, {"operation": timing.operation})

    def count_commit(self, commit: Commit) -> None:
        self._commits.add(1)
        self._deposits.add(len(commit.deposits))
        known = sum(statement.known for deposit in commit.deposits for statement in deposit.statements)
        every = sum(len(deposit.statements) for deposit in commit.deposits)
        self._statements.add(known, {"known": True})
        self._statements.add(every - known, {"known": False})


def _span(tracer: Tracer, timing: OperationTiming, with_agents: bool) -> None:
    """Record a span for a finished operation, and one child span per stage, in sequence."""
    ended = time.time_ns()
    began = ended - round(timing.seconds * _NANOSECONDS)
    attributes: dict[str, str | int | float] = {"agentsensus.round": timing.at, "agentsensus.deposits": timing.deposits}
    attributes["agentsensus.queued_seconds"] = timing.queued
    if with_agents and timing.agent:
        attributes["agentsensus.agent"] = timing.agent
    span = tracer.start_span(f"agentsensus.{timing.operation}", start_time=began, attributes=attributes)
    with trace.use_span(span, end_on_exit=False):
        start = began + round(timing.queued * _NANOSECONDS)
        for stage, seconds in timing.stages.items():
            end = start + round(seconds * _NANOSECONDS)
            tracer.start_span(f"agentsensus.{stage}", start_time=start).end(end)
            start = end
    span.end(ended)
