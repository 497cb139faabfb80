"""Turn chat messages (`role`, `name`, `content`) into deposits."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, TypeAlias

from agentsensus.errors import InputError
from agentsensus.language.sentences import sentences
from agentsensus.language.terms import last_question
from agentsensus.memory.core.checks import checked_list, checked_name
from agentsensus.memory.inputs import Context, DepositInput

__all__ = ["ChatMessage", "deposits_of"]

ChatMessage: TypeAlias = Mapping[str, Any]
"""A message: `role` or `name` is the speaker, `content` a text or a list of parts, of which only texts are used."""


_MESSAGES_BACK = 8
"""How many messages before an answer are searched for its question."""


@dataclass(frozen=True, slots=True)
class _Turn:
    speaker: str
    text: str

    @property
    def has_words(self) -> bool:
        return any(char.isalnum() for char in self.text)


def deposits_of(
    agent: str,
    messages: Iterable[ChatMessage],
    metadata: Mapping[str, Any] | None = None,
    named: Mapping[str, str] | None = None,
) -> list[DepositInput | None]:
    """Return the deposit of each message of a conversation; None for a message without words («;)»).

    If the last message of another speaker asks something, the next message counts as its answer. `named` gives names to
    speakers who are known only by a role.
    """
    by_role = _checked_speakers(named)
    turns = [_turn(message, place, by_role) for place, message in enumerate(checked_list(messages, "messages"))]
    speakers = tuple(dict.fromkeys(turn.speaker for turn in turns))
    return [
        DepositInput(
            agent,
            turn.text,
            metadata=metadata,
            number=number,
            answers=_question_before(turns, number),
            context=Context(
                participants=_others(turn, speakers, agent),
                speaker=turn.speaker,
                question=_question(turns, number),
            ),
        )
        if turn.has_words
        else None
        for number, turn in enumerate(turns)
    ]


def _question_before(turns: Sequence[_Turn], place: int) -> int | None:
    """Return the number of the last message of another speaker if it asks something; otherwise None."""
    for number in range(place - 1, max(-1, place - 1 - _MESSAGES_BACK), -1):
        if turns[number].speaker != turns[place].speaker and turns[number].has_words:
            return number if last_question(turns[number].text) else None
    return None


def _question(turns: Sequence[_Turn], number: int) -> str:
    """Return the question at the end of the previous message, if another speaker wrote it; otherwise ""."""
    before = turns[number - 1] if number else None
    if before is None or before.speaker == turns[number].speaker or before.text.rstrip()[-1:] not in ("?", "？"):
        return ""
    return sentences(before.text)[-1]


def _others(turn: _Turn, speakers: tuple[str, ...], agent: str) -> tuple[str, ...]:
    """Return the agents that «you» in a message may mean: the other speakers, or the depositor if there are none."""
    others = tuple(speaker for speaker in speakers if speaker != turn.speaker)
    return others or (() if turn.speaker == agent else (agent,))


def _checked_speakers(named: object) -> Mapping[str, str]:
    if named is None:
        return {}
    if not isinstance(named, Mapping):
        raise InputError(f"speakers is {named!r}: give a dict of roles and names, for example {{'user': 'Alice'}}")
    return {checked_name(role, "role"): checked_name(name, f"speakers[{role!r}]") for role, name in named.items()}


def _turn(message: object, place: int, by_role: Mapping[str, str]) -> _Turn:
    where = f"messages[{place}]"
    if not isinstance(message, Mapping):
        raise InputError(f"{where} is {message!r}: give a dict with role, name and content")
    name, role = message.get("name"), message.get("role")
    has_name = isinstance(name, str) and bool(name.strip())
    speaker = name if has_name else role
    if not isinstance(speaker, str) or not speaker.strip():
        raise InputError(f"{where} says neither role nor name: who speaks?")
    if "content" not in message:
        raise InputError(f"{where} has no content; give a text, or None where nothing was said")
    called = speaker.strip()
    return _Turn(called if has_name else by_role.get(called, called), _text(message["content"], where))


def _text(content: object, where: str) -> str:
    """Return the text of a message. If the content is a list of parts, only its text parts are used."""
    if content is None:
        return ""
    if isinstance(content, str):
        return content
    if isinstance(content, list | tuple):
        return "\n".join(_part(part, f"{where}.content[{place}]") for place, part in enumerate(content)).strip()
    raise InputError(f"{where}.content is {type(content).__name__}: give a text or a list of parts")


def _part(part: object, where: str) -> str:
    if isinstance(part, str):
        return part
    if not isinstance(part, Mapping):
        raise InputError(f"{where} is {part!r}: give a text or a dict with type and text")
    text = part.get("text", "")
    if not isinstance(text, str):
        raise InputError(f"{where}.text is {type(text).__name__}, not a string")
    return text
