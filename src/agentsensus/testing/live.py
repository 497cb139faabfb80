"""A switch for tests: no request leaves this machine, or none is made at all."""

from contextlib import AbstractContextManager

from agentsensus.models.live import allowing


def forbid_live_requests() -> AbstractContextManager[None]:
    """Until the block ends, asking a real model raises `LiveForbidden`; doubles and tapes go on working."""
    return allowing("nothing")


def allow_loopback_requests() -> AbstractContextManager[None]:
    """Until the block ends, servers on this machine may be asked, and nobody else."""
    return allowing("loopback")
