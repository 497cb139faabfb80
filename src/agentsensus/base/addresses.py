"""Addresses of servers: which kind they are, and how to show them without secrets."""

from urllib.parse import parse_qsl, quote, urlencode, urlsplit, urlunsplit

__all__ = ["is_address", "is_service", "shown_address"]

_DATABASES = ("postgresql://", "postgres://")
_SERVICES = ("http://", "https://")
_SECRETS = frozenset({"password", "sslpassword", "passfile", "sslkey"})


def is_address(where: object) -> bool:
    """Return whether `where` names a PostgreSQL server."""
    return isinstance(where, str) and where.startswith(_DATABASES)


def is_service(where: object) -> bool:
    """Return whether `where` names an HTTP service."""
    return isinstance(where, str) and where.startswith(_SERVICES)


def shown_address(address: str) -> str:
    """Return an address without its secrets, for messages and files; a path as it is."""
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
