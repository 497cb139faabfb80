"""A player's lines: the phrase, the form of address and the order vary by rule; no line is said twice to one hearer."""

from collections.abc import Sequence
from itertools import product

from agentsensus.minds.players.belief import Belief, Evidence
from agentsensus.minds.players.claims import Claim, Script
from agentsensus.minds.players.manners import addresses, bearing, politely, spoken_of
from agentsensus.minds.players.situation import Situation
from agentsensus.text.languages import rules_of

__all__ = ["asked", "how_known", "line", "worded"]

_TRIED = 400
_AFTER_ADDRESS = ("{You}, {how}", "{You}，{how}")
_SPOKEN = ("told", "overheard")


def line(
    situation: Situation, kind: str, hearers: Sequence[str], claims: Sequence[Claim] = (), how: str = "", **more: str
) -> str | None:
    """A line of that kind for these hearers that they have not heard yet; None when all are used up."""
    part, hearer = situation.part, hearers[0]
    used = {content for listener in hearers for content in situation.talk.lines_to(listener)}
    turns = [*part.character.voice.turns] or part.phrases.lines("turns")
    claim_words = part.phrases.joined(worded(situation, claim, hearers) for claim in claims)
    stands = bearing(part, hearer) if len(hearers) == 1 else "any"
    patterns = [
        pattern
        for pattern in part.phrases.lines_for(kind, stands)
        if (how or not any(form in pattern for form in _AFTER_ADDRESS))
        and (len(hearers) == 1 or not part.phrases.is_for_one(pattern))
        and (hearer in situation.present or not part.phrases.is_for_somebody_here(pattern))
    ]
    if len(hearers) > 1:
        turns = [turn for turn in turns if not part.phrases.is_for_one(turn)] or part.phrases.lines("turns_to_all")
    choices = list(product(patterns, turns, addresses(part, hearers)))
    start = int(part.chance(f"line {kind} {hearer}", situation.view.round) * len(choices))
    step = _stride(len(choices))
    for number in range(min(len(choices), _TRIED)):
        pattern, turn, you = choices[(start + number * step) % len(choices)]
        shown = _after_comma(how) if _AFTER_ADDRESS[0] in pattern else how
        text = pattern.format(turn=turn, you=you, You=_capital(you), claims=claim_words, how=shown, **more)
        text = _capital(_tidy(text, part.phrases.language))
        text = part.script.calling.as_oneself(politely(text, part, hearers), part.id)
        if text not in used:
            return text
    return None


def worded(situation: Situation, claim: Claim, hearers: Sequence[str]) -> str:
    """A claim in one's own words, as one says it to these; with names where «I» and «you» would be misunderstood."""
    script, me = situation.script, situation.me
    plain = script.word(claim, me, situation.part.seed)
    if situation.part.scenario.world.manner == "office":
        return plain
    spoken = script.spoken(plain, me, hearers[0] if len(hearers) == 1 else None)
    for called in (script.calling.said(spoken, me), script.calling.said(plain, me)):
        if _means(script, called, me, hearers[0]) == (claim,):
            return called
    return spoken if script.claim(script.plainly(spoken, me, hearers[0])) == claim else plain


def asked(situation: Situation, question: str, hearer: str) -> str:
    """A question of one's own as one puts it to somebody: with «I» and «you», unless it would be another one then.

    Whoever is above one may be asked as about a third («老太太»); to others one says «you» for what one calls them.
    """
    script, me = situation.script, situation.me
    if situation.part.scenario.world.manner == "office":
        return question
    named = script.by_name(question, me, hearer)
    if hearer in script.persons(named) and situation.part.bonds.bearing(me, hearer) != "up":
        to_you = script.calling.said(script.spoken(named, me, hearer), me)
        if script.by_name(to_you, me, hearer) == named:
            return to_you
    spoken = script.spoken(question, me, hearer)
    called = script.calling.said(spoken, me)
    if question in (script.plainly_by_call(called, me, hearer), script.by_name(called, me, hearer)):
        return called
    return spoken if script.plainly(spoken, me, hearer) == question else question


def how_known(situation: Situation, belief: Belief, hearers: Sequence[str] = ()) -> str:
    """The phrase for how one knows: by one's own eyes, from somebody, from a letter.

    Nothing for one's own deeds, nor where one has it from whoever hears this.
    """
    if situation.me in (*situation.script.named(belief.claim), *situation.matter(belief).doers):
        return ""
    phrases, round_ = situation.part.phrases, situation.view.round
    kind, source = _kind_of_ground(situation, belief)
    if source in hearers:
        return ""
    pattern = situation.part.one_of(phrases.lines("how", kind), f"how {belief.claim.event}", round_)
    carriers = situation.part.scenario.carriers
    named = carriers[source].called[0] if source in carriers else spoken_of(situation.part, source)
    return _capital(pattern.format(source=named))


def _means(script: Script, sentence: str, speaker: str, hearer: str) -> tuple[Claim, ...]:
    """What somebody would understand who hears a sentence."""
    return script.claims(script.plainly(sentence, speaker, hearer)) or script.claims_by_call(sentence, speaker, hearer)


def _kind_of_ground(situation: Situation, belief: Belief) -> tuple[str, str]:
    """Which kind of phrase says how one knows something, and whom or what it names."""
    if belief.is_seen:
        if belief.is_news and not _was_there(situation, belief):
            return "news", ""
        return ("heard" if situation.script.is_report(belief.claim.event) else "witnessed"), ""
    spoken = [candidate for candidate in belief.grounds if candidate.how in (*_SPOKEN, "read")]
    ground = min(spoken, key=lambda candidate: (candidate.since, candidate), default=None)
    if ground is None:
        return "inferred", ""
    return (ground.how if ground.how != "told" else _how_told(ground)), ground.source


def _how_told(ground: Evidence) -> str:
    return "told_afar" if ground.afar else "told"


def _was_there(situation: Situation, belief: Belief) -> bool:
    """Whether what the world itself brought was seen, being a deed or a happening, and not only reported."""
    scenario, event = situation.part.scenario, belief.claim.event
    happening = scenario.happenings.get(event)
    if happening is not None:
        return happening.witnesses != ("everyone",)
    return situation.script.world_deeds.is_one(event)


def _capital(text: str) -> str:
    return text[:1].upper() + text[1:]


def _tidy(text: str, language: str) -> str:
    """A line without the gaps that an empty part has left."""
    return rules_of(language).writing.unwrapped(" ".join(text.split()))


def _after_comma(ground: str) -> str:
    """How one knows, as it goes on after an address; «I» and names stay as they are."""
    return ground[:1].lower() + ground[1:] if ground.startswith(("It ", "So ", "That ", "The ", "Word ")) else ground


def _stride(count: int) -> int:
    """A step that visits every one of so many choices, far from its neighbour."""
    return next(step for step in (7, 11, 13, 17, 19, 23, 1) if count % step or count == 1)
