"""The HTTP service: every method of the library as a JSON call. The token decides whether the sender is an agent or the
author.
"""

import asyncio
import json
import logging
import tempfile
import time
from collections import OrderedDict
from collections.abc import AsyncIterator, Awaitable, Callable, Mapping
from contextlib import asynccontextmanager
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from pydantic import BaseModel, ConfigDict, ValidationError
from starlette.applications import Starlette
from starlette.background import BackgroundTask
from starlette.exceptions import HTTPException
from starlette.requests import ClientDisconnect, Request
from starlette.responses import FileResponse, JSONResponse, PlainTextResponse, Response, StreamingResponse
from starlette.routing import Route

from agentsensus.base.loop import in_background
from agentsensus.errors import (
    AgentsensusError,
    Backdated,
    InputError,
    ModelError,
    NotAStore,
    NotOwned,
    StoreBusy,
    StoreError,
    StoreMismatch,
    StoreReadOnly,
    UnknownName,
)
from agentsensus.integrations.http.metrics import Metrics
from agentsensus.integrations.http.openapi import description
from agentsensus.integrations.http.tokens import AUTHOR, RateLimit, TokenAccess, TokenBook
from agentsensus.memory import AsyncMemory
from agentsensus.memory.calls import Call, agent_calls, author_calls
from agentsensus.memory.core.checks import checked_name
from agentsensus.memory.core.idempotency import AlreadyWritten, checked_key, edit_under, is_written

__all__ = ["ServiceOptions", "service_app"]

KEY = "idempotency-key"
_log = logging.getLogger("agentsensus.http")
_HEARTBEAT_SECONDS = 15.0
_STATUS: tuple[tuple[type[AgentsensusError], int], ...] = (
    (NotOwned, 403),
    (UnknownName, 404),
    (Backdated, 409),
    (InputError, 400),
    (StoreMismatch, 409),
    (StoreReadOnly, 403),
    (StoreBusy, 503),
    (NotAStore, 404),
    (StoreError, 503),
    (ModelError, 502),
)


@dataclass(frozen=True, slots=True)
class ServiceOptions:
    """The options of a service: the store, how new spaces are created, tokens and limits."""

    store: str
    tokens: str | None = None
    embedder: str | None = None
    judge: str | None = None
    model: str | None = None
    read_only: bool = False
    max_spaces: int = 64
    max_body: int = 1_000_000
    max_import: int = 2_000_000_000
    requests_a_minute: int = 6_000
    poll_seconds: float = 0.5


class NewSpace(BaseModel):
    """The options of a new space. For an existing space, they must agree with it."""

    model_config = ConfigDict(extra="forbid")

    design: str | None = None
    settings: dict[str, Any] | str | None = None
    names: dict[str, list[str] | str] | None = None
    seed: int | None = None
    embedder: str | None = None
    stamps: bool = True


@dataclass(eq=False)
class _OpenSpace:
    memory: AsyncMemory
    users: int = 0


@dataclass(eq=False)
class Spaces:
    """The open memories of the service. If there are too many, it closes the least recently used memory."""

    options: ServiceOptions
    _open: "OrderedDict[str, _OpenSpace]" = field(default_factory=OrderedDict)
    _opening: asyncio.Lock = field(default_factory=asyncio.Lock)

    def __len__(self) -> int:
        return len(self._open)

    @asynccontextmanager
    async def use(self, space: str, new: NewSpace | None = None) -> AsyncIterator[AsyncMemory]:
        """Context manager: yield the memory of a space, and keep it open meanwhile. Without `new`, the space must
        exist.
        """
        async with self._opening:
            opened = self._open.get(space)
            if opened is None:
                opened = self._open[space] = _OpenSpace(await self._opened(space, new))
            elif new is not None:
                await (await self._opened(space, new)).close()  # opening another handle checks that the options agree
            self._open.move_to_end(space)
            opened.users += 1
        try:
            yield opened.memory
        finally:
            opened.users -= 1
            await self._close_unused()

    async def _opened(self, space: str, new: NewSpace | None) -> AsyncMemory:
        if new is None and space not in await asyncio.to_thread(self.names):
            raise UnknownName(f"there is no space {space!r}; the author makes it with PUT")
        given: dict[str, Any] = {} if new is None else new.model_dump(exclude_none=True)
        given.setdefault("embedder", self.options.embedder)
        if given["embedder"] != self.options.embedder:
            raise InputError(f"the service uses the embedder {self.options.embedder or 'universal'}; leave it out")
        if new is None:
            given.pop("stamps", None)
        return await asyncio.to_thread(
            AsyncMemory.open,
            self.options.store,
            space=space,
            judge=self.options.judge,
            model=self.options.model,
            read_only=self.options.read_only,
            **given,
        )

    def names(self) -> tuple[str, ...]:
        """Return the names of all spaces of the store."""
        try:
            return AsyncMemory.spaces(self.options.store)
        except NotAStore:
            return ()

    async def close(self, space: str | None = None) -> None:
        """Close one space, or all."""
        for name in [space] if space is not None else list(self._open):
            if name in self._open:
                await self._open.pop(name).memory.close()

    async def _close_unused(self) -> None:
        idle = [name for name, opened in self._open.items() if not opened.users]
        for name in idle[: max(0, len(self._open) - self.options.max_spaces)]:
            await self.close(name)


def service_app(options: ServiceOptions) -> Starlette:
    """Return the application that serves the spaces of a store."""
    service = _HttpService(options)

    @asynccontextmanager
    async def lifespan(_: Starlette) -> AsyncIterator[None]:
        yield
        await service.spaces.close()

    space = "/v1/spaces/{space}"
    routes: list[tuple[str, str, Callable[[Request], Awaitable[Response]]]] = [
        ("GET", "/healthz", service.health),
        ("GET", "/readyz", service.ready),
        ("GET", "/metrics", service.metrics_page),
        ("GET", "/openapi.json", service.openapi),
        ("GET", "/v1/spaces", service.list_spaces),
        ("PUT", space, service.make_space),
        ("GET", space, service.about),
        ("DELETE", space, service.delete_space),
        ("POST", f"{space}/memory/{{call}}", service.call_as_author),
        ("POST", f"{space}/agents/{{agent}}/{{call}}", service.call_as_agent),
        ("GET", f"{space}/export", service.export),
        ("GET", f"{space}/backup", service.backup),
        ("POST", f"{space}/import", service.import_),
        ("GET", f"{space}/events", service.events),
    ]
    return Starlette(
        routes=[Route(path, service.guarded(path, handler), methods=[method]) for method, path, handler in routes],
        lifespan=lifespan,
        exception_handlers={HTTPException: _on_http_error},
    )


def _on_http_error(_: Request, error: Exception) -> Response:
    assert isinstance(error, HTTPException)
    return _refused(error.status_code, "ServiceError", error.detail)


class _Refused(Exception):
    def __init__(self, status: int, kind: str, message: str) -> None:
        self.response = _refused(status, kind, message)


def _refused(status: int, kind: str, message: str) -> JSONResponse:
    headers = (
        {"www-authenticate": "Bearer"} if status == 401 else {"retry-after": "1"} if status in (429, 503) else None
    )
    return JSONResponse({"error": kind, "message": message}, status, headers=headers)


class _HttpService:
    def __init__(self, options: ServiceOptions) -> None:
        self.options = options
        self.spaces = Spaces(options)
        self.metrics = Metrics()
        self._tokens = None if options.tokens is None else TokenBook(Path(options.tokens))
        self._rate = RateLimit(options.requests_a_minute)

    # --- common to all requests

    def guarded(self, path: str, handler: Callable[[Request], Awaitable[Response]]) -> Callable[..., Any]:
        """Wrap a request handler: errors become JSON answers, and requests are counted in the metrics."""

        async def handle(request: Request) -> Response:
            begun, response = time.perf_counter(), Response(status_code=500)
            try:
                response = await handler(request)
            except _Refused as refused:
                response = refused.response
            except AgentsensusError as error:
                status = next((status for kind, status in _STATUS if isinstance(error, kind)), 500)
                response = _refused(status, type(error).__name__, str(error))
            except ClientDisconnect:
                response = Response(status_code=400)
            except Exception:  # noqa: BLE001  # the border to a client: a failure is an answer, and logged
                _log.exception("a request to %s failed", path)
                response = _refused(500, "ServiceError", "the service failed; its log says why")
            finally:
                self.metrics.count(path, response.status_code, time.perf_counter() - begun)
            return response

        return handle

    def _access(self, request: Request) -> TokenAccess:
        if self._tokens is None:
            return AUTHOR
        scheme, _, token = request.headers.get("authorization", "").partition(" ")
        access = self._tokens.access_of(token.strip()) if scheme.lower() == "bearer" else None
        if access is None:
            raise _Refused(401, "ServiceError", "send a valid token: Authorization: Bearer TOKEN")
        if not self._rate.allows(access.id):
            raise _Refused(429, "ServiceError", f"more than {self.options.requests_a_minute} requests a minute")
        return access

    def _author(self, request: Request, space: str | None = None) -> TokenAccess:
        access = self._access(request)
        if not access.is_author or (space is not None and not access.may_enter(space)):
            raise _Refused(403, "ServiceError", "this token does not allow this")
        return access

    def _space(self, request: Request, access: TokenAccess) -> str:
        space = str(request.path_params["space"])
        if not access.may_enter(space):
            raise _Refused(403, "ServiceError", "this token does not allow this")
        return checked_name(space, "space")

    async def _body(self, request: Request, most: int | None = None) -> bytes:
        limit, parts, size = most or self.options.max_body, [], 0
        async for part in request.stream():
            size += len(part)
            if size > limit:
                raise _Refused(413, "ServiceError", f"the body is longer than {limit} bytes")
            parts.append(part)
        return b"".join(parts)

    # --- about the service

    async def health(self, _: Request) -> Response:
        return JSONResponse({"ok": True})

    async def ready(self, _: Request) -> Response:
        await asyncio.to_thread(self.spaces.names)
        return JSONResponse({"ready": True})

    async def metrics_page(self, request: Request) -> Response:
        self._author(request)
        return PlainTextResponse(self.metrics.page(len(self.spaces)), media_type="text/plain; version=0.0.4")

    async def openapi(self, _: Request) -> Response:
        return JSONResponse(description(NewSpace))

    # --- spaces

    async def list_spaces(self, request: Request) -> Response:
        access = self._author(request)
        names = await asyncio.to_thread(self.spaces.names)
        return JSONResponse([name for name in names if access.may_enter(name)])

    async def make_space(self, request: Request) -> Response:
        space = self._space(request, self._author(request))
        try:
            new = NewSpace.model_validate_json(await self._body(request) or b"{}")
        except ValidationError as error:
            raise _Refused(422, "InputError", _first(error)) from None
        async with self.spaces.use(space, new):
            return JSONResponse({"space": space})

    async def about(self, request: Request) -> Response:
        access = self._access(request)
        space = self._space(request, access)
        async with self.spaces.use(space) as memory:
            view = self._view(request, memory)

            async def look() -> dict[str, Any]:
                seen: dict[str, Any] = {"round": view.round, "last_round": view.last_round, "has_links": view.has_links}
                if access.is_author:
                    seen |= {"agents": view.agents, "stamp": view.stamp, "design": view.settings.design}
                    names = view.names
                    seen |= {"names": names.as_dict(), "places": names.places(), "parts": names.parts()}
                    seen |= {"settings": view.settings.model_dump(mode="json"), "embedder": view.embedder.id}
                return seen

            return JSONResponse(await in_background(look()))

    async def delete_space(self, request: Request) -> Response:
        space = self._space(request, self._author(request))
        await self.spaces.close(space)
        await asyncio.to_thread(AsyncMemory.delete_space, self.options.store, space)
        return JSONResponse(None)

    # --- calls

    async def call_as_author(self, request: Request) -> Response:
        access = self._author(request)
        return await self._called(request, self._space(request, access), author_calls(), None)

    async def call_as_agent(self, request: Request) -> Response:
        access, agent = self._access(request), str(request.path_params["agent"])
        if not access.may_act_as(agent):
            raise _Refused(403, "ServiceError", "this token does not allow this")
        return await self._called(request, self._space(request, access), agent_calls(), agent)

    async def _called(self, request: Request, space: str, calls: Mapping[str, Call], agent: str | None) -> Response:
        call = calls.get(str(request.path_params["call"]))
        if call is None:
            raise _Refused(404, "UnknownName", "there is no such call; see /openapi.json")
        try:
            values = call.values(call.arguments.model_validate_json(await self._body(request) or b"{}"))
        except ValidationError as error:
            raise _Refused(422, "InputError", _first(error)) from None
        async with self.spaces.use(space) as memory:
            view = self._view(request, memory)
            target: Any = view if agent is None else view.agent(agent)
            answer = await self._written_once(request, memory, call, getattr(target, call.name), values, agent or "")
        return Response(call.answer.dump_json(answer, warnings=False), media_type="application/json")

    async def _written_once(
        self,
        request: Request,
        memory: AsyncMemory,
        call: Call,
        method: Callable[..., Awaitable[Any]],
        values: dict[str, Any],
        agent: str,
    ) -> Any:
        """Call a method. If an earlier write had the same idempotency key, return its answer and write nothing."""
        key = request.headers.get(KEY)
        if key is None or not call.is_write:
            return await method(**values)
        if call.takes_key:
            return await method(**({"key": key} | values))
        hash_ = checked_key(key, call.name, agent)
        assert hash_ is not None

        async def is_done() -> bool:
            memory.session.engine.catch_up()
            return is_written(memory.session.engine, hash_)

        if await in_background(is_done()):
            return self._done_before(call)
        try:
            with edit_under(hash_):
                return await method(**values)
        except AlreadyWritten:
            return self._done_before(call)

    def _done_before(self, call: Call) -> None:
        try:
            call.answer.validate_python(None)
        except ValidationError:
            raise _Refused(409, "InputError", "this was done before under the same key; its answer is gone") from None

    def _view(self, request: Request, memory: AsyncMemory) -> AsyncMemory:
        at = request.query_params.get("as_of")
        if at is None:
            return memory
        if not (at.isascii() and at.isdigit() and len(at) < 16):
            raise InputError(f"as_of is {at!r}: give a round")
        return memory.as_of(int(at))

    # --- copies

    async def export(self, request: Request) -> Response:
        return await self._copied(request, "export.jsonl", lambda memory, to: memory.export(to))

    async def backup(self, request: Request) -> Response:
        if self._author(request).spaces:
            raise _Refused(403, "ServiceError", "a backup holds all spaces, and this token is for some")
        return await self._copied(request, "backup.db", lambda memory, to: memory.backup(to))

    async def _copied(
        self, request: Request, name: str, write: Callable[[AsyncMemory, Path], Awaitable[Path]]
    ) -> Response:
        space = self._space(request, self._author(request))
        place = tempfile.TemporaryDirectory(prefix="agentsensus-")
        try:
            async with self.spaces.use(space) as memory:
                file = await write(self._view(request, memory), Path(place.name) / name)
        except BaseException:
            place.cleanup()
            raise
        return FileResponse(file, filename=name, background=BackgroundTask(place.cleanup))

    async def import_(self, request: Request) -> Response:
        space = self._space(request, self._author(request))
        with tempfile.TemporaryDirectory(prefix="agentsensus-") as place:
            file = Path(place) / "import.jsonl"
            file.write_bytes(await self._body(request, self.options.max_import))
            async with self.spaces.use(space, NewSpace()) as memory:
                try:
                    await memory.import_(file)
                except InputError as error:
                    raise type(error)(str(error).replace(str(file), "the import")) from None
        return JSONResponse(None)

    # --- events

    async def events(self, request: Request) -> Response:
        """Stream commits as server-sent events. `after`, or the header Last-Event-ID, is the position to resume
        from.
        """
        space = self._space(request, self._author(request))
        after = request.query_params.get("after") or request.headers.get("last-event-id")
        async with self.spaces.use(space) as memory:
            _, now = await memory.commits_since(after)
        return StreamingResponse(self._stream(space, after or now), media_type="text/event-stream")

    async def _stream(self, space: str, position: str) -> AsyncIterator[bytes]:
        commit_type = author_calls()["commits_since"].answer
        yield f"id: {position}\nevent: position\ndata: {json.dumps(position)}\n\n".encode()
        silent = 0.0
        async with self.spaces.use(space) as memory:
            while True:
                try:
                    commits, position = await memory.commits_since(position)
                except StoreError:
                    return  # the client connects again and continues from its position
                for place, commit in enumerate(json.loads(commit_type.dump_json((commits, position)))[0]):
                    # Only the last event of a batch moves the position: a client that missed one gets all again.
                    head = f"id: {position}\n" if place == len(commits) - 1 else ""
                    yield f"{head}event: commit\ndata: {json.dumps(commit, ensure_ascii=False)}\n\n".encode()
                silent = 0.0 if commits else silent + self.options.poll_seconds
                if silent >= _HEARTBEAT_SECONDS:
                    silent = 0.0
                    yield b": still here\n\n"
                await asyncio.sleep(self.options.poll_seconds)


def _first(error: ValidationError) -> str:
    first = error.errors(include_url=False, include_input=False)[0]
    place = ".".join(map(str, first["loc"]))
    return f"{place}: {first['msg']}" if place else str(first["msg"])
