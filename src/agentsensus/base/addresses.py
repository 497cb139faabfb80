"""Addresses of stores on a server: recognize the kind of an address, and show an address without its secrets."""

import os
from urllib.parse import parse_qsl, quote, urlencode, urlsplit, urlunsplit

__all__ = ["is_address", "is_service", "keep_secrets", "shown_address", "with_secrets"]

_DATABASES = ("postgresql://", "postgres://")
_SERVICES = ("http://", "https://")
_given: dict[str, str] = {}
_SECRETS = frozenset({"password", "sslpassword", "passfile", "sslkey"})


def is_address(where: object) -> bool:
    """Return whether `where` names a PostgreSQL server."""
    return isinstance(where, str) and where.startswith(_DATABASES)


def is_service(where: object) -> bool:
    """Return whether `where` names an HTTP service."""
    return isinstance(where, str) and where.startswith(_SERVICES)


def shown_address(address: str) -> str:
    """Return an address without its password and other secrets, for messages and files. A file path is returned
    unchanged.
    """
    if not is_address(address) and not is_service(address):
        return address
    try:
        parts = urlsplit(address)
        user, at, host = parts.netloc.rpartition("@")
        name = user.partition(":")[0]
        query = urlencode(
            [pair for pair in parse_qsl(parts.query) if pair[0] not in _SECRETS], quote_via=quote, safe="/"
        )
        return urlunsplit((parts.scheme, f"{name}{at}{host}", parts.path, query, ""))
    except ValueError:
        return "postgresql://…"


def keep_secrets(address: str) -> str:
    """Return an address without its secrets, for a file. `with_secrets` restores the secrets in this process."""
    shown = shown_address(address)
    _given[shown] = address
    return shown


def with_secrets(shown: str) -> str:
    """Return the full address that this process passed to `keep_secrets`.

    If it passed none, the address comes from a file, and the writer of the file may control the server. Then the
    returned address forbids the client to send a password that the server could read. The environment variable
    PGREQUIREAUTH overrides this.
    """
    if shown in _given or "require_auth=" in shown or os.environ.get("PGREQUIREAUTH"):
        return _given.get(shown, shown)
    return f"{shown}{'&' if '?' in shown else '?'}require_auth={quote('!password,!md5')}"
