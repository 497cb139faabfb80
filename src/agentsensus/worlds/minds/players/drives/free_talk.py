"""The drive that replies to free lines: words of a person or a model that no phrase of the players fits.

A question is matched to the events that the player knows. Whatever cannot be matched is declined in words that fit.
"""

from collections.abc import Iterator

from agentsensus.base.chance import draw
from agentsensus.language.languages import rules_of
from agentsensus.worlds.minds.players.beliefs import Belief
from agentsensus.worlds.minds.players.bonds import DEAR
from agentsensus.worlds.minds.players.claims.run_events import is_passing
from agentsensus.worlds.minds.players.conversation import OpenQuestion, Utterance
from agentsensus.worlds.minds.players.drives.drive import Proposal, assert_claims, speak
from agentsensus.worlds.minds.players.drives.errands import invited
from agentsensus.worlds.minds.players.drives.questions import (
    reply_about,
    tellable_about,
    who_may_know,
)
from agentsensus.worlds.minds.players.free_talk import FreeTalk
from agentsensus.worlds.minds.players.hearing import Asked
from agentsensus.worlds.minds.players.lines import spoken_of
from agentsensus.worlds.minds.players.situation import Situation

__all__ = ["reply"]

_SCORE = 79
"""Score of a reply. Everything grave comes first."""
_OVERDUE = 89
"""Score of a reply that something grave has put off for a round."""
_LATELY = 2
_CALM = 5
_SPOKESMEN = 2
"""Of several people who are asked at once, at most this many answer."""
_SAME_MATTER = 0.5
"""Minimum score at which a statement counts as one about an event that the player knows."""
_ASKING = frozenset(("question", "why", "of", "where", "news", "opinion"))


def reply(situation: Situation) -> Proposal | None:
    """Reply to the latest free line, or to any other line of somebody who speaks freely."""
    for words in reversed(situation.talk.of_others):
        if not _is_open(situation, words):
            continue
        rank = _rank(situation, words)
        if rank >= _SPOKESMEN:
            continue
        offer = _reply_to(situation, words, is_first=rank == 0)
        if offer is not None and situation.dramas and offer.decision.drive != "reply":
            offer = _say(situation, words, "not_now")  # other drives are silent while a drama is the topic
        if offer is not None:
            is_late = (words.letter.read or 0) < situation.view.round
            return Proposal(_OVERDUE if is_late else offer.score, offer.decision)
    return None


def _is_open(situation: Situation, words: Utterance) -> bool:
    """Return whether somebody who speaks freely has just addressed the player and got no reply yet."""
    letter = words.letter
    speaks_freely = words.by in situation.talk.free_speakers or words.by in situation.view.persons
    if not speaks_freely or situation.me not in letter.recipients or letter.overheard or letter.kind == "gesture":
        return False
    if letter.read is None or situation.view.round - letter.read > _LATELY or words.by in situation.gone:
        return False
    return not situation.talk.has_answered(words.by, letter.read)


def _rank(situation: Situation, words: Utterance) -> int:
    """Return the player's place among all who were addressed: 0 for the one who is named, or else drawn first."""
    called = situation.player.reader.called(words.letter.content, words.letter.recipients)
    order = sorted(
        words.letter.recipients,
        key=lambda id_: (id_ != called, draw(situation.player.seed, words.letter.sent, id_, words.letter.id)),
    )
    return order.index(situation.me) if not called or situation.me == called else _SPOKESMEN


def _reply_to(situation: Situation, words: Utterance, *, is_first: bool) -> Proposal | None:
    free = words.heard.free
    asks = words.heard.asks
    if asks is not None:
        if not is_first:
            return None
        sought = asks.where or asks.person
        if asks.where and asks.where in (situation.me, *situation.present):
            return _is_here(situation, words, sought)
        known = reply_about(situation, OpenQuestion(words.by, asks, words.letter.read or 0))
        return known or _shrug(situation, words)
    if free is None:
        return _take_note(situation, words) if is_first and words.heard.claims and not words.heard.act else None
    free = _with_person(situation, free, words)
    if situation.dramas and free.kind in _ASKING:
        offer = _of_topic(situation, words, free)
        concerned = {person for drama in situation.dramas for person in drama.persons}
        if offer is not None and concerned & {*situation.script.persons(free.text)}:
            return offer
        return _say(situation, words, "not_now") if is_first else None
    if free.kind in ("question", "why", "of"):
        return _of_topic(situation, words, free) or (_decline(situation, words, free) if is_first else None)
    return _by_kind(situation, words, free) if is_first else None


def _with_person(situation: Situation, free: FreeTalk, words: Utterance) -> FreeTalk:
    """Return the line with «he» or «she» replaced by the person whom the two spoke of last, if there is one."""
    if not free.has_pronoun:
        return free
    may_mean = rules_of(situation.script.language).talk.may_mean
    pronoun = situation.player.reader.pronoun(words.letter.content)
    between = [
        earlier
        for earlier in reversed(situation.talk.utterances)
        if {situation.me, words.by} <= {earlier.by, *earlier.letter.recipients} and earlier is not words
    ]
    asked = [
        earlier for earlier in between if earlier.by == words.by and words.letter.sent - earlier.letter.sent <= _CALM
    ]
    for earlier in (*asked, *between):
        if earlier.letter.kind != "gesture":
            for person in reversed(situation.script.persons(earlier.letter.content)):
                if person not in (situation.me, words.by) and may_mean(pronoun, situation.name(person)):
                    text = situation.player.reader.resolved(free.text, person)
                    return FreeTalk(free.kind, text, free.about or person, False, free.words)
    return free


def _by_kind(situation: Situation, words: Utterance, free: FreeTalk) -> Proposal | None:
    """Return the reply to a line that asks for no fact."""
    match free.kind:
        case "accuse":
            return _say(situation, words, "deny" if situation.player.reader.speaks_of_harm(free.text) else "offended")
        case "invite":
            return invited(situation) if words.heard.act == "invite" else _say(situation, words, "where_to")
        case "ask_thing":
            return _without_thing(situation, words, free)
        case "where":
            return _of_topic(situation, words, free)
        case "opinion":
            return _opinion(situation, words, free.about)
        case "intent":
            return _intent(situation, words)
        case "news":
            return _of_topic(situation, words, free)
        case "statement":
            return _take_note(situation, words)
        case "self":
            return _say(situation, words, "name_self", person=situation.name(situation.me))
        case kind:
            return _say(situation, words, _by_bond(situation, words.by, kind))


def _by_bond(situation: Situation, other: str, kind: str) -> str:
    """Return the phrase for a kind of line, by how the player stands to the speaker."""
    trust, is_foe = situation.trust(other), situation.is_foe(other)
    is_dear = situation.is_dear(other)
    is_sad = any(belief.first > 0 or belief.is_seen for belief in situation.weighty if situation.is_hurtful(belief))
    above = situation.player.bonds.bearing(situation.me, other) == "up"
    phrases = {
        "thanks": "welcome",
        "apology": "forgiven" if not is_foe else "hostile",
        "farewell": "part",
        "greeting": "hail_foe" if is_foe else "hail",
        "threat": "defy" if situation.traits.nerve >= _CALM else "cower",
        "advice": "advise",
        "feeling": "intent_kept" if is_foe else "troubled" if is_sad else "fine",
        "loyalty": "loyal" if is_dear or trust >= 1 else "hostile" if is_foe else "wary",
        "love": "love_warm" if is_dear else "love_cool",
        "secret": "keep_quiet" if trust >= 0 else "promise_nothing",
        "request": "rebuffed" if is_foe else "request_weigh" if is_dear or above or trust >= 1 else "request_no",
        "yes": "noted",
        "no": "noted",
    }
    return phrases.get(kind, "puzzled")


def _say(
    situation: Situation, words: Utterance, kind: str, person: str = "", thing: str = "", goal: str = ""
) -> Proposal | None:
    return speak(situation, _SCORE, "reply", [words.by], kind, person=person, thing=thing, goal=goal)


def _is_here(situation: Situation, words: Utterance, sought: str) -> Proposal | None:
    """Say that the person sought is present."""
    if words.by not in situation.present:
        return _say(situation, words, "with_me", person=spoken_of(situation.player, sought))
    if sought == situation.me:
        return _say(situation, words, "here_myself")
    return _say(situation, words, "here_now", person=spoken_of(situation.player, sought))


def _shrug(situation: Situation, words: Utterance) -> Proposal | None:
    """Say that the player does not know, also if it has said so before."""
    asked = words.heard.asks
    sought = asked.where or asked.person if asked else ""
    if not sought:
        return _say(situation, words, "unanswered" if asked and asked.event else "no_news")
    kind = "nowhere" if asked and asked.where else "nothing_of"
    return _say(situation, words, kind, person=spoken_of(situation.player, sought))


def _decline(situation: Situation, words: Utterance, free: FreeTalk) -> Proposal | None:
    """Decline a question to which the player has no answer."""
    if free.about and free.about != situation.me:
        return _say(situation, words, "nothing_of", person=spoken_of(situation.player, free.about))
    return _say(situation, words, "why_unknown" if free.kind == "why" else "unanswered")


def _of_topic(situation: Situation, words: Utterance, free: FreeTalk) -> Proposal | None:
    """Answer from what the player knows of the events that a question is about.

    A secret is kept as from other askers: by silence, an excuse or a lie.
    """
    if free.kind == "where" and free.about in (situation.me, *situation.present):
        return _is_here(situation, words, free.about)
    if free.kind == "where" or (free.kind == "of" and free.about):
        who = {"where": free.about} if free.kind == "where" else {"person": free.about}
        question = OpenQuestion(words.by, Asked(free.text, **who), words.letter.read or 0)
        return reply_about(situation, question) or _shrug_of(situation, words, free)
    if free.kind == "news":
        news = tellable_about(situation, words.by)
        return _tell(situation, words, news[0], free) if news else _say(situation, words, "no_news")
    near = situation.player.reader.topics.about(free.text)
    for _, event in near:
        belief = situation.belief(event)
        if belief is None or belief.support <= 0 or is_passing(event) or _has_told(situation, words.by, event):
            continue
        if situation.may_tell(event, words.by):
            return _tell(situation, words, belief, free)
        question = OpenQuestion(words.by, Asked(free.text, event), words.letter.read or 0)
        return reply_about(situation, question)
    if near and free.kind != "why":
        question = OpenQuestion(words.by, Asked(free.text, near[0][1]), words.letter.read or 0)
        other = who_may_know(situation, question)
        if other:
            return _say(situation, words, "ask_other", person=spoken_of(situation.player, other))
    persons = [id_ for id_ in situation.script.persons(free.text) if id_ not in (situation.me, words.by)]
    about = [
        belief
        for person in persons
        for belief in tellable_about(situation, words.by, person)
        if not _has_told(situation, words.by, belief.claim.event)
    ]
    if about and near:
        return assert_claims(situation, _SCORE, "reply", [words.by], about[0], [about[0].claim], "beside")
    return None


def _shrug_of(situation: Situation, words: Utterance, free: FreeTalk) -> Proposal | None:
    if free.about == situation.me:
        return _say(situation, words, "name_self", person=situation.name(situation.me))
    if free.about == words.by:
        return _say(situation, words, "opinion_of_you")
    kind = "nowhere" if free.kind == "where" else "nothing_of"
    return _say(situation, words, kind, person=spoken_of(situation.player, free.about)) if free.about else None


def _has_told(situation: Situation, other: str, event: str) -> bool:
    return (other, event) in situation.talk.told


def _tell(situation: Situation, words: Utterance, belief: Belief, free: FreeTalk) -> Proposal | None:
    kind = "why_beside" if free.kind == "why" else "reveal"
    return assert_claims(situation, _SCORE, "reply", [words.by], belief, [belief.claim], kind)


def _take_note(situation: Situation, words: Utterance) -> Proposal | None:
    """React to a statement: the player knows it, learns it, or cannot say what it is about."""
    free = words.heard.free
    known = [*_matched(situation, words)]
    for belief in known:
        event = belief.claim.event
        tellers = {ground.source for ground in belief.grounds}
        if situation.may_tell(event, words.by) and tellers != {words.by} and not _has_told(situation, words.by, event):
            return assert_claims(situation, _SCORE, "reply", [words.by], belief, [belief.claim], "already_known")
    if words.heard.claims or (free is not None and situation.player.reader.topics.about(free.text)):
        return _say(situation, words, "noted" if known else "new_to_me")
    if free is not None and situation.script.persons(free.text):
        return _say(situation, words, "noted")
    return _say(situation, words, "puzzled")


def _matched(situation: Situation, words: Utterance) -> Iterator[Belief]:
    """Yield the player's beliefs about the events that a statement is about."""
    events = [claim.event for claim in words.heard.claims]
    if words.heard.free is not None:
        near = situation.player.reader.topics.about(words.heard.free.text)
        events += [event for score, event in near if score >= _SAME_MATTER]
    for event in events:
        belief = situation.belief(event)
        if belief is not None and belief.support > 0:
            yield belief


def _without_thing(situation: Situation, words: Utterance, free: FreeTalk) -> Proposal | None:
    """Say that the player does not have the thing. If it has it, another drive gives or refuses it."""
    if free.about in situation.view.holds:
        return None
    carriers = situation.player.scenario.carriers
    thing = carriers[free.about].called[0] if free.about in carriers else free.words
    return _say(situation, words, "no_thing", thing=thing)


def _opinion(situation: Situation, words: Utterance, person: str) -> Proposal | None:
    """Say what the player thinks of a person, by its trust. Superiors are not judged before strangers."""
    if person == words.by:
        return _say(situation, words, _by_bond(situation, words.by, "loyalty"))
    if person == situation.me or not person:
        return _say(situation, words, "unanswered")
    trust, named = situation.trust(person), spoken_of(situation.player, person)
    above = situation.player.bonds.bearing(situation.me, person) == "up"
    if situation.is_foe(words.by) or (trust < 0 and above and situation.trust(words.by) < DEAR):
        return _say(situation, words, "opinion_guarded", person=named)
    kind = "opinion_good" if situation.is_dear(person) or trust >= 1 else "opinion_bad" if trust < 0 else "opinion_cool"
    return _say(situation, words, kind, person=named)


def _intent(situation: Situation, words: Utterance) -> Proposal | None:
    """Say what the player wants, if it trusts the asker and the goal is harmless."""
    goals = situation.view.goals
    if not goals:
        return _say(situation, words, "intent_none")
    harmless = ("learn", "meet", "reach", "read", "tell")
    open_goals = [want.text for want in situation.wants if want.intent.kind in harmless]
    if situation.trust(words.by) < 1 or not open_goals:
        return _say(situation, words, "intent_kept")
    return _say(situation, words, "intent_told", goal=open_goals[0])
