"""Make pydantic-ai clients, one function per service. The service's package is imported only when a client is made."""

from collections.abc import Callable
from typing import Any, TypeAlias

Client: TypeAlias = Callable[[str, str, str | None], Any]
"""A function that makes a client from a model name, an address (empty: the service's default) and a key."""


def openai(name: str, address: str, key: str | None) -> Any:
    """Return a client of OpenAI or of a compatible server."""
    from pydantic_ai.models.openai import OpenAIChatModel
    from pydantic_ai.providers.openai import OpenAIProvider
    from pydantic_ai.providers.openai_compatible import OpenAICompatibleProvider

    if not address:
        return OpenAIChatModel(name, provider=OpenAIProvider(api_key=key))
    return OpenAIChatModel(name, provider=OpenAICompatibleProvider("endpoint", base_url=address, api_key=key))


def ollama(name: str, address: str, key: str | None) -> Any:
    from pydantic_ai.models.ollama import OllamaModel
    from pydantic_ai.providers.ollama import OllamaProvider

    return OllamaModel(name, provider=OllamaProvider(base_url=address, api_key=key))


def deepseek(name: str, address: str, key: str | None) -> Any:
    from pydantic_ai.models.openai import OpenAIChatModel
    from pydantic_ai.providers.deepseek import DeepSeekProvider

    return OpenAIChatModel(name, provider=DeepSeekProvider(api_key=key or ""))


def anthropic(name: str, address: str, key: str | None) -> Any:
    from pydantic_ai.models.anthropic import AnthropicModel
    from pydantic_ai.providers.anthropic import AnthropicProvider

    return AnthropicModel(name, provider=AnthropicProvider(api_key=key))


def google(name: str, address: str, key: str | None) -> Any:
    from pydantic_ai.models.google import GoogleModel
    from pydantic_ai.providers.google import GoogleProvider

    return GoogleModel(name, provider=GoogleProvider(api_key=key or ""))


def groq(name: str, address: str, key: str | None) -> Any:
    from pydantic_ai.models.groq import GroqModel
    from pydantic_ai.providers.groq import GroqProvider

    return GroqModel(name, provider=GroqProvider(api_key=key or ""))


def mistral(name: str, address: str, key: str | None) -> Any:
    from pydantic_ai.models.mistral import MistralModel
    from pydantic_ai.providers.mistral import MistralProvider

    return MistralModel(name, provider=MistralProvider(api_key=key or ""))
