"""Writers in their own processes: each remembers every topic in the same words, again and again until it is done."""

import random
import sys
import threading

from agentsensus import Memory
from agentsensus.errors import StoreUnreachable

SUBJECTS = ("The baker", "The miller", "The smith", "The weaver", "The ferryman")
DEEDS = ("mended the gate", "sold a grey horse", "lost a silver ring", "planted an orchard", "broke the mill wheel")
PLACES = ("at the harbour", "behind the chapel", "near the old bridge", "in the market")


def topics(count: int) -> list[str]:
    """Different statements, at most 100."""
    every = [f"{who} {did} {where}." for who in SUBJECTS for did in DEEDS for where in PLACES]
    return random.Random(7).sample(every, count)


def write(address: str, space: str, process: int, writers: int, count: int) -> None:
    """Let several agents of this process tell every topic, each in an order of its own, at the same time."""
    memory = Memory.open(address, space=space, embedder="hashing")

    def tell(agent: str) -> None:
        order = topics(count)
        random.Random(agent).shuffle(order)
        for topic in order:
            while True:
                try:
                    memory.remember(agent, topic, key=topic)
                    break
                except StoreUnreachable:
                    continue

    agents = [f"agent-{process}-{writer}" for writer in range(writers)]
    threads = [threading.Thread(target=tell, args=(agent,)) for agent in agents]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    memory.close()


if __name__ == "__main__":
    write(sys.argv[1], sys.argv[2], *map(int, sys.argv[3:6]))
