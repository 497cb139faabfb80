"""The forms in which a play is written down: Markdown, a standalone HTML page, Fountain."""

from collections.abc import Callable

from agentsensus.screenplay.forms.fountain import fountain
from agentsensus.screenplay.forms.html import html_page
from agentsensus.screenplay.forms.markdown import markdown
from agentsensus.screenplay.script import Screenplay

__all__ = ["FORMS", "fountain", "html_page", "markdown"]

FORMS: dict[str, Callable[[Screenplay], str]] = {".md": markdown, ".html": html_page, ".fountain": fountain}
"""The forms by the ending of a file."""
