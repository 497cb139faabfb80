"""Suggestions for a person's turn, computed by the drives of a player in the same situation."""

from collections.abc import Iterator

from agentsensus.worlds.minds.human.commands import commands, sayings
from agentsensus.worlds.minds.human.line_parser import read_line
from agentsensus.worlds.minds.mind import Decision
from agentsensus.worlds.minds.players.chores import is_reached
from agentsensus.worlds.minds.players.drives import DRIVES
from agentsensus.worlds.minds.players.player_state import PlayerState, player_states
from agentsensus.worlds.minds.players.situation import Situation
from agentsensus.worlds.minds.view import View
from agentsensus.worlds.scenario.scenario import Scenario
from agentsensus.worlds.telling import Teller

__all__ = ["SUGGESTED", "Adviser", "Suggestion"]

SUGGESTED = 3
_IDLE = 30
"""Proposals up to this score are pastimes; questions for the character's goals come first."""
_ACTIONS = ("say", "move", "read", "take", "give", "deed", "observe", "act_on")


class Suggestion:
    """A line that the person could type, and the decision it stands for."""

    __slots__ = ("decision", "line")

    def __init__(self, line: str, decision: Decision) -> None:
        self.line = line
        self.decision = decision


class Adviser:
    """Proposes lines for one character, and notices which of its goals are reached."""

    def __init__(self, scenario: Scenario, agent: str) -> None:
        self._scenario, self._agent = scenario, agent
        self._state: PlayerState | None = None
        self._teller = Teller(scenario)
        self._words = {command.action: command.typed[scenario.world.language][0] for command in commands()}

    def _situation(self, view: View) -> Situation:
        if self._state is None:
            self._state = player_states(self._scenario, 0)[self._agent]
        return Situation(self._state, view)

    def reached(self, view: View) -> tuple[str, ...]:
        """Return the goals that are reached, as far as the character can tell."""
        situation = self._situation(view)
        return tuple(want.text for want in situation.wants if is_reached(situation, want))

    def next_goal(self) -> str:
        """Return the goal of a character who has reached all others, so that it keeps getting turns."""
        assert self._state is not None
        return self._state.phrases.text("goals", "rest")

    def suggestions(self, view: View) -> list[Suggestion]:
        """Return up to three different lines, the most urgent first, at most one of them a journey."""
        chosen: list[Suggestion] = []
        for decision in self._decisions(view):
            kinds = [(suggestion.decision.action, _whom(suggestion.decision)) for suggestion in chosen]
            is_again = (decision.action, _whom(decision)) in kinds and decision.action in ("say", "observe")
            if is_again or (decision.action == "move" and any(action == "move" for action, _ in kinds)):
                continue
            line = self._line(decision)
            if any(_words(decision) == _words(suggestion.decision) for suggestion in chosen):
                continue
            if isinstance(read_line(line, view, self._scenario), Decision):
                chosen.append(Suggestion(line, decision))
            if len(chosen) == SUGGESTED:
                break
        return chosen

    def _decisions(self, view: View) -> Iterator[Decision]:
        """Yield what the drives of a player propose here, the strongest first, then what is always possible."""
        situation = self._situation(view)
        offers = [offer for drive in DRIVES if (offer := drive(situation)) is not None]
        offers.sort(key=lambda offer: -offer.score)
        yield from (offer.decision for offer in offers if offer.decision.action in _ACTIONS and offer.score > _IDLE)
        patterns = sayings(self._scenario.world.language)
        yield from self._questions(situation)
        for person in view.people:
            yield Decision(action="say", params={"targets": [person.id], "content": patterns["ask_news"]})
        for carrier in view.readable:
            yield Decision(action="read", params={"target": carrier.id, "query": carrier.name})
        for place in view.places:
            yield Decision(action="move", params={"destination": place.id})
        yield Decision(action="observe", params={"target": view.place.id})

    def _questions(self, situation: Situation) -> Iterator[Decision]:
        """Yield questions for the goals of the character, to people present who were not asked the same before."""
        patterns = sayings(self._scenario.world.language)
        for want in (want for want in situation.wants if not is_reached(situation, want)):
            sought = getattr(want.intent, "whom", None)
            question = self._asked(situation, getattr(want.intent, "event", ""))
            if sought and sought not in situation.present:
                question = patterns["ask_where"].format(person=self._teller.name(sought))
            for other in situation.present if question else ():
                if question not in situation.talk.lines_to(other):
                    yield Decision(action="say", params={"targets": [other], "content": question})

    def _asked(self, situation: Situation, event: str) -> str:
        return situation.player.goal_questions.get(event, "")

    def _line(self, decision: Decision) -> str:
        """Return a decision as a line that can be typed, with names instead of ids."""
        word, params, language = self._words[decision.action], decision.params, self._scenario.world.language
        patterns = sayings(language)
        match decision.action:
            case "say":
                words = {"to": self._teller.names(params["targets"]), "content": params["content"], "word": word}
                return patterns["suggest_quietly" if params.get("quietly") else "suggest_say"].format(**words)
            case "move":
                return patterns["suggest_go"].format(word=word, place=self._teller.name(params["destination"]))
            case "read" | "observe":
                return f"{word} {self._teller.name(params['target'])}"
            case "take":
                return f"{word} {self._teller.name(params['thing'])}"
            case _:
                pairs = " ".join(f'{key}="{self._teller.name(str(value))}"' for key, value in params.items())
                return f"{word} {pairs}"


def _words(decision: Decision) -> tuple[str, str]:
    """Return what makes two suggestions the same to a reader: the words said, or the action with its object."""
    target = decision.params.get("target") or decision.params.get("destination") or decision.params.get("thing")
    return decision.action, str(decision.params.get("content") or target)


def _whom(decision: Decision) -> str:
    return ",".join(map(str, decision.params.get("targets", ())))
