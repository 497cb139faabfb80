"""A playbill in words, in the language of its world: playbill.en.yaml and playbill.zh.yaml hold the phrases."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import TypeVar

from pydantic import BaseModel, ConfigDict

from agentsensus.study.playbill import Alive, Caught, Going, Passed, Playbill, VersionChange
from agentsensus.telling import Teller
from agentsensus.texts import texts
from agentsensus.world.scenario import Scenario

__all__ = ["PlaybillLine", "PlaybillSection", "sections"]

T = TypeVar("T")

_GOINGS, _STEPS, _VERSIONS, _CAUGHT = 4, 5, 3, 2


@dataclass(frozen=True, slots=True)
class PlaybillLine:
    """A line of a playbill: a label on the left, the text, and a remark below it."""

    label: str
    text: str
    below: str = ""


@dataclass(frozen=True, slots=True)
class PlaybillSection:
    """A part of a playbill under its heading."""

    heading: str
    rows: tuple[PlaybillLine, ...]


class _Phrases(BaseModel):
    """How one language words a playbill."""

    model_config = ConfigDict(frozen=True, extra="forbid")

    title: str
    goings: str
    nothing_went: str
    known: str
    secret: str
    greatest: str
    nothing_out: str
    round: str
    step: str
    step_because: str
    versions: str
    nobody_mistaken: str
    kinds: dict[str, str]
    held: str
    otherwise: str
    done: dict[str, str]
    caught: str
    nobody_caught: str
    catching: str
    catching_repeated: str
    more: str
    between: str


@lru_cache(maxsize=8)
def _phrases(language: str) -> _Phrases:
    return _Phrases.model_validate(texts(__package__, "playbill", language))


def sections(bill: Playbill, scenario: Scenario) -> list[PlaybillSection]:
    """The playbill by headings: what went round, the greatest secret, versions and who holds them, lies caught."""
    world, writer = scenario.world, _Writer(bill, Teller(scenario))
    return [PlaybillSection(writer.title(world.title or world.name), tuple(_stamp(world.stamp))), *writer.sections()]


def _stamp(text: str) -> list[PlaybillLine]:
    return [PlaybillLine("", text)] if text else []


class _Writer:
    """Writes the parts of a playbill in the language of its world."""

    def __init__(self, bill: Playbill, teller: Teller) -> None:
        self._bill = bill
        self._teller = teller
        self._words = _phrases(teller.language)

    def title(self, world: str) -> str:
        """The heading of the whole playbill."""
        return self._words.title.format(world=world, n=self._bill.rounds)

    def sections(self) -> list[PlaybillSection]:
        """All parts; an empty one has a line that says so."""
        bill, words = self._bill, self._words
        secret = (
            [PlaybillLine("", bill.greatest.text), *self._few(bill.way, _STEPS, self._step)] if bill.greatest else []
        )
        parts = (
            (words.goings.format(n=bill.characters), self._few(bill.goings, _GOINGS, self._going), words.nothing_went),
            (words.greatest.format(out=len(bill.secrets_out), all=bill.secrets), secret, words.nothing_out),
            (words.versions, self._few(bill.versions, _VERSIONS, self._version), words.nobody_mistaken),
            (words.caught, self._few(bill.caught, _CAUGHT, self._caught), words.nobody_caught),
        )
        return [PlaybillSection(heading, tuple(rows) or (PlaybillLine("", empty),)) for heading, rows, empty in parts]

    def _few(self, among: Sequence[T], count: int, row: Callable[[T], PlaybillLine]) -> list[PlaybillLine]:
        """The first `count` of several as lines, and a line that says how many are left out."""
        left = len(among) - count
        return [row(each) for each in among[:count]] + (
            [PlaybillLine("", self._words.more.format(n=left))] if left > 0 else []
        )

    def _going(self, going: Going) -> PlaybillLine:
        label = self._words.known.format(first=going.first, now=going.now)
        return PlaybillLine(label, self._words.secret.format(text=going.text) if going.secret else going.text)

    def _step(self, step: Passed) -> PlaybillLine:
        form = self._words.step_because if step.because else self._words.step
        text = form.format(by=self._teller.name(step.by), to=self._teller.name(step.to), because=step.because)
        return PlaybillLine(self._words.round.format(n=step.round), _capital(text))

    def _version(self, version: Alive) -> PlaybillLine:
        by, holders = self._teller.name(version.by), self._teller.names(version.holders)
        line = self._words.held.format(by=by, n=version.round, holders=holders)
        below = [line, *(_capital(self._change(change)) for change in version.changes)]
        return PlaybillLine(self._words.kinds[version.kind], version.text, self._words.between.join(below))

    def _change(self, change: VersionChange) -> str:
        if change.kind == "done":
            return self._words.done[change.was]
        return self._words.otherwise.format(was=self._teller.name(change.was), said=self._teller.name(change.said))

    def _caught(self, caught: Caught) -> PlaybillLine:
        by, to, liar = (self._teller.name(id_) for id_ in (caught.by, caught.to, caught.liar))
        form = self._words.catching if caught.to == caught.liar else self._words.catching_repeated
        text = form.format(by=by, to=to, liar=liar, text=caught.text)
        return PlaybillLine(self._words.round.format(n=caught.round), _capital(text))


def _capital(text: str) -> str:
    return text[:1].upper() + text[1:]
