"""What a user may get wrong, each in one line that says what to set; and keys that are never shown."""

import asyncio
import json
import logging
import os
import subprocess
import sys
from collections.abc import Iterator
from http.server import BaseHTTPRequestHandler, HTTPServer
from pathlib import Path
from threading import Thread

import pytest
from pydantic import ValidationError

from agentsensus import Memory
from agentsensus.errors import AgentsensusError, InputError, LiveForbidden, ModelError, UnknownName
from agentsensus.models import Limits, Roles, Tape, ask_for, open_model
from agentsensus.models.providers.check import check_model
from agentsensus.models.providers.model_id import ModelId
from agentsensus.models.secrets import scrub
from agentsensus.testing import (
    InstantModel,
    ModelServer,
    ServerBehaviour,
    allow_loopback_requests,
    forbid_live_requests,
)
from tests.models.double import Line, answer, line, roles_of, value_of

SECRET = "zq-planted-9f8e7d6c5b4a"
ADDRESSES = {"AGENTSENSUS_BASE_URL": "openai:m", "OPENAI_BASE_URL": "openai:m", "OLLAMA_BASE_URL": "ollama:m"}
VARIABLES = ("OPENAI_API_KEY", "AGENTSENSUS_API_KEY", "AGENTSENSUS_PRICES", *ADDRESSES)


@pytest.fixture(autouse=True)
def _clean_environment(monkeypatch: pytest.MonkeyPatch) -> None:
    for variable in VARIABLES:
        monkeypatch.delenv(variable, raising=False)


@pytest.mark.parametrize(
    ("model", "kind", "said"),
    [
        ("gpt-9", UnknownName, r"has no provider; write provider:name, for example openai:gpt-9"),
        ("opnai:gpt", UnknownName, r"unknown provider 'opnai'; did you mean 'openai'\?"),
        ("openai:", InputError, r"has no name after the colon; for example openai:"),
        ("", InputError, r"give an id such as openai:"),
        (7, InputError, r"model is 7: give an id"),
        ("openai:gpt-4o-mini", InputError, r"needs a key: set OPENAI_API_KEY in the environment"),
        ("deepseek:deepseek-chat", InputError, r"set DEEPSEEK_API_KEY"),
        ("groq:x@http://127.0.0.1/v1", InputError, r"only openai:NAME@URL and ollama:NAME@URL"),
        ("anthropic:claude", InputError, r"pip install 'agentsensus\[anthropic\]'|set ANTHROPIC_API_KEY"),
        ("local:nosuch.gguf", InputError, r"nosuch.gguf: there is no such file"),
    ],
)
def test_a_model_that_cannot_be_opened_says_what_to_set(
    model: str, kind: type[Exception], said: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    for variable in ("DEEPSEEK_API_KEY", "ANTHROPIC_API_KEY"):
        monkeypatch.delenv(variable, raising=False)
    with pytest.raises(kind, match=said) as caught:
        open_model(model)
    assert "\n" not in str(caught.value)


@pytest.mark.parametrize("at", ["127.0.0.1:8080/v1", "localhost:8080/v1", "localhost", "host/v1", "ftp://host/v1"])
def test_an_address_without_its_scheme_is_no_part_of_a_name(at: str) -> None:
    with pytest.raises(InputError, match="write @http://…"):
        ModelId.parse(f"openai:m@{at}")


@pytest.mark.parametrize("url", ["http://:8080/v1", "http://h:port/v1", "https://h:99999/v1", "http://[::1/v1"])
@pytest.mark.parametrize("provider", ["openai", "ollama"])
def test_an_address_without_a_host_or_with_a_port_that_is_none_is_refused(url: str, provider: str) -> None:
    with pytest.raises(InputError, match=rf"the address of {provider}:m is .*: give an address such as http://127"):
        ModelId.parse(f"{provider}:m@{url}")


@pytest.mark.parametrize("url", ["localhost:8080/v1", "ftp://h/v1", "http://", "http://h:99999/v1", "http://a b/v1"])
@pytest.mark.parametrize("variable", ADDRESSES)
def test_an_address_in_the_environment_is_checked_and_its_variable_named(
    url: str, variable: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv(variable, url)
    with pytest.raises(InputError, match=rf"^{variable} is .*: give an address such as http://127"):
        ModelId.parse(ADDRESSES[variable])
    monkeypatch.setenv(variable, " http://127.0.0.1:1/v1 ")
    assert ModelId.parse(ADDRESSES[variable]).base_url == "http://127.0.0.1:1/v1"


def test_a_language_that_we_do_not_speak_is_refused() -> None:
    with pytest.raises(ValidationError, match="'en' or 'zh'"):
        line(1, language="fr")


@pytest.mark.parametrize("text", ["openai:m@http://h/v1 ", " openai:m@HTTP://h/v1", "openai:m@http://h/v1\n"])
def test_an_address_is_read_whatever_its_case_and_the_spaces_around_it(text: str) -> None:
    found = ModelId.parse(text)
    assert (found.name, found.host) == ("m", "h")


def test_a_file_that_is_no_model_is_refused(tmp_path: Path) -> None:
    (tmp_path / "x.gguf").write_bytes(b"not a model")
    with pytest.raises(InputError, match="this is not a GGUF file"):
        open_model(f"local:{tmp_path / 'x.gguf'}")


def test_a_role_that_nobody_plays_is_named() -> None:
    with pytest.raises(UnknownName, match="did you mean 'judge'"):
        roles_of(["jugde=openai:x"])
    with pytest.raises(UnknownName, match="unknown role 'tape'"):
        roles_of(["tape=openai:x"])
    with pytest.raises(InputError, match="a default model is already given"):
        roles_of(["ollama:a", "ollama:b"])
    with pytest.raises(InputError, match="no model for minds; give one with --model ID"):
        Roles(judge=InstantModel()).of("minds")


class _Website(BaseHTTPRequestHandler):
    """Answers 200 with a page, as a router or a start page does."""

    status = 200

    def do_POST(self) -> None:
        self.rfile.read(int(self.headers["Content-Length"]))
        body = b"<html>It works!</html>"
        self.send_response(self.status)
        self.send_header("Content-Length", str(len(body)))
        self.end_headers()
        self.wfile.write(body)

    def log_message(self, *_: object) -> None:
        pass


@pytest.fixture(params=[200, 403, 404, 501, 503])
def website(request: pytest.FixtureRequest) -> Iterator[str]:
    handler = type("Site", (_Website,), {"status": request.param})
    server = HTTPServer(("127.0.0.1", 0), handler)
    thread = Thread(target=server.serve_forever, kwargs={"poll_interval": 0.02})
    thread.start()
    yield f"http://127.0.0.1:{server.server_port}"
    server.shutdown()
    thread.join()
    server.server_close()


def test_an_address_that_is_no_model_server_says_so(website: str) -> None:
    with allow_loopback_requests(), pytest.raises(ModelError) as caught:
        asyncio.run(check_model(f"openai:x@{website}"))
    assert website in str(caught.value)
    assert "model server" in str(caught.value)
    assert "its address usually ends in /v1" in str(caught.value)
    assert "\n" not in str(caught.value)


def test_a_refused_connection_says_what_to_start_or_set() -> None:
    with allow_loopback_requests(), pytest.raises(ModelError, match=r"nothing answers at http://127.0.0.1:9/v1; start"):
        asyncio.run(check_model("openai:x@http://127.0.0.1:9/v1"))


def test_a_working_model_is_checked_in_both_languages() -> None:
    with allow_loopback_requests(), ModelServer(lambda prompt: '{"animal": "猫"}') as server:
        found = asyncio.run(check_model(f"openai:x@{server.url}"))
    assert found.answers == {"en": "猫", "zh": "猫"}
    assert found.calls == 2


@pytest.mark.parametrize(
    ("model", "says"),
    [
        ("opnai:x", "UnknownName: unknown provider 'opnai'; did you mean 'openai'?"),
        ("openai:x", "InputError: openai:x needs a key: set OPENAI_API_KEY in the environment"),
        ("openai:x@http://127.0.0.1:9/v1", "ModelUnreachable: openai:x: the model failed: nothing answers at"),
    ],
)
def test_the_command_line_says_it_in_one_line_and_exit_code_2(model: str, says: str) -> None:
    code = "import sys; from agentsensus.cli import main; sys.argv[0] = 'agentsensus'; main()"
    environment = {**os.environ, "AGENTSENSUS_NO_LIVE": "loopback"}
    environment.pop("OPENAI_API_KEY", None)
    done = subprocess.run(
        [sys.executable, "-c", code, "models", "check", "--model", model],
        capture_output=True,
        text=True,
        check=False,
        env=environment,
    )
    assert done.returncode == 2
    assert done.stderr.startswith(says)
    assert done.stderr.count("\n") == 1


# --- live requests


def test_our_tests_cannot_ask_a_live_model() -> None:
    chat = open_model("openai:x@http://127.0.0.1:9/v1")
    with pytest.raises(LiveForbidden, match="live requests are forbidden here"):
        asyncio.run(ask_for(chat, line(1), Line))
    with Memory.open(embedder="hashing", model=chat) as memory, pytest.raises(LiveForbidden):
        memory.remember("a", "The ghost walked. The cock crew.")


@pytest.mark.parametrize(("set_to", "forbidden"), [("1", True), ("loopback", False), ("0", False)])
def test_the_environment_forbids_too(set_to: str, forbidden: bool) -> None:
    code = (
        "from agentsensus.models.live import check_live\n"
        "from agentsensus.errors import LiveForbidden\n"
        "try: check_live('127.0.0.1')\n"
        "except LiveForbidden: print('forbidden')\n"
    )
    done = subprocess.run(
        [sys.executable, "-c", code], capture_output=True, text=True, check=True, env={"AGENTSENSUS_NO_LIVE": set_to}
    )
    assert (done.stdout == "forbidden\n") is forbidden


def test_loopback_is_allowed_and_nothing_else() -> None:
    with allow_loopback_requests(), pytest.raises(LiveForbidden):
        asyncio.run(ask_for(open_model("openai:x@http://example.invalid/v1"), line(1), Line))
    with allow_loopback_requests(), forbid_live_requests(), pytest.raises(LiveForbidden):
        asyncio.run(ask_for(open_model("openai:x@http://localhost:9/v1"), line(1), Line))


# --- secrets


def test_a_planted_key_appears_in_no_artefact(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    monkeypatch.setenv("AGENTSENSUS_API_KEY", SECRET)
    caplog.set_level(logging.DEBUG)
    instant = InstantModel()
    said: list[str] = []

    def echoing(prompt: str) -> str:
        return json.dumps({"number": 1, "words": SECRET}) if "Line" in prompt else instant.answer(prompt)

    def plan(prompt: str, attempt: int) -> ServerBehaviour:
        return ServerBehaviour.BROKEN if "9 of" in prompt else ServerBehaviour.OK

    with allow_loopback_requests(), ModelServer(echoing, plan) as server:
        tape = Tape(tmp_path / "tape.jsonl")
        model = open_model(f"openai:toy@{server.url}", limits=Limits(first_pause=0), tape=tape)
        with Memory.open(tmp_path / "memory.db", embedder="hashing", model=model) as memory:
            memory.remember("a", "The ghost walked. The cock crew.")
            memory.export(tmp_path / "export.jsonl")

        async def ask() -> None:
            for number in (1, 9):
                said.append(str(await ask_for(model, line(number), Line)))
            await model.close()

        asyncio.run(ask())
        said += [repr(model), str(vars(model)), caplog.text, str(server.seen)]
        assert server.authorizations == {f"Bearer {SECRET}"}, "the key was really used"
    written = b"".join(path.read_bytes() for path in tmp_path.rglob("*") if path.is_file())
    assert b"The ghost walked." in written
    assert SECRET.encode() not in written
    assert SECRET not in "".join(said)


def test_a_refused_key_is_named_by_its_variable_and_not_shown(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("AGENTSENSUS_API_KEY", SECRET)

    class Refusing(_Website):
        def do_POST(self) -> None:
            self.rfile.read(int(self.headers["Content-Length"]))
            body = json.dumps({"error": {"message": f"bad key {self.headers['Authorization']}"}}).encode()
            self.send_response(401)
            self.send_header("Content-Length", str(len(body)))
            self.end_headers()
            self.wfile.write(body)

    server = HTTPServer(("127.0.0.1", 0), Refusing)
    thread = Thread(target=server.serve_forever, kwargs={"poll_interval": 0.02})
    thread.start()
    try:
        with allow_loopback_requests(), pytest.raises(AgentsensusError) as caught:
            asyncio.run(check_model(f"openai:x@http://127.0.0.1:{server.server_port}/v1"))
    finally:
        server.shutdown()
        thread.join()
        server.server_close()
    assert "check AGENTSENSUS_API_KEY" in str(caught.value)
    assert SECRET not in str(caught.value)


def test_openais_own_key_is_not_sent_to_another_address(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("OPENAI_API_KEY", SECRET)
    with allow_loopback_requests(), ModelServer(answer) as server:

        async def ask() -> None:
            chat = open_model(f"openai:toy@{server.url}")
            await ask_for(chat, line(1), Line)
            await chat.close()

        asyncio.run(ask())
        assert not any(SECRET in one for one in server.authorizations)
        monkeypatch.setenv("OPENAI_BASE_URL", server.url)

        async def ask_by_their_variables() -> None:
            chat = open_model("openai:toy")
            await ask_for(chat, line(1), Line)
            await chat.close()

        asyncio.run(ask_by_their_variables())
        assert f"Bearer {SECRET}" in server.authorizations


def test_what_a_model_says_is_left_alone_though_it_looks_like_a_key(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("AGENTSENSUS_API_KEY", "dummy")
    words = "Bearer of bad news, a dummy with the key-to-the-cellar"
    with allow_loopback_requests(), ModelServer(lambda _: json.dumps({"number": 1, "words": words})) as server:

        async def ask() -> str:
            chat = open_model(f"openai:toy@{server.url}")
            found = value_of(await ask_for(chat, line(1), Line))
            await chat.close()
            return found.words

        assert asyncio.run(ask()) == words


@pytest.mark.parametrize(
    "models",
    [
        ["openai:@http://me:hunter2pass@h/v1"],
        ["groq:m@http://me:hunter2pass@h/v1"],
        ["openai:m@http://me:hunter2pass@h:99999/v1"],
        ["openai:m@http://hunter2pass@h:99999/v1"],
        ["ollama:a@http://me:hunter2pass@h/v1", "ollama:b@http://me:hunter2pass@h/v1"],
    ],
)
def test_no_password_of_an_address_is_shown_in_a_mistake(models: list[str]) -> None:
    with pytest.raises(InputError) as caught:
        roles_of(models)
    assert "hunter2pass" not in str(caught.value)


def test_a_key_in_an_address_is_scrubbed() -> None:
    assert scrub("http://me:hunter22@host/v1 said sk-abcdefgh12345") == "http://***@host/v1 said ***"
