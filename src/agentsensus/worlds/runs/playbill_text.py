"""Write a playbill in the language of its world. The phrases are in playbill.en.yaml and playbill.zh.yaml."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import TypeVar

from pydantic import BaseModel, ConfigDict

from agentsensus.base.texts import texts
from agentsensus.worlds.runs.playbill import (
    Accusation,
    ArcEnding,
    CaughtLie,
    Fate,
    HeldVersion,
    Journey,
    Oath,
    Playbill,
    SpreadEvent,
    TellingStep,
    TrustChange,
    VersionChange,
)
from agentsensus.worlds.scenario.scenario import Scenario
from agentsensus.worlds.telling import Teller

__all__ = ["PlaybillLine", "PlaybillSection", "sections"]

T = TypeVar("T")

_GOINGS, _STEPS, _VERSIONS, _CAUGHT, _FATES = 4, 5, 3, 2, 6
_FINAL = ("died", "departed")


@dataclass(frozen=True, slots=True)
class PlaybillLine:
    """A line of a playbill: a label on the left, the text, and a remark below it."""

    label: str
    text: str
    below: str = ""


@dataclass(frozen=True, slots=True)
class PlaybillSection:
    """A heading of a playbill with its lines."""

    heading: str
    rows: tuple[PlaybillLine, ...]


class _Phrases(BaseModel):
    """The phrases of one language."""

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
    endings: str
    fates: str
    changes: dict[str, str]
    accusations: str
    accusing: str
    oaths: str
    swearing: str
    hearts: str
    trusts_more: str
    trusts_less: str
    journeys: str
    travelled: str
    catching: str
    catching_repeated: str
    more: str
    between: str


@lru_cache(maxsize=8)
def _phrases(language: str) -> _Phrases:
    return _Phrases.model_validate(texts(__package__, "playbill", language))


def sections(bill: Playbill, scenario: Scenario) -> list[PlaybillSection]:
    """Return the playbill by headings: the story, the news that spread, secrets, wrong versions and lies."""
    world, writer = scenario.world, _Writer(bill, Teller(scenario))
    return [PlaybillSection(writer.title(world.title or world.name), tuple(_stamp(world.stamp))), *writer.sections()]


def _stamp(text: str) -> list[PlaybillLine]:
    return [PlaybillLine("", text)] if text else []


class _Writer:
    """Writes the sections of a playbill in the language of its world."""

    def __init__(self, bill: Playbill, teller: Teller) -> None:
        self._bill = bill
        self._teller = teller
        self._words = _phrases(teller.language)

    def title(self, world: str) -> str:
        """Return the heading of the whole playbill."""
        return self._words.title.format(world=world, n=self._bill.rounds)

    def sections(self) -> list[PlaybillSection]:
        """Return the story sections, if there are any, then the news. If there is no news, its section says so."""
        bill, words = self._bill, self._words
        way = self._rows(_by_telling(bill.way), _STEPS, self._step)
        secret = [PlaybillLine("", bill.greatest.text), *way] if bill.greatest else []
        parts = (
            (
                words.goings.format(n=bill.characters),
                self._rows(bill.goings, _GOINGS, self._going),
                words.nothing_went,
            ),
            (words.greatest.format(out=len(bill.secrets_out), all=bill.secrets), secret, words.nothing_out),
            (words.versions, self._rows(bill.versions, _VERSIONS, self._version), words.nobody_mistaken),
            (words.caught, self._rows(bill.caught, _CAUGHT, self._caught), words.nobody_caught),
        )
        news = [PlaybillSection(heading, tuple(rows) or (PlaybillLine("", empty),)) for heading, rows, empty in parts]
        return [*self._story(), *news]

    def _story(self) -> list[PlaybillSection]:
        """Return the story sections that have entries."""
        story, words = self._bill.outcome, self._words
        parts = (
            (words.endings, self._ended()),
            (words.fates, self._rows([fate for fate in story.fates if fate.change not in _FINAL], _FATES, self._fate)),
            (words.accusations, self._rows(story.accusations, _CAUGHT, self._accusation)),
            (words.oaths, self._rows(story.oaths, _CAUGHT, self._oath)),
            (words.hearts, self._rows(story.hearts, _CAUGHT, self._heart)),
            (words.journeys, self._rows(story.journeys, _CAUGHT, self._journey)),
        )
        return [PlaybillSection(heading, tuple(rows)) for heading, rows in parts if rows]

    def _rows(self, among: Sequence[T], count: int, row: Callable[[T], PlaybillLine]) -> list[PlaybillLine]:
        """Return the first `count` entries as lines, and a line with the number left out."""
        left = len(among) - count
        return [row(each) for each in among[:count]] + (
            [PlaybillLine("", self._words.more.format(n=left))] if left > 0 else []
        )

    def _ended(self) -> list[PlaybillLine]:
        """Return lines for everyone who died or left, then for every arc that ended."""
        story = self._bill.outcome
        final = [self._fate(fate) for fate in story.fates if fate.change in _FINAL]
        return [*final, *map(self._ending, story.endings)]

    def _ending(self, ended: ArcEnding) -> PlaybillLine:
        return PlaybillLine(self._words.round.format(n=ended.round), ended.text or ended.arc)

    def _fate(self, fate: Fate) -> PlaybillLine:
        plain = self._words.changes[fate.change].format(who=self._teller.name(fate.of))
        return PlaybillLine(self._words.round.format(n=fate.round), fate.text or _capital(plain))

    def _accusation(self, accused: Accusation) -> PlaybillLine:
        by, of = self._teller.name(accused.by), self._teller.name(accused.of)
        text = self._words.accusing.format(by=by, of=of, text=accused.text)
        return PlaybillLine(self._words.round.format(n=accused.round), _capital(text))

    def _oath(self, oath: Oath) -> PlaybillLine:
        by, to = self._teller.name(oath.by), self._teller.name(oath.to)
        return PlaybillLine(
            self._words.round.format(n=oath.round), _capital(self._words.swearing.format(by=by, to=to, text=oath.text))
        )

    def _heart(self, heart: TrustChange) -> PlaybillLine:
        form = self._words.trusts_more if heart.now > heart.was else self._words.trusts_less
        text = form.format(who=self._teller.name(heart.of), toward=self._teller.name(heart.toward))
        return PlaybillLine(self._words.known.format(first=heart.was, now=heart.now), _capital(text))

    def _journey(self, journey: Journey) -> PlaybillLine:
        who, origin, to = (self._teller.name(id_) for id_ in (journey.who, journey.origin, journey.to))
        text = self._words.travelled.format(who=who, origin=origin, to=to)
        return PlaybillLine(self._words.round.format(n=journey.arrived), _capital(text))

    def _going(self, going: SpreadEvent) -> PlaybillLine:
        label = self._words.known.format(first=going.first, now=going.now)
        return PlaybillLine(label, self._words.secret.format(text=going.text) if going.secret else going.text)

    def _step(self, steps: Sequence[TellingStep]) -> PlaybillLine:
        """Write one telling with all its hearers."""
        step = steps[0]
        form = self._words.step_because if step.because else self._words.step
        hearers = self._teller.names([each.to for each in steps])
        text = form.format(by=self._teller.name(step.by), to=hearers, because=step.because)
        return PlaybillLine(self._words.round.format(n=step.round), _capital(text))

    def _version(self, version: HeldVersion) -> PlaybillLine:
        by, holders = self._teller.name(version.by), self._teller.names(version.holders)
        line = self._words.held.format(by=by, n=version.round, holders=holders)
        below = [line, *(_capital(self._change(change)) for change in version.changes)]
        return PlaybillLine(self._words.kinds[version.kind], version.text, self._words.between.join(below))

    def _change(self, change: VersionChange) -> str:
        if change.kind == "done":
            return self._words.done[change.was]
        was, said = (self._teller.name(value.removeprefix("#")) for value in (change.was, change.said))
        return self._words.otherwise.format(was=was, said=said)

    def _caught(self, caught: CaughtLie) -> PlaybillLine:
        by, to, liar = (self._teller.name(id_) for id_ in (caught.by, caught.to, caught.liar))
        form = self._words.catching if caught.to == caught.liar else self._words.catching_repeated
        text = form.format(by=by, to=to, liar=liar, text=caught.text)
        return PlaybillLine(self._words.round.format(n=caught.round), _capital(text))


def _by_telling(way: Sequence[TellingStep]) -> list[list[TellingStep]]:
    """Group the steps of a piece of news by message."""
    told: dict[str, list[TellingStep]] = {}
    for step in way:
        told.setdefault(step.message, []).append(step)
    return list(told.values())


def _capital(text: str) -> str:
    return text[:1].upper() + text[1:]
