"""What the tests of the models share: a typed answer, a server that gives it, and a tape read by hand."""

import json
from collections.abc import Callable, Iterable
from pathlib import Path
from typing import Any

from pydantic import BaseModel

from agentsensus.models import Answer, ModelLike, NoAnswer, Request, Roles
from agentsensus.models.roles import DEFAULT, read_roles

SAID = 'He said: "Write {crown}} or } alone",\nand left, 他说：“好。”'


class Line(BaseModel):
    """A line of dialogue."""

    number: int
    words: str


def answer(prompt: str) -> str:
    """The right answer to `line(n)`."""
    return json.dumps({"number": int(prompt.split()[1]), "words": f"{prompt.split()[1]}: {SAID}"}, ensure_ascii=False)


def line(number: int, **more: Any) -> Request:
    return Request(purpose="line", prompt=f"Line {number} of the play, please.", **more)


def value_of(found: Answer[Line] | NoAnswer) -> Line:
    assert isinstance(found, Answer), found
    return found.value


def exact(number: int) -> Callable[[Line], str | None]:
    return lambda found: None if found.number == number else f"the number is {found.number}, not {number}"


def roles_of(ids: Iterable[str]) -> Roles:
    """Roles from what a command line gives: `openai:gpt-4o-mini`, `judge=anthropic:claude-haiku-4-5`."""
    own: dict[str, ModelLike] = dict(read_roles(ids))
    return Roles(own.pop(DEFAULT, None), limits=None, budget=None, tape=None, **own)


def sorted_lines(path: Path) -> list[str]:
    """The lines of a tape in an order that does not depend on which reply came first."""
    return sorted(line for line in path.read_text("utf-8").split("\n") if line)


def prompt_of(path: Path, key: str) -> str:
    """The prompt that was recorded under a key, put together again; lines that were torn are passed over."""
    entries = [json.loads(line) for line in path.read_text("utf-8").split("\n") if line.endswith("}")]
    texts = {entry["text"]: entry["is"] for entry in entries if "is" in entry}
    prompt = next(entry["prompt"] for entry in entries if entry.get("key") == key)
    return "\n\n".join(part if isinstance(part, str) else texts[part["text"]] for part in prompt)
