"""A player's lines: the phrase, the form of address and the order vary by rule; no line is said twice to one hearer."""

from collections.abc import Sequence
from itertools import product

from agentsensus.minds.players.belief import Belief
from agentsensus.minds.players.claims import Claim
from agentsensus.minds.players.situation import Situation
from agentsensus.text.languages import rules_of

__all__ = ["how_known", "line", "worded"]

_TRIED = 400


def line(
    situation: Situation, kind: str, hearers: Sequence[str], claims: Sequence[Claim] = (), how: str = "", **more: str
) -> str | None:
    """A line of that kind for these hearers that they have not heard yet; None when all are used up."""
    part, hearer = situation.part, hearers[0]
    used = {content for listener in hearers for content in situation.lines_to(listener)}
    voice = part.character.voice
    turns = [*voice.turns] or part.phrases.lines("turns")
    calls = [*voice.calls.get(hearer, ())] if len(hearers) == 1 else []
    addresses = calls or (
        [situation.name(hearer), *voice.epithets] if len(hearers) == 1 else [part.phrases.text("address", "all")]
    )
    claim_words = part.phrases.joined(worded(situation, claim, hearers) for claim in claims)
    hows = [how] if how else [""]
    choices = list(product(part.phrases.lines(kind), turns, addresses, hows))
    start = int(part.chance(f"line {kind} {hearer}", situation.view.round) * len(choices))
    step = _stride(len(choices))
    for number in range(min(len(choices), _TRIED)):
        pattern, turn, you, ground = choices[(start + number * step) % len(choices)]
        shown = _after_comma(ground) if "{You}, {how}" in pattern else ground
        text = pattern.format(turn=turn, you=you, You=you[:1].upper() + you[1:], claims=claim_words, how=shown, **more)
        text = rules_of(part.phrases.language).writing.unwrapped(text)
        if text not in used:
            return text
    return None


def worded(situation: Situation, claim: Claim, hearers: Sequence[str]) -> str:
    """A claim in one's own words, as one says it to these; with names where «I» and «you» would be misunderstood."""
    script, me = situation.script, situation.me
    plain = script.word(claim, me, situation.part.seed)
    spoken = script.spoken(plain, me, hearers[0] if len(hearers) == 1 else None)
    return spoken if script.claim(script.plainly(spoken, me, hearers[0])) == claim else plain


def how_known(situation: Situation, belief: Belief, *, as_seen: bool | None = None) -> str:
    """The phrase for how one knows: by one's own eyes, from somebody, from a letter."""
    phrases, round_ = situation.part.phrases, situation.view.round
    if belief.is_seen if as_seen is None else as_seen:
        kind = "news" if belief.is_news and not as_seen else "witnessed"
        return situation.part.one_of(phrases.lines("how", kind), f"how {belief.claim.event}", round_)
    ground = next((candidate for candidate in belief.grounds if candidate.how in ("told", "read")), None)
    kind = ground.how if ground else "inferred"
    pattern = situation.part.one_of(phrases.lines("how", kind), f"how {belief.claim.event}", round_)
    source = ground.source if ground else ""
    carriers = situation.part.scenario.carriers
    phrase = pattern.format(source=carriers[source].called[0] if source in carriers else situation.name(source))
    return phrase[:1].upper() + phrase[1:]


def _after_comma(ground: str) -> str:
    """How one knows, as it goes on after an address; «I» and names stay as they are."""
    return ground[:1].lower() + ground[1:] if ground.startswith(("It ", "So ", "That ", "The ", "Word ")) else ground


def _stride(count: int) -> int:
    """A step that visits every one of so many choices, far from its neighbour."""
    return next(step for step in (7, 11, 13, 17, 19, 23, 1) if count % step or count == 1)
