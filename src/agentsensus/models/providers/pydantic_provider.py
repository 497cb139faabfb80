"""Models called through pydantic-ai, which is imported on first use."""

import re
from typing import Any

from agentsensus.base.loop import PerLoop
from agentsensus.errors import InputError, LiveForbidden
from agentsensus.models.chat import Reply, Request, Trouble, Usage
from agentsensus.models.limits import asked_wait, may_pass
from agentsensus.models.live import check_live
from agentsensus.models.providers.clients import Client
from agentsensus.models.providers.model_id import ModelId
from agentsensus.models.providers.table import BASE_URL
from agentsensus.models.repair import holds_json
from agentsensus.models.secrets import noted, scrub, without_keys

_LONGEST = 300
_REFUSES_SCHEMA = frozenset({400, 415, 422, 501})
_PAGE = re.compile(r"<(?:!doctype|html)\b", re.IGNORECASE)
_ADVICE = " (its address usually ends in /v1)"
_REFUSALS = 5
"""After this many refused schemas in a row, requests are sent without a schema."""


class PydanticProvider:
    """A provider that sends each attempt through pydantic-ai."""

    def __init__(self, model: ModelId, timeout: float, client: Client) -> None:
        self.id = str(model)
        self._model = model
        self._timeout = timeout
        self._refusals = 0
        self._refused: set[str] = set()
        self._make_client = client
        self._new_client()  # report a missing package or key now, not at the first question
        self._clients: PerLoop[Any] = PerLoop(self._new_client)

    def _new_client(self) -> Any:
        model = self._model
        try:
            return self._make_client(model.name, model.base_url, model.key())
        except ImportError:
            raise InputError(
                f"{model} needs a package that is not installed: pip install 'agentsensus[{model.service.extra}]'"
            ) from None

    async def send(self, request: Request) -> Reply:
        check_live(self._model.host)
        client = self._clients.get()
        expects_json = bool(
            request.shape and self._refusals < _REFUSALS and client.profile.get("supports_json_schema_output")
        )
        native = expects_json and request.digest(self.id) not in self._refused
        try:
            response = await client.request(*_arguments(request, native, self._timeout))
        except Exception as error:
            if native and getattr(error, "status_code", None) in _REFUSES_SCHEMA:
                self._refusals += 1
                self._refused.add(request.digest(self.id))
                reason = "a schema was refused"
                raise Trouble(reason, passes=True, wait=0.0, may_cost=False, asks_otherwise=True) from error
            raise self._trouble(error) from error
        self._refusals = 0 if native else self._refusals
        return _reply(response, expects_json)

    async def close(self) -> None:
        """Close the connections of the running loop."""
        client = self._clients.pop()
        if client is not None:
            async with client:  # pydantic-ai closes connections when the last user leaves
                pass

    def _trouble(self, error: Exception) -> Trouble:
        from pydantic_ai.exceptions import ModelConnectionError, ModelHTTPError, ModelQuotaExceededError, UserError

        reason = noted(str(error))[:_LONGEST]
        if isinstance(error, RuntimeError) and "ALLOW_MODEL_REQUESTS" in reason:
            raise LiveForbidden(f"pydantic_ai.models.ALLOW_MODEL_REQUESTS is off, so {self.id} is not asked") from None
        if isinstance(error, ModelHTTPError):
            passes = may_pass(error.status_code) and not isinstance(error, ModelQuotaExceededError)
            return Trouble(f"{self._hint(error)}{reason}", passes=passes, wait=_wait(error), may_cost=False)
        if isinstance(error, ModelConnectionError):
            if error.phase in ("connect", "pool") or _is_refused(error):
                own = f"start the server, or set its address (after @, or {BASE_URL})"
                reason = f"nothing answers at {self._where()}; {own if self._model.base_url else 'is there a network?'}"
                return Trouble(reason, passes=True, may_cost=False)
            return Trouble(f"the connection to {self._where()} broke: {reason}", passes=True)
        if isinstance(error, UserError):
            return Trouble(reason, passes=False, may_cost=False)
        return Trouble(f"{self._where()} did not answer as a model server does{_ADVICE}: {reason}", passes=True)

    def _hint(self, error: Any) -> str:
        if error.status_code in (404, 405, 501):
            return f"{self._where()} knows no such model or is no model server{_ADVICE}. "
        hint = ""
        if error.status_code in (401, 403):
            hint = f"the key was refused; check {' or '.join(self._model.key_variables)}. "
        if _PAGE.search(str(error.body)):
            hint += f"{self._where()} answered with a web page: is it a model server{_ADVICE}? "
        return hint

    def _where(self) -> str:
        return scrub(self._model.base_url or self._model.host)


def _arguments(request: Request, native: bool, timeout: float) -> tuple[Any, Any, Any]:
    from pydantic_ai.messages import ModelRequest, SystemPromptPart, UserPromptPart
    from pydantic_ai.models import ModelRequestParameters
    from pydantic_ai.output import OutputObjectDefinition
    from pydantic_ai.settings import ModelSettings

    parts: list[Any] = [SystemPromptPart(request.system)] if request.system else []
    settings = ModelSettings(max_tokens=request.max_tokens, timeout=timeout, max_retries=0)
    if request.temperature is not None:
        settings["temperature"] = request.temperature
    parameters = ModelRequestParameters()
    if native and request.shape:
        shape = OutputObjectDefinition(json_schema=request.shape.json_schema, name=request.shape.name)
        parameters = ModelRequestParameters(output_mode="native", output_object=shape)
    return [ModelRequest(parts=[*parts, UserPromptPart(request.prompt)])], settings, parameters


def _reply(response: Any, expects_json: bool) -> Reply:
    text = without_keys("".join(part.content for part in response.parts if part.part_kind == "text"))
    is_cut = response.finish_reason == "length"
    if response.finish_reason == "content_filter" and not text:
        raise Trouble("the model refused to answer (content filter)", passes=False)
    if not text.strip() and not is_cut:
        raise Trouble("the model answered nothing", passes=True)
    used = response.usage
    usage = Usage(used.input_tokens or 0, used.output_tokens or 0) if used.input_tokens or used.output_tokens else None
    return Reply(text, usage, is_cut, is_doubtful=expects_json and not is_cut and not holds_json(text))


def _wait(error: Any) -> float | None:
    """Return the seconds to wait that the server asked for. Fractions are kept; pydantic-ai drops them."""
    return asked_wait(error.headers) if error.retry_after is None else float(error.retry_after)


def _is_refused(error: BaseException | None) -> bool:
    while error is not None:
        if isinstance(error, ConnectionRefusedError) or type(error).__name__ == "ConnectError":
            return True
        error = error.__cause__ or error.__context__
    return False
