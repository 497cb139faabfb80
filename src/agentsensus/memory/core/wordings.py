"""The texts of a store: read when they are needed, kept for a while, and put together for showing."""

import json
from collections import OrderedDict
from collections.abc import Iterable, Mapping, Sequence
from typing import Any, cast

from agentsensus.memory.core.snapshot import Snapshot
from agentsensus.memory.core.text_rules import TEXT_RULES
from agentsensus.memory.designs.common_settings import CommonSettings
from agentsensus.memory.provenance import Via
from agentsensus.store import Store
from agentsensus.store.rows import AtomRow, OwnerRow
from agentsensus.text.names import Names
from agentsensus.text.reading import Reading, read

_ROWS_CACHED = 100_000


class Wordings:
    """Atoms with their texts, and the one text that a record shows to the author."""

    def __init__(self, store: Store, settings: CommonSettings) -> None:
        self._store = store
        self._settings = settings
        self._rows: OrderedDict[int, AtomRow] = OrderedDict()
        self._shown: dict[int, tuple[tuple[int, ...], Names, str]] = {}

    def atom(self, number: int) -> AtomRow:
        """One atom with its text."""
        return self.atoms([number])[0]

    def atoms(self, numbers: Sequence[int]) -> list[AtomRow]:
        """Atoms with their texts, in the order of the numbers."""
        missing = sorted({int(number) for number in numbers if int(number) not in self._rows})
        for number, row in zip(missing, self._store.rows("atoms", missing), strict=True):
            self._rows[number] = cast(AtomRow, row)
        rows = [self._rows[int(number)] for number in numbers]
        while len(self._rows) > _ROWS_CACHED:
            self._rows.popitem(last=False)
        return rows

    def take(self, first: int, rows: Iterable[AtomRow]) -> None:
        """Learn atoms that were just committed, numbered from `first` on."""
        self._rows.update(enumerate(rows, first))

    def metadata(self, atom: int) -> Mapping[str, Any]:
        """What the caller attached to a wording."""
        text = self.atom(atom).metadata
        metadata: dict[str, Any] = json.loads(text) if text else {}
        return metadata

    def via(self, ownership: int) -> Via:
        """How the owner of that ownership row came to know."""
        row = cast(OwnerRow, next(self._store.rows("owners", [ownership])))
        return Via.stored(row.via, row.source, row.detail, row.place, row.telling)

    def shown(self, record: int, view: Snapshot, names: Names) -> str:
        """The text a record shows to the author, by the text rule."""
        wordings = tuple(view.wordings(record)) or (record,)
        if len(wordings) == 1:
            return self.atom(wordings[0]).text
        cached = self._shown.get(record)
        if cached is not None and cached[:2] == (wordings, names):
            return cached[2]
        texts = dict.fromkeys(row.text for row in self.atoms(wordings))
        rule = TEXT_RULES[self._settings.showing.text_rule]
        text = rule([(text, reading_of(text, names)) for text in texts], self._settings.token_cap)
        self._shown[record] = wordings, names, text
        return text

    def shown_atom(self, record: int, view: Snapshot, names: Names) -> int:
        """The atom whose wording a record shows; its first one where the text was put together from two."""
        text = self.shown(record, view, names)
        wordings = view.wordings(record) or [record]
        rows = zip(wordings, self.atoms(wordings), strict=True)
        return next((atom for atom, row in rows if row.text == text), wordings[0])


def reading_of(text: str, names: Names) -> Reading:
    """What a wording says under canonical names."""
    return read(names.canonical(text), names)
