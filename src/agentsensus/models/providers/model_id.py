"""Model ids: `provider:name`, and `openai:name@http://host/v1` for whatever speaks OpenAI's protocol."""

import os
import re
from dataclasses import dataclass
from urllib.parse import urlsplit

from agentsensus.errors import InputError, UnknownName, nearest
from agentsensus.models.secrets import scrub

BASE_URL = "AGENTSENSUS_BASE_URL"
_VARIABLES = {"openai": (BASE_URL, "OPENAI_BASE_URL"), "ollama": ("OLLAMA_BASE_URL",)}
_AT = re.compile(r"@(https?://\S+)$", re.IGNORECASE)
_LOOKS_LIKE_ADDRESS = re.compile(r"@[^@]*(?:://|:\d+(?:/|$)|/v\d)|@(?:localhost|\d+(?:\.\d+){3})\b", re.IGNORECASE)


@dataclass(frozen=True, slots=True)
class Service:
    """Somebody who serves models: where its key is found, and which extra brings its client."""

    name: str
    keys: tuple[str, ...]
    extra: str
    host: str = ""
    example: str = ""


SERVICES = {
    service.name: service
    for service in (
        Service("openai", ("OPENAI_API_KEY",), "models", "api.openai.com", "openai:gpt-4o-mini"),
        Service("anthropic", ("ANTHROPIC_API_KEY",), "anthropic", "api.anthropic.com", "anthropic:claude-haiku-4-5"),
        Service(
            "google",
            ("GOOGLE_API_KEY", "GEMINI_API_KEY"),
            "google",
            "generativelanguage.googleapis.com",
            "google:gemini-2.5-flash",
        ),
        Service("groq", ("GROQ_API_KEY",), "groq", "api.groq.com", "groq:llama-3.3-70b-versatile"),
        Service("mistral", ("MISTRAL_API_KEY",), "mistral", "api.mistral.ai", "mistral:mistral-small-latest"),
        Service("deepseek", ("DEEPSEEK_API_KEY",), "models", "api.deepseek.com", "deepseek:deepseek-chat"),
        Service("ollama", (), "models", "localhost", "ollama:qwen2.5"),
        Service("local", (), "local", "localhost", "local:model.gguf"),
    )
}


@dataclass(frozen=True, slots=True)
class ModelId:
    """A model id, taken apart. The address is no part of a model's identity: a tape outlives a port."""

    service: Service
    name: str
    base_url: str = ""

    def __str__(self) -> str:
        return f"{self.service.name}:{self.name}"

    @property
    def host(self) -> str:
        """The host that will be asked."""
        return urlsplit(self.base_url).hostname or "" if self.base_url else self.service.host

    @classmethod
    def parse(cls, text: str) -> "ModelId":
        """The id in a text, or an error that says how to write one."""
        if not isinstance(text, str) or not text.strip():
            raise InputError(f"model is {text!r}: give an id such as {SERVICES['openai'].example}")
        text = text.strip()
        at = _AT.search(text)
        rest, base_url = (text[: at.start()], at.group(1)) if at else (text, "")
        provider, colon, name = rest.partition(":")
        if not colon:
            raise UnknownName(f"model {text!r} names no provider; write provider:name, for example openai:{text}")
        if provider not in SERVICES:
            raise UnknownName(f"no provider is called {provider!r}{nearest(provider, SERVICES)}")
        if not name.strip():
            raise InputError(
                f"model {scrub(text)!r} has no name after the colon; for example {SERVICES[provider].example}"
            )
        if not base_url and provider != "local" and _LOOKS_LIKE_ADDRESS.search(name):
            raise InputError(
                f"model {scrub(text)!r}: write @http://… for an address, as openai:NAME@http://HOST:PORT/v1"
            )
        if base_url and provider not in ("openai", "ollama"):
            raise InputError(f"model {scrub(text)!r}: only openai:NAME@URL and ollama:NAME@URL take an address")
        base_url = checked_address(base_url, f"the address of {rest}") if base_url else _default_url(provider)
        return cls(SERVICES[provider], name, base_url)


def _default_url(provider: str) -> str:
    """The address that the environment names for a provider, or the one it usually has; empty for its own."""
    for variable in _VARIABLES.get(provider, ()):
        if url := os.environ.get(variable, "").strip():
            return checked_address(url, variable)
    return "http://localhost:11434/v1" if provider == "ollama" else ""


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
