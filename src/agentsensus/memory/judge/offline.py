"""The judges that need no model, by name."""

import hashlib
from collections.abc import Mapping
from importlib.resources import files

from agentsensus.errors import InputError, UnknownName, nearest
from agentsensus.memory.judge.judge import Judge
from agentsensus.memory.judge.learned import LearnedJudge, packaged
from agentsensus.memory.judge.rule import RuleJudge
from agentsensus.models.embed import Embedder

OFFLINE = ("learned", "rule")


def offline_judge(name: str | None, embedder: Embedder, thresholds: Mapping[str, float] | None = None) -> Judge:
    """The judge of that name; without one, the learned judge where it knows the embedder, else the rule."""
    if name is not None and name not in OFFLINE:
        raise UnknownName(f"no judge is called {name!r}{nearest(name, OFFLINE)}")
    fits = embedder.id == packaged().embedder
    if name == "learned" and not fits:
        raise InputError(
            f"the learned judge was trained with embedder {packaged().embedder} and knows nothing of {embedder.id}; "
            "use judge='rule'"
        )
    return LearnedJudge(embedder) if fits and name != "rule" else RuleJudge(embedder.id, thresholds)


def weights_sha256(judge: Judge) -> str:
    """The hash of the packaged numbers that an offline judge decides by: its weights, or the rule's thresholds."""
    name = "weights.json" if isinstance(judge, LearnedJudge) else "thresholds.json"
    return hashlib.sha256(files(__package__).joinpath(name).read_bytes()).hexdigest()
