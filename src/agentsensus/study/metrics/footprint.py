"""How much a memory holds: rows of the past and of the play, what the design made of itself, and the text."""

from collections.abc import Sequence
from dataclasses import dataclass

from agentsensus.memory.record import Record
from agentsensus.study.metrics.rows import in_play, percent

__all__ = ["Footprint", "footprint"]


@dataclass(frozen=True, slots=True)
class Footprint:
    """Rows, those of them that are by-products of the design, distinct wordings and the bytes of their text."""

    sediment: int
    sim: int
    total: int
    sediment_byproducts: int
    sim_byproducts: int
    wordings: int
    text_bytes: int

    @property
    def sediment_byproduct_share(self) -> float | None:
        """By-products for each hundred other rows of the past, as the paper's rows have it."""
        return percent(self.sediment_byproducts, self.sediment - self.sediment_byproducts)


def footprint(past: Sequence[Record], now: Sequence[Record]) -> Footprint:
    """The footprint of a memory from its records when the past had been laid down, and from those of the end."""
    laid_down = [record for record in past if record.origin == "sediment"]
    made = in_play(now)
    texts = {wording.text for record in now for wording in record.wordings}
    return Footprint(
        sediment=len(laid_down),
        sim=len(made),
        total=len(now),
        sediment_byproducts=sum(bool(record.kind) for record in laid_down),
        sim_byproducts=sum(bool(record.kind) for record in made),
        wordings=len(texts),
        text_bytes=sum(len(text.encode("utf-8")) for text in texts),
    )
