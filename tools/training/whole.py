"""The whole judge: plain reading, retellings and news, trained from pairs that were read once."""

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from agentsensus.analysis.bench.curves import Labels
from agentsensus.analysis.bench.pair_table import ReadPair, Table, plain_table
from agentsensus.embed import Embedder
from agentsensus.memory.judge.learned import LearnedWeights
from tools.training.news import NEWS_SETS, ORDER_SET, news_table, news_weights
from tools.training.retellings import LEARNS_FROM, free_weights, known_weights, retold_table
from tools.training.train import train

__all__ = ["Material", "material"]


@dataclass(frozen=True, slots=True)
class Material:
    """Read pairs, and the tables that plain reading, retellings and news learn from, with the pairs of each."""

    pairs: Sequence[ReadPair]
    tables: tuple[Table, Table, Table]
    rows: tuple[Labels, Labels, Labels]

    def judge(self, embedder: Embedder, allowed: Labels) -> LearnedWeights:
        """The weights of everything, learned from the allowed pairs alone."""
        plain, retold, news = (
            table.rows(allowed[chosen]) for table, chosen in zip(self.tables, self.rows, strict=True)
        )
        worlds = {name for names in LEARNS_FROM.values() for name in names if retold.of(name).any()}
        return LearnedWeights(
            embedder=embedder.id,
            languages=train(plain),
            known=known_weights(retold),
            free=free_weights(retold),
            news={"en": news_weights(news)},
            worlds=tuple(sorted(worlds)),
        )


def material(pairs: Sequence[ReadPair], worlds: Sequence[str], embedder: Embedder) -> Material:
    """The tables of some pairs; sets that are named as a world hold what that world tells of its story."""
    sets = np.array([pair.set for pair in pairs])
    is_story, is_news = np.isin(sets, worlds), np.isin(sets, (*NEWS_SETS, ORDER_SET))
    is_retold = is_story | np.array(
        [name.startswith(("work", "hand", "free", "story")) and "+" not in name for name in sets.tolist()]
    )
    rows = (~is_story, is_retold, is_news)
    chosen = [[pairs[place] for place in np.flatnonzero(of_part).tolist()] for of_part in rows]
    return Material(
        pairs, (plain_table(chosen[0]), retold_table(chosen[1], embedder), news_table(chosen[2], embedder)), rows
    )
