"""The clients of pydantic-ai, one way a service; its packages are imported only when one is built."""

from collections.abc import Callable
from typing import Any

from agentsensus.errors import InputError
from agentsensus.models.providers.model_id import ModelId
from agentsensus.models.secrets import OLLAMA_KEY, find_key, key_for_address, need_key


def client_builder(model: ModelId) -> Callable[[], Any]:
    """What makes a client of that model; a missing package or key is an error that says what to do."""

    def build() -> Any:
        try:
            return _BUILD[model.service.name](model)
        except ImportError:
            raise InputError(
                f"{model} needs a package that is not installed: pip install 'agentsensus[{model.service.extra}]'"
            ) from None

    return build


def _openai(model: ModelId) -> Any:
    from pydantic_ai.models.openai import OpenAIChatModel
    from pydantic_ai.providers.openai import OpenAIProvider
    from pydantic_ai.providers.openai_compatible import OpenAICompatibleProvider

    if not model.base_url:
        return OpenAIChatModel(model.name, provider=OpenAIProvider(api_key=need_key(model.service.keys, str(model))))
    # OpenAI's own key goes to another address only when OpenAI's own variable names that address.
    provider = OpenAICompatibleProvider("endpoint", base_url=model.base_url, api_key=key_for_address(model.base_url))
    return OpenAIChatModel(model.name, provider=provider)


def _ollama(model: ModelId) -> Any:
    from pydantic_ai.models.ollama import OllamaModel
    from pydantic_ai.providers.ollama import OllamaProvider

    return OllamaModel(model.name, provider=OllamaProvider(base_url=model.base_url, api_key=find_key((OLLAMA_KEY,))))


def _deepseek(model: ModelId) -> Any:
    from pydantic_ai.models.openai import OpenAIChatModel
    from pydantic_ai.providers.deepseek import DeepSeekProvider

    return OpenAIChatModel(model.name, provider=DeepSeekProvider(api_key=need_key(model.service.keys, str(model))))


def _anthropic(model: ModelId) -> Any:
    from pydantic_ai.models.anthropic import AnthropicModel
    from pydantic_ai.providers.anthropic import AnthropicProvider

    return AnthropicModel(model.name, provider=AnthropicProvider(api_key=need_key(model.service.keys, str(model))))


def _google(model: ModelId) -> Any:
    from pydantic_ai.models.google import GoogleModel
    from pydantic_ai.providers.google import GoogleProvider

    return GoogleModel(model.name, provider=GoogleProvider(api_key=need_key(model.service.keys, str(model))))


def _groq(model: ModelId) -> Any:
    from pydantic_ai.models.groq import GroqModel
    from pydantic_ai.providers.groq import GroqProvider

    return GroqModel(model.name, provider=GroqProvider(api_key=need_key(model.service.keys, str(model))))


def _mistral(model: ModelId) -> Any:
    from pydantic_ai.models.mistral import MistralModel
    from pydantic_ai.providers.mistral import MistralProvider

    return MistralModel(model.name, provider=MistralProvider(api_key=need_key(model.service.keys, str(model))))


_BUILD: dict[str, Callable[[ModelId], Any]] = {
    "openai": _openai,
    "anthropic": _anthropic,
    "google": _google,
    "groq": _groq,
    "mistral": _mistral,
    "ollama": _ollama,
    "deepseek": _deepseek,
}
