"""One thing that reached somebody: a text, since when, how and from whom."""

from dataclasses import dataclass
from typing import Literal, TypeAlias

__all__ = ["Receipt", "ReceiptHow"]

ReceiptHow: TypeAlias = Literal["sediment", "self", "seen", "told", "overheard", "read", "announced", "thought"]
"""Known from before, as part of who one is, seen, told, overheard, read, told by the world itself, or one's own words.
"""


@dataclass(frozen=True, slots=True)
class Receipt:
    """Somebody has a text from a round on: how it came, from whom, and the message or event that it is."""

    round: int
    how: ReceiptHow
    text: str
    source: str = ""
    id: str = ""

    @property
    def is_own(self) -> bool:
        """Whether it is one's own word, which proves nothing about what reached one."""
        return self.how == "thought"
