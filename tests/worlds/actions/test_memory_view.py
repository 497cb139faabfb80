"""Questions of a round are made ready at once, and what is wrong with one stays with it."""

from collections.abc import Sequence

from agentsensus import AsyncMemory
from agentsensus.base.arrays import FloatArray
from agentsensus.embed.hashing import HashingEmbedder
from agentsensus.errors import ModelError
from agentsensus.worlds.actions import MemoryView
from tests.worlds.kernel.runs import done


class Counting(HashingEmbedder):
    """Keeps what it is asked, and fails when told to."""

    def __init__(self) -> None:
        super().__init__(64)
        self.asked: list[list[str]] = []
        self.fails = False

    async def embed(self, texts: Sequence[str]) -> FloatArray:
        if self.fails:
            raise ModelError("no embedder there")
        self.asked.append([*texts])
        return await super().embed(texts)


async def _memory(embedder: Counting) -> AsyncMemory:
    memory = AsyncMemory.open(embedder=embedder, names={"ben": ["Ben Fox", "Ben"]})
    await memory.remember("ada", "Ben Fox sold the grey mare.")
    embedder.asked.clear()
    return memory


def test_questions_are_embedded_in_one_batch_and_then_never_again() -> None:
    async def asked() -> None:
        embedder = Counting()
        memory = await _memory(embedder)
        shelf = MemoryView(memory)
        await shelf.look_ahead([("ada", query) for query in ("What did Ben sell?", "Where is the mare?", "", "a\x00b")])
        assert embedder.asked == [["What did Ben Fox sell?", "Where is the mare?"]]
        for query in ("Where is the mare?", "What did Ben sell?"):
            assert (await shelf.recall("ada", query)).hits
        assert len(embedder.asked) == 1
        await memory.close()

    done(asked())


def test_an_embedder_that_fails_ahead_is_asked_again_by_each_question() -> None:
    async def asked() -> None:
        embedder = Counting()
        memory = await _memory(embedder)
        shelf = MemoryView(memory)
        embedder.fails = True
        await shelf.look_ahead([("ada", "Where is the mare?")])
        embedder.fails = False
        assert (await shelf.recall("ada", "Where is the mare?")).hits
        assert embedder.asked == [["Where is the mare?"]]
        await memory.close()

    done(asked())
