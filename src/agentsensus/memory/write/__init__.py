"""Functions that write to an open memory: check, cut, embed, find candidates, judge, commit. They take a `Session`."""

from agentsensus.memory.write.deposits import (
    remember,
    remember_event,
    remember_history,
    remember_many,
    remember_messages,
)
from agentsensus.memory.write.edits import (
    advance,
    edit,
    forget,
    forget_about,
    link,
    mark,
    review,
    revise,
    split,
    unlink,
)
from agentsensus.memory.write.grants import connect, grant, revoke, set_group
from agentsensus.memory.write.resolutions import dismiss, merge, resolve

__all__ = [
    "advance",
    "connect",
    "dismiss",
    "edit",
    "forget",
    "forget_about",
    "grant",
    "link",
    "mark",
    "merge",
    "remember",
    "remember_event",
    "remember_history",
    "remember_many",
    "remember_messages",
    "resolve",
    "review",
    "revise",
    "revoke",
    "set_group",
    "split",
    "unlink",
]
