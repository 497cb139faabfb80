"""The vectors of single words: computed once in a process for the package's embedders, once a judge for any other."""

import asyncio
from collections.abc import Sequence
from pathlib import Path

import pytest

from agentsensus.base.arrays import FloatArray
from agentsensus.embed import HashingEmbedder
from agentsensus.language.names import Names
from agentsensus.language.reading import Reading
from agentsensus.memory.judge import word_vectors as words
from agentsensus.memory.judge.features import vocabulary
from agentsensus.memory.judge.word_vectors import WordVectors

PAIR = (
    Reading("The old king was poisoned in his orchard.", Names()),
    Reading("Somebody gave poison to the old king.", Names()),
)


class Counting(HashingEmbedder):
    """An embedder of a program's own that counts what it is asked."""

    def __init__(self) -> None:
        super().__init__()
        self.asked: list[str] = []

    async def embed(self, texts: Sequence[str]) -> FloatArray:
        self.asked += texts
        return await super().embed(texts)


def learned(embedder: HashingEmbedder) -> WordVectors:
    known = WordVectors(embedder)
    asyncio.run(known.learn(vocabulary(*PAIR)))
    return known


def test_two_judges_with_an_embedder_of_the_package_compute_a_word_once(monkeypatch: pytest.MonkeyPatch) -> None:
    asked: list[str] = []
    embed = HashingEmbedder.embed

    async def counted(self: HashingEmbedder, texts: Sequence[str]) -> FloatArray:
        asked.extend(texts)
        return await embed(self, texts)

    monkeypatch.setattr(HashingEmbedder, "embed", counted)
    monkeypatch.setattr(words, "_of_packaged", type(words._of_packaged)())
    first, second = learned(HashingEmbedder()), learned(HashingEmbedder())
    assert sorted(asked) == sorted(vocabulary(*PAIR))
    assert second.knows(vocabulary(*PAIR))
    assert all((first.vectors[word] == second.vectors[word]).all() for word in first.vectors)


def test_an_embedder_of_a_programs_own_is_asked_by_each_judge() -> None:
    first, second = Counting(), Counting()
    learned(first)
    learned(second)
    assert first.asked == second.asked == sorted(vocabulary(*PAIR))


def test_a_word_that_the_process_has_let_go_is_still_known_to_the_judge_that_learned_it(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(words, "_of_packaged", type(words._of_packaged)())
    known = learned(HashingEmbedder())
    words._of_packaged.clear()
    assert known.knows(vocabulary(*PAIR))


def test_words_are_kept_in_a_folder_and_taken_from_it(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(words, "_of_packaged", type(words._of_packaged)())
    known = learned(HashingEmbedder())
    words.save_words(tmp_path)
    words._of_packaged.clear()
    words._of_packaged[HashingEmbedder().id, "elsewhere"] = known.vectors[min(known.vectors)]
    words.save_words(tmp_path)  # adds to what another process has kept
    words._of_packaged.clear()
    words.load_words(tmp_path)
    kept = {word: vector for (id_, word), vector in words._of_packaged.items() if id_ == HashingEmbedder().id}
    assert set(kept) == {*known.vectors, "elsewhere"}
    assert all((kept[word] == vector).all() for word, vector in known.vectors.items())


def test_a_file_of_words_that_is_broken_is_left_aside(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(words, "_of_packaged", type(words._of_packaged)())
    (tmp_path / "words-universal-0.2.1.npz").write_bytes(b"PK no zip")
    words.load_words(tmp_path)
    assert not words._of_packaged
