"""Hook of mkdocs: drop the test tag of code fences (```python run) so that the highlighter knows the language."""

import re
from typing import Any

_TAGGED = re.compile(r"^```(\w+) (?:run|slow|model)$", re.MULTILINE)


def on_page_markdown(markdown: str, **_: Any) -> str:
    """Return the page without test tags."""
    return _TAGGED.sub(r"```\1", markdown)
