"""Things and company: get what a goal is about, give or refuse what is asked for, take somebody along."""

from agentsensus.minds.players.conversation import Utterance
from agentsensus.minds.players.drives.drive import Proposal, propose
from agentsensus.minds.players.drives.speaking import speak
from agentsensus.minds.players.situation import Situation
from agentsensus.world.goals import BringIntent, GetIntent

__all__ = ["bring", "get", "hand_over", "invited"]

_SLY = 4
_LATELY = 4


def get(situation: Situation) -> Proposal | None:
    """Take what a goal wants if it lies here; ask whoever has it; take it from a foe, or after a refusal, if sly."""
    for want in situation.wants:
        intent = want.intent
        if not isinstance(intent, GetIntent) or _has(situation, intent.carrier) or not situation.view.rules.things:
            continue
        if any(thing.id == intent.carrier for thing in situation.view.things):
            return propose(situation, 64, "take", "take", thing=intent.carrier)
        if intent.whom not in situation.present:
            continue
        seen = any(intent.carrier in person.holds for person in situation.view.people if person.id == intent.whom)
        asked = situation.talk.acts("ask_thing", by=situation.me, to=intent.whom, about=intent.carrier)
        tried = sum(turn.action == "take" for turn in situation.view.cache)
        if seen and (asked or situation.is_foe(intent.whom)) and situation.traits.candour <= _SLY and tried < 2:
            return propose(situation, 62, "take", "take", thing=intent.carrier)
        if not asked and not situation.is_foe(intent.whom):
            thing = situation.part.scenario.carriers[intent.carrier].called[0]
            return speak(situation, 63, "ask_thing", [intent.whom], thing=thing)
    return None


def hand_over(situation: Situation) -> Proposal | None:
    """Give a thing that one has to whoever asks for it, being dear or above one; refuse it to others."""
    for words in _asked_of_me(situation, "ask_thing"):
        thing = words.heard.about
        if thing not in situation.part.scenario.carriers:
            continue
        because = {"who": situation.name(words.by)}
        above = situation.part.bonds.bearing(situation.me, words.by) == "up"
        if _has(situation, thing) and words.by in situation.present and (above or situation.trust(words.by) >= 2):
            return propose(situation, 75, "give", "give", because, target=words.by, thing=thing)
        if _has(situation, thing) and not situation.talk.has_answered(words.by, words.letter.read or 0):
            called = situation.part.scenario.carriers[thing].called[0]
            return speak(situation, 74, "refuse_thing", [words.by], thing=called)
    return None


def bring(situation: Situation) -> Proposal | None:
    """Invite somebody to come along to where a goal wants it, once."""
    for want in situation.wants:
        intent = want.intent
        if not isinstance(intent, BringIntent) or intent.whom not in situation.present:
            continue
        if situation.view.place.id == intent.place:
            continue
        if not situation.talk.acts("invite", by=situation.me, to=intent.whom):
            return speak(situation, 65, "invite", [intent.whom], place=situation.script.place(intent.place))
    return None


def invited(situation: Situation) -> Proposal | None:
    """Agree to come along, or decline: nobody follows a foe."""
    for words in _asked_of_me(situation, "invite"):
        if situation.talk.has_answered(words.by, words.letter.read or 0):
            continue
        above = situation.part.bonds.bearing(situation.me, words.by) == "up"
        agrees = not situation.view.is_held and (
            situation.trust(words.by) >= 1 or (above and not situation.is_foe(words.by))
        )
        return speak(situation, 76, "agree" if agrees else "decline", [words.by])
    return None


def _asked_of_me(situation: Situation, act: str) -> list[Utterance]:
    """What somebody has lately asked of one, the latest first."""
    return [
        words
        for words in reversed(situation.talk.acts(act, to=situation.me))
        if words.letter.read is not None
        and situation.view.round - words.letter.read <= _LATELY
        and words.by not in situation.gone
    ]


def _has(situation: Situation, thing: str) -> bool:
    """Whether one has a thing oneself."""
    return thing in situation.view.holds
