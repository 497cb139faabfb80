"""What sets a world going and keeps it going, by rule: kickoffs, happenings, deeds and arcs from open matters."""

from typing import Any

from agentsensus.sediment.account import Account
from agentsensus.sediment.casting import Selection
from agentsensus.sediment.matters.open import OpenMatter
from agentsensus.sediment.words import SedimentWords
from agentsensus.world import Players

__all__ = ["arcs_by_rule", "deeds_by_rule", "happenings_by_rule", "kickoffs_by_rule"]

_KICKOFFS = 12
_HAPPENINGS = 12
_FIRST, _APART = 3, 2


def kickoffs_by_rule(
    account: Account, selection: Selection, matters: list[OpenMatter], words: SedimentWords
) -> list[dict[str, Any]]:
    """Messages for those whom an open matter concerns and who do not know of it."""
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
    """What time brings in open matters: the body is found and buried, the promised is asked for, the sought searched.

    Where players may neither accuse nor do deeds to each other, nothing but requests for reports is made up.
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
    """Who has an office may hold and free others; where the text has blood in it, anyone may wound."""
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
    """An arc for every death that is not known, over when those know of it whom it concerns most."""
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
