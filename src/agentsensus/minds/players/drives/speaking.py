"""To say a line: what most drives come to."""

from collections.abc import Sequence

from agentsensus.minds.players.belief import Belief
from agentsensus.minds.players.claims import Claim
from agentsensus.minds.players.drives.drive import Proposal, propose
from agentsensus.minds.players.lines import how_known, line
from agentsensus.minds.players.situation import Situation

__all__ = ["assert_", "speak"]


def speak(
    situation: Situation,
    score: int,
    drive: str,
    hearers: Sequence[str],
    kind: str | None = None,
    claims: Sequence[Claim] = (),
    how: str = "",
    about: str | None = None,
    quietly: bool = False,
    **fields: str,
) -> Proposal | None:
    """A line of a kind (the drive's own when left out) for these hearers; None when they have heard all there are.

    The reason names the hearers, or whom it is about. Said `quietly`, nobody else who is here overhears it.
    """
    content = line(situation, kind or drive, hearers, claims, how, **fields)
    if content is None:
        return None
    names = situation.part.phrases.listed(map(situation.name, [about] if about else hearers))
    aside = {"quietly": True} if quietly and situation.view.rules.bystanders else {}
    return propose(situation, score, drive, "say", {"who": names}, targets=[*hearers], content=content, **aside)


def assert_(
    situation: Situation,
    score: int,
    drive: str,
    hearers: Sequence[str],
    belief: Belief,
    claims: Sequence[Claim],
    kind: str = "tell",
    *,
    quietly: bool = False,
) -> Proposal | None:
    """A line that says these, with how one knows what one believes."""
    how = how_known(situation, belief, hearers)
    if any(situation.me in situation.script.named(claim) for claim in claims):
        how = ""
    return speak(situation, score, drive, hearers, kind, claims, how, quietly=quietly)
