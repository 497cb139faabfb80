"""What a memory does, as OpenTelemetry spans and counters (extra `telemetry`)."""

from agentsensus.doors.extras import needing

with needing("telemetry"):
    from agentsensus.doors.telemetry.observing import observe

__all__ = ["observe"]
