"""A model server on this machine that speaks OpenAI's protocol and fails as a test plans it."""

import hashlib
import json
import threading
from collections import Counter
from collections.abc import Callable
from enum import StrEnum
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from types import TracebackType
from typing import Any, TypeAlias

Answer: TypeAlias = Callable[[str], str]
Plan: TypeAlias = Callable[[str, int], "ServerBehaviour"]


class ServerBehaviour(StrEnum):
    """How the server answers one request: correctly, or with one of several failures."""

    OK = "ok"
    LIMITED = "429 with Retry-After"
    BROKEN = "500"
    SLOW = "answers after a while"
    CUT_OFF = "the connection ends in the middle of the reply"
    GARBLED = "a body that is no JSON"
    MALFORMED = "a completion whose content is no JSON"
    EMPTY = "a completion without content"
    NO_SCHEMA = "400 where a schema is sent"


FAILURES = (
    ServerBehaviour.LIMITED,
    ServerBehaviour.BROKEN,
    ServerBehaviour.SLOW,
    ServerBehaviour.CUT_OFF,
    ServerBehaviour.GARBLED,
    ServerBehaviour.MALFORMED,
    ServerBehaviour.EMPTY,
    ServerBehaviour.NO_SCHEMA,
)


def always_well(prompt: str, attempt: int) -> ServerBehaviour:
    """A plan without failures: every request is answered correctly."""
    return ServerBehaviour.OK


def now_and_then(share: float = 0.3, most: int = 2) -> Plan:
    """Return a plan in which a share of the prompts fails, each at most `most` times. The prompt's hash decides
    which.
    """

    def plan(prompt: str, attempt: int) -> ServerBehaviour:
        draw = hashlib.sha256(prompt.encode()).digest()
        if int.from_bytes(draw[:4], "big") / 2**32 >= share or attempt >= 1 + draw[4] % most:
            return ServerBehaviour.OK
        return FAILURES[draw[5 + attempt] % len(FAILURES)]

    return plan


class ModelServer:
    """A server to use in a `with` block. `url` is its base URL; `seen` counts each `ServerBehaviour` used.

    `answer` makes the reply to a prompt; `plan` chooses the behaviour for the n-th request with that prompt.
    """

    def __init__(
        self, answer: Answer, plan: Plan = always_well, *, slow: float = 1.0, retry_after: float = 0.05
    ) -> None:
        self.seen: Counter[ServerBehaviour] = Counter()
        self.authorizations: set[str] = set()
        self.slow, self.retry_after = slow, retry_after
        self.answer, self.plan = answer, plan
        self._attempts: Counter[str] = Counter()
        self._guard = threading.Lock()
        self._over = threading.Event()
        self._server = _Server(("127.0.0.1", 0), _Handler)
        self._server.owner = self
        self._thread = threading.Thread(target=self._server.serve_forever, kwargs={"poll_interval": 0.02}, daemon=True)

    @property
    def url(self) -> str:
        return f"http://127.0.0.1:{self._server.server_port}/v1"

    def __enter__(self) -> "ModelServer":
        self._thread.start()
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self._over.set()
        self._server.shutdown()
        self._server.server_close()
        self._thread.join()

    def turn(self, prompt: str, authorization: str) -> ServerBehaviour:
        """Return the behaviour for the next request with this prompt."""
        with self._guard:
            attempt = self._attempts[prompt]
            self._attempts[prompt] += 1
            behaviour = self.plan(prompt, attempt)
            self.seen[behaviour] += 1
            self.authorizations.add(authorization)
            return behaviour

    def wait(self, seconds: float) -> None:
        """Wait that many seconds, or until the server shuts down."""
        self._over.wait(seconds)


class _Server(ThreadingHTTPServer):
    daemon_threads = True
    request_queue_size = 128
    owner: ModelServer

    def handle_error(self, request: Any, client_address: Any) -> None:
        """Ignore clients that disconnect."""


class _Handler(BaseHTTPRequestHandler):
    protocol_version = "HTTP/1.1"
    server: _Server

    def do_POST(self) -> None:
        body = json.loads(self.rfile.read(int(self.headers["Content-Length"])))
        if not self.path.endswith("/chat/completions"):
            self._send(404, b'{"error": {"message": "no such path"}}')
            return
        owner, prompt = self.server.owner, _last_text(body)
        turn = owner.turn(prompt, self.headers.get("Authorization", ""))
        if turn is ServerBehaviour.LIMITED:
            self._send(429, b'{"error": {"message": "too many"}}', {"Retry-After": f"{owner.retry_after}"})
        elif turn is ServerBehaviour.BROKEN:
            self._send(500, b'{"error": {"message": "oh"}}')
        elif turn is ServerBehaviour.NO_SCHEMA and "response_format" in body:
            self._send(400, b'{"error": {"message": "response_format is not supported"}}')
        elif turn is ServerBehaviour.GARBLED:
            self._send(200, b"<html>Bad gateway</html>")
        else:
            self._reply(turn, owner.answer(prompt), body)

    def _reply(self, turn: ServerBehaviour, text: str, body: dict[str, Any]) -> None:
        if turn is ServerBehaviour.SLOW:
            self.server.owner.wait(self.server.owner.slow)
        text = {ServerBehaviour.MALFORMED: "Certainly! I am thinking about", ServerBehaviour.EMPTY: ""}.get(turn, text)
        reply = json.dumps(_completion(text, body), ensure_ascii=False).encode()
        if turn is ServerBehaviour.CUT_OFF:
            self._send(200, reply[: len(reply) // 2], {"Content-Length": str(len(reply))})
            self.close_connection = True
        else:
            self._send(200, reply)

    def _send(self, status: int, body: bytes, headers: dict[str, str] | None = None) -> None:
        self.send_response(status)
        for name, value in (
            {"Content-Length": str(len(body)), "Content-Type": "application/json"} | (headers or {})
        ).items():
            self.send_header(name, value)
        self.end_headers()
        self.wfile.write(body)

    def log_message(self, *_: object) -> None:
        """Print nothing."""


def _last_text(body: dict[str, Any]) -> str:
    content = body["messages"][-1]["content"]
    return content if isinstance(content, str) else "".join(part.get("text", "") for part in content)


def _completion(text: str, body: dict[str, Any]) -> dict[str, Any]:
    message = {"role": "assistant", "content": text}
    usage = {"prompt_tokens": len(_last_text(body)) // 4, "completion_tokens": len(text) // 4}
    return {
        "id": "double",
        "object": "chat.completion",
        "created": 1,
        "model": body["model"],
        "choices": [{"index": 0, "message": message, "finish_reason": "stop"}],
        "usage": usage | {"total_tokens": sum(usage.values())},
    }
