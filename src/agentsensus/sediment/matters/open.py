"""Open matters, found by rule: the dead whose death is not known, the promised, the sought, and the parted."""

from dataclasses import dataclass

from agentsensus.sediment.account import Account
from agentsensus.sediment.casting import Selection
from agentsensus.sediment.statement import TextStatement
from agentsensus.sediment.words import SedimentWords

__all__ = ["OpenMatter", "open_matters"]

_LATEST_DEATHS = 3
_PROMISES = 8
_SEARCHES = 8
_NEWS = 12
_CONCERNED = 4
_RECENT = 0.5


@dataclass(frozen=True)
class OpenMatter:
    """Something that is open: its sort, the statement it rests on, who is behind it, and whom it concerns."""

    sort: str
    statement: int
    who: str
    whom: tuple[str, ...]
    knowing: tuple[str, ...] = ()
    doer: str = ""


def open_matters(account: Account, selection: Selection, words: SedimentWords) -> list[OpenMatter]:
    """What is open at the end, the weightiest first."""
    matters = [*_deaths(account, selection), *_promises(account, selection), *_searches(account, selection, words)]
    return [*matters, *_news(account, selection)]


def _deaths(account: Account, selection: Selection) -> list[OpenMatter]:
    matters = []
    for death in account.deaths[::-1][:_LATEST_DEATHS]:
        statement = account.statements[death.statement]
        active = set(selection.active)
        knowing = tuple(id_ for id_ in statement.owners if id_ in active)
        others = [id_ for id_ in selection.active if id_ not in statement.owners]
        near = account.closeness[death.who]
        concerned = sorted(others, key=lambda id_: (-near[id_], -account.rows[id_], id_))[:_CONCERNED]
        if knowing and concerned:
            doer = death.doer if death.doer in active else ""
            matters.append(OpenMatter("death", death.statement, death.who, tuple(concerned), knowing, doer))
    return matters


def _recent(account: Account) -> list[tuple[int, TextStatement]]:
    """The later half of the statements, the last first."""
    first = int(len(account.statements) * (1 - _RECENT))
    return list(enumerate(account.statements))[first:][::-1]


def _promises(account: Account, selection: Selection) -> list[OpenMatter]:
    active, pairs, matters = set(selection.active), set[tuple[str, str]](), []
    for number, statement in _recent(account):
        if statement.kind is None or statement.kind.kind != "promise":
            continue
        who, whom = (*statement.kind.doers, "")[0], (*statement.kind.victims, "")[0]
        if who in active and whom in active and who != whom and (who, whom) not in pairs:
            pairs.add((who, whom))
            matters.append(OpenMatter("promise", number, who, (whom,)))
    return matters[:_PROMISES]


def _searches(account: Account, selection: Selection, words: SedimentWords) -> list[OpenMatter]:
    active, pairs, matters = set(selection.active), set[tuple[str, str]](), []
    names = account.registry.names("character")
    for number, statement in _recent(account):
        who = statement.speaker
        match = words.pattern("sought").search(statement.text)
        if match is None or who not in active:
            continue
        sought = [
            id_ for id_ in names.mentioned(statement.text[match.start("who") : match.end() + 12]) if id_ in active
        ]
        apart = [id_ for id_ in sought if id_ != who and selection.at[id_].place != selection.at[who].place]
        if apart and (who, apart[0]) not in pairs:
            pairs.add((who, apart[0]))
            matters.append(OpenMatter("sought", number, who, (apart[0],)))
    return matters[:_SEARCHES]


def _news(account: Account, selection: Selection) -> list[OpenMatter]:
    """For everybody who acts, the last weighty thing it knows that somebody near to it does not."""
    matters: list[OpenMatter] = []
    active = set(selection.active)
    taken: set[int] = set()
    for who in sorted(active, key=lambda id_: (-account.rows[id_], id_)):
        for number, statement in _recent(account):
            if who not in statement.owners or number in taken or statement.sort == "entrance":
                continue
            unknowing = active - set(statement.owners) - set(account.registry.entries[who].wary_of)
            others = [id_ for id_, _ in account.closeness[who].most_common() if id_ in unknowing]
            if others and (statement.kind is not None or statement.is_grave) and not statement.is_secret:
                taken.add(number)
                matters.append(OpenMatter("news", number, who, tuple(others[:2]), (who,)))
                break
    return matters[:_NEWS]
