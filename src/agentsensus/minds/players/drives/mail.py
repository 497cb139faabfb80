"""To read what came, where words are not heard whole."""

from agentsensus.minds.players.drives.drive import Proposal, propose
from agentsensus.minds.players.situation import Situation
from agentsensus.world.mail import WORLD

__all__ = ["read_mail"]

_SILENT = 4


def read_mail(situation: Situation) -> Proposal | None:
    """Read the first thread with something unread, unless much is unsaid."""
    if not situation.view.notices:
        return None
    notice = situation.view.notices[0]
    who = situation.part.phrases.listed(_called(situation, sender) for sender in notice.senders)
    because = {"n": notice.count, "who": who}
    return propose(situation, _score(situation), "mail", "read_thread", because, thread=notice.thread)


def _called(situation: Situation, sender: str) -> str:
    return situation.part.phrases.text("address", "world") if sender == WORLD else situation.name(sender)


def _score(situation: Situation) -> int:
    if situation.view.learnt:
        return 78
    is_mute = situation.rounds_since("say") > _SILENT and situation.rounds_since("read_thread") <= _SILENT
    return 45 if is_mute else 90
