"""Method names of other memory libraries, and the methods of this package that do the same."""

from typing import TYPE_CHECKING, NoReturn

__all__ = ["MethodHints"]

_HERE = {
    "add": "remember(agent, text), or remember_messages(agent, messages)",
    "add_messages": "remember_messages(agent, messages)",
    "get_all": "records(agent=…)",
    "query": "recall(agent, query), or search(query) over everything",
    "retrieve": "recall(agent, query), or search(query) over everything",
    "get_context": "recall(agent, query, max_tokens=…).text()",
    "get_user_context": "recall(agent, query, max_tokens=…).text()",
    "update": "revise(agent, id, text)",
    "delete": "forget(agent, id), or purge(record=id), which erases it for good",
    "delete_all": "purge(agent=…)",
    "reset": "purge, or a new file",
    "put": "agentsensus.integrations.langgraph.AgentsensusStore(memory).put",
}


class MethodHints:
    """Base class: the AttributeError for a method name of another library names the equivalent method of this
    package.
    """

    if not TYPE_CHECKING:  # a type checker must still report unknown attributes

        def __getattr__(self, name: str) -> NoReturn:
            here = f"; here it is {_HERE[name]}" if name in _HERE else ""
            raise AttributeError(f"{type(self).__name__!r} object has no attribute {name!r}{here}", name=name, obj=self)
