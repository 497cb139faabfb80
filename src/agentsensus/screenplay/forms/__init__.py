"""The forms in which a play is written down: Markdown, a standalone HTML page, Fountain."""

from agentsensus.screenplay.forms.fountain import fountain
from agentsensus.screenplay.forms.html import html_page
from agentsensus.screenplay.forms.markdown import markdown

__all__ = ["fountain", "html_page", "markdown"]
