"""Let a model write profiles, goals, kickoffs and arcs of the held-out part."""

import hashlib
from typing import Any

from agentsensus.worlds.scenario.lookup import Lookup
from agentsensus.worlds.sediment.account import Account
from agentsensus.worlds.sediment.building import Authored
from agentsensus.worlds.sediment.casting import Selection
from agentsensus.worlds.sediment.model.asking import SedimentAsker
from agentsensus.worlds.sediment.model.replies import ArcsReply, CharacterReply, KickoffReply

__all__ = ["author"]

_KNOWN = 14
_LATEST = 20
_LATER = 60


async def author(account: Account, selection: Selection, asker: SedimentAsker) -> Authored:
    """Return everything the model wrote for an account. Missing replies are left to the rules."""
    people = Lookup({id_: account.registry.entries[id_].called for id_ in selection.active})
    characters = await asker.together("characters", (_character(account, id_, asker) for id_ in selection.active))
    profiles, goals = {}, {}
    for id_, reply in zip(selection.active, characters, strict=True):
        if reply is not None and reply.profile:
            profiles[id_] = reply.profile
        if reply is not None and reply.goals:
            goals[id_] = [{"text": goal} for goal in reply.goals[:2] if goal]
    kickoff = await _kickoff(account, selection, people, asker)
    arcs = await _arcs(account, selection, people, asker)
    return Authored(profiles, goals, kickoff, arcs, {})


async def _character(account: Account, id_: str, asker: SedimentAsker) -> CharacterReply | None:
    known = [statement.text for statement in account.statements if id_ in statement.owners][-_KNOWN:]
    name = account.name(id_)
    text = _lines(known)
    return await asker.ask("character", CharacterReply, _key(id_, text), name, who=name, known=text)


async def _kickoff(
    account: Account, selection: Selection, people: Lookup, asker: SedimentAsker
) -> list[dict[str, Any]]:
    names = "\n".join(
        f"- {account.name(id_)} ({id_}): {account.name(selection.at[id_].place)}" for id_ in selection.active
    )
    known = _lines([statement.text for statement in account.statements[-_LATEST:]])
    reply = await asker.ask(
        "kickoff", KickoffReply, _key("kickoff", names + known), "the end", names=names, known=known
    )
    kickoffs = []
    for message in reply.messages if reply else ():
        to = [id_ for name in message.to if (id_ := people.find(name))]
        if to and message.content:
            tellings = [telling for telling in message.tellings if telling and telling != message.content]
            kickoffs.append({"to": to, "content": message.content} | ({"tellings": [tellings]} if tellings else {}))
    return kickoffs


async def _arcs(account: Account, selection: Selection, people: Lookup, asker: SedimentAsker) -> list[dict[str, Any]]:
    if not account.later:
        return []
    step = max(1, len(account.later) // _LATER)
    names = "\n".join(f"- {account.name(id_)} ({id_})" for id_ in selection.active)
    known = _lines([statement.text for statement in account.later[::step]])
    reply = await asker.ask("arcs", ArcsReply, _key("arcs", known), "what comes later", names=names, known=known)
    return [
        {
            "id": f"arc_{number}",
            "text": arc.text,
            "characters": [id_ for name in arc.characters if (id_ := people.find(name))],
        }
        for number, arc in enumerate(reply.arcs if reply else (), 1)
        if arc.text
    ]


def _lines(texts: list[str]) -> str:
    return "\n".join(f"- {text}" for text in texts)


def _key(name: str, text: str) -> str:
    return f"{name}-{hashlib.sha256(text.encode()).hexdigest()[:12]}"
