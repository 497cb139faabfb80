"""The composer of a player's lines, from phrases, forms of address and claims. No hearer gets the same line twice."""

from collections.abc import Sequence
from itertools import product

from agentsensus.language.languages import rules_of
from agentsensus.worlds.minds.players.beliefs import Belief, Evidence
from agentsensus.worlds.minds.players.claims import Claim, Script
from agentsensus.worlds.minds.players.phrases import Bearing
from agentsensus.worlds.minds.players.player_state import PlayerState
from agentsensus.worlds.minds.players.situation import Situation

__all__ = [
    "addresses",
    "bearing",
    "compose_line",
    "politely",
    "source_phrase",
    "spoken_of",
    "word_claim",
    "word_question",
]

_TRIED = 400
_AFTER_ADDRESS = ("{You}, {how}", "{You}，{how}")
_SPOKEN = ("told", "overheard")


def compose_line(
    situation: Situation,
    kind: str,
    hearers: Sequence[str],
    claims: Sequence[Claim] = (),
    how: str = "",
    nth: int | None = None,
    **more: str,
) -> str | None:
    """Return a line of that kind that the hearers have not heard yet; None if there is none left.

    The search starts at a line chosen by the seed, or at line number `nth`.
    """
    player, hearer = situation.player, hearers[0]
    used = {content for listener in hearers for content in situation.talk.lines_to(listener)}
    turns = [*player.character.voice.turns] or player.phrases.lines("turns")
    claim_words = player.phrases.joined(word_claim(situation, claim, hearers) for claim in claims)
    stands = bearing(player, hearer) if len(hearers) == 1 else "any"
    patterns = [
        pattern
        for pattern in player.phrases.lines_for(kind, stands)
        if (how or not any(form in pattern for form in _AFTER_ADDRESS))
        and (len(hearers) == 1 or not player.phrases.is_for_one(pattern))
        and (hearer in situation.present or not player.phrases.is_for_somebody_here(pattern))
    ]
    if nth is not None:
        patterns = [*patterns[nth % len(patterns) :], *patterns[: nth % len(patterns)]]
    if len(hearers) > 1:
        turns = [turn for turn in turns if not player.phrases.is_for_one(turn)] or player.phrases.lines("turns_to_all")
    choices = list(product(patterns, turns, addresses(player, hearers)))
    start = 0 if nth is not None else int(player.chance(f"line {kind} {hearer}", situation.view.round) * len(choices))
    step = 1 if nth is not None else _stride(len(choices))
    for number in range(min(len(choices), _TRIED)):
        pattern, turn, you = choices[(start + number * step) % len(choices)]
        shown = _after_comma(how) if _AFTER_ADDRESS[0] in pattern else how
        text = pattern.format(turn=turn, you=you, You=_capital(you), claims=claim_words, how=shown, **more)
        text = _capital(_tidy(text, player.phrases.language))
        text = player.script.calling.as_oneself(politely(text, player, hearers), player.id)
        if text not in used:
            return text
    return None


def word_claim(situation: Situation, claim: Claim, hearers: Sequence[str]) -> str:
    """Return a claim in the player's words, as said to these hearers.

    Names replace «I» and «you» if the hearer would misunderstand them.
    """
    script, me = situation.script, situation.me
    plain = _elsewhere(situation, claim, hearers) or script.word(claim, me, situation.player.seed)
    if situation.player.scenario.world.manner == "office":
        return plain
    spoken = script.spoken(plain, me, hearers[0] if len(hearers) == 1 else None)
    for called in (script.calling.said(spoken, me), script.calling.said(plain, me)):
        if _means(script, called, me, hearers[0]) == (claim,):
            return called
    return spoken if script.claim(script.plainly(spoken, me, hearers[0])) == claim else plain


def _elsewhere(situation: Situation, claim: Claim, hearers: Sequence[str]) -> str:
    """Return a wording of a claim that does not name the place where the player and the hearers are.

    Empty if there is no such wording or none is needed.
    """
    script, here = situation.script, situation.view.place.id
    if script.topic(claim.event).place != here or not all(hearer in situation.present for hearer in hearers):
        return ""
    usual = script.word(claim, situation.me, situation.player.seed)
    if here not in script.places(usual):
        return ""
    others = [wording for wording in script.wordings(claim) if here not in script.places(wording)]
    return min(others, default="")


def word_question(situation: Situation, question: str, hearer: str) -> str:
    """Return a question as the player puts it to a hearer, with «I» and «you» unless that changes its meaning.

    A hearer of higher rank may be addressed in the third person («老太太»).
    """
    script, me = situation.script, situation.me
    if situation.player.scenario.world.manner == "office":
        return question
    named = script.by_name(question, me, hearer)
    if hearer in script.persons(named) and situation.player.bonds.bearing(me, hearer) != "up":
        to_you = script.calling.said(script.spoken(named, me, hearer), me)
        if script.by_name(to_you, me, hearer) == named:
            return to_you
    spoken = script.spoken(question, me, hearer)
    called = script.calling.said(spoken, me)
    if question in (script.plainly_by_call(called, me, hearer), script.by_name(called, me, hearer)):
        return called
    return spoken if script.plainly(spoken, me, hearer) == question else question


def source_phrase(situation: Situation, belief: Belief, hearers: Sequence[str] = ()) -> str:
    """Return the phrase for how the player knows an event: seen, told or read.

    Empty for the player's own actions and for events learnt from the hearer.
    """
    if situation.me in (*situation.script.named(belief.claim), *situation.matter(belief).doers):
        return ""
    phrases, round_ = situation.player.phrases, situation.view.round
    kind, source = _kind_of_ground(situation, belief)
    if source in hearers:
        return ""
    pattern = situation.player.one_of(phrases.lines("how", kind), f"how {belief.claim.event}", round_)
    carriers = situation.player.scenario.carriers
    named = carriers[source].called[0] if source in carriers else spoken_of(situation.player, source)
    return _capital(pattern.format(source=named))


def _means(script: Script, sentence: str, speaker: str, hearer: str) -> tuple[Claim, ...]:
    """Return the claims that a hearer would understand from a sentence."""
    return script.claims(script.plainly(sentence, speaker, hearer)) or script.claims_by_call(sentence, speaker, hearer)


def _kind_of_ground(situation: Situation, belief: Belief) -> tuple[str, str]:
    """Return the kind of phrase that says how the player knows an event, and the source that the phrase names."""
    if belief.is_seen:
        if belief.is_news and not _was_there(situation, belief):
            return "news", ""
        return _kind_of_seeing(situation, belief), ""
    spoken = [candidate for candidate in belief.grounds if candidate.how in (*_SPOKEN, "read")]
    ground = min(spoken, key=lambda candidate: (candidate.since, candidate), default=None)
    if ground is None:
        return "inferred", ""
    return (ground.how if ground.how != "told" else _how_told(ground)), ground.source


def _kind_of_seeing(situation: Situation, belief: Belief) -> str:
    """Return the kind of phrase for an eyewitness: `heard` for words, `seen` for a public deed or death, else
    `witnessed`.
    """
    event = belief.claim.event
    if situation.script.is_report(event):
        return "heard"
    is_deed = situation.script.world_deeds.is_one(event) or event in situation.player.scenario.happenings
    return "seen" if is_deed or situation.matter(belief).kind == "death" else "witnessed"


def _how_told(ground: Evidence) -> str:
    return "told_afar" if ground.afar else "told"


def _was_there(situation: Situation, belief: Belief) -> bool:
    """Return whether the player saw an event that the world announced, rather than only hearing the announcement."""
    scenario, event = situation.player.scenario, belief.claim.event
    happening = scenario.happenings.get(event)
    if happening is not None:
        is_placed = happening.when.at.get(situation.me) == happening.where
        return happening.witnesses == ("present",) or is_placed
    return situation.script.world_deeds.is_one(event)


def _capital(text: str) -> str:
    return text[:1].upper() + text[1:]


def _tidy(text: str, language: str) -> str:
    """Remove the extra spaces that empty fields leave in a line."""
    return rules_of(language).writing.unwrapped(" ".join(text.split()))


def _after_comma(ground: str) -> str:
    """Lower the first letter of a phrase that follows a form of address; «I» and names stay capitalised."""
    return ground[:1].lower() + ground[1:] if ground.startswith(("It ", "So ", "That ", "The ", "Word ")) else ground


def _stride(count: int) -> int:
    """Return a step size with which all of `count` choices are visited, so that consecutive choices lie far apart."""
    return next(step for step in (7, 11, 13, 17, 19, 23, 1) if count % step or count == 1)


def bearing(player: PlayerState, hearer: str) -> Bearing:
    """Return the player's rank relative to a hearer. Younger kin never count as superiors."""
    by_rank = player.bonds.bearing(player.id, hearer)
    calls = player.character.voice.calls.get(hearer, ())
    return "level" if by_rank == "up" and any(map(player.phrases.is_for_younger, calls)) else by_rank


def addresses(player: PlayerState, hearers: Sequence[str]) -> list[str]:
    """Return suitable forms of address: the player's own for the hearer, else the hearer's name and general forms."""
    own = player.character.voice
    if player.scenario.world.manner == "office" and own.epithets and hearers[0] not in own.calls:
        return [*own.epithets] if len(hearers) == 1 else [player.phrases.text("address", "all")]
    if len(hearers) > 1:
        return [_to_all(player, hearers)]
    hearer, voice = hearers[0], player.character.voice
    if calls := voice.calls.get(hearer):
        return [*calls]
    name = player.name(hearer).removeprefix("the ").removeprefix("The ")
    if bearing(player, hearer) != "up":
        return [name, *voice.epithets]
    if player.bonds.has_office(hearer) and player.phrases.has("address", "office"):
        return [player.phrases.text("address", "office")]
    return [name]


def _to_all(player: PlayerState, hearers: Sequence[str]) -> str:
    """Return one form of address for several hearers.

    It names the highest superior if the language has a phrase for that.
    """
    phrases, calls = player.phrases, player.character.voice.calls
    above = [hearer for hearer in hearers if bearing(player, hearer) == "up" and calls.get(hearer)]
    if not above or not phrases.has("address", "chief"):
        return phrases.text("address", "all")
    chief = max(above, key=lambda hearer: player.scenario.characters[hearer].rank)
    return phrases.text("address", "chief", chief=calls[chief][0])


def politely(line: str, player: PlayerState, hearers: Sequence[str]) -> str:
    """Return the line in the polite form if a hearer is a superior and the language has such a form."""
    if len(hearers) == 1 and bearing(player, hearers[0]) == "up":
        return player.phrases.politely(line)
    return line


def spoken_of(player: PlayerState, person: str) -> str:
    """Return how the player refers to a person: by name or, if the language does so, by a form of address."""
    return player.script.calling.of(player.id, person) or player.script.place(person)
