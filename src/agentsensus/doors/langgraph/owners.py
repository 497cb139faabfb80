"""Which agent of the memory owns what stands in a namespace."""

from collections.abc import Callable
from typing import TypeAlias

Namespace: TypeAlias = tuple[str, ...]
OwnerOf: TypeAlias = Callable[[Namespace], str]


def owner_of(namespace: Namespace) -> str:
    """The labels joined by dots, which no label holds; what no name may hold is written as %XX, so names stay apart.

    >>> owner_of(("team", "ana"))
    'team.ana'
    >>> owner_of(("用户", " 5% "))
    '用户.%205%25%20'
    """
    name = ".".join(_escaped(label) for label in namespace)
    return name if any(char.isalnum() for char in name) else ".".join(_fully_escaped(label) for label in namespace)


def _escaped(label: str) -> str:
    last = len(label) - 1
    return "".join(
        _codes(char) if char == "%" or not char.isprintable() or (char == " " and place in (0, last)) else char
        for place, char in enumerate(label)
    )


def _fully_escaped(label: str) -> str:
    return "".join(map(_codes, label))


def _codes(char: str) -> str:
    return "".join(f"%{byte:02X}" for byte in char.encode("utf-8", "surrogatepass"))
