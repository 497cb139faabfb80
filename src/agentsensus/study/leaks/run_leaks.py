"""The leaks of a run folder, and as lines to print."""

import re
from collections.abc import Iterator, Sequence

from agentsensus.screenplay.casting import Casting
from agentsensus.study.leaks.detect import leaks_of
from agentsensus.study.leaks.leak import Leak
from agentsensus.study.run import Run
from agentsensus.texts import texts
from agentsensus.world.scenario import Scenario

__all__ = ["leak_lines", "run_leaks"]


def run_leaks(run: Run) -> list[Leak]:
    """Every leak of a run, in order; a run that is being played can be asked too."""
    return leaks_of(run.scenario, run.files.read().rules, run.log)


def _as_said(word: str, line: str, casting: Casting) -> str:
    """A word that gives a leak away as the line has it, not by its stem; a person by name."""
    if word.startswith("@"):
        return casting.name(word[1:])
    return next((said for said in re.findall(r"\w+", line) if said.lower().startswith(word)), word)


def leak_lines(leaks: Sequence[Leak], scenario: Scenario) -> Iterator[str]:
    """Leaks in the language of the world: the line, what it uses, who has that, and how it could have come."""
    words, casting = texts(__package__, "words", scenario.world.language), Casting(scenario, scenario.world.language)
    if not leaks:
        yield str(words["none"])
    for leak in leaks:
        yield str(words["line"]).format(round=leak.round, who=casting.name(leak.agent), line=leak.line)
        owners = casting.names(leak.owners) if leak.owners else str(words["nobody"])
        shown = ", ".join(_as_said(word, leak.line, casting) for word in leak.words)
        yield "    " + str(words[leak.ground]).format(text=leak.text, owners=owners, since=leak.since, words=shown)
        routes = ", ".join(f"{casting.name(route.owner)} ({route.round})" for route in leak.routes)
        yield "    " + (str(words["routes"]).format(routes=routes) if routes else str(words["no_route"]))
