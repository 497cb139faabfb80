"""Spans and counters through the real SDK: under the caller's span, with every stage, without what was said."""

import asyncio
import json

from opentelemetry.sdk.metrics import MeterProvider
from opentelemetry.sdk.metrics.export import InMemoryMetricReader
from opentelemetry.sdk.trace import ReadableSpan, TracerProvider
from opentelemetry.sdk.trace.export import SimpleSpanProcessor
from opentelemetry.sdk.trace.export.in_memory_span_exporter import InMemorySpanExporter

from agentsensus import AsyncMemory, Memory
from agentsensus.integrations.telemetry import observe

SECRET = "The merger with Contoso is called Project Heron."


class Telemetry:
    """The SDK, writing into this process."""

    def __init__(self) -> None:
        self.spans, self.metrics = InMemorySpanExporter(), InMemoryMetricReader()
        self.tracers, self.meters = TracerProvider(), MeterProvider([self.metrics])
        self.tracers.add_span_processor(SimpleSpanProcessor(self.spans))
        self.tracer = self.tracers.get_tracer("the program")

    def named(self, name: str) -> list[ReadableSpan]:
        return [span for span in self.spans.get_finished_spans() if span.name == name]

    def counts(self) -> dict[str, float]:
        measured = self.metrics.get_metrics_data()
        assert measured is not None
        data = json.loads(measured.to_json())
        every = [m for r in data["resource_metrics"] for s in r["scope_metrics"] for m in s["metrics"]]
        return {m["name"]: sum(p.get("value", p.get("count")) for p in m["data"]["data_points"]) for m in every}


def _ids(span: ReadableSpan) -> tuple[int, int]:
    context = span.get_span_context()
    assert context is not None
    return context.trace_id, context.span_id


def test_operations_are_spans_under_the_callers_with_their_stages() -> None:
    telemetry = Telemetry()
    with Memory.open(embedder="hashing") as memory:
        end = observe(memory, tracer_provider=telemetry.tracers, meter_provider=telemetry.meters)
        with telemetry.tracer.start_as_current_span("request"):
            memory.remember("ana", SECRET)
            memory.recall("ana", "project")
        end()
        memory.recall("ana", "project")
    (request,) = telemetry.named("request")
    (remembered,), (recalled,) = telemetry.named("agentsensus.remember"), telemetry.named("agentsensus.recall")
    for span in (remembered, recalled):
        assert span.parent is not None
        assert (span.parent.trace_id, span.parent.span_id) == _ids(request)
    finished = telemetry.spans.get_finished_spans()
    stages = {span.name for span in finished if span.parent and span.parent.span_id == _ids(remembered)[1]}
    assert {"agentsensus.cut", "agentsensus.embed", "agentsensus.commit"} <= stages
    assert SECRET not in str([span.to_json() for span in telemetry.spans.get_finished_spans()])
    assert "ana" not in str([dict(span.attributes or {}) for span in telemetry.spans.get_finished_spans()])


def test_counters_count_what_was_done() -> None:
    telemetry = Telemetry()
    with Memory.open(embedder="hashing") as memory:
        observe(memory, tracer_provider=telemetry.tracers, meter_provider=telemetry.meters, with_agents=True)
        memory.remember("ana", f"{SECRET} The press knows nothing of it yet.")
        memory.remember("ana", SECRET)
        memory.recall("ana", "project")
    counts = {name.removeprefix("agentsensus."): count for name, count in telemetry.counts().items()}
    assert (counts["operations"], counts["deposits"], counts["commits"]) == (3, 2, 2)
    assert (counts["statements"], counts["duration"]) == (3, 3)
    assert (telemetry.named("agentsensus.recall")[0].attributes or {})["agentsensus.agent"] == "ana"


def test_an_asynchronous_program_keeps_each_tasks_spans_apart() -> None:
    telemetry = Telemetry()

    async def request(memory: AsyncMemory, number: int) -> None:
        with telemetry.tracer.start_as_current_span(f"request {number}"):
            await memory.recall(f"agent {number}", "project")
            await asyncio.sleep(0)

    async def program() -> None:
        async with AsyncMemory.open(embedder="hashing") as memory:
            observe(memory, tracer_provider=telemetry.tracers, meter_provider=telemetry.meters, with_agents=True)
            await asyncio.gather(*(request(memory, number) for number in range(20)))

    asyncio.run(program())
    parents = {_ids(telemetry.named(f"request {number}")[0])[1]: f"agent {number}" for number in range(20)}
    recalls = telemetry.named("agentsensus.recall")
    assert len(recalls) == 20
    for span in recalls:
        assert span.parent is not None
        assert parents[span.parent.span_id] == (span.attributes or {})["agentsensus.agent"]
