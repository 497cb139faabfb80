"""The cosine from which two statements may be the same event, for each embedder and language."""

from collections.abc import Mapping

from agentsensus.embed import Embedder, thresholds_of
from agentsensus.errors import InputError
from agentsensus.language.languages import LANGUAGES

CROSS = "cross"
"""The key of the threshold for two different languages."""


class Thresholds:
    """The thresholds of an embedder, overridden by given ones. Raises InputError if there are none."""

    def __init__(self, embedder: Embedder, own: Mapping[str, float] | None = None) -> None:
        self._by_language = {**thresholds_of(embedder), **(own or {})}
        missing = [name for name in (*LANGUAGES, CROSS) if name not in self._by_language]
        if missing:
            example = dict.fromkeys(missing, 0.85)
            raise InputError(
                f"embedder {embedder.id} brings no threshold for {', '.join(missing)}, so no judge can tell from its "
                f"vectors what is the same; give settings={{'thresholds': {example}}} "
                "(`agentsensus bench merges PAIRS --write` fits them), or the embedder an attribute `thresholds`"
            )

    def as_dict(self) -> dict[str, float]:
        """All thresholds, by language."""
        return dict(self._by_language)

    def of(self, *languages: str) -> float:
        """Return the cosine from which two statements in these languages may be the same event."""
        return self._by_language[CROSS if len(set(languages)) > 1 else languages[0]]
