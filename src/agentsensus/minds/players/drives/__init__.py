"""What moves a player: each drive looks at the situation and proposes one action with a score, or nothing.

The highest score wins; between equals the seed decides. To add a drive, write a function and list it here.
"""

from agentsensus.minds.players.drives.answer import answer, recollect
from agentsensus.minds.players.drives.ask import ask, ask_for_news
from agentsensus.minds.players.drives.confront import confront, retract
from agentsensus.minds.players.drives.doubt import pursue, settle, verify
from agentsensus.minds.players.drives.drive import Drive, Proposal
from agentsensus.minds.players.drives.feeling import feel, seek_out
from agentsensus.minds.players.drives.goals import tend_goals
from agentsensus.minds.players.drives.keep import check, keep
from agentsensus.minds.players.drives.look import greet, look, muse, read_here, search
from agentsensus.minds.players.drives.mail import read_mail
from agentsensus.minds.players.drives.tell import deceive, pass_on, tell_goal
from agentsensus.minds.players.drives.travel import travel, wander
from agentsensus.minds.players.drives.trust import weigh
from agentsensus.minds.players.drives.wait import wait

__all__ = ["DRIVES", "Drive", "Proposal"]

DRIVES: tuple[Drive, ...] = (
    read_mail,
    weigh,
    confront,
    retract,
    check,
    keep,
    recollect,
    answer,
    tell_goal,
    deceive,
    pass_on,
    verify,
    pursue,
    settle,
    feel,
    seek_out,
    ask,
    ask_for_news,
    tend_goals,
    travel,
    wander,
    greet,
    look,
    read_here,
    muse,
    search,
    wait,
)
