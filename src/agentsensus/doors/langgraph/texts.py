"""Which texts of a value are deposited, and so searched and shared."""

import json
from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from langgraph.store.base import get_text_at_path, tokenize_path

WHOLE = "$"


def texts_at(value: Mapping[str, Any], paths: Sequence[str]) -> list[str]:
    """The texts at these paths of a value, each once; `$` is the whole value. One without letters or digits is none."""
    texts: list[str] = []
    for path in paths:
        texts += [_whole(value)] if path == WHOLE else get_text_at_path(value, tokenize_path(path))
    return list(dict.fromkeys(text for text in texts if any(char.isalnum() for char in text)))


def _whole(value: Mapping[str, Any]) -> str:
    """The text of a value that holds one and nothing else; any other value as JSON."""
    match list(_leaves(value)):
        case [str(text)]:
            return text
    return json.dumps(value, ensure_ascii=False, sort_keys=True)


def _leaves(value: object) -> Iterator[object]:
    if isinstance(value, Mapping):
        value = list(value.values())
    if not isinstance(value, list | tuple):
        yield value
        return
    for part in value:
        yield from _leaves(part)
