"""Addresses of servers, as users give them."""

from urllib.parse import urlsplit

from agentsensus.errors import InputError
from agentsensus.models.secrets import scrub


def checked_address(url: str, given_as: str) -> str:
    """The address, without the spaces around it; or an error that names what it was given as."""
    url = url.strip()
    if not _is_address(url):
        raise InputError(f"{given_as} is {scrub(url)!r}: give an address such as http://127.0.0.1:8080/v1")
    return url


def _is_address(url: str) -> bool:
    try:
        parts = urlsplit(url)
        return parts.scheme in ("http", "https") and bool(parts.hostname) and parts.port != 0 and not _has_space(url)
    except ValueError:  # a port that is none, a bracket left open
        return False


def _has_space(url: str) -> bool:
    return any(char.isspace() or not char.isprintable() for char in url)
