"""Counted from a log: who ignored a drama, who did nothing about a death, and captives left alone."""

from agentsensus.analysis.study.drama import Spoken, noticed
from agentsensus.worlds.events.event import Acted, AnyEvent, Departed, Happened, LifeChanged, Sent
from tests.worlds.minds.quay import quay


def _line(agent: str, round_: int, content: str) -> list[AnyEvent]:
    to = "ada"
    sent = Sent(
        round=round_, message=f"{agent}{round_}", thread="t", sender=agent, recipients=(to,), sort="say",
        content=content, due={}, distance={},
    )  # fmt: skip
    return [Acted(round=round_, agent=agent, action="say", params={}, ok=True, place="quay"), sent]


def _read(line: Sent) -> Spoken:
    return Spoken("", frozenset({"cal"} if "Cal" in line.content else ()))


def _killing(change: str = "died") -> list[AnyEvent]:
    happened = Happened(
        round=3, owners=("ada", "eve", "finn", "quay"), text=("Finn killed Cal.",), place="quay", doers=("finn",),
        victims=("cal",),
    )  # fmt: skip
    return [happened, LifeChanged(round=3, of="cal", change=change, place="quay")]


def _wait(agent: str, round_: int) -> AnyEvent:
    return Acted(round=round_, agent=agent, action="wait", params={}, ok=True, place="quay")


def test_lines_to_the_point_and_gestures_notice_a_death_and_small_talk_does_not() -> None:
    log = [
        *_killing(),
        *_line("ada", 4, "Cal is dead."),
        *_line("eve", 4, "Fine weather."),
        Acted(round=4, agent="finn", action="gesture", params={}, ok=True, place="quay"),
        _wait("eve", 5),
        _wait("ada", 6),
    ]
    seen = noticed(quay(), log, _read)
    assert (seen.ignoring, seen.deaths_unnoticed) == (1, 1)


def test_whoever_leaves_has_noticed_and_the_last_rounds_do_not_count() -> None:
    log = [*_killing(), *(Departed(round=4, agent=who, origin="quay", to="loft", arrives=5) for who in ("ada", "eve"))]
    assert noticed(quay(), log, _read).deaths_unnoticed == 0
    assert noticed(quay(), [*log, _wait("finn", 6)], _read).deaths_unnoticed == 1


def test_a_captive_alone_is_counted_by_round() -> None:
    away = [Departed(round=4, agent=who, origin="quay", to="loft", arrives=9) for who in ("ada", "eve")]
    log = [*_killing("held"), *away, _wait("finn", 5), _wait("finn", 6), _wait("finn", 7)]
    assert noticed(quay(), log, _read).unguarded == 3
    assert noticed(quay(), [*_killing("held"), _wait("ada", 6)], _read).unguarded == 0
