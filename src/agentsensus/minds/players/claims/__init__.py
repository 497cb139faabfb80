"""What can be said in a world: claims, the sentences that make them, and how one becomes another in the telling."""

from agentsensus.minds.players.claims.claim import Claim
from agentsensus.minds.players.claims.script import Heard, Script, script_of

__all__ = ["Claim", "Heard", "Script", "script_of"]
