"""Drives that react to what everybody present has just witnessed, and drives of captives and their guards."""

from collections.abc import Sequence

from agentsensus.base.chance import draw
from agentsensus.worlds.minds.players.beliefs import Belief
from agentsensus.worlds.minds.players.drama import Drama, guard_of
from agentsensus.worlds.minds.players.drives.drive import Proposal, propose, speak
from agentsensus.worlds.minds.players.lines import spoken_of
from agentsensus.worlds.minds.players.situation import Situation

__all__ = [
    "CONCERNED",
    "OPENING",
    "TOPICAL",
    "has_reacted",
    "hush",
    "plead",
    "post_guard",
    "react",
    "refuse_plea",
    "vow",
]

TOPICAL = frozenset(
    (
        *("react", "shield", "run", "post_guard", "plead", "refuse_plea", "hush", "vow", "protest", "own_deed"),
        *("mourn", "deny", "confess", "judge", "do", "accuse", "charge", "avenge", "denounce", "demand", "break_off"),
        *("accept", "doubt", "reject", "comfort", "bad_news", "warn", "flee", "release", "wait", "mail", "reply"),
    )
)
"""Drives that may act during the rounds in which a drama is the topic."""
CONCERNED = frozenset(("answer", "lie", "slip", "silence", "deflect", "confront", "dispute", "stand", "retract"))
"""Drives that may act in these rounds only if they speak of somebody whom the drama concerns."""
OPENING = frozenset(("ask", "whether", "tell", "concern", "gossip", "confide", "deceive", "sought", "warn", "charge"))
"""Drives that open a subject, other than in answer to somebody."""
_TIMID = 3
_GRAVE = 5
_LATELY = 3
_CHORUS = 4
"""Number of those present who show by a gesture what they feel, unless somebody has died: then everybody does."""
_CALM = 4
"""Minimum number of rounds between two gestures of a bystander during a quarrel."""


def has_reacted(situation: Situation, drama: Drama) -> bool:
    """Return whether the player has reacted since a drama: by a gesture, a deed, a speech act, or words about the
    event.
    """
    if any(
        turn.action in ("gesture", "deed") and turn.ok and turn.round > drama.since for turn in situation.view.cache
    ):
        return True
    return any(
        words.letter.sent > drama.since and (words.heard.act or drama.event in words.events)
        for words in situation.talk.own
    )


def react(situation: Situation) -> Proposal | None:
    """React to a drama, once, by bond and rank: cry out, protest, shield a friend, run, own to it, or show horror."""
    for drama in situation.dramas:
        if has_reacted(situation, drama):
            continue
        offer = _reaction(situation, drama)
        if offer is not None:
            return offer
    return None


def _reaction(situation: Situation, drama: Drama) -> Proposal | None:
    me = situation.me
    if drama.kind in ("accusation", "confession"):
        return _to_words(situation, drama)
    if drama.kind == "discovery":
        return None if any(map(situation.is_dear, drama.victims)) else _gesture(situation, drama)
    if me in drama.victims:
        return _protest(situation, drama)
    if me in drama.doers:
        return _own_up(situation, drama)
    dear = [victim for victim in drama.victims if situation.is_dear(victim)]
    if drama.kind == "death" and not dear and _runs(situation, drama):
        return _run(situation, drama)
    doer = next((doer for doer in drama.doers if doer in situation.present), "")
    if drama.kind == "death" and dear:
        hearer = doer or _nearest(situation, drama)
        return _say(situation, 90, "cry", hearer, drama, dear[0]) if hearer else _gesture(situation, drama)
    if doer and situation.is_dear(doer) and not dear:
        return _say(situation, 87, "shield" if drama.kind == "death" else "side", doer, drama)
    if doer and drama.kind == "attack" and (dear or not situation.is_foe(doer)):
        return _say(situation, 87, "stop", doer, drama)
    if doer and drama.kind == "capture" and dear and not _is_timid(situation):
        return _say(situation, 87, "stand_up_for", doer, drama, dear[0])
    if doer and drama.kind == "death" and _place_among(situation) % 2 == 0:
        return _say(situation, 87, "horror", doer, drama)
    return _gesture(situation, drama)


def _to_words(situation: Situation, drama: Drama) -> Proposal | None:
    """Propose a reaction to an accusation or a confession that was not addressed to the player."""
    accused = drama.doers[0]
    if situation.me in (accused, drama.by):
        return None
    addressed = any(
        words.by == drama.by and drama.event in words.events and situation.me in words.letter.recipients
        for words in situation.talk.utterances
    )
    if addressed:
        return None
    if accused in situation.present and any(situation.is_dear(victim) for victim in drama.victims):
        return _say(situation, 80, "is_it_true" if drama.kind == "accusation" else "own_mouth", accused, drama)
    belief = situation.belief(drama.event)
    knows_it = belief is not None and belief.support > 0 and accused in situation.matter(belief).doers
    told_before = knows_it and belief is not None and belief.first <= drama.since
    if drama.kind == "accusation" and situation.is_dear(accused) and drama.by in situation.present and not told_before:
        return _say(situation, 80, "vouch", drama.by, drama, accused)
    if situation.is_dear(accused):
        return None
    lately = [turn for turn in situation.view.cache if turn.action == "gesture"]
    if any(situation.view.round - turn.round <= _CALM for turn in lately):
        return None
    return _gesture(situation, drama)


def _protest(situation: Situation, drama: Drama) -> Proposal | None:
    doer = drama.doers[0] if drama.doers else ""
    if drama.kind == "death" or doer not in situation.present:
        return None
    return _say(situation, 88, "protest" if drama.kind == "capture" else "cry_out", doer, drama)


def _own_up(situation: Situation, drama: Drama) -> Proposal | None:
    """Propose that the doer of a deed admits it, or flees after a killing if timid."""
    if drama.kind == "capture":
        return post_guard(situation)
    if drama.kind == "death" and _is_timid(situation) and not situation.view.is_held:
        return _run(situation, drama)
    hearer = _nearest(situation, drama)
    return _say(situation, 87, "own_deed", hearer, drama) if hearer else None


def _say(situation: Situation, score: int, kind: str, hearer: str, drama: Drama, victim: str = "") -> Proposal | None:
    is_chorus = kind in ("horror", "shield", "side", "stop")
    if is_chorus and _place_among(situation) >= len(situation.player.phrases.lines_for(kind, "any")):
        return _gesture(situation, drama)
    about = victim or (drama.victims[0] if drama.victims else drama.doers[0])
    named = spoken_of(situation.player, about)
    doer = spoken_of(situation.player, drama.doers[0]) if drama.doers else named
    return speak(
        situation,
        score,
        "react",
        [hearer],
        kind,
        about=about,
        nth=_place_among(situation),
        victim=named,
        person=named,
        doer=doer,
    )


def _gesture(situation: Situation, drama: Drama) -> Proposal | None:
    """Propose a gesture that shows the player's feelings. Each character present makes a different one."""
    phrases, at = situation.player.phrases, _place_among(situation)
    if drama.kind != "death" and at >= _CHORUS and situation.me not in drama.persons:
        return None
    here = [person for person in (*drama.doers, *drama.victims, drama.by) if person in situation.present]
    target = here[0] if here else _nearest(situation, drama)
    if not target:
        return None
    about = drama.victims[0] if drama.victims else target
    patterns = phrases.lines("gestures", drama.kind)
    description = patterns[(at + drama.since) % len(patterns)].format(
        victim=situation.name(about), doer=situation.name(drama.doers[0] if drama.doers else target)
    )
    because = {"who": situation.name(about)}
    return propose(situation, 79, "react", "gesture", because, targets=[target], description=description)


def _place_among(situation: Situation) -> int:
    """Return the player's position among the characters present, in a random order that all of them share.

    By it each of them chooses different words for a reaction.
    """
    player, round_ = situation.player, situation.view.round
    here = sorted((situation.me, *situation.present), key=lambda id_: (draw(player.seed, round_, id_, "react"), id_))
    return here.index(situation.me)


def _nearest(situation: Situation, drama: Drama) -> str:
    """Return the character present whom the player would turn to: the dearest one who is not guilty."""
    others = [other for other in situation.present if other not in drama.doers and other not in drama.victims]
    return max(others, key=lambda other: (situation.trust(other), other), default="")


def _is_timid(situation: Situation) -> bool:
    return situation.traits.nerve <= _TIMID


def _runs(situation: Situation, drama: Drama) -> bool:
    """Return whether the player runs from a killer who is present and free."""
    free = [doer for doer in drama.doers if doer in situation.present and doer not in situation.held]
    return bool(free) and _is_timid(situation) and not situation.view.is_held and not situation.guarded


def _run(situation: Situation, drama: Drama) -> Proposal | None:
    near = [place.id for place in situation.view.places if place.rounds <= 1]
    if not near:
        return _gesture(situation, drama)
    to = situation.player.one_of(near, "run", situation.view.round)
    who = drama.victims[0] if situation.me in drama.doers else drama.doers[0]
    return propose(situation, 87, "run", "move", {"who": situation.name(who)}, destination=to)


def post_guard(situation: Situation) -> Proposal | None:
    """Order a character to guard a captive of the player; the order is given once."""
    for captive in sorted(situation.view.held):
        guard = guard_of(situation, captive)
        if situation.captor_of(captive) != situation.me or guard in ("", situation.me):
            continue
        if situation.player.bonds.bearing(situation.me, guard) == "up":
            continue
        if not situation.talk.acts("post_guard", by=situation.me, about=captive):
            named = spoken_of(situation.player, captive)
            return speak(situation, 81, "post_guard", [guard], about=captive, person=named)
    return None


def plead(situation: Situation) -> Proposal | None:
    """Ask the guard to be let go, once for each."""
    if not situation.view.is_held or not situation.switches.reactions:
        return None
    guard = guard_of(situation, situation.me)
    if guard in situation.present and not situation.talk.acts("plead", by=situation.me, to=guard):
        return speak(situation, 41, "plead", [guard])
    return None


def refuse_plea(situation: Situation) -> Proposal | None:
    """Answer a captive who asks to be let go."""
    for words in reversed(situation.talk.acts("plead", to=situation.me)):
        if words.by in situation.view.held and not situation.talk.has_answered(words.by, words.letter.read or 0):
            return speak(situation, 74, "refuse_plea", [words.by])
    return None


def hush(situation: Situation) -> Proposal | None:
    """Silence somebody who tells others, in the player's hearing, of harm that the player did in secret; once each."""
    if not situation.switches.reactions:
        return None
    for heard in reversed(situation.talk.claims_heard):
        if heard.read != situation.view.round or not heard.overheard or heard.by not in situation.present:
            continue
        belief: Belief | None = situation.belief(heard.claim.event)
        if belief is None or not situation.is_guilty(heard.claim.event) or heard.act in ("accuse", "charge", "confess"):
            continue
        if situation.matter(belief).weight < _GRAVE:
            continue
        if belief.is_seen and not situation.talk.acts("hush", by=situation.me, to=heard.by):
            return speak(situation, 82, "hush", [heard.by])
    return None


def vow(situation: Situation) -> Proposal | None:
    """Swear before the teller that whoever did harm to somebody dear will answer for it; once for each doer."""
    if not (situation.switches.reactions and situation.switches.accusations):
        return None
    for belief, doer in situation.grievances:
        if belief.first == 0 or situation.view.round - belief.first > _LATELY or doer in situation.present:
            continue
        tellers = _tellers(situation, belief)
        if tellers and not situation.talk.acts("vow", by=situation.me, about=doer):
            named = spoken_of(situation.player, doer)
            return speak(situation, 66, "vow", tellers[:1], about=doer, person=named)
    return None


def _tellers(situation: Situation, belief: Belief) -> Sequence[str]:
    return [
        ground.source
        for ground in belief.grounds
        if ground.source in situation.present and not situation.is_foe(ground.source)
    ]
