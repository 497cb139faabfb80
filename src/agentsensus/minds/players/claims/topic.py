"""What a script is made of: sentences for events, what events are about, and what was heard."""

from dataclasses import dataclass

from agentsensus.minds.players.claims.claim import Claim
from agentsensus.minds.players.claims.masking import Masked

__all__ = ["Heard", "Template", "Topic"]


@dataclass(frozen=True, slots=True)
class Template:
    """One sentence for an event: which of the event's slots fills each of its holes (None: a hole that stays)."""

    event: str
    masked: Masked
    slots: tuple[int | None, ...]


@dataclass(frozen=True, slots=True)
class Topic:
    """What is known of an event to whoever has heard of it: whom it names, where it was, whether it is a secret.

    `there` are those who saw it, `near` those of its scene who could be taken for somebody in it.
    """

    id: str
    persons: tuple[str, ...]
    place: str
    secret: bool
    near: tuple[str, ...]
    there: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Heard:
    """One sentence of a text: the claim it makes, if it makes any."""

    text: str
    claim: Claim | None
