"""A switch that forbids live requests in tests."""

import ipaddress
import os
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Literal, TypeAlias

from agentsensus.errors import LiveForbidden

VARIABLE = "AGENTSENSUS_NO_LIVE"
Allowed: TypeAlias = Literal["all", "loopback", "nothing"]
_allowed: list[Allowed] = []


@contextmanager
def allowing(what: Allowed) -> Iterator[None]:
    """Context manager: allow requests to every host, to this machine only, or to none."""
    _allowed.append(what)
    try:
        yield
    finally:
        _allowed.pop()


def check_live(host: str) -> None:
    """Raise LiveForbidden if requests to this host are forbidden."""
    allowed = _allowed[-1] if _allowed else _by_environment()
    if allowed == "all" or (allowed == "loopback" and is_loopback(host)):
        return
    raise LiveForbidden(
        f"live requests are forbidden here, so {host or 'the model'} was not asked "
        f"({VARIABLE}, or agentsensus.testing.forbid_live_requests); use a double or a tape"
    )


def is_loopback(host: str) -> bool:
    """Return whether `host` is this machine."""
    if host == "localhost":
        return True
    try:
        return ipaddress.ip_address(host).is_loopback
    except ValueError:
        return False


def _by_environment() -> Allowed:
    set_to = os.environ.get(VARIABLE, "").strip().lower()
    if set_to in ("", "0", "no", "false"):
        return "all"
    return "loopback" if set_to == "loopback" else "nothing"
