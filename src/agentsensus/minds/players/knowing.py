"""What another surely knows: what one saw of it oneself, heard it say or be told, and can take for granted."""

from agentsensus.minds.players.belief import Belief
from agentsensus.minds.players.claims import Script
from agentsensus.minds.players.conversation import Conversation
from agentsensus.minds.players.matters import Matters

__all__ = ["SurelyKnown"]

_UNKNOWN_TO_VICTIMS = frozenset(("threat", "wrong", "loss"))
"""What one may suffer, or be about to suffer, without knowing of it."""


_TALK_OF_THE_TOWN = 0.4
"""What such a share of the cast is known to have heard, everybody has."""
_FEW = 4


class SurelyKnown:
    """Who surely knows of what, as far as somebody can tell."""

    def __init__(self, conversation: Conversation, script: Script, matters: Matters, cast: int) -> None:
        self._conversation, self._script, self._matters = conversation, script, matters
        self._common = max(_FEW, int(cast * _TALK_OF_THE_TOWN))

    def surely(self, other: str, belief: Belief) -> bool:
        """Whether another knows of what one believes: it was there, is named in it, told it, or heard it told."""
        event = belief.claim.event
        heard = self._conversation.took_in.get(event, ())
        if other in heard or other in self._script.topic(event).there or len(heard) >= self._common:
            return True
        if other not in self._script.named(belief.claim):
            return False
        if self._script.world_deeds.is_one(event):
            return True
        matter = self._matters.of(belief.claim)
        is_victim = other in matter.victims and other not in matter.doers
        return not (is_victim and matter.kind in _UNKNOWN_TO_VICTIMS)
