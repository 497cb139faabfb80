"""The judges that need no model, by name."""

import hashlib
import json
from collections.abc import Mapping

from agentsensus.embed import Embedder, weights_of
from agentsensus.errors import UnknownName, did_you_mean
from agentsensus.memory.judge.judge import Judge
from agentsensus.memory.judge.learned import LearnedJudge, as_json
from agentsensus.memory.judge.rule import RuleJudge

OFFLINE = ("learned", "rule")


def offline_judge(name: str | None, embedder: Embedder, thresholds: Mapping[str, float] | None = None) -> Judge:
    """Return the judge of that name. Without a name: the learned judge if it has weights for the embedder, else the
    rule judge.

    Raises an error if the embedder has neither weights nor thresholds, unless `thresholds` are given.
    """
    if name is not None and name not in OFFLINE:
        raise UnknownName(f"no judge is called {name!r}{did_you_mean(name, OFFLINE)}")
    is_learned = name == "learned" or (name is None and weights_of(embedder) is not None)
    return LearnedJudge(embedder) if is_learned else RuleJudge(embedder, thresholds)


def weights_sha256(judge: Judge) -> str:
    """Return the hash of the numbers that an offline judge decides by: its weights, or the rule's thresholds."""
    if isinstance(judge, LearnedJudge):
        numbers = as_json(judge.weights)
    else:
        assert isinstance(judge, RuleJudge)
        numbers = json.dumps(judge.thresholds.as_dict(), sort_keys=True)
    return hashlib.sha256(numbers.encode()).hexdigest()
