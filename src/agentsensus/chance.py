"""Chance and ids: every draw is keyed by what it is for, so that one changed thing changes nothing beside it."""

import hashlib
from collections.abc import Sequence
from typing import TypeVar

__all__ = ["draw", "message_id", "pick"]

T = TypeVar("T")


def draw(seed: int, round_: int, agent: str, purpose: str) -> float:
    """A number from 0 up to but not including 1; the same arguments always give the same number."""
    return int.from_bytes(_digest(str(seed), str(round_), agent, purpose), "big") / 2**64


def pick(among: Sequence[T], seed: int, round_: int, agent: str, purpose: str) -> T:
    """One of `among`; the same arguments always give the same one."""
    return among[int(draw(seed, round_, agent, purpose) * len(among))]


def message_id(seed: int, round_: int, sender: str, count: int = 0) -> str:
    """The id of a sender's `count`-th message of a round."""
    return "m" + _digest(str(seed), str(round_), sender, f"message {count}").hex()


def _digest(*parts: str) -> bytes:
    return hashlib.blake2b("\x1f".join(parts).encode("utf-8"), digest_size=8).digest()
