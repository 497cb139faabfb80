"""The longest wording, the first of equals."""

from collections.abc import Sequence

from agentsensus.text.reading import Reading


def longer(wordings: Sequence[tuple[str, Reading]], cap: int) -> str:
    """The wording with the most characters."""
    return max((text for text, _ in wordings), key=len)
