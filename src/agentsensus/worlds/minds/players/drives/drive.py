"""The proposal that a drive returns, and helpers that create proposals."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, TypeAlias

from agentsensus.worlds.minds.mind import Decision
from agentsensus.worlds.minds.players.beliefs import Belief
from agentsensus.worlds.minds.players.claims import Claim
from agentsensus.worlds.minds.players.lines import compose_line, source_phrase
from agentsensus.worlds.minds.players.situation import Situation

__all__ = ["Drive", "Proposal", "assert_claims", "propose", "speak"]


@dataclass(frozen=True, slots=True)
class Proposal:
    """An action with a score. The player takes the action with the highest score."""

    score: int
    decision: Decision


Drive: TypeAlias = Callable[[Situation], Proposal | None]


def propose(
    situation: Situation,
    score: int,
    drive: str,
    action: str,
    because: Mapping[str, object] | None = None,
    **params: Any,
) -> Proposal:
    """Return a proposal of the named drive. `because` fills the placeholders in the drive's reason text."""
    why = situation.player.phrases.because(drive, **(because or {}))
    return Proposal(score, Decision(action=action, params=params, because=why, drive=drive))


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
    nth: int | None = None,
    **fields: str,
) -> Proposal | None:
    """Propose a line of a kind (default: the drive's name). Returns None if the hearers have already heard all lines.

    The reason names the hearers, or the person given as `about`. Lines said `quietly` are not overheard. Players who
    speak at the same time choose different lines if each gives another `nth`.
    """
    content = compose_line(situation, kind or drive, hearers, claims, how, nth, **fields)
    if content is None:
        return None
    names = situation.player.phrases.listed(map(situation.name, [about] if about else hearers))
    aside = {"quietly": True} if quietly and situation.view.rules.bystanders else {}
    return propose(situation, score, drive, "say", {"who": names}, targets=[*hearers], content=content, **aside)


def assert_claims(
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
    """Propose a line that states these claims and how the player knows them."""
    how = source_phrase(situation, belief, hearers)
    if any(situation.me in situation.script.named(claim) for claim in claims):
        how = ""
    return speak(situation, score, drive, hearers, kind, claims, how, quietly=quietly)
