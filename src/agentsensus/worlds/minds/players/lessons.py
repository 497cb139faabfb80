"""Lessons: the claims that a player remembers, by source and in its own words, with the speech act that told them."""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass

from agentsensus.worlds.minds.players.claims import Claim
from agentsensus.worlds.minds.players.claims.run_events import CAME, GOING, SEEN, TOLD, deed, parts, spoken_deed
from agentsensus.worlds.minds.players.conversation import Utterance
from agentsensus.worlds.minds.players.phrases import IN_VAIN
from agentsensus.worlds.minds.players.situation import Situation
from agentsensus.worlds.state.character import Learnt
from agentsensus.worlds.state.mail import WORLD

__all__ = ["Lesson", "lessons_of", "news_of", "occasion", "scene"]

_AT_ONCE = 3
_TOGETHER = 4
"""Maximum number of claims from one source in a deposit."""
_REMEMBERED = frozenset(
    (
        *("accuse", "charge", "deny", "confess", "mourn", "comfort", "warn", "denounce", "demand", "break_off"),
        *("accept", "doubt", "reject", "confront", "dispute", "retract", "stand", "agree", "decline"),
    )
)
"""Speech acts of other characters that are remembered even if they contain no new claims."""
_OWN = frozenset(("accuse", "charge", "confess", "denounce", "demand", "break_off", "warn"))
"""The player's own speech acts that it remembers."""


@dataclass(frozen=True, slots=True)
class Lesson:
    """Claims that are remembered together, with their source and the message that told them."""

    source: str
    message: str
    claims: tuple[Claim, ...]


def lessons_of(situation: Situation) -> list[Lesson]:
    """Return the lessons that the player should remember since its last deposit, one for each source."""
    return [*_from_others(situation), *_own_deeds(situation)][:_AT_ONCE]


def _from_others(situation: Situation) -> Iterator[Lesson]:
    """Yield the new claims of each source with the speech act that told them.

    A remarkable act may come without claims.
    """
    news = news_of(situation)
    for source, message in dict.fromkeys((lesson.source, lesson.detail) for lesson in situation.view.learnt):
        new = [claim for claim, by in news.items() if by == (source, message)][:_TOGETHER]
        kept = [_as_kept(situation, claim, source) for claim in new]
        words = _words(situation, message)
        if words is not None and not kept and _is_remarkable(situation, words):
            kept = [*occasion(situation, words)]
        if not kept:
            continue
        done = scene(situation, words) if words is not None else None
        if done is None and len(kept) == 1:
            done = _learning(situation, kept[0])
        yield Lesson(source, message, (*kept, *([done] if done is not None else ())))


def _own_deeds(situation: Situation) -> Iterator[Lesson]:
    """Yield the player's own recent speech acts, each with the claims that occasioned it."""
    for words in situation.talk.own:
        if words.heard.act in _OWN and words.letter.sent >= situation.last_kept:
            done, before = scene(situation, words), [*occasion(situation, words)]
            if done is not None and before:
                yield Lesson(situation.me, "", (*before, done))


def _is_remarkable(situation: Situation, words: Utterance) -> bool:
    """Return whether a speech act is worth remembering: it concerns the player and is not a repetition."""
    act, events = words.heard.act, words.events
    persons = {words.by, *words.letter.recipients, words.heard.about}
    concerned = situation.me in persons or any(situation.is_dear(person) for person in persons if person)
    if act not in _REMEMBERED or not concerned:
        return False
    before = situation.talk.acts(act, by=words.by, to=words.letter.recipients[0], about=words.heard.about)
    return not any(other.events == events and other.letter.sent < words.letter.sent for other in before)


def news_of(situation: Situation) -> dict[Claim, tuple[str, str]]:
    """Return the claims that are new since the last deposit, each with its source and message."""
    news: dict[Claim, tuple[str, str]] = {}
    for lesson in situation.view.learnt:
        for claim in _claims(situation, lesson):
            if not _is_known(situation, claim):
                news.setdefault(claim, (lesson.source, lesson.detail))
    return news


def _learning(situation: Situation, claim: Claim) -> Claim | None:
    """Return the claim that the player has learnt of an event; None if no sentence says so."""
    persons = [*situation.player.matters.of(claim).victims, *situation.script.named(claim)]
    about = next((person for person in persons if person != situation.me), "")
    learnt = Claim(spoken_deed("learn", situation.me, about=about))
    return learnt if situation.script.wordings(learnt) else None


def _claims(situation: Situation, learnt: Learnt) -> Sequence[Claim]:
    if learnt.how in ("told", "overheard") and learnt.source in situation.player.scenario.characters:
        words = _words(situation, learnt.detail)
        heard = words.heard if words else situation.player.hear(learnt.text, learnt.source, situation.me)
        return [claim for claim in heard.claims if parts(claim.event)[0] not in (CAME, GOING, SEEN)]
    if learnt.source == WORLD or learnt.how == "read":
        return situation.script.claims(learnt.text)
    return ()


def _words(situation: Situation, message: str) -> Utterance | None:
    """Return the utterance of a message as its original hearer understood it; None if it is unknown."""
    words = situation.talk.by_message.get(message)
    return words if words is not None and words.by != WORLD else None


def _is_known(situation: Situation, claim: Claim) -> bool:
    """Return whether the player already knew a claim: witnessed, in its memory, or heard in an earlier turn."""
    if situation.me in situation.script.topic(claim.event).there and claim == situation.script.original(claim.event):
        return True
    if any(situation.script.claim(row.text) == claim for row in situation.view.minded):
        return True
    if any(situation.script.claim(row["text"]) == claim for turn in situation.view.cache for row in _rows(turn)):
        return True
    return any(
        heard.claim == claim and (heard.read or 0) <= situation.last_kept for heard in situation.talk.claims_heard
    )


def _rows(turn: object) -> Sequence[dict[str, str]]:
    result = getattr(turn, "result", None)
    is_recall = getattr(turn, "action", "") == "recall" and isinstance(result, dict)
    return result.get("rows", ()) if is_recall and isinstance(result, dict) else ()


def _as_kept(situation: Situation, claim: Claim, source: str) -> Claim:
    """Return the claim or, if the player does not believe it, the claim that `source` said so."""
    belief = situation.belief(claim.event)
    told_by_somebody = source in situation.player.scenario.characters
    if parts(claim.event)[0] == TOLD or not told_by_somebody or belief is None:
        return claim
    if belief.claim == claim or situation.script.world_deeds.is_one(claim.event):
        return claim
    return Claim(deed(TOLD, source, situation.me, claim.event), claim.filling)


_KINDS = {"charge": "accuse", "confront": "dispute", "deflect": "silence"}
"""Speech acts that are reported in the words of another act, with that act."""
_ABOUT_DOER = frozenset(("warn", "denounce"))
_ABOUT_VICTIM = frozenset(("accuse", "charge"))
"""Speech acts that are reported with the victim of the harm."""
_ABOUT_LAST = frozenset(("deny", "accept", "doubt"))
"""Speech acts that are about the subject of the previous utterance."""
_TELLING = frozenset(("", *IN_VAIN, "ask_other"))


def scene(situation: Situation, words: Utterance) -> Claim | None:
    """Return the claim that this speech act took place; None for questions and for acts without sentences."""
    kind, target = words.heard.act, words.letter.recipients[0]
    about = words.heard.about if words.heard.about in situation.player.scenario.characters else ""
    if kind in _TELLING:
        if not words.heard.claims:
            return None
        kind = "write" if words.letter.afar else "tell"
    if kind in _ABOUT_LAST:
        before = _before(situation, words)
        about = _subject(situation, before, words) if before is not None else ""
    about = about or _subject(situation, words, words)
    event = Claim(spoken_deed(_KINDS.get(kind, kind), words.by, target, about))
    plain = Claim(spoken_deed(_KINDS.get(kind, kind), words.by, target))
    return next((claim for claim in (event, plain) if situation.script.wordings(claim)), None)


def occasion(situation: Situation, words: Utterance) -> Iterable[Claim]:
    """Return the known claim that occasioned an utterance, in a list of at most one.

    It is a claim that the utterance makes, else the utterance that it answers, else the death of the person it is
    about.
    """
    claims = [claim for claim in words.heard.claims if situation.belief(claim.event) is not None]
    if claims:
        return claims[:1]
    before = _before(situation, words)
    answered = scene(situation, before) if before is not None else None
    if answered is not None:
        return [answered]
    lost = words.heard.about
    deaths = [belief.claim for belief in situation.weighty if lost and lost in situation.matter(belief).victims]
    return deaths[:1]


def _before(situation: Situation, words: Utterance) -> Utterance | None:
    """Return the last utterance before this one that a hearer of it addressed to its speaker; None if there is none."""
    earlier = [
        other
        for other in situation.talk.utterances
        if other.by in words.letter.recipients
        and words.by in other.letter.recipients
        and other.letter.sent < words.letter.sent
        and (other.heard.claims or other.heard.act)
    ]
    return earlier[-1] if earlier else None


def _subject(situation: Situation, words: Utterance, said: Utterance) -> str:
    """Return the person that an utterance is about.

    For warnings and charges it is the doer, for accusations the victim, otherwise anyone named.
    """
    persons: list[str] = []
    for claim in words.heard.claims:
        matter = situation.player.matters.of(claim)
        if words.heard.act in _ABOUT_DOER:
            persons += matter.doers
        elif words.heard.act in _ABOUT_VICTIM:
            persons += matter.victims
        else:
            persons += [*matter.victims, *matter.doers, *situation.script.named(claim)]
    return next((person for person in persons if person not in (said.by, said.letter.recipients[0])), "")
