"""Reports of speech: who tells whom what, and in which words the telling itself is put."""

from dataclasses import dataclass
from typing import Literal

__all__ = ["Report", "Way"]

Way = Literal["told", "overheard"]


@dataclass(frozen=True, slots=True)
class Report:
    """A sentence that says that somebody told something, taken apart; every part is in the words of the sentence.

    `hearer` is empty where the sentence names none. `contents` are what was told, a sentence each. `frame` is the rest:
    the telling without what was told. `before` is another deed of the teller that the sentence begins with. `is_deed`
    says that the telling is itself a deed, a warning or a confession, and not only news.
    """

    teller: str
    hearer: str
    contents: tuple[str, ...]
    frame: str
    way: Way = "told"
    is_deed: bool = False
    before: str = ""
    is_quoted: bool = False
    """Whether the contents are the teller's own words, in which «I» is the teller and «you» the hearer."""
