"""The table of services that serve models."""

from collections.abc import Callable
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from agentsensus.models.chat import Provider
from agentsensus.models.limits import Limits
from agentsensus.models.providers import clients

if TYPE_CHECKING:
    from agentsensus.models.providers.model_id import ModelId


@dataclass(frozen=True, slots=True)
class Service:
    """A service that serves models. To add one, add an entry to `SERVICES` below.

    `make` opens a model; its second argument is the timeout of an attempt in seconds. The key is read from the first of
    `keys` that is set. `address_variables` override the service's address; `default_address` applies if none of them is
    set. With `own_key_elsewhere`, an address given by the user gets AGENTSENSUS_API_KEY and not the service's key.
    """

    name: str
    example: str
    extra: str
    host: str
    make: Callable[["ModelId", float], Provider]
    keys: tuple[str, ...] = ()
    needs_key: bool = True
    takes_address: bool = False
    address_variables: tuple[str, ...] = ()
    default_address: str = ""
    own_key_elsewhere: bool = False
    names_are_files: bool = False
    is_free: bool = False
    limits: Limits = field(default_factory=Limits)


BASE_URL = "AGENTSENSUS_BASE_URL"


def _through_pydantic(client: clients.Client) -> Callable[["ModelId", float], Provider]:
    """Return a function that opens a model through this pydantic-ai client."""

    def make(model: "ModelId", timeout: float) -> Provider:
        from agentsensus.models.providers.pydantic_provider import PydanticProvider

        return PydanticProvider(model, timeout, client)

    return make


def _from_file(model: "ModelId", timeout: float) -> Provider:
    from agentsensus.models.providers.local import LocalProvider

    return LocalProvider(model, timeout)


SERVICES = {
    service.name: service
    for service in (
        Service(
            name="openai",
            example="openai:gpt-4o-mini",
            extra="models",
            host="api.openai.com",
            make=_through_pydantic(clients.openai),
            keys=("OPENAI_API_KEY",),
            takes_address=True,
            address_variables=(BASE_URL, "OPENAI_BASE_URL"),
            own_key_elsewhere=True,
        ),
        Service(
            name="anthropic",
            example="anthropic:claude-haiku-4-5",
            extra="anthropic",
            host="api.anthropic.com",
            make=_through_pydantic(clients.anthropic),
            keys=("ANTHROPIC_API_KEY",),
        ),
        Service(
            name="google",
            example="google:gemini-2.5-flash",
            extra="google",
            host="generativelanguage.googleapis.com",
            make=_through_pydantic(clients.google),
            keys=("GOOGLE_API_KEY", "GEMINI_API_KEY"),
        ),
        Service(
            name="groq",
            example="groq:llama-3.3-70b-versatile",
            extra="groq",
            host="api.groq.com",
            make=_through_pydantic(clients.groq),
            keys=("GROQ_API_KEY",),
        ),
        Service(
            name="mistral",
            example="mistral:mistral-small-latest",
            extra="mistral",
            host="api.mistral.ai",
            make=_through_pydantic(clients.mistral),
            keys=("MISTRAL_API_KEY",),
        ),
        Service(
            name="deepseek",
            example="deepseek:deepseek-chat",
            extra="models",
            host="api.deepseek.com",
            make=_through_pydantic(clients.deepseek),
            keys=("DEEPSEEK_API_KEY",),
        ),
        Service(
            name="ollama",
            example="ollama:qwen2.5",
            extra="models",
            host="localhost",
            make=_through_pydantic(clients.ollama),
            keys=("OLLAMA_API_KEY",),
            needs_key=False,
            takes_address=True,
            address_variables=("OLLAMA_BASE_URL",),
            default_address="http://localhost:11434/v1",
            is_free=True,
        ),
        Service(
            name="local",
            example="local:model.gguf",
            extra="local",
            host="localhost",
            make=_from_file,
            needs_key=False,
            names_are_files=True,
            is_free=True,
            limits=Limits(concurrency=2),
        ),
    )
}
