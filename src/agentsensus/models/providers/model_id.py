"""Model ids: `provider:name`, and `openai:name@http://host/v1` for servers compatible with OpenAI."""

import os
import re
from dataclasses import dataclass
from urllib.parse import urlsplit

from agentsensus.errors import InputError, UnknownName, did_you_mean
from agentsensus.models.providers.table import SERVICES, Service
from agentsensus.models.secrets import OWN_KEY, find_key, key_for_address, need_key, scrub

_AT = re.compile(r"@(https?://\S+)$", re.IGNORECASE)
_LOOKS_LIKE_ADDRESS = re.compile(r"@[^@]*(?:://|:\d+(?:/|$)|/v\d)|@(?:localhost|\d+(?:\.\d+){3})\b", re.IGNORECASE)


@dataclass(frozen=True, slots=True)
class ModelId:
    """A parsed model id. The address is not part of the identity, so a tape stays valid when the port changes."""

    service: Service
    name: str
    base_url: str = ""

    def __str__(self) -> str:
        return f"{self.service.name}:{self.name}"

    @property
    def host(self) -> str:
        """The host to connect to."""
        return urlsplit(self.base_url).hostname or "" if self.base_url else self.service.host

    @classmethod
    def parse(cls, text: str) -> "ModelId":
        """Parse a model id. Raises InputError or UnknownName that says how to write one."""
        if not isinstance(text, str) or not text.strip():
            raise InputError(f"model is {text!r}: give an id such as {SERVICES['openai'].example}")
        text = text.strip()
        at = _AT.search(text)
        rest, base_url = (text[: at.start()], at.group(1)) if at else (text, "")
        provider, colon, name = rest.partition(":")
        if not colon:
            raise UnknownName(f"model {text!r} has no provider; write provider:name, for example openai:{text}")
        if provider not in SERVICES:
            raise UnknownName(f"unknown provider {provider!r}{did_you_mean(provider, SERVICES)}")
        if not name.strip():
            raise InputError(
                f"model {scrub(text)!r} has no name after the colon; for example {SERVICES[provider].example}"
            )
        service = SERVICES[provider]
        if not base_url and not service.names_are_files and _LOOKS_LIKE_ADDRESS.search(name):
            raise InputError(
                f"model {scrub(text)!r}: write @http://… for an address, as openai:NAME@http://HOST:PORT/v1"
            )
        if base_url and not service.takes_address:
            takers = " and ".join(f"{other.name}:NAME@URL" for other in SERVICES.values() if other.takes_address)
            raise InputError(f"model {scrub(text)!r}: only {takers} take an address")
        base_url = checked_address(base_url, f"the address of {rest}") if base_url else _default_address(service)
        return cls(service, name, base_url)

    @property
    def chosen_address(self) -> str:
        """The address to use if the id names none: from the environment, or empty for the service's default."""
        return _default_address(self.service)

    @property
    def key_variables(self) -> tuple[str, ...]:
        """The environment variables that may hold this model's key."""
        return (OWN_KEY, *self.service.keys) if self._is_elsewhere else self.service.keys

    def key(self) -> str | None:
        """Return the API key of this model. If a required key is missing, raises InputError that names the variable to
        set.

        OpenAI's key is sent to another address only if OPENAI_BASE_URL names that address.
        """
        if self._is_elsewhere:
            return key_for_address(self.base_url)
        return need_key(self.service.keys, str(self)) if self.service.needs_key else find_key(self.service.keys)

    @property
    def _is_elsewhere(self) -> bool:
        return bool(self.base_url) and self.service.own_key_elsewhere


def _default_address(service: Service) -> str:
    """Return the address from the environment, else the service's default address, which may be empty."""
    for variable in service.address_variables:
        if url := os.environ.get(variable, "").strip():
            return checked_address(url, variable)
    return service.default_address


def checked_address(url: str, given_as: str) -> str:
    """Return the address without surrounding spaces. Raises InputError if it is not valid."""
    url = url.strip()
    if not _is_address(url):
        raise InputError(f"{given_as} is {scrub(url)!r}: give an address such as http://127.0.0.1:8080/v1")
    return url


def _is_address(url: str) -> bool:
    try:
        parts = urlsplit(url)
        return parts.scheme in ("http", "https") and bool(parts.hostname) and parts.port != 0 and not _has_space(url)
    except ValueError:  # an invalid port or an unclosed bracket
        return False


def _has_space(url: str) -> bool:
    return any(char.isspace() or not char.isprintable() for char in url)
