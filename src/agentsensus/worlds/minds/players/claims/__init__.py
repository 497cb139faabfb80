"""What can be said in a world: claims, the sentences that make them, and their versions."""

from agentsensus.worlds.minds.players.claims.claim import Claim
from agentsensus.worlds.minds.players.claims.script import Heard, Script, script_of

__all__ = ["Claim", "Heard", "Script", "script_of"]
