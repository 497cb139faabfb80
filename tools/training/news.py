"""The weights of English news: what is the same event, learned from ECB+, and what order tells, learned from PAWS-X.

The points are set here, by what topics and items that were left out show.
"""

from collections.abc import Sequence

from agentsensus.analysis.bench.logistic import Logistic, fit
from agentsensus.analysis.bench.pair_table import ReadPair, Table, table_of
from agentsensus.base.loop import wait_for
from agentsensus.embed import Embedder
from agentsensus.memory.judge.features import features
from agentsensus.memory.judge.retelling import NewsWeights
from agentsensus.memory.judge.retelling.every import READ, news_features
from agentsensus.memory.judge.retelling.pair import StatementPair
from agentsensus.memory.judge.retelling.words import WordVectors
from agentsensus.memory.judge.vetoes import standing
from tools.training.retellings import judged_by

__all__ = ["NEWS_SETS", "ORDER_SET", "news_table", "news_weights"]

NEWS_SETS, ORDER_SET = ("ecb_train", "ecb_more", "ecb_dev"), "paws_en"
SAME_SHRINK, ORDER_SHRINK = 300.0, 5.0
SAME_POINT, SAME_DOUBT, ORDER_POINT = 0.95, 0.75, 0.9


def news_table(pairs: Sequence[ReadPair], embedder: Embedder) -> Table:
    """The figures of news of some pairs."""
    words = WordVectors(embedder)
    wait_for(words.learn([(pair.a, pair.b) for pair in pairs]))
    rows, clear = [], []
    for pair in pairs:
        is_clear = not standing(pair.a, pair.b)
        read = features(pair.a, pair.b, pair.cosine, is_clear=is_clear)
        rows.append(news_features(StatementPair(pair.a, pair.b, pair.cosine, words.vectors), read))
        clear.append(is_clear)
    return table_of(pairs, rows, clear)


def news_weights(data: Table) -> NewsWeights:
    """The weights of both."""
    told = [name for name in data.names if not name.startswith(READ)]
    same = _fit(data.rows(data.of(*NEWS_SETS)), told, SAME_SHRINK)
    order = _fit(data.rows(data.of(ORDER_SET)), list(data.names), ORDER_SHRINK)
    return NewsWeights(
        same=judged_by(same, SAME_POINT, SAME_DOUBT), ordered=judged_by(order, ORDER_POINT, 1.0), plain=ORDER_POINT
    )


def _fit(data: Table, names: Sequence[str], penalty: float) -> Logistic:
    columns = [data.names.index(name) for name in names]
    return fit(names, data.values[:, columns], data.same, penalty)
