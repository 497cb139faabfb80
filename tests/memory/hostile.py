"""Texts made to be slow, and the steps that a deposit of them takes. Shared by the tests and by `make prove`."""

import asyncio
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from types import FrameType

from agentsensus import AsyncMemory
from agentsensus.base import loop

HOSTILE: dict[str, Callable[[int], str]] = {
    "spaces": lambda n: f"A{' ' * n}ghost.",
    "one word in Chinese": lambda n: "鬼。" * (n // 2),
    "one word in English": lambda n: "Ghost. " * (n // 7),
    "commas": lambda n: f"{'a, ' * (n // 3)}b.",
    "commas in Chinese": lambda n: f"{'鬼，' * (n // 2)}来。",
    "opened quotes": lambda n: f"{'“' * n}ghost",
    "brackets": lambda n: f"{'(' * n}ghost",
    "a number": lambda n: f"{'7' * n} ghosts.",
    "lines": lambda n: "a\n" * (n // 2),
    "a transcript": lambda n: "Tom: I saw it.\nAnn: I saw it.\n" * (n // 30),
    "said that": lambda n: f"{'Tom said that ' * (n // 14)}it rained.",
    "他说": lambda n: f"{'他说' * (n // 2)}下雨了。",
    "sentences that all differ": lambda n: " ".join(f"A{i} b." for i in range(n // 7)),
    "sentences that all differ, in Chinese": lambda n: "".join(f"鬼{chr(0x4E00 + i)}。" for i in range(n // 3)),
    "combining marks": lambda n: f"e{chr(0x301) * n} ghost.",
}


REPEATED = ("The ", "ha ", "very ", "no, ", "buffalo ", "1 ", "哈", "被", "李四说")


async def remembered(text: str, again: str = "", *, cut: bool = True) -> None:
    """Let an agent remember a text, and another agent nearly the same."""
    async with AsyncMemory.open(embedder="hashing") as memory:
        await memory.remember("horatio", text, cut=cut)
        if again:
            await memory.remember("marcellus", again, cut=cut)


@contextmanager
def counted_steps() -> Iterator[Callable[..., int]]:
    """A function that says how many functions are called, those of C included, to remember a text.

    The memory works in threads of its own: they are begun anew for the block, and each counts.
    """
    count = 0

    def step(frame: FrameType, event: str, _: object) -> None:
        nonlocal count
        count += event in ("call", "c_call")

    def steps_of(text: str, again: str = "", *, cut: bool = True) -> int:
        nonlocal count
        count = 0
        asyncio.run(remembered(text, again, cut=cut))
        return count

    threading.setprofile(step)
    loop._reset_after_fork()
    try:
        yield steps_of
    finally:
        threading.setprofile(None)
        loop._reset_after_fork()
