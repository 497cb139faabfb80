"""To keep what one has learnt, in one's own words: all that came from one source at once is one deposit."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from agentsensus.minds.players.chores.chore import Chore
from agentsensus.minds.players.claims import Claim
from agentsensus.minds.players.claims.deeds import CAME, GOING, SEEN, TOLD, deed, parts
from agentsensus.minds.players.claims.spoken import spoken_deed
from agentsensus.minds.players.conversation import Utterance
from agentsensus.minds.players.scenes import occasion, scene
from agentsensus.minds.players.situation import Situation
from agentsensus.world.character import Learnt
from agentsensus.world.mail import WORLD

__all__ = ["keeping", "news_of"]

_AT_ONCE = 3
_TOGETHER = 4
"""How many claims of one source are kept at once."""
_REMEMBERED = frozenset(
    (
        *("accuse", "charge", "deny", "confess", "mourn", "comfort", "warn", "denounce", "demand", "break_off"),
        *("accept", "doubt", "reject", "confront", "dispute", "retract", "stand", "agree", "decline"),
    )
)
"""What others do by words that is worth keeping, even where nothing is learnt by it."""
_OWN = frozenset(("accuse", "charge", "confess", "denounce", "demand", "break_off", "warn"))
"""What one has done oneself by words and keeps."""


@dataclass(frozen=True, slots=True)
class _Lesson:
    """What is kept together: from whom or what, by which message, and what it says."""

    source: str
    message: str
    claims: tuple[Claim, ...]


def keeping(situation: Situation) -> list[Chore]:
    """What is to be kept of what was learnt since one last kept anything: one text for each source."""
    chores = []
    for lesson in [*_from_others(situation), *_own_deeds(situation)][:_AT_ONCE]:
        words = [situation.script.word(claim, situation.me, situation.part.seed) for claim in lesson.claims]
        is_told = lesson.source in situation.part.scenario.characters and lesson.source != situation.me
        because = {"who": situation.name(lesson.source)} if is_told else {}
        text, drive = situation.part.phrases.joined(words), "keep" if is_told else "keep_seen"
        chores.append(Chore("keep", drive, 80, text, key=lesson.message, because=because))
    return chores


def _from_others(situation: Situation) -> Iterator[_Lesson]:
    """By source: what one learnt there and what was done by telling it; that alone, where it matters and is new."""
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
        yield _Lesson(source, message, (*kept, *([done] if done is not None else ())))


def _own_deeds(situation: Situation) -> Iterator[_Lesson]:
    """What one has just done by words oneself, with what gave occasion to it."""
    for words in situation.talk.own:
        if words.heard.act in _OWN and words.letter.sent >= situation.last_kept:
            done, before = scene(situation, words), [*occasion(situation, words)]
            if done is not None and before:
                yield _Lesson(situation.me, "", (*before, done))


def _is_remarkable(situation: Situation, words: Utterance) -> bool:
    """Whether what somebody did by words is worth keeping: it concerns one, and was not done before."""
    act, events = words.heard.act, words.events
    persons = {words.by, *words.letter.recipients, words.heard.about}
    concerned = situation.me in persons or any(situation.is_dear(person) for person in persons if person)
    if act not in _REMEMBERED or not concerned:
        return False
    before = situation.talk.acts(act, by=words.by, to=words.letter.recipients[0], about=words.heard.about)
    return not any(other.events == events and other.letter.sent < words.letter.sent for other in before)


def news_of(situation: Situation) -> dict[Claim, tuple[str, str]]:
    """Claims learnt since one last kept anything and not known before, each with its source and message."""
    news: dict[Claim, tuple[str, str]] = {}
    for lesson in situation.view.learnt:
        for claim in _claims(situation, lesson):
            if not _is_known(situation, claim):
                news.setdefault(claim, (lesson.source, lesson.detail))
    return news


def _learning(situation: Situation, claim: Claim) -> Claim | None:
    """That word of something reached one, as far as there are words for it."""
    persons = [*situation.part.matters.of(claim).victims, *situation.script.named(claim)]
    about = next((person for person in persons if person != situation.me), "")
    learnt = Claim(spoken_deed("learn", situation.me, about=about))
    return learnt if situation.script.wordings(learnt) else None


def _claims(situation: Situation, learnt: Learnt) -> Sequence[Claim]:
    if learnt.how in ("told", "overheard") and learnt.source in situation.part.scenario.characters:
        words = _words(situation, learnt.detail)
        heard = words.heard if words else situation.part.hear(learnt.text, learnt.source, situation.me)
        return [claim for claim in heard.claims if parts(claim.event)[0] not in (CAME, GOING, SEEN)]
    if learnt.source == WORLD or learnt.how == "read":
        return situation.script.claims(learnt.text)
    return ()


def _words(situation: Situation, message: str) -> Utterance | None:
    """What somebody said, by its message: «you» is whoever it was said to, also for those who overheard it."""
    words = situation.talk.by_message.get(message)
    return words if words is not None and words.by != WORLD else None


def _is_known(situation: Situation, claim: Claim) -> bool:
    """Whether one knew it before it was learnt now: seen at first, come to mind, or heard in an earlier turn."""
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
    """What one keeps of a claim: that it is so, or, disbelieving it, only that it was said."""
    belief = situation.belief(claim.event)
    told_by_somebody = source in situation.part.scenario.characters
    if parts(claim.event)[0] == TOLD or not told_by_somebody or belief is None:
        return claim
    if belief.claim == claim or situation.script.world_deeds.is_one(claim.event):
        return claim
    return Claim(deed(TOLD, source, situation.me, claim.event), claim.filling)
