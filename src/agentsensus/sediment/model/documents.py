"""What letters, edicts and poems say, as a model reads it from the passages that name them."""

import hashlib
from collections.abc import Sequence

from agentsensus.sediment.account import Account, TextDocument
from agentsensus.sediment.model.asking import SedimentAsker
from agentsensus.sediment.model.checking import is_speech, is_the_question
from agentsensus.sediment.model.replies import DocumentReply
from agentsensus.sediment.model.windows import Window, names_for
from agentsensus.sediment.registry import RegistryEntry
from agentsensus.world.lookup import Lookup

__all__ = ["documents_by_model"]

_PASSAGES = 2
"""So many of the passages that name a thing are shown: the first, where it comes up, and the last."""


async def documents_by_model(account: Account, windows: Sequence[Window], asker: SedimentAsker) -> None:
    """Add to an account what can be read in it; of what has no words the model says nothing, and it is left out."""
    carriers = account.registry.of_kind("carrier")
    people = Lookup({id_: entry.called for id_, entry in account.registry.of_kind("character").items()})
    called = {name.casefold() for entry in account.registry.of_kind("character").values() for name in entry.called}
    things = {id_: entry for id_, entry in carriers.items() if entry.name.casefold() not in called}
    named = {id_: shown for id_, entry in things.items() if (shown := _naming(entry, windows))}
    names = dict(zip(windows, names_for(windows, account.registry), strict=True))
    questions = (_content(carriers[id_], shown, names, asker) for id_, shown in named.items())
    for id_, reply in zip(named, await asker.together("things that can be read", questions), strict=True):
        lines = tuple(_lines(reply.text, frozenset(called))) if reply else ()
        if lines:
            entry, holder = carriers[id_], people.find(reply.holder) if reply else None
            account.documents.append(TextDocument(id_, entry.name, lines, holder or "", entry.aliases, entry.profile))


def _lines(text: Sequence[str], called: frozenset[str]) -> list[str]:
    """What stands in it: speeches of the passages and pieces of the question do not."""
    lines = [" ".join(line.split()) for line in text if line.strip()]
    return [line for line in lines if not is_speech(line, called) and not is_the_question(line)]


def _naming(entry: RegistryEntry, windows: Sequence[Window]) -> list[Window]:
    called = [name.casefold() for name in entry.called if len(name) > 1]
    naming = [window for window in windows if any(name in window.text.casefold() for name in called)]
    return naming[: _PASSAGES - 1] + naming[_PASSAGES - 1 :][-1:]


async def _content(
    entry: RegistryEntry, shown: Sequence[Window], names: dict[Window, list[str]], asker: SedimentAsker
) -> DocumentReply | None:
    lines = [line for window in shown for line in names[window] if '"kind": "character"' in line]
    passages = "\n\n".join(window.text for window in shown)
    key = f"{entry.id}-{hashlib.sha256(passages.encode()).hexdigest()[:12]}"
    return await asker.ask(
        "document",
        DocumentReply,
        key,
        entry.name,
        what=entry.name,
        names="\n".join(dict.fromkeys(lines)),
        passages=passages,
    )
