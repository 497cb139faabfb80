"""Which events of a world a message tells or asks after: the one place where lines are read as players' claims."""

from functools import lru_cache

from agentsensus.minds.players.claims import Claim, Script, script_of
from agentsensus.minds.players.hearing import HeardMessage, Questions, listen
from agentsensus.world.scenario import Scenario

__all__ = ["Understanding"]


class Understanding:
    """Reads messages by the sentences of a world's files, in every version that players can make of them."""

    def __init__(self, scenario: Scenario) -> None:
        self.script: Script = script_of(scenario)
        self._listened = lru_cache(maxsize=20_000)(self._listen)

    def told(self, content: str, sender: str, hearer: str) -> tuple[Claim, ...]:
        """What a message claims, each claim once; nothing where it asks, or where no sentence is known."""
        return self._listened(content, sender, hearer).claims

    def asked(self, content: str, sender: str, hearer: str) -> str:
        """The event after which a message asks; empty when it asks for none that is known."""
        asks = self._listened(content, sender, hearer).asks
        return asks.event if asks else ""

    def written(self, text: str) -> tuple[Claim, ...]:
        """What a text claims that nobody says to anybody, such as a note of one's own or a page."""
        return self.script.claims(text)

    def original(self, event: str) -> Claim | None:
        """An event as the world's files have it; None for what they do not have."""
        return self.script.original(event) if event in self._events else None

    def wording(self, claim: Claim) -> str:
        """A claim in words."""
        return self.script.wordings(claim)[0]

    def _listen(self, content: str, sender: str, hearer: str) -> HeardMessage:
        return listen(content, sender, hearer, self.script, Questions({}))

    @property
    def _events(self) -> frozenset[str]:
        return frozenset(self.script.events())
