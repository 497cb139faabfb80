"""The web application: pages, the API that their scripts call, and the stream of rounds."""

import asyncio
import contextlib
import json
from collections.abc import AsyncIterator, Awaitable, Callable
from functools import lru_cache
from importlib.resources import files
from pathlib import Path
from typing import Any, Literal, TypeVar

from pydantic import BaseModel, ConfigDict, Field, ValidationError
from sse_starlette import EventSourceResponse, ServerSentEvent
from starlette.applications import Starlette
from starlette.concurrency import run_in_threadpool
from starlette.middleware import Middleware
from starlette.middleware.gzip import GZipMiddleware
from starlette.requests import Request
from starlette.responses import FileResponse, HTMLResponse, JSONResponse, Response
from starlette.routing import Mount, Route
from starlette.staticfiles import StaticFiles

from agentsensus.analysis.report.panels import PANELS
from agentsensus.base.texts import texts
from agentsensus.base.version import VERSION
from agentsensus.errors import AgentsensusError, InputError, StoreBusy, UnknownName
from agentsensus.language.languages import LANGUAGES
from agentsensus.language.rules import Language
from agentsensus.studio import writing
from agentsensus.studio.feed import Feed
from agentsensus.studio.guard import STYLE_NONCE, Guard
from agentsensus.studio.library import Library
from agentsensus.studio.memories import SERVER, MemoryPlace, MemoryReader, edit_memory, review_memory
from agentsensus.studio.reading import RunReader
from agentsensus.studio.workers import LiveRun, Workers
from agentsensus.worlds.minds import RECORDED, recording_of
from agentsensus.worlds.run_folder.folder import RunFolder, new_run
from agentsensus.worlds.run_folder.run_file import Allowance, EditOfMemory
from agentsensus.worlds.runs.estimate import estimate
from agentsensus.worlds.runs.fork import checked_injections, fork
from agentsensus.worlds.runs.playing import PlayOptions, prepare_run
from agentsensus.worlds.runs.run_models import with_changes
from agentsensus.worlds.runs.session import Plan
from agentsensus.worlds.scenario.check import load

__all__ = ["Studio", "studio_app"]

T = TypeVar("T")
_POLL = 0.5
_KEEP = 6


class _Body(BaseModel):
    model_config = ConfigDict(frozen=True, extra="forbid", str_strip_whitespace=True)


class NewRun(_Body):
    """A request to start a run: the world, the number of rounds, and who decides."""

    world: str
    seed: int | None = None
    rounds: int = Field(12, ge=1, le=100_000)
    minds: Literal["players", "recorded", "model"] = "players"
    model: str = ""
    calls: int | None = Field(None, ge=1)
    tokens: int | None = Field(None, ge=1)
    money: float | None = Field(None, ge=0)
    paused: bool = False
    delay: float = Field(0.0, ge=0, le=60)
    embedder: str | None = None


class Control(_Body):
    """A command for a live run."""

    do: Literal["play", "pause", "step", "speed", "stop", "take", "release", "line", "inject"]
    rounds: int | None = Field(None, ge=1, le=100_000)
    delay: float = Field(0.0, ge=0, le=60)
    agent: str = ""
    line: str = Field("", max_length=20_000)
    entries: list[Any] = []
    calls: int | None = Field(None, ge=1)
    money: float | None = Field(None, ge=0)


class Branch(_Body):
    """A request to branch a run after a round, with optional injections, and whether to play the branch at once."""

    at: int = Field(ge=0)
    entries: list[Any] = []
    rounds: int = Field(6, ge=1, le=100_000)
    play: bool = True


class Interview(_Body):
    """A question to a character."""

    agent: str
    question: str = Field(min_length=1, max_length=2_000)
    at: int | None = None
    model: str = ""


class MemoryEdit(_Body):
    """An author's edit of a memory."""

    edit: EditOfMemory
    record: str
    other: str = ""
    space: str = ""


class Review(_Body):
    """The author's decision on a close verdict."""

    wording: str
    other: str
    same: bool
    space: str = ""


class WorldFiles(_Body):
    """The texts of a world's files."""

    model_config = ConfigDict(frozen=True, extra="forbid", str_strip_whitespace=False)

    files: dict[str, str]
    layout: dict[str, tuple[float, float]] | None = None


class EntryChange(_Body):
    """A changed entry of a YAML file, or a changed event of scenes.md."""

    model_config = ConfigDict(frozen=True, extra="forbid", str_strip_whitespace=False)

    text: str
    key: str = ""
    value: Any = None
    order: int | None = None
    scene: bool = False


class NewWorld(_Body):
    """A world to create, from the template or as a copy."""

    name: str
    language: Language = "en"
    copy_of: str = ""


class Studio:
    """The state of the application: the folder, the live runs, and cached readers of runs and memory files."""

    def __init__(self, library: Library, model: str = "", server: MemoryPlace | None = None) -> None:
        self.library = library
        self.model = model
        self.server = server
        self._named = {model} if model else set[str]()
        self.workers = Workers(self._told)
        self._feeds: dict[str, Feed] = {}
        self._readers: dict[str, RunReader] = {}
        self._memories: dict[tuple[str, str], MemoryReader] = {}
        self._committed: dict[str, int] = {}
        self._listeners: dict[str, set[asyncio.Queue[dict[str, Any]]]] = {}
        self._warming: set[asyncio.Future[None]] = set()
        self.closing = asyncio.Event()

    # --- reading

    def reader(self, name: str) -> RunReader:
        """Return the reader of a run."""
        if name not in self._readers:
            folder = self.library.run(name)
            while len(self._readers) >= _KEEP:
                self._readers.pop(next(iter(self._readers))).renew()
            self._readers[name] = RunReader(folder)
        return self._readers[name]

    def warm(self, name: str) -> None:
        """Load the embedder of a run in the background."""
        task = asyncio.ensure_future(run_in_threadpool(self.reader(name).warm))
        self._warming.add(task)
        task.add_done_callback(self._warming.discard)

    def memory(self, name: str, space: str) -> MemoryReader:
        """Return the reader of a memory file or server."""
        if (name, space) not in self._memories:
            is_server = name == SERVER and self.server is not None
            place = self.server if is_server else MemoryPlace(self.library.memory_file(name))
            assert place is not None
            while len(self._memories) >= _KEEP:
                self._memories.pop(next(iter(self._memories))).renew()
            self._memories[name, space] = MemoryReader(place, space)
        return self._memories[name, space]

    def memories(self) -> list[dict[str, str]]:
        """Return the name and title of the memory server, if there is one, and of every memory file."""
        server = [{"memory": SERVER, "title": self.server.title}] if self.server else []
        return [*server, *({"memory": name, "title": name} for name in self.library.memory_names())]

    async def feed(self, name: str) -> Feed:
        """Return the feed of a run, read up to its last committed round."""
        reader = self.reader(name)
        feed = self._feeds.get(name)
        if feed is None:
            made = await run_in_threadpool(Feed, self.library.run(name))
            feed = self._feeds.setdefault(name, made)
        live = self.workers.of(name)
        if live is not None and live.committed is not None:
            committed = live.committed
        else:
            committed = await run_in_threadpool(reader.committed)
        if self._committed.get(name) != committed:
            await run_in_threadpool(reader.renew)
            self._committed[name] = committed
        if feed.last > committed:
            feed = self._feeds[name] = await run_in_threadpool(Feed, self.library.run(name))
        await run_in_threadpool(feed.read, committed)
        return feed

    def forget(self, name: str) -> None:
        """Drop the cached reader of a run, because the run was changed or removed."""
        if name in self._readers:
            self._readers.pop(name).renew()
        self._feeds.pop(name, None)
        self._committed.pop(name, None)
        for key in [key for key in self._memories if key[0].startswith(f"{name}/")]:
            self._memories.pop(key).renew()

    def live_state(self, name: str) -> dict[str, Any]:
        """Return whether a run is being played, and its state."""
        live = self.workers.of(name)
        if live is None:
            return {"live": False, "error": self.workers.last_error(name)}
        return {"live": True, "asked": [*live.asked.values()], **live.state}

    # --- the stream

    def _told(self, name: str, message: dict[str, Any]) -> None:
        for queue in self._listeners.get(name, ()):
            queue.put_nowait(message)

    async def stream(self, name: str, after: int) -> AsyncIterator[ServerSentEvent]:
        """Yield every committed round later than `after`, once and in order, and the state of the run as it changes."""
        queue: asyncio.Queue[dict[str, Any]] = asyncio.Queue()
        self._listeners.setdefault(name, set()).add(queue)
        try:
            state: str | None = None
            seen = (-1, -1)
            while not self.closing.is_set():
                feed = await self.feed(name)
                rounds = feed.after(after)
                if rounds:
                    after = rounds[-1]["round"]
                    described = await run_in_threadpool(self.library.described, name)
                    data = {"rounds": rounds, "usage": described.get("usage"), "budget": described.get("budget")}
                    yield ServerSentEvent(json.dumps(data), id=str(after), event="rounds")
                now = json.dumps(self.live_state(name))
                if now != state:
                    state = now
                    yield ServerSentEvent(now, event="state")
                seen = await self._wait(name, queue, seen)
        finally:
            self._listeners[name].discard(queue)

    async def _wait(self, name: str, queue: "asyncio.Queue[dict[str, Any]]", seen: tuple[int, int]) -> tuple[int, int]:
        """Wait until a worker reports or, for a run that another process plays, until the run's log grows."""
        log = self.library.run(name).log
        while not self.closing.is_set():
            try:
                await asyncio.wait_for(queue.get(), _POLL)
                while not queue.empty():
                    queue.get_nowait()
                return seen
            except TimeoutError:
                pass
            with contextlib.suppress(OSError):
                now = log.stat().st_size, log.stat().st_mtime_ns
                if now != seen and self.workers.of(name) is None:
                    return now
        return seen

    # --- changing

    async def start(self, asked: NewRun) -> str:
        """Prepare a new run and start its worker; return its name."""
        name, folder = await run_in_threadpool(self._prepared, asked)
        await self._play(name, folder, paused=asked.paused, delay=asked.delay)
        return name

    async def _play(self, name: str, folder: Path, **opening: Any) -> LiveRun:
        """Start the worker of a run. It may ask the addresses of models that were named in this studio."""
        models = RunFolder(folder).read().models
        named = models if {*models.values()} <= self._named else {}
        return await self.workers.start(name, folder, models=named, **opening)

    def _prepared(self, asked: NewRun) -> tuple[str, Path]:
        scenario, plan = self._plan(asked)
        name = self.library.new_name(scenario.world.name)
        folder = prepare_run(scenario, plan, PlayOptions(asked.rounds), self.library.root / name)
        return name, folder.path

    def _plan(self, asked: NewRun) -> tuple[Any, Plan]:
        scenario = load(self.library.world(asked.world))
        seed = asked.seed
        company = RECORDED if asked.minds == "recorded" else "players" if asked.minds == "players" else None
        if seed is None:
            seed = recording_of(scenario.world.name).seed if company == RECORDED else 0
        model = asked.model or self.model
        if asked.minds == "model" and not model:
            raise InputError("name the model that decides, for example openai:gpt-4o-mini")
        models = {"default": model} if asked.minds == "model" else {}
        self._named.update(models.values())
        budget = Allowance(calls=asked.calls, tokens=asked.tokens, money=asked.money)
        plan = Plan(seed=seed, company=company, models=models, budget=budget, embedder=asked.embedder)
        return scenario, plan

    def estimated(self, asked: NewRun) -> dict[str, Any]:
        """Return the estimated calls, tokens and dollars of a run."""
        scenario, plan = self._plan(asked)
        return estimate(scenario, plan, asked.rounds).model_dump()

    async def control(self, name: str, command: Control) -> None:
        """Carry out a command on a run. `play` starts a worker if the run has none."""
        folder = self.library.run(name)
        live = self.workers.of(name)
        if command.do in ("play", "step") and live is None:
            if command.calls is not None or command.money is not None:
                folder.write(with_changes(folder.read(), {}, Allowance(calls=command.calls, money=command.money)))
            is_step = command.do == "step"
            started = await self._play(name, folder.path, rounds=command.rounds, paused=is_step, delay=command.delay)
            if command.do == "step":
                await started.command("step")
            return
        live = self.workers.required(name)
        match command.do:
            case "stop":
                await self.workers.stop(name)
            case "speed":
                await live.command("speed", delay=command.delay)
            case "take" | "release":
                await live.command(command.do, agent=command.agent)
            case "line":
                await live.command("line", agent=command.agent, line=command.line)
            case "inject":
                await run_in_threadpool(checked_injections, command.entries, folder, live.state["round"])
                await live.command("inject", entries=command.entries)
            case _:
                await live.command(command.do)

    async def branch(self, name: str, asked: Branch) -> str:
        """Fork a run after a round, with injections, and play the branch if asked. Returns the branch's name."""
        new = await run_in_threadpool(self._forked, name, asked)
        if asked.play:
            await self._play(new, self.library.path(new), rounds=asked.rounds)
        return new

    def _forked(self, name: str, asked: Branch) -> str:
        from agentsensus.base.loop import wait_for

        folder = self.library.run(name)
        entries = checked_injections(asked.entries, folder, asked.at) if asked.entries else []
        parent = self.library.path(name)
        stem = parent.name.split("-r")[0] if "-r" in parent.name else parent.name
        new = self._branch_name(parent, f"{stem}-r{asked.at}")
        target = new_run("", self.library.root / new)
        try:
            wait_for(fork(folder, asked.at, target, entries))
        except BaseException:
            for path in target.path.iterdir():
                path.unlink()
            target.path.rmdir()
            raise
        return new

    def _branch_name(self, parent: Path, stem: str) -> str:
        letters = ("", *"bcdefghijklmnopqrstuvwxyz", *(f"-{number}" for number in range(27, 10_000)))
        path = next(
            parent.with_name(f"{stem}{letter}")
            for letter in letters
            if not parent.with_name(f"{stem}{letter}").exists()
        )
        return path.relative_to(self.library.root).as_posix()

    def check_quiet(self, name: str) -> None:
        """Raise InputError unless a run is finished. Only then may its memory be edited in place."""
        described = self.library.described(name)
        if self.workers.of(name) is not None or described.get("stop") is None:
            raise InputError("this run is still being played; make the edit in a branch")

    async def close(self) -> None:
        """Stop all workers after the round in progress."""
        self.closing.set()
        await self.workers.close()


# --- routes


def studio_app(studio: Studio, host: str = "127.0.0.1", token: str = "") -> Starlette:
    """Return the application for a folder. With a `token`, every request must carry it."""

    @contextlib.asynccontextmanager
    async def lifespan(_: Starlette) -> AsyncIterator[None]:
        warming = asyncio.ensure_future(run_in_threadpool(lambda: (_words(), studio.library.worlds())))
        yield
        warming.cancel()
        await studio.close()

    return Starlette(
        routes=[
            *_routes(studio),
            Mount("/static", StaticFiles(packages=[("agentsensus.studio", "static")])),
            Route("/report/{name}", _report_file),
            Route("/plotly.js", _plotly),
            Route("/{rest:path}", _page),
        ],
        middleware=[Middleware(Guard, host=host, token=token), Middleware(GZipMiddleware, minimum_size=1500)],
        lifespan=lifespan,
    )


@lru_cache(maxsize=2)
def _shell() -> str:
    page = files("agentsensus.studio").joinpath("static/index.html").read_text("utf-8")
    return page.replace("STYLE_NONCE", STYLE_NONCE)


async def _page(_: Request) -> Response:
    return HTMLResponse(_shell())


_REPORT_FILES = {f"{name}.js": f"panels/{name}.js" for name in PANELS} | {
    name: name for name in ("page.js", "page.css", "map.js")
}


async def _report_file(request: Request) -> Response:
    """Return a script or the style sheet of the report, which the studio also uses."""
    name = _REPORT_FILES.get(request.path_params["name"])
    if name is None:
        return JSONResponse({"error": "no such file"}, 404)
    return FileResponse(str(files("agentsensus.analysis.report").joinpath(name)), headers={"cache-control": "no-cache"})


@lru_cache(maxsize=1)
def _plotly_text() -> str:
    from plotly.offline import get_plotlyjs

    text: str = get_plotlyjs()
    return text


async def _plotly(_: Request) -> Response:
    text = await run_in_threadpool(_plotly_text)
    return Response(text, media_type="text/javascript", headers={"cache-control": "max-age=86400"})


@lru_cache(maxsize=1)
def _words() -> dict[str, Any]:
    return {
        code: {**texts("agentsensus.analysis.report", "words", code), **texts("agentsensus.studio", "words", code)}
        for code in LANGUAGES
    }


Handler = Callable[[Request], Awaitable[Any]]


def _answering(handler: Handler) -> Callable[[Request], Awaitable[Response]]:
    """Wrap a handler: its result becomes JSON, and an error becomes one line with an HTTP status."""

    async def answer(request: Request) -> Response:
        try:
            result = await handler(request)
        except UnknownName as error:
            return JSONResponse({"error": str(error)}, 404)
        except (InputError, StoreBusy) as error:
            return JSONResponse({"error": str(error)}, 400)
        except AgentsensusError as error:
            return JSONResponse({"error": str(error)}, 500)
        return result if isinstance(result, Response) else JSONResponse(result)

    return answer


B = TypeVar("B", bound=BaseModel)


async def _body(request: Request, kind: type[B]) -> B:
    try:
        return kind.model_validate_json(await request.body())
    except ValidationError as error:
        first = error.errors()[0]
        raise InputError(f"{'.'.join(map(str, first['loc']))}: {first['msg'].lower()}") from None


def _at(request: Request) -> int | None:
    value = request.query_params.get("at")
    if value in (None, ""):
        return None
    try:
        return int(value)
    except ValueError:
        raise InputError(f"at is {value[:20]!r}; give a round") from None


def _routes(studio: Studio) -> list[Route]:
    library = studio.library

    async def home(request: Request) -> Any:
        return await run_in_threadpool(
            lambda: {
                "folder": library.root.resolve().name,
                "version": VERSION,
                "model": studio.model,
                "worlds": library.worlds(),
                "runs": [run | studio.live_state(run["run"]) for run in library.runs()],
                "memories": studio.memories(),
            }
        )

    async def words(request: Request) -> Any:
        return JSONResponse(_words(), headers={"cache-control": "no-cache"})

    async def figures(request: Request) -> Any:
        return await run_in_threadpool(studio.reader(request.path_params["run"]).figures)

    async def new(request: Request) -> Any:
        return {"run": await studio.start(await _body(request, NewRun))}

    async def estimated(request: Request) -> Any:
        return await run_in_threadpool(studio.estimated, await _body(request, NewRun))

    async def trash(request: Request) -> Any:
        name = request.path_params["run"]
        await studio.workers.stop(name)
        studio.forget(name)
        library.run(name)
        return {"trash": await run_in_threadpool(library.to_trash, name)}

    async def base(request: Request) -> Any:
        name = request.path_params["run"]
        if (await studio.feed(name)).last < 0:
            return JSONResponse({"starting": studio.workers.of(name) is not None} | studio.live_state(name), 202)
        described = await run_in_threadpool(library.described, name)
        answer = await run_in_threadpool(studio.reader(name).base)
        studio.warm(name)
        return answer | {"file": described} | studio.live_state(name)

    async def stream(request: Request) -> Any:
        name = request.path_params["run"]
        library.run(name)
        last = request.headers.get("last-event-id") or request.query_params.get("after") or "-1"
        after = int(last) if last.lstrip("-").isdigit() else -1
        return EventSourceResponse(studio.stream(name, after), ping=15)

    async def panel(request: Request) -> Any:
        name = request.path_params["run"]
        await studio.feed(name)
        return {"data": await run_in_threadpool(studio.reader(name).panel, request.path_params["panel"])}

    async def control(request: Request) -> Any:
        name = request.path_params["run"]
        await studio.control(name, await _body(request, Control))
        return studio.live_state(name)

    async def branch(request: Request) -> Any:
        return {"run": await studio.branch(request.path_params["run"], await _body(request, Branch))}

    async def people(request: Request) -> Any:
        return await run_in_threadpool(studio.reader(request.path_params["run"]).people, _at(request))

    async def person(request: Request) -> Any:
        reader = studio.reader(request.path_params["run"])
        return await run_in_threadpool(reader.person, request.path_params["agent"], _at(request))

    async def mistaken(request: Request) -> Any:
        reader = studio.reader(request.path_params["run"])
        return await run_in_threadpool(reader.mistaken, request.path_params["agent"], _at(request))

    async def ask(request: Request) -> Any:
        reader, asked = studio.reader(request.path_params["run"]), await _body(request, Interview)
        model = asked.model or studio.model or None
        return await run_in_threadpool(reader.ask, asked.agent, asked.question, asked.at, model)

    async def search(request: Request) -> Any:
        reader = studio.reader(request.path_params["run"])
        return await run_in_threadpool(reader.search, request.query_params.get("q", "")[:2000], _at(request))

    async def record(request: Request) -> Any:
        reader = studio.reader(request.path_params["run"])
        return await run_in_threadpool(reader.record, request.path_params["record"], _at(request))

    async def conflicts(request: Request) -> Any:
        return await run_in_threadpool(studio.reader(request.path_params["run"]).conflicts, _at(request))

    async def why(request: Request) -> Any:
        reader, query = studio.reader(request.path_params["run"]), request.query_params
        return {"why": await run_in_threadpool(reader.why, query.get("a", ""), query.get("b", ""))}

    async def edit(request: Request) -> Any:
        name, asked = request.path_params["run"], await _body(request, MemoryEdit)
        folder = library.run(name)
        await run_in_threadpool(studio.check_quiet, name)
        studio.forget(name)
        where, space = folder.store()
        await run_in_threadpool(edit_memory, MemoryPlace(where), space, asked.edit, asked.record, asked.other)
        return {"ok": True}

    async def compared(request: Request) -> Any:
        first, second = (studio.reader(request.query_params.get(key, "")) for key in "ab")
        return await run_in_threadpool(first.compared, second, _at(request))

    async def memory(request: Request) -> Any:
        name, space = request.path_params["memory"], request.query_params.get("space", "")
        reader = await run_in_threadpool(studio.memory, name, space)
        query, what = request.query_params, request.path_params["what"]
        at, words_ = _at(request), query.get("q", "")[:2000]
        match what:
            case "overview":
                return await run_in_threadpool(reader.overview)
            case "records":
                return await run_in_threadpool(reader.records, words_, query.get("agent", ""), at)
            case "record":
                return await run_in_threadpool(reader.record, query.get("id", ""), at)
            case "knows":
                return await run_in_threadpool(reader.who_knows, words_, at)
            case "decisions":
                return await run_in_threadpool(reader.decisions)
        raise UnknownName(f"there is no answer called {what[:40]!r}")

    async def memory_edit(request: Request) -> Any:
        name, asked = request.path_params["memory"], await _body(request, MemoryEdit)
        reader = await run_in_threadpool(studio.memory, name, asked.space)
        reader.renew()
        await run_in_threadpool(edit_memory, reader.place, reader.space, asked.edit, asked.record, asked.other)
        return {"ok": True}

    async def memory_review(request: Request) -> Any:
        name, asked = request.path_params["memory"], await _body(request, Review)
        reader = await run_in_threadpool(studio.memory, name, asked.space)
        reader.renew()
        await run_in_threadpool(review_memory, reader.place, reader.space, asked.wording, asked.other, asked.same)
        return {"ok": True}

    async def world(request: Request) -> Any:
        name = request.path_params["world"]
        read = await run_in_threadpool(writing.read_files, library.world(name))
        return read | {
            "world": name,
            "own": name not in {each["world"] for each in library.worlds() if each["shipped"]},
        }

    async def world_check(request: Request) -> Any:
        return await run_in_threadpool(writing.checked_files, (await _body(request, WorldFiles)).files)

    async def world_entry(request: Request) -> Any:
        asked = await _body(request, EntryChange)
        if asked.scene:
            return {"text": writing.changed_scene(asked.text, asked.order, asked.value)}
        return {"text": writing.changed_entry(asked.text, asked.key, asked.value)}

    async def world_save(request: Request) -> Any:
        path, asked = library.own_world(request.path_params["world"]), await _body(request, WorldFiles)
        await run_in_threadpool(writing.save, path, asked.files, asked.layout)
        return {"ok": True}

    async def world_new(request: Request) -> Any:
        asked = await _body(request, NewWorld)
        if asked.copy_of:
            source = library.world(asked.copy_of)
            return {"world": await run_in_threadpool(writing.copy_world, library.root, source, asked.name)}
        return {"world": await run_in_threadpool(writing.new_world, library.root, asked.name, asked.language)}

    async def world_trash(request: Request) -> Any:
        library.own_world(request.path_params["world"])
        return {"trash": await run_in_threadpool(library.to_trash, request.path_params["world"])}

    get: list[tuple[str, Handler]] = [
        ("/api/home", home),
        ("/api/words", words),
        ("/api/compare", compared),
        ("/api/runs/{run:path}/figures", figures),
        ("/api/runs/{run:path}/base", base),
        ("/api/runs/{run:path}/stream", stream),
        ("/api/runs/{run:path}/panel/{panel}", panel),
        ("/api/runs/{run:path}/people", people),
        ("/api/runs/{run:path}/people/{agent}", person),
        ("/api/runs/{run:path}/people/{agent}/mistaken", mistaken),
        ("/api/runs/{run:path}/search", search),
        ("/api/runs/{run:path}/record/{record}", record),
        ("/api/runs/{run:path}/conflicts", conflicts),
        ("/api/runs/{run:path}/why", why),
        ("/api/memories/{memory:path}/ask/{what}", memory),
        ("/api/worlds/{world:path}/files", world),
    ]
    post: list[tuple[str, Handler]] = [
        ("/api/runs", new),
        ("/api/estimate", estimated),
        ("/api/runs/{run:path}/trash", trash),
        ("/api/runs/{run:path}/control", control),
        ("/api/runs/{run:path}/branch", branch),
        ("/api/runs/{run:path}/ask", ask),
        ("/api/runs/{run:path}/edit", edit),
        ("/api/memories/{memory:path}/edit", memory_edit),
        ("/api/memories/{memory:path}/review", memory_review),
        ("/api/worlds", world_new),
        ("/api/check", world_check),
        ("/api/entry", world_entry),
        ("/api/worlds/{world:path}/save", world_save),
        ("/api/worlds/{world:path}/trash", world_trash),
    ]
    routes = [Route(path, _answering(handler), methods=["GET"]) for path, handler in get]
    return [*routes, *(Route(path, _answering(handler), methods=["POST"]) for path, handler in post)]
