"""What the tests of the models share: a typed answer and a server that gives it."""

import json
from collections.abc import Callable
from typing import Any

from pydantic import BaseModel

from agentsensus.models import Answer, NoAnswer, Request

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
