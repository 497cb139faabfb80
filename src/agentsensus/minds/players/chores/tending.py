"""All chores of a turn."""

from agentsensus.minds.players.chores.chore import Chore
from agentsensus.minds.players.chores.feeling import feeling
from agentsensus.minds.players.chores.goals import tend_goals
from agentsensus.minds.players.chores.keeping import keeping
from agentsensus.minds.players.situation import Situation

__all__ = ["chores_of"]


def chores_of(situation: Situation) -> list[Chore]:
    """What is to be kept, which goals change, and what trust and mood are now, the most urgent first."""
    return [*keeping(situation), *feeling(situation), *tend_goals(situation)]
