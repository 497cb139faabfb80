"""What a model mind is told: the manual made of the action classes, routines, the form of the reply, and who it is."""

from agentsensus.minds.model.manual.actions import worded
from agentsensus.minds.model.manual.system import manual, system_prompt
from agentsensus.minds.model.manual.turn import language_again, situation, think_prompt, turn_prompt

__all__ = ["language_again", "manual", "situation", "system_prompt", "think_prompt", "turn_prompt", "worded"]
