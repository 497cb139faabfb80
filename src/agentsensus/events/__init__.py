"""What happens, line by line: typed events and the log that holds them."""

from agentsensus.events.event import AnyEvent, Event, read_event
from agentsensus.events.log import Log, log_sha256, read_log

__all__ = ["AnyEvent", "Event", "Log", "log_sha256", "read_event", "read_log"]
