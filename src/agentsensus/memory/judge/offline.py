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


def offline_judge(
    name: str | None, embedder: Embedder, thresholds: Mapping[str, float] | None = None
) -> LearnedJudge | RuleJudge:
    """Return the judge with this name; without a name, the learned judge.

    If `thresholds` are given and the embedder has no weights, return the rule judge, which is the only one that uses
    them.
    """
    if name is not None and name not in OFFLINE:
        raise UnknownName(f"no judge is called {name!r}{did_you_mean(name, OFFLINE)}")
    is_rule = name == "rule" or (name is None and bool(thresholds) and weights_of(embedder) is None)
    return RuleJudge(embedder, thresholds) if is_rule else LearnedJudge(embedder)


def weights_sha256(judge: Judge) -> str:
    """Return the hash of the numbers that an offline judge uses: its weights, or the thresholds of the rule judge."""
    if isinstance(judge, LearnedJudge):
        numbers = as_json(judge.weights)
    else:
        assert isinstance(judge, RuleJudge)
        numbers = json.dumps(judge.thresholds.as_dict(), sort_keys=True)
    return hashlib.sha256(numbers.encode()).hexdigest()
