"""Deterministic randomness and ids. Every draw is keyed by its purpose, so one changed draw does not affect the
others.
"""

import hashlib
from collections.abc import Sequence
from typing import TypeVar

__all__ = ["draw", "message_id", "pick"]

T = TypeVar("T")


def draw(seed: int, round_: int, agent: str, purpose: str) -> float:
    """Return a number in [0, 1). The same arguments always give the same number."""
    return int.from_bytes(_digest(str(seed), str(round_), agent, purpose), "big") / 2**64


def pick(among: Sequence[T], seed: int, round_: int, agent: str, purpose: str) -> T:
    """Return one element of `among`. The same arguments always give the same element."""
    return among[int(draw(seed, round_, agent, purpose) * len(among))]


def message_id(seed: int, round_: int, sender: str, count: int = 0) -> str:
    """Return the id of a sender's `count`-th message in a round."""
    return "m" + _digest(str(seed), str(round_), sender, f"message {count}").hex()


def _digest(*parts: str) -> bytes:
    return hashlib.blake2b("\x1f".join(parts).encode("utf-8"), digest_size=8).digest()
