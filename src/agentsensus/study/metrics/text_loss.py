"""What is lost when two texts become one: characters, names, and the name of who ordered it; by each text rule."""

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass

from agentsensus.memory.core.text_rules import TEXT_RULES, TextRule
from agentsensus.memory.record import Record
from agentsensus.study.metrics.rows import median, percent
from agentsensus.text.names import Names
from agentsensus.text.reading import Reading, read

__all__ = ["MergedTexts", "TextLoss", "merged_texts", "text_loss"]


@dataclass(frozen=True, slots=True)
class MergedTexts:
    """The wordings of a row when another joined them, oldest first; `alone` if that one was a deposit by itself."""

    before: tuple[str, ...]
    incoming: str
    alone: bool


@dataclass(frozen=True, slots=True)
class TextLoss:
    """What a text rule loses on merges of unequal texts.

    `merges` are all of them, `seen` those that a log without both texts would show (the text changed, or the deposit
    was one statement). Shares are in per cent of `measured`.
    """

    rule: str
    merges: int
    seen: int
    measured: int
    characters: float | None
    most_characters: int
    lost_name: float | None
    lost_principal: float | None


def merged_texts(records: Sequence[Record], statements: Mapping[str, int]) -> Iterator[MergedTexts]:
    """Every merge; `statements` says how many statements the deposit of a wording had, by the wording's id."""
    for record in records:
        for place, wording in enumerate(record.wordings[1:], 1):
            before = tuple(earlier.text for earlier in record.wordings[:place])
            yield MergedTexts(before, wording.text, statements.get(wording.id) == 1)


def text_loss(merges: Sequence[MergedTexts], rule: str, names: Names, cap: int, *, seen_only: bool) -> TextLoss:
    """What a rule loses on these merges, or on those of them that the paper could see."""
    reader = _reader(names)
    losses = [_loss(merge, TEXT_RULES[rule], reader, cap) for merge in merges]
    seen = [loss for loss, merge in zip(losses, merges, strict=True) if loss.changed or merge.alone]
    measured = seen if seen_only else losses
    return TextLoss(
        rule=rule,
        merges=len(losses),
        seen=len(seen),
        measured=len(measured),
        characters=median([loss.characters for loss in measured]),
        most_characters=max((loss.characters for loss in measured), default=0),
        lost_name=percent(sum(loss.name for loss in measured), len(measured)),
        lost_principal=percent(sum(loss.principal for loss in measured), len(measured)),
    )


@dataclass(frozen=True, slots=True)
class _Loss:
    changed: bool
    characters: int
    name: bool
    principal: bool


def _loss(merge: MergedTexts, rule: TextRule, reader: Callable[[str], Reading], cap: int) -> _Loss:
    earlier = [(text, reader(text)) for text in merge.before]
    shown = rule(earlier, cap)
    survivor = rule([*earlier, (merge.incoming, reader(merge.incoming))], cap)
    inputs = [reader(shown), reader(merge.incoming)]
    lost = {person for reading in inputs for person in reading.persons} - set(reader(survivor).persons)
    principals = {reading.doer for reading in inputs if reading.orders and reading.doer}
    shorter_by = max(len(shown), len(merge.incoming)) - len(survivor)
    return _Loss(survivor != shown, max(shorter_by, 0), bool(lost), bool(lost & principals))


def _reader(names: Names) -> Callable[[str], Reading]:
    return lambda text: read(names.canonical(text), names)
