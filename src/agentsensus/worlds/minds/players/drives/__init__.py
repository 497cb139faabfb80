"""The drives of players. Each looks at the situation and proposes one action with a score, or nothing.

The highest score wins; the seed breaks ties. To add a drive, write a function and list it here.
"""

from agentsensus.worlds.minds.players.drives.deeds import avenge, do_deed, judge, release
from agentsensus.worlds.minds.players.drives.disputes import (
    accuse,
    confront,
    confront_goal,
    denounce,
    hear_charge,
    respond,
    retract,
)
from agentsensus.worlds.minds.players.drives.drama import hush, plead, post_guard, react, refuse_plea, vow
from agentsensus.worlds.minds.players.drives.drive import Drive, Proposal
from agentsensus.worlds.minds.players.drives.errands import bring, get, hand_over, invited, travel, wander
from agentsensus.worlds.minds.players.drives.free_talk import reply
from agentsensus.worlds.minds.players.drives.questions import answer, ask, recollect, seek_out, verify
from agentsensus.worlds.minds.players.drives.reactions import break_off, comfort, demand, flee, mourn, thank, warn
from agentsensus.worlds.minds.players.drives.routine import chore, greet, look, muse, read_here, read_mail, search, wait
from agentsensus.worlds.minds.players.drives.tell import deceive, pass_on, tell_goal

__all__ = ["DRIVES", "Drive", "Proposal"]

DRIVES: tuple[Drive, ...] = (
    read_mail,
    chore,
    react,
    mourn,
    respond,
    judge,
    do_deed,
    accuse,
    hear_charge,
    post_guard,
    hush,
    avenge,
    confront,
    retract,
    recollect,
    answer,
    reply,
    refuse_plea,
    warn,
    vow,
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
    seek_out,
    verify,
    flee,
    ask,
    release,
    plead,
    travel,
    wander,
    greet,
    look,
    read_here,
    muse,
    search,
    wait,
)
