"""What all answers of a memory can do: become plain dicts and JSON."""

import json
from collections.abc import Mapping
from dataclasses import fields, is_dataclass
from datetime import datetime
from enum import Enum
from typing import Any

from pydantic import BaseModel


class MemoryAnswer:
    """An answer of a memory, as dict or JSON."""

    __slots__ = ()

    def to_dict(self) -> dict[str, Any]:
        """Everything in it as plain dicts, lists, texts and numbers."""
        assert is_dataclass(self)
        return {part.name: _plain(getattr(self, part.name)) for part in fields(self)}

    def to_json(self) -> str:
        """The same as JSON."""
        return json.dumps(self.to_dict(), ensure_ascii=False)


def _plain(value: Any) -> Any:
    match value:
        case Enum():
            return value.value
        case MemoryAnswer():
            return value.to_dict()
        case BaseModel():
            return value.model_dump(mode="json")
        case datetime():
            return value.isoformat()
        case Mapping():
            return {str(key): _plain(part) for key, part in value.items()}
        case list() | tuple():
            return [_plain(part) for part in value]
    if is_dataclass(value):
        return {part.name: _plain(getattr(value, part.name)) for part in fields(value)}
    return value
