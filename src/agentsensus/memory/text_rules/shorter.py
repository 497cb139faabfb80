"""The shortest wording, the first of equals: the paper's rule."""

from collections.abc import Sequence

from agentsensus.text.reading import Reading


def shorter(wordings: Sequence[tuple[str, Reading]], cap: int) -> str:
    """The wording with the fewest characters."""
    return min((text for text, _ in wordings), key=len)
