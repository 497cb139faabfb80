"""What a model mind is told: the manual made of the action classes, what works, the form of the reply, who it is."""

from agentsensus.minds.model.manual.actions import worded
from agentsensus.minds.model.manual.system import manual, system_prompt
from agentsensus.minds.model.manual.turn import Asking, language_again

__all__ = ["Asking", "language_again", "manual", "system_prompt", "worded"]
