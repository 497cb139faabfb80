"""Drives that ask and answer questions."""

from agentsensus.worlds.minds.players.beliefs import Belief
from agentsensus.worlds.minds.players.claims import Claim
from agentsensus.worlds.minds.players.claims.run_events import SEEN, deed, is_passing
from agentsensus.worlds.minds.players.conversation import OpenQuestion
from agentsensus.worlds.minds.players.drives.drive import Proposal, assert_claims, propose, speak
from agentsensus.worlds.minds.players.drives.tell import lie_about, retold
from agentsensus.worlds.minds.players.hearing import Asked
from agentsensus.worlds.minds.players.lines import spoken_of, word_question
from agentsensus.worlds.minds.players.situation import Situation
from agentsensus.worlds.scenario.goals import LearnIntent, MeetIntent

__all__ = [
    "MOST_ASKED",
    "answer",
    "ask",
    "is_learnt",
    "may_have_answer",
    "recollect",
    "reply_about",
    "seek_out",
    "tellable_about",
    "verify",
    "who_may_know",
    "whom_to_ask",
]

MOST_ASKED = 2
"""Maximum number of characters whom a player asks the same question."""
_PAUSE = 2
_FAR_FRIEND = 2
_A_LETTER_AWAY = 3
_PATIENCE = 4
"""Minimum number of rounds between two questions of one player."""
_SOUGHT_OUT = 50
"""Score for speaking with the character of a meet goal. It is higher than the score for travelling."""


def is_learnt(situation: Situation, event: str) -> bool:
    """Return whether the player believes some version of an event, or knows of the same death by another event."""
    belief = situation.belief(event)
    if belief is not None:
        return belief.support > 0 and not belief.in_doubt
    if event not in situation.player.scenario_events:
        return False
    matter = situation.player.matters.of(situation.script.original(event))
    return matter.kind == "death" and any(
        other.kind == "death" and other.doers and {*other.victims} & {*matter.victims}
        for known in situation.weighty
        if not known.in_doubt and (other := situation.matter(known))
    )


def ask(situation: Situation) -> Proposal | None:
    """Ask a goal's question: first characters present who may know, then one trusted friend far away."""
    for place, want in enumerate(situation.wants):
        intent = want.intent
        question = situation.player.goal_questions.get(intent.event) if isinstance(intent, LearnIntent) else None
        if question is None or not isinstance(intent, LearnIntent) or is_learnt(situation, intent.event):
            continue
        is_unprepared = not situation.view.rules.minded and not situation.has_recalled(question)
        if is_unprepared and not situation.talk.asked_about(intent.event):
            return propose(situation, 54, "prepare", "recall", query=question)
        for other in whom_to_ask(situation, want.text, intent.event):
            score = (52 if other in situation.present else 34) - 3 * place + situation.traits.curiosity // 2
            is_about = other in situation.script.persons(situation.script.by_name(question, situation.me, other))
            kind, asked = "ask_one" if is_about else "ask", word_question(situation, question, other)
            if offer := speak(situation, score, "ask", [other], kind, question=asked):
                return offer
    return None


def whom_to_ask(situation: Situation, goal: str, event: str) -> list[str]:
    """Return the characters to ask about an event, most promising first. If the player is alone, one distant friend.

    Nobody is asked in a case that only others could know of (see `may_have_answer`).
    """
    already = situation.talk.asked_about(event)
    if len(already) >= MOST_ASKED or situation.rounds_since("say") < _PAUSE or situation.talk.asked_lately(_PATIENCE):
        return []
    named, there = situation.script.persons(goal), situation.script.topic(event).there
    might = {*situation.present, *situation.felt, *named}
    fit = [
        other
        for other in situation.company
        if other in might
        and other not in already
        and may_be_asked(situation, other)
        and (other in situation.present or situation.trust(other) >= _FAR_FRIEND or other in named)
        and may_have_answer(situation, other, goal, event)
    ]
    here = [other for other in fit if other in situation.present]

    def whim(other: str) -> float:
        return situation.player.chance(f"asks {other} {event}")

    if here:
        return sorted(
            here, key=lambda other: (other not in named, other not in there, -situation.trust(other), whim(other))
        )
    near = {place.id for place in situation.view.places if place.rounds < _A_LETTER_AWAY}
    far = [] if already else [other for other in fit if situation.where(other) not in near]
    return sorted(far, key=lambda other: (other not in named, -situation.trust(other), whim(other)))[:1]


def may_have_answer(situation: Situation, other: str, goal: str, event: str) -> bool:
    """Return whether `other` is worth asking about the event of a goal.

    Everyone knows who witnessed an event, unless it is a secret: then the characters whom the goal or its question
    names are asked.
    """
    topic = situation.script.topic(event)
    if not situation.is_secret(event) and topic.there:
        return other in topic.there
    question = situation.player.goal_questions.get(event, goal)
    return other in situation.script.persons(f"{goal} {question}")


def may_be_asked(situation: Situation, other: str) -> bool:
    """Return whether the player may put a question to `other`.

    Enemies and opponents are never asked. If the player or `other` is a captive, only someone dear is asked.
    """
    if situation.is_opponent(other):
        return False
    return situation.is_dear(other) or not ({situation.me, other} & situation.held)


def seek_out(situation: Situation) -> Proposal | None:
    """Go up to the character of a meet goal, once they stand face to face; speak to an enemy."""
    if situation.player.scenario.world.manner == "office":
        return None
    for want in situation.wants:
        if not isinstance(want.intent, MeetIntent) or want.intent.whom not in situation.present:
            continue
        other = want.intent.whom
        if situation.talk.last_words(other) is not None or situation.has_gone_up_to(other):
            continue
        if not situation.is_foe(other) and situation.rounds_since("move") > _PATIENCE:
            continue
        if situation.is_foe(other):
            return speak(situation, _SOUGHT_OUT, "sought", [other], "sought_foe")
        lines = situation.player.phrases.lines("approach")
        description = situation.player.one_of(lines, f"approach {other}").format(name=situation.name(other))
        because = {"who": situation.name(other)}
        return propose(situation, _SOUGHT_OUT, "sought", "gesture", because, targets=[other], description=description)
    return None


_CANDID, _EVASIVE = 6, 4
_PROMPT = 77
"""Score of an answer. It is higher than that of everything except grave matters."""


def recollect(situation: Situation) -> Proposal | None:
    """Recall the subject of a question, if memory rows are not shown automatically."""
    if situation.view.rules.minded:
        return None
    for question in situation.talk.questions:
        if not question.asked.where and not situation.has_recalled(question.asked.text):
            because = {"who": situation.name(question.by)}
            return propose(situation, 72, "recollect", "recall", because, query=question.asked.text)
    return None


def answer(situation: Situation) -> Proposal | None:
    """Answer the latest question: truthfully, evasively, with a lie, or by naming someone who may know."""
    for question in reversed(situation.talk.questions):
        asked = question.asked
        if not situation.view.rules.minded and not asked.where and not situation.has_recalled(asked.text):
            continue
        offer = reply_about(situation, question)
        if offer is not None:
            return offer
    return None


def reply_about(situation: Situation, question: OpenQuestion) -> Proposal | None:
    """Propose the answer to a question, as `answer` gives it."""
    return _whereabouts(situation, question) if question.asked.where else _answer_from_belief(situation, question)


def _answer_from_belief(situation: Situation, question: OpenQuestion) -> Proposal | None:
    belief = _known_answer(situation, question)
    if belief is not None:
        return _reply(situation, question, belief)
    if question.by not in situation.present:
        return None
    other = who_may_know(situation, question)
    if other:
        person = spoken_of(situation.player, other)
        return speak(situation, _PROMPT - 4, "ask_other", [question.by], person=person)
    return _reply_unknown(situation, question)


def _reply_unknown(situation: Situation, question: OpenQuestion) -> Proposal | None:
    """Propose the reply that the player knows nothing about the event, person or place, or has no news."""
    asked = question.asked
    person = spoken_of(situation.player, asked.where or asked.person) if asked.where or asked.person else ""
    is_late = situation.view.round - question.read > _PAUSE or question.by not in situation.present
    if situation.dramas or is_late or situation.talk.has_shrugged(question.by):
        return None
    kind = "nowhere" if asked.where else "nothing_of" if asked.person else "nothing" if asked.event else "no_news"
    return speak(situation, _PROMPT - 4, "nothing", [question.by], kind, person=person)


def _can_be_asked(situation: Situation, asker: str, other: str) -> bool:
    """Return whether the player would send the asker to `other`.

    It would not if it distrusts `other`, if `other` ranks far above the asker and is not close to them, or, in a world
    of offices, if the asker distrusts `other`.
    """
    scenario, bonds = situation.player.scenario, situation.player.bonds
    if bonds.bearing(asker, other) == "up" and not bonds.are_close(asker, other):
        return False
    opposes = scenario.world.manner == "office" and scenario.characters[asker].trusts.get(other, 0) < 0
    return situation.trust(other) >= 0 and not opposes


def _whereabouts(situation: Situation, question: OpenQuestion) -> Proposal | None:
    """Propose a reply that names the place where a person was last seen or heard of in this run."""
    sought, view = question.asked.where, situation.view
    if sought in situation.present or question.by not in situation.present:
        return None
    place = view.seen.get(sought, ("", 0))[0]
    place = place or next(
        (
            heard.claim.event.split(":")[2]
            for heard in reversed(situation.talk.claims_heard)
            if _places(heard.claim, sought)
        ),
        "",
    )
    if place not in situation.player.scenario.places or place == view.place.id:
        return _reply_unknown(situation, question)
    if situation.is_foe(question.by) and situation.is_dear(sought):
        return speak(situation, _PROMPT, "silence", [question.by])
    claim = Claim(deed(SEEN, sought, place))
    return speak(situation, _PROMPT, "whereabouts", [question.by], "tell", [claim])


def _places(claim: Claim, person: str) -> bool:
    kind, *about = claim.event.split(":")
    return kind in ("came", "going", SEEN) and about[:1] == [person] and len(about) == 2


def _known_answer(situation: Situation, question: OpenQuestion) -> Belief | None:
    """Return the belief that answers a question about an event, a scene, a person or news; None if there is none."""
    asked, script = question.asked, situation.script
    if asked.event:
        belief = situation.belief(asked.event)
        if belief is not None and belief.support > 0:
            return belief
        scene = script.topic(asked.event)
        near = [
            belief
            for belief in _tellable(situation, question)
            if (topic := script.topic(belief.claim.event)).place == scene.place
            and topic.near == scene.near
            and topic.near
        ]
        return near[0] if near else None
    about = [
        belief
        for belief in _tellable(situation, question)
        if _is_private_enough(situation, belief.claim.event, question.by)
        and (asked.person in script.named(belief.claim) if asked.person else situation.is_news(belief))
    ]
    return about[0] if about else None


def tellable_about(situation: Situation, asker: str, person: str = "") -> list[Belief]:
    """Return the beliefs that an asker does not know yet and may hear, best first.

    With a `person`, those that name the person; otherwise news of this run.
    """
    question = OpenQuestion(asker, Asked(""), situation.view.round)
    return [
        belief
        for belief in _tellable(situation, question)
        if _is_private_enough(situation, belief.claim.event, asker)
        and (person in situation.script.named(belief.claim) if person else situation.is_news(belief))
    ]


def _tellable(situation: Situation, question: OpenQuestion) -> list[Belief]:
    """Return the beliefs that the asker does not know yet and may hear, by weight, then newest first."""
    beliefs = [
        belief
        for event, belief in situation.known.items()
        if belief.support > 0
        and not belief.in_doubt
        and not is_passing(event)
        and situation.may_tell(event, question.by)
        and not situation.is_secret(event)
        and not situation.others.knows(question.by, belief)
        and question.by not in situation.script.named(belief.claim)
    ]
    return sorted(beliefs, key=lambda belief: (-situation.matter(belief).weight, -belief.since, belief.claim))


def who_may_know(situation: Situation, question: OpenQuestion) -> str:
    """Return a character who may know the answer: named in the question, or a known witness; empty if there is none.

    An office refers questions about another office to that office and never guesses.
    """
    asked, script, player = question.asked, situation.script, situation.player
    if not asked.event and not asked.person:
        return ""
    is_office = player.scenario.world.manner == "office"
    if is_office and asked.person:
        return asked.person if asked.person in situation.company else ""
    fit = [
        id_
        for id_ in situation.company
        if id_ not in (question.by, asked.person)
        and _can_be_asked(situation, question.by, id_)
        and not situation.talk.has_referred(question.by)
    ]
    named = () if asked.person else script.persons(script.by_name(asked.text, question.by, situation.me))
    there = script.topic(asked.event).there if asked.event and not situation.is_secret(asked.event) else named
    if meant := [id_ for id_ in (*named, *there) if id_ in fit and id_ in there]:
        return meant[0]
    return ""


def _reply(situation: Situation, question: OpenQuestion, belief: Belief) -> Proposal | None:
    event, asker = belief.claim.event, question.by
    if situation.may_tell(event, asker) and _is_private_enough(situation, event, asker):
        is_beside = question.asked.event not in ("", event)
        kind = "confide" if situation.is_secret(event) else "beside" if is_beside else "tell"
        return assert_claims(situation, _PROMPT, "answer", [asker], belief, [retold(situation, belief, [asker])], kind)
    if situation.talk.pressure(event) * 2 > situation.nerve and asker not in situation.withheld.get(event, ()):
        return assert_claims(situation, _PROMPT, "slip", [asker], belief, [belief.claim], "slip")
    is_by_letter = asker not in situation.present
    if situation.traits.candour >= _CANDID:
        return None if is_by_letter else speak(situation, _PROMPT, "silence", [asker])
    false = situation.talk.version_told(event) or lie_about(situation, belief, [asker])
    if situation.traits.candour >= _EVASIVE or false is None or false == belief.claim:
        return None if is_by_letter else speak(situation, _PROMPT, "deflect", [asker])
    return assert_claims(situation, _PROMPT, "lie", [asker], belief, [false])


def _is_private_enough(situation: Situation, event: str, asker: str) -> bool:
    """Return whether the player would let everyone present hear about an event."""
    bystanders = [other for other in situation.present if other != asker] if asker in situation.present else []
    return all(situation.may_tell(event, other) for other in bystanders)


_TALKED_OVER = 4
"""An event that this many characters are known to have heard of is not asked about again."""


def verify(situation: Situation) -> Proposal | None:
    """Ask a character present who is named in a doubtful event, or saw it, whether it is true."""
    if situation.rounds_since("say") < _PAUSE:
        return None
    for belief in situation.troubling:
        event = belief.claim.event
        if situation.talk.is_in_question(event) or len(situation.talk.took_in.get(event, ())) >= _TALKED_OVER:
            continue
        for other in situation.present:
            if not _can_ask(situation, belief, other):
                continue
            if offer := speak(situation, 51, "whether", [other], claims=[belief.claim]):
                return offer
    return None


def _can_ask(situation: Situation, belief: Belief, other: str) -> bool:
    event = belief.claim.event
    if situation.script.world_deeds.is_one(event):
        return False
    tellers = {heard.by for heard in situation.talk.claims_heard if heard.claim.event == event}
    if other in tellers or situation.talk.has_asked(other, event) or situation.is_foe(other):
        return False
    if situation.is_secret(event) and situation.trust(other) < 1:
        return False
    matter = situation.matter(belief)
    if matter.is_harm and other in matter.doers:
        return False
    return other in situation.script.named(belief.claim) or other in situation.script.topic(event).there
