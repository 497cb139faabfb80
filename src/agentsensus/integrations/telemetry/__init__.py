"""The operations of a memory as OpenTelemetry spans and counters (extra `telemetry`)."""

from agentsensus.integrations.common import needing

with needing("telemetry"):
    from agentsensus.integrations.telemetry.spans import observe

__all__ = ["observe"]
