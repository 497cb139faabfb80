"""Split a deposit into passages: prose, blocks that are kept whole, and the turns of a transcript."""

import re
from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace

from agentsensus.language.markup import Block, BlockKind, blocks
from agentsensus.language.messages import Labelled, label_of, speakers_in

__all__ = ["Passage", "passages"]


@dataclass(frozen=True, slots=True)
class Passage:
    """A part of a deposit with its kind. A turn of a transcript also has its speaker and the label written in
    the text.
    """

    kind: BlockKind
    text: str
    speaker: str = ""
    label: str = ""


def passages(text: str, is_known: Callable[[str], bool]) -> list[Passage]:
    """Return the passages of a text in order. `is_known` tells whether a name is that of a participant or a registered
    agent.
    """
    parts = blocks(text)
    speakers = speakers_in(
        (line for block in parts if block.kind == "prose" for line in block.text.split("\n")), is_known
    )
    if not speakers:
        return [Passage(block.kind, block.text) for block in parts]
    return [passage for passage in _turns(parts, speakers) if passage.text.strip()]


def _turns(parts: list[Block], speakers: frozenset[str]) -> Iterator[Passage]:
    """Yield the turns of a transcript in order. A line without a label belongs to the previous speaker."""
    turn = Passage("prose", "")
    for block in parts:
        if block.kind != "prose":
            yield turn
            turn = replace(turn, text="")
            yield Passage(block.kind, block.text, turn.speaker, turn.label)
            continue
        lines: list[str] = []
        for line in block.text.split("\n"):
            labelled = label_of(line)
            if labelled and labelled.speaker in speakers:
                yield replace(turn, text="\n".join(lines))
                turn, lines = _begun(labelled), [labelled.text]
            else:
                lines.append(line)
        turn = replace(turn, text="\n".join(lines))
    yield turn


def _begun(labelled: Labelled) -> Passage:
    return Passage("prose", "", labelled.speaker, re.sub(r"\s+", " ", labelled.label))
