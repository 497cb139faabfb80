"""Replace generated parts of the docs, which stand between two marks."""

from collections.abc import Sequence
from pathlib import Path


def set_between(page: Path, name: str, maker: str, parts: Sequence[str]) -> None:
    """Replace the text between the marks of that name, made by the script `maker`; exit if the marks are missing."""
    begin, end = f"<!-- {name}: made by docs/pictures/{maker} -->", f"<!-- end of {name} -->"
    before, mark, rest = page.read_text("utf-8").partition(begin)
    if not mark or end not in rest:
        raise SystemExit(f"{page}: the marks of {name} are missing")
    page.write_text("\n\n".join([before + begin, *parts, end]) + rest.partition(end)[2], "utf-8")
