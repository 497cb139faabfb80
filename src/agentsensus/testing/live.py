"""Switches for tests: forbid all live requests, or all that leave this machine."""

from contextlib import AbstractContextManager

from agentsensus.models.live import allowing


def forbid_live_requests() -> AbstractContextManager[None]:
    """Until the block ends, asking a real model raises `LiveForbidden`. Doubles and tapes keep working."""
    return allowing("nothing")


def allow_loopback_requests() -> AbstractContextManager[None]:
    """Until the block ends, only servers on this machine may be asked."""
    return allowing("loopback")
