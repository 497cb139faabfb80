"""Switches for tests: forbid all live requests, or all that leave this machine."""

from contextlib import AbstractContextManager

from agentsensus.models.live import allowing


def forbid_live_requests() -> AbstractContextManager[None]:
    """Make every request to a real model raise `LiveForbidden` until the block ends. Doubles and tapes keep working."""
    return allowing("nothing")


def allow_loopback_requests() -> AbstractContextManager[None]:
    """Allow requests only to servers on this machine until the block ends."""
    return allowing("loopback")
