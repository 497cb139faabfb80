"""Goals make sense: one learns what one does not know, tells what one does, and to somebody who can hear it."""

from collections.abc import Iterator

from agentsensus.text.sentences import sentences
from agentsensus.world.cast import Character
from agentsensus.world.goals import Goal, Intent
from agentsensus.world.reading.problems import Problems, Steps
from agentsensus.world.scenario import Scenario, SceneEvent

_ABOUT_KNOWN = ("tell", "keep", "deceive", "confront")
_TO_SOMEBODY = ("tell", "meet", "deceive", "confront", "get", "bring", "do")


def check_goals(scenario: Scenario, notes: Problems) -> None:
    """Note goals that can never be acted on or are reached before they begin."""
    heard = _kickoff_sentences(scenario)
    for id_, character in scenario.characters.items():
        for place, written in enumerate(character.goals):
            for path, goal in _with_fallbacks(written, (id_, "goals", place)):
                if goal.intent is not None:
                    _check(scenario, character, goal, goal.intent, heard.get(id_, set()), notes, (*path, "intent"))


def _with_fallbacks(goal: Goal | None, path: Steps) -> Iterator[tuple[Steps, Goal]]:
    """A goal, then what is taken up when it fails, each with its path."""
    while goal is not None:
        yield path, goal
        goal, path = goal.otherwise, (*path, "else")


def _check(
    scenario: Scenario,
    character: Character,
    goal: Goal,
    intent: Intent,
    heard: set[str],
    notes: Problems,
    path: Steps,
) -> None:
    def warn(problem: str) -> None:
        notes.warn("characters", path, f"is {str(intent)!r}, {problem}")

    events = scenario.matter(getattr(intent, "event", ""))
    knows = any(character.id in event.witnesses or heard & {event.text, *event.tellings} for event in events)
    whom = getattr(intent, "whom", None)
    if intent.kind == "learn":
        if not goal.question:
            warn("and has no `question` to ask others")
        if events and knows:
            warn("which this one knows already")
        if events and not any(_can_be_learnt(scenario, event) for event in events):
            warn("and nobody who acts knows it")
    sought = {
        getattr(goal.intent, "event", "") for goal in character.goals if goal.intent and goal.intent.kind == "learn"
    }
    if intent.kind in _ABOUT_KNOWN and events and not knows and getattr(intent, "event", "") not in sought:
        warn("of which this one knows nothing at the start")
    if intent.kind in _TO_SOMEBODY and whom and scenario.characters[whom].archived:
        notes.error("characters", path, f"is {str(intent)!r}, and {whom!r} is {scenario.characters[whom].archived}")
    if intent.kind == "tell" and whom and any(whom in event.witnesses for event in events):
        warn(f"and {whom!r} knows it already")
    if intent.kind == "do":
        deed = scenario.world.deeds.get(intent.deed)
        barred = deed and deed.by not in (("anyone",), ("office",)) and character.id not in deed.by
        if deed and (barred or (deed.by == ("office",) and not character.office)):
            warn("which the world does not allow this one")
        if deed and deed.to and whom not in deed.to:
            warn(f"which cannot be done to {whom!r}")


def _can_be_learnt(scenario: Scenario, event: SceneEvent) -> bool:
    """Whether somebody who acts has witnessed it, or a document says it."""
    wordings = {event.text, *event.tellings}
    written = any(wordings & set(carrier.text) for carrier in scenario.carriers.values())
    return written or bool(set(event.witnesses) & set(scenario.active))


def _kickoff_sentences(scenario: Scenario) -> dict[str, set[str]]:
    """By character: the sentences that reach it in round 1."""
    heard: dict[str, set[str]] = {}
    for kickoff in scenario.world.kickoff:
        for id_ in kickoff.to:
            heard.setdefault(id_, set()).update(sentences(kickoff.content))
    return heard
