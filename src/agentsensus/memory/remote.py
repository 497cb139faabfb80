"""A memory on an HTTP service: the same methods, sent as JSON. `AsyncMemory.open("http://…")` returns it."""

import asyncio
import json
import threading
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path
from typing import Any, NoReturn
from urllib.parse import quote
from uuid import uuid4

from pydantic import TypeAdapter, ValidationError

from agentsensus import errors
from agentsensus.base.addresses import shown_address
from agentsensus.base.files import as_path, read_bytes, written_whole
from agentsensus.base.loop import call_listener
from agentsensus.errors import AgentsensusError, InputError, ServiceError, StoreError, StoreReadOnly
from agentsensus.language.names import Names
from agentsensus.memory.agent import AsyncAgent
from agentsensus.memory.answers import Commit
from agentsensus.memory.api import AsyncMemory
from agentsensus.memory.calls import Call, agent_calls, author_calls
from agentsensus.memory.core.checks import checked_at, checked_name
from agentsensus.memory.designs.registry import as_settings
from agentsensus.memory.settings import CommonSettings
from agentsensus.memory.upkeep.transfer import new_file

__all__ = ["RemoteAgent", "RemoteMemory", "open_remote", "spaces_on_service"]

_TRIES = 4
_RETRIED = frozenset({429, 502, 503, 504})
_COMMITS: TypeAdapter[Commit] = TypeAdapter(Commit)


class _ServiceConnection:
    """The connection to a service. It repeats requests that are safe to repeat, and raises the service's errors."""

    def __init__(self, address: str, token: str | None, timeout: float) -> None:
        try:
            import httpx
        except ImportError:
            raise InputError("a memory on a service needs httpx: pip install 'agentsensus[http]'") from None
        self.shown = shown_address(address)
        headers = {} if token is None else {"authorization": f"Bearer {token}"}
        options: dict[str, Any] = {"base_url": address.rstrip("/"), "headers": headers, "timeout": timeout}
        self._client = httpx.Client(**options)
        self._errors = httpx.HTTPError
        self.is_closed = False

    def __repr__(self) -> str:
        return f"_ServiceConnection({self.shown!r})"

    def send(self, method: str, path: str, **options: Any) -> Any:
        """Send a request and return the answer. If the service does not answer and repeating is safe, send it again."""
        if self.is_closed:
            raise StoreError("this memory is closed; open it again")
        for attempt in range(_TRIES):
            is_last = attempt == _TRIES - 1
            try:
                response = self._client.request(method, path, **options)
            except self._errors as error:
                if is_last:
                    reason = " ".join(f"{type(error).__name__}: {error}".split())
                    raise ServiceError(f"{self.shown}: the service does not answer ({reason})") from None
            else:
                if response.status_code < 400:
                    return response
                if response.status_code not in _RETRIED or is_last:
                    raise _error(response.status_code, response.content)
            threading.Event().wait(0.1 * 2**attempt)
        raise AssertionError

    def stream(self, path: str, params: dict[str, str]) -> Any:
        """Return an open event stream."""
        return self._client.stream("GET", path, params=params, timeout=None)

    def close(self) -> None:
        self.is_closed = True
        self._client.close()


def _key_headers() -> dict[str, str]:
    """Return a header with a new idempotency key for one write."""
    return {"idempotency-key": uuid4().hex}


def _error(status: int, content: bytes) -> AgentsensusError:
    try:
        told = json.loads(content)
        kind, message = getattr(errors, str(told["error"]), None), str(told["message"])
    except (ValueError, KeyError, TypeError):
        return ServiceError(f"the service answered {status}")
    if isinstance(kind, type) and issubclass(kind, AgentsensusError):
        return kind(message)
    return ServiceError(message)


def open_remote(address: str, space: str, token: str | None, options: dict[str, Any]) -> "RemoteMemory":
    """Open a space on a service. If `options` are given, a missing space is created with them."""
    checked_name(space, "space")
    wrong = sorted(name for name, value in options.items() if value is not None and name not in _SENT)
    if wrong:
        raise InputError(f"{', '.join(wrong)}: set on the server, not by its clients; leave it out")
    service = _ServiceConnection(address, token, timeout=60.0)
    place = f"/v1/spaces/{quote(space, safe='')}"
    given = {name: _plain(value) for name, value in options.items() if value is not None}
    try:
        if given:
            service.send("PUT", place, json=given)
        elif service.send("GET", "/healthz").status_code != 200:
            raise ServiceError(f"{service.shown}: not a memory service")
    except BaseException:
        service.close()
        raise
    return RemoteMemory(service, place)


def spaces_on_service(address: str, token: str | None) -> tuple[str, ...]:
    """Return the names of the spaces on a service. Needs the token of an author."""
    service = _ServiceConnection(address, token, timeout=60.0)
    try:
        return tuple(str(name) for name in service.send("GET", "/v1/spaces").json())
    except ValueError:
        raise ServiceError(f"{service.shown}: not a memory service") from None
    finally:
        service.close()


_SENT = frozenset({"design", "settings", "names", "seed", "embedder", "stamps"})


def _plain(value: Any) -> Any:
    if isinstance(value, Names):
        if value.places() or value.parts():
            raise InputError("a service takes the names of agents only: give a dict")
        return value.as_dict()
    if isinstance(value, CommonSettings):
        return value.model_dump(mode="json")
    if not isinstance(value, str | int | bool | dict):
        raise InputError(f"{value!r} cannot be sent to a service; give a name or a dict")
    return value


class _Remote:
    """Base class of the remote memory and the remote agent: sends each call to the service."""

    def _send(
        self, service: _ServiceConnection, path: str, call: Call, params: dict[str, str], args: Any, options: Any
    ) -> Any:
        try:
            body = call.body(args, options)
        except ValidationError as error:
            first = error.errors(include_url=False)[0]
            place = ".".join(map(str, first["loc"]))
            raise InputError(f"{place} is {first.get('input')!r}: {first['msg']}") from None
        headers = {"content-type": "application/json"}
        if call.is_write:
            if params:
                raise StoreReadOnly(
                    "this is the memory as of an earlier round; the past takes no writes, fork it instead"
                )
            headers |= _key_headers()
        response = service.send("POST", path, content=body.encode("utf-8"), headers=headers, params=params)
        return call.answer.validate_json(response.content)


class RemoteAgent(AsyncAgent, _Remote):
    """A handle on a service that can act as one agent only."""

    def __init__(self, memory: "RemoteMemory", name: str) -> None:
        self._memory = memory
        self._name = name

    def _called(self, call: Call, args: Any, options: Any) -> Any:
        memory = self._memory
        path = f"{memory._place}/agents/{quote(self.name, safe='')}/{call.name}"
        return self._send(memory._service, path, call, memory._params, args, options)


class RemoteMemory(AsyncMemory, _Remote):
    """One memory on a service. Reading a property also sends a request."""

    def __init__(self, service: _ServiceConnection, place: str, at: int | None = None) -> None:
        self._service = service
        self._place = place
        self._params = {} if at is None else {"as_of": str(at)}

    def __repr__(self) -> str:
        return f"RemoteMemory({self._service.shown!r})"

    def _called(self, call: Call, args: Any, options: Any) -> Any:
        path = f"{self._place}/memory/{call.name}"
        return self._send(self._service, path, call, self._params, args, options)

    def _about(self) -> dict[str, Any]:
        answer: dict[str, Any] = self._service.send("GET", self._place, params=self._params).json()
        return answer

    @property
    def session(self) -> NoReturn:
        """Raise an error, because only a memory in this process has a session."""
        raise InputError("this memory is on a service; calls that need the store itself work only on the server")

    @property
    def settings(self) -> CommonSettings:
        about = self._about()
        return as_settings(about["settings"], about["design"])

    @property
    def names(self) -> Names:
        about = self._about()
        return Names(about["names"], about["places"], about["parts"])

    @property
    def embedder(self) -> NoReturn:
        """Raise an error, because the embedder is on the server."""
        raise InputError("the embedder of this memory is on the server")

    @property
    def has_links(self) -> bool:
        return bool(self._about()["has_links"])

    @property
    def last_round(self) -> int | None:
        last: int | None = self._about()["last_round"]
        return last

    @property
    def agents(self) -> tuple[str, ...]:
        return tuple(self._about()["agents"])

    @property
    def stamp(self) -> str:
        return str(self._about()["stamp"])

    def agent(self, name: str) -> AsyncAgent:
        return RemoteAgent(self, checked_name(name))

    def as_of(self, at: Any) -> "RemoteMemory":
        before = [int(self._params["as_of"])] if self._params else []
        return RemoteMemory(self._service, self._place, min([checked_at(at), *before]))

    async def export(self, to: str | Path) -> Path:
        return await asyncio.to_thread(self._downloaded, "export", to)

    async def backup(self, to: str | Path) -> Path:
        return await asyncio.to_thread(self._downloaded, "backup", to)

    def _downloaded(self, what: str, to: str | Path) -> Path:
        target = new_file(to)
        content = self._service.send("GET", f"{self._place}/{what}", params=self._params).content
        with written_whole(target) as draft:
            draft.write_bytes(content)
        return target

    async def import_(self, source: str | Path) -> None:
        content = read_bytes(as_path(source))
        await asyncio.to_thread(self._service.send, "POST", f"{self._place}/import", content=content)

    async def prepare_recalls(self, queries: Any) -> None:
        """Do nothing, because the service embeds queries itself."""

    def subscribe(self, listener: Callable[[Commit], None]) -> Callable[[], None]:
        """Call `listener` after every commit, in a separate thread. After a broken connection, missed commits are
        delivered too.
        """
        feed = _Feed(self, listener)
        feed.start()
        return feed.stop

    async def close(self) -> None:
        if not self._params:
            self._service.close()


class _Feed(threading.Thread):
    """Reads the event stream and resumes it after each interruption."""

    def __init__(self, memory: RemoteMemory, listener: Callable[[Commit], None]) -> None:
        super().__init__(name="agentsensus events", daemon=True)
        self._memory = memory
        self._listener = listener
        self._position: str | None = None
        self._is_stopped = threading.Event()
        self._is_connected = threading.Event()

    def start(self) -> None:
        super().start()
        self._is_connected.wait(10)

    def stop(self) -> None:
        self._is_stopped.set()

    def run(self) -> None:
        service = self._memory._service
        while not self._is_stopped.is_set() and not service.is_closed:
            params = {} if self._position is None else {"after": self._position}
            path = f"{self._memory._place}/events"
            # Whatever breaks the connection, the next one continues from the same position.
            with suppress(Exception), service.stream(path, params) as response:
                if response.status_code == 200:
                    self._read(response.iter_lines())
            self._is_connected.set()
            self._is_stopped.wait(0.5)

    def _read(self, lines: Any) -> None:
        fields: dict[str, str] = {}
        for line in lines:
            if self._is_stopped.is_set():
                return
            if line:
                name, _, value = line.partition(":")
                fields[name] = value.strip()
                continue
            if fields.get("event") == "commit":
                call_listener(self._listener, _COMMITS.validate_json(fields["data"]))
            if "id" in fields:
                self._position = fields["id"]
            self._is_connected.set()
            fields = {}


def _forward(call: Call) -> Callable[..., Any]:
    async def forwarded(self: Any, *args: Any, **options: Any) -> Any:
        return await asyncio.to_thread(self._called, call, args, options)

    forwarded.__name__, forwarded.__doc__ = call.name, call.summary
    return forwarded


def _refusal(name: str) -> Callable[..., Any]:
    def refused(self: object, *_: object, **__: object) -> NoReturn:
        raise InputError(f"{name} works on a memory in this process only, not on a service")

    return refused


for _name, _call in author_calls().items():
    setattr(RemoteMemory, _name, _forward(_call))
for _name, _call in agent_calls().items():
    setattr(RemoteAgent, _name, _forward(_call))
for _name in (
    "fork",
    "reembed",
    "vectors",
    "set_stamp",
    "stored_embedder",
    "note_log",
    "noted_log",
    "at_once",
    "on_timing",
):
    setattr(RemoteMemory, _name, _refusal(_name))
RemoteMemory.discard_reads = lambda self: None  # type: ignore[method-assign]  # reads are staged on the server
