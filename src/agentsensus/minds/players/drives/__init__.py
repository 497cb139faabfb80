"""What moves a player: each drive looks at the situation and proposes one action with a score, or nothing.

The highest score wins; between equals the seed decides. To add a drive, write a function and list it here.
"""

from agentsensus.minds.players.drives.accuse import accuse, confront_goal, denounce, hear_charge, respond
from agentsensus.minds.players.drives.answer import answer, recollect
from agentsensus.minds.players.drives.ask import ask, ask_for_news, ask_where
from agentsensus.minds.players.drives.chores import chore
from agentsensus.minds.players.drives.confront import confront, retract
from agentsensus.minds.players.drives.consequence import avenge, do_deed, judge, release
from agentsensus.minds.players.drives.doubt import verify
from agentsensus.minds.players.drives.drive import Drive, Proposal
from agentsensus.minds.players.drives.look import greet, look, muse, read_here, search
from agentsensus.minds.players.drives.mail import read_mail
from agentsensus.minds.players.drives.react import break_off, comfort, demand, flee, mourn, thank, warn
from agentsensus.minds.players.drives.tell import deceive, pass_on, tell_goal
from agentsensus.minds.players.drives.things import bring, get, hand_over, invited
from agentsensus.minds.players.drives.travel import travel, wander
from agentsensus.minds.players.drives.wait import wait

__all__ = ["DRIVES", "Drive", "Proposal"]

DRIVES: tuple[Drive, ...] = (
    read_mail,
    chore,
    mourn,
    respond,
    judge,
    do_deed,
    accuse,
    hear_charge,
    avenge,
    confront,
    retract,
    recollect,
    answer,
    warn,
    denounce,
    demand,
    confront_goal,
    invited,
    hand_over,
    break_off,
    tell_goal,
    deceive,
    comfort,
    thank,
    get,
    bring,
    pass_on,
    verify,
    flee,
    ask,
    ask_where,
    ask_for_news,
    release,
    travel,
    wander,
    greet,
    look,
    read_here,
    muse,
    search,
    wait,
)
