"""Find open matters at the end of the text, and derive goals, kickoffs, happenings, deeds and arcs from them."""

from collections import defaultdict
from dataclasses import dataclass
from typing import Any

from agentsensus.worlds.scenario import Players
from agentsensus.worlds.sediment.account import Account, TextStatement
from agentsensus.worlds.sediment.casting import Selection
from agentsensus.worlds.sediment.words import SedimentWords

__all__ = [
    "OpenMatter",
    "arcs_by_rule",
    "deeds_by_rule",
    "goals_by_rule",
    "happenings_by_rule",
    "kickoffs_by_rule",
    "open_matters",
]


_LATEST_DEATHS = 3
_PROMISES = 8
_CONFLICTS = 8
_SEARCHES = 8
_NEWS = 12
_CONCERNED = 4
_RECENT = 0.5


@dataclass(frozen=True)
class OpenMatter:
    """An open matter: its sort, its statement, the doer, and the characters it concerns."""

    sort: str
    statement: int
    who: str
    whom: tuple[str, ...]
    knowing: tuple[str, ...] = ()
    doer: str = ""


def open_matters(account: Account, selection: Selection, words: SedimentWords) -> list[OpenMatter]:
    """Return the open matters, most important first: unknown deaths, conflicts, promises, searches, untold news."""
    matters = [*_deaths(account, selection), *_conflicts(account, selection, words), *_promises(account, selection)]
    return [*matters, *_searches(account, selection, words), *_news(account, selection)]


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


def _conflicts(account: Account, selection: Selection, words: SedimentWords) -> list[OpenMatter]:
    """Return conflicts between characters as open matters: the latest hostile statement for each pair."""
    active, pairs, matters = set(selection.active), set[tuple[str, str]](), []
    names = account.registry.names("character")
    for number, statement in list(enumerate(account.statements))[::-1]:
        who = statement.speaker
        if who not in active or statement.sort != "speech" or not words.pattern("means_ill").search(statement.text):
            continue
        said = statement.text[statement.text.find(words.phrase("opens")) + 1 :]
        others = [id_ for id_ in names.mentioned(said) if id_ in active and id_ != who]
        if others and (who, others[0]) not in pairs:
            pairs.add((who, others[0]))
            knowing = tuple(id_ for id_ in statement.owners if id_ in active)
            matters.append(OpenMatter("conflict", number, who, (others[0],), knowing))
    return matters[:_CONFLICTS]


def _recent(account: Account) -> list[tuple[int, TextStatement]]:
    """Return the later half of the statements, last first."""
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
    """Return for each active character the latest important fact that a close contact does not know."""
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


_MOST = 3


def goals_by_rule(
    account: Account, selection: Selection, matters: list[OpenMatter], ids: dict[int, str], words: SedimentWords
) -> dict[str, list[dict[str, Any]]]:
    """Return up to three goals per character for characters.yaml, most important first."""
    goals: dict[str, list[dict[str, Any]]] = defaultdict(list)

    def want(id_: str, goal: dict[str, Any]) -> None:
        known = {value for entry in goals[id_] for value in (entry.get("intent"), entry["text"])}
        if len(goals[id_]) < _MOST and not {goal.get("intent"), goal["text"]} & known:
            goals[id_].append(goal)

    for matter in matters:
        for id_, goal in _goals(account, selection, matter, ids[matter.statement], words):
            want(id_, goal)
    for id_ in selection.active:
        for other, _ in account.closeness[id_].most_common(3):
            apart = other in selection.at and selection.at[other].place != selection.at[id_].place
            if apart and len(goals[id_]) < _MOST:
                text = words.phrase("goal.parted", whom=account.called(other))
                want(id_, {"text": text, "intent": f"meet {other}"})
                break
    return dict(goals)


def _goals(
    account: Account, selection: Selection, matter: OpenMatter, event: str, words: SedimentWords
) -> list[tuple[str, dict[str, Any]]]:
    name = account.called
    if matter.sort == "conflict":
        whom = matter.whom[0]
        if whom in matter.knowing:
            text = words.phrase("goal.have_it_out", whom=name(whom))
            return [(matter.who, {"text": text, "intent": f"confront {whom} about {event}"})]
        return [(matter.who, {"text": words.phrase("goal.mean_ill", whom=name(whom)), "intent": f"keep {event}"})]
    if matter.sort == "promise":
        text = words.phrase("goal.promise", whom=name(matter.whom[0]))
        return [(matter.who, {"text": text, "intent": f"meet {matter.whom[0]}"})]
    if matter.sort == "sought":
        text = words.phrase("goal.sought", whom=name(matter.whom[0]))
        return [(matter.who, {"text": text, "intent": f"meet {matter.whom[0]}"})]
    if matter.sort == "news":
        site = account.registry.entries[account.statements[matter.statement].place]
        place = site.in_a_sentence
        tell = words.phrase("goal.tell_news", whom=name(matter.whom[0]), place=place)
        return [(matter.who, {"text": tell, "intent": f"tell {event} to {matter.whom[0]}"})]
    return _goals_of_a_death(account, matter, event, words)


def _goals_of_a_death(
    account: Account, matter: OpenMatter, event: str, words: SedimentWords
) -> list[tuple[str, dict[str, Any]]]:
    dead, nearest = account.called(matter.who), matter.whom[0]
    goals: list[tuple[str, dict[str, Any]]] = []
    for id_ in matter.knowing:
        if id_ == matter.doer:
            text = words.phrase("goal.keep_death", who=dead)
            goals.append((id_, {"text": text, "intent": f"keep {event} from {nearest}"}))
        else:
            text = words.phrase("goal.tell_death", who=dead, whom=account.called(nearest))
            goals.append((id_, {"text": text, "intent": f"tell {event} to {nearest}"}))
    question = words.phrase("goal.learn_question", who=dead)
    for id_ in matter.whom:
        text = words.phrase("goal.learn_death", who=dead)
        goals.append((id_, {"text": text, "intent": f"learn {event}", "question": question}))
    if matter.doer:
        text = words.phrase("goal.confront_death", who=dead, doer=account.called(matter.doer))
        goals.append((nearest, {"text": text, "intent": f"confront {matter.doer} about {event}"}))
    return goals


_KICKOFFS = 12
_HAPPENINGS = 12
_FIRST, _APART = 3, 2


def kickoffs_by_rule(
    account: Account, selection: Selection, matters: list[OpenMatter], words: SedimentWords
) -> list[dict[str, Any]]:
    """Return messages to characters who are concerned by an open matter and do not know it."""
    messages: list[dict[str, Any]] = []
    for matter in matters:
        if matter.sort == "death":
            place = _inside(account, account.statements[matter.statement].place)
            values = {"who": account.called(matter.who), "place": place}
            messages += [_message([id_], "missing", values, words) for id_ in matter.whom[:2]]
        elif matter.sort == "sought":
            values = {"who": account.called(matter.who), "whom": account.called(matter.whom[0])}
            messages.append(_message([matter.whom[0]], "asked", values, words))
        elif matter.sort == "news":
            place = _inside(account, account.statements[matter.statement].place)
            messages.append(_message([matter.whom[0]], "stirring", {"place": place}, words))
    distinct = {(message["to"][0], message["content"]): message for message in reversed(messages)}
    return list(distinct.values())[::-1][:_KICKOFFS]


def _message(to: list[str], sort: str, values: dict[str, str], words: SedimentWords) -> dict[str, Any]:
    content = words.phrase(f"kickoff.{sort}", **values)
    tellings = list(words.phrases(f"kickoff.{sort}_tellings", **values))
    return {"to": to, "content": _capital(content), "tellings": [[_capital(telling) for telling in tellings]]}


def happenings_by_rule(
    account: Account, selection: Selection, matters: list[OpenMatter], players: Players, words: SedimentWords
) -> dict[str, dict[str, Any]]:
    """Return happenings that follow from open matters: a body is found, a promise is called in, a search begins.

    If players may neither accuse nor do deeds, only requests for reports are generated.
    """
    is_sober = not (players.deeds or players.accusations)
    happenings: dict[str, dict[str, Any]] = {}
    round_ = _FIRST
    for matter in matters:
        for sort, where, witnesses, values in _befalls(account, selection, matter):
            id_ = f"{sort}_{matter.who}_{matter.whom[0]}"[:60]
            if id_ in happenings or len(happenings) >= _HAPPENINGS or (is_sober and sort != "report"):
                continue
            text, tellings = (
                words.phrase(f"happening.{sort}", **values),
                words.phrases(f"happening.{sort}_tellings", **values),
            )
            happenings[id_] = {
                "when": {"round": round_},
                "where": where,
                "witnesses": list(witnesses),
                "text": _capital(text),
                "tellings": [_capital(telling) for telling in tellings],
            }
            round_ += _APART
    return happenings


def _befalls(
    account: Account, selection: Selection, matter: OpenMatter
) -> list[tuple[str, str, tuple[str, ...], dict[str, str]]]:
    name, place = account.called, account.statements[matter.statement].place
    if matter.sort == "death":
        where = {"who": name(matter.who), "place": _inside(account, place)}
        near = matter.whom[:2]
        befalls = [("body", place, near, where), ("burial", place, matter.whom[:3], where)]
        if matter.doer:
            at = selection.at[matter.doer].place
            values = {"who": name(matter.doer), "whom": name(matter.who), "place": _inside(account, at)}
            befalls.insert(1, ("inquiry", at, (matter.doer, matter.whom[0]), values))
        return befalls
    if matter.sort == "conflict":
        return []
    if matter.sort == "promise":
        values = {"who": name(matter.who), "whom": name(matter.whom[0])}
        return [("promise", selection.at[matter.who].place, (matter.who,), values)]
    if matter.sort == "sought":
        values = {"who": name(matter.who), "whom": name(matter.whom[0])}
        return [("sought", selection.at[matter.who].place, (matter.who,), values)]
    values = {"who": name(matter.whom[0]), "whom": name(matter.who), "place": _inside(account, place)}
    return [("report", selection.at[matter.whom[0]].place, (matter.whom[0], matter.who), values)]


def deeds_by_rule(
    account: Account, selection: Selection, players: Players, words: SedimentWords
) -> dict[str, dict[str, Any]]:
    """Return deeds: office holders may hold and free; if the text has killings, anyone may wound."""
    if not players.deeds:
        return {}
    deeds: dict[str, dict[str, Any]] = {}
    entries = account.registry.entries
    if any(entries[id_].office for id_ in selection.active):
        deeds["hold"] = _deed("hold", "hold", "office", words)
        deeds["free"] = _deed("free", "free", "office", words)
    if any(death.doer for death in account.deaths):
        deeds["wound"] = _deed("hurt", "hurt", "anyone", words)
    return deeds


def _deed(sort: str, does: str, by: str, words: SedimentWords) -> dict[str, Any]:
    table = words.table("deed")[sort]
    return {"name": table["name"], "does": does, "by": by, "text": table["text"], "tellings": [table["telling"]]}


def arcs_by_rule(
    account: Account, matters: list[OpenMatter], ids: dict[int, str], words: SedimentWords
) -> list[dict[str, Any]]:
    """Return an arc for every unknown death, which ends when the characters most concerned know of it."""
    arcs = []
    for matter in matters:
        if matter.sort == "death":
            event = ids[matter.statement]
            arcs.append(
                {
                    "id": f"death_of_{matter.who}",
                    "text": words.phrase("arc.death", who=account.called(matter.who)),
                    "characters": [*matter.whom, *([matter.doer] if matter.doer else [])],
                    "matter": event,
                    "ends_when": {"knows": {event: list(matter.whom[:2])}},
                    "ending": words.phrase("arc.death_ends", who=account.called(matter.who)),
                }
            )
    return arcs


def _inside(account: Account, place: str) -> str:
    return account.registry.entries[place].in_a_sentence


def _capital(text: str) -> str:
    return text[:1].upper() + text[1:]
