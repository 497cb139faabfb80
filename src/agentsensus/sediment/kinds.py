"""What sort of event a statement tells, by its words; and which of them are grave."""

from agentsensus.sediment.statement import TextStatement
from agentsensus.sediment.words import SedimentWords
from agentsensus.world.happenings import EventKind

__all__ = ["mark_kinds"]

_NOT_OF_ENTRANCES = ("entrance", "death")


def mark_kinds(statements: list[TextStatement], words: SedimentWords) -> None:
    """Give each statement that has none the kind its words tell: of a speech only what speaking can do."""
    for statement in statements:
        if statement.kind is None and statement.sort not in _NOT_OF_ENTRANCES:
            statement.kind = _kind(statement, words)


def _kind(statement: TextStatement, words: SedimentWords) -> EventKind | None:
    if statement.sort == "speech":
        if not statement.hearers or not words.pattern("promised").search(statement.text):
            return None
        whom = statement.answers if statement.answers in statement.hearers else statement.hearers[0]
        return EventKind(kind="promise", doers=(statement.speaker,), victims=(whom,))
    for name, pattern in words.kinds.items():
        if name == "death":
            continue  # a death is told by whoever found who died
        if pattern.search(statement.text):
            doers = (statement.speaker,) if statement.speaker else ()
            victims = tuple(id_ for id_ in statement.mentions if id_ not in doers)[:1]
            return EventKind.model_validate({"kind": name, "doers": doers, "victims": victims})
    return None
