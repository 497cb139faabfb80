"""Typed events and the log file that stores them."""

from agentsensus.worlds.events.event import AnyEvent, Event, read_event
from agentsensus.worlds.events.log import Log, log_sha256, read_log

__all__ = ["AnyEvent", "Event", "Log", "log_sha256", "read_event", "read_log"]
