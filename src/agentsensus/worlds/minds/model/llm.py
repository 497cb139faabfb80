"""A character played by a language model.

The model is shown the manual, its character and its view, and replies with one action.
"""

import re
from collections.abc import Sequence
from typing import Any

from pydantic import BaseModel, ConfigDict, Field, SerializeAsAny, model_validator

from agentsensus.errors import ModelError, ModelUnreachable
from agentsensus.language.languages import language
from agentsensus.language.rules import Language
from agentsensus.models.ask import Answer, NoAnswer, ask_for
from agentsensus.models.chat import Chat, Position, Reply, Request, TapePlace
from agentsensus.models.choose import Choice, choose_then_fill, shape_of
from agentsensus.models.compact import BLANK, blank_in
from agentsensus.worlds.actions import ACTIONS, Action, Refused, actions_of, parse, parse_under_rules
from agentsensus.worlds.actions.refusals import reason
from agentsensus.worlds.events.event import Upkeep
from agentsensus.worlds.minds.mind import Decision, Mind
from agentsensus.worlds.minds.model.system_prompt import localized_actions, system_prompt
from agentsensus.worlds.minds.model.turn_prompt import TurnPrompts, retry_in_language
from agentsensus.worlds.minds.view import View
from agentsensus.worlds.scenario.rules import Rules
from agentsensus.worlds.scenario.scenario import Scenario

__all__ = ["DECIDE", "THINK", "LlmMind", "is_foreign", "model_company", "written"]

DECIDE, THINK = "decide", "think"
FOREIGN = "not in the language of the world, asked twice"
_LONGEST_REPLY = 1_024
_LONGEST_THOUGHT = 4_000


class Chosen(Choice):
    """A model's reply. Parameters next to the action's name are accepted, empty ones dropped.

    `keep`, `goals` and `because` are optional additions; unreadable ones are dropped and the action still counts.
    """

    keep: tuple[str, ...] = ()
    goals: dict[str, Any] = Field(default_factory=dict)
    because: str = ""

    @property
    def upkeep(self) -> Upkeep | None:
        """The goals and texts to remember that the reply adds to its action, or None."""
        replace = self.goals.get("replace")
        upkeep = Upkeep(
            keep=self.keep,
            done=_texts(self.goals.get("done")),
            add=_texts(self.goals.get("add")),
            replace=_replaced(replace),
        )
        return None if upkeep == Upkeep() else upkeep

    @model_validator(mode="before")
    @classmethod
    def _gathered(cls, reply: Any) -> Any:
        if not isinstance(reply, dict) or str(reply.get("action")) not in ACTIONS:
            return reply
        params = reply.get("params")
        if not params:
            known = ACTIONS[reply["action"]].parameters()
            params = {name: value for name, value in reply.items() if name in known}
        if isinstance(params, dict):
            params = {name: value for name, value in params.items() if value is not None}
        beside: dict[str, Any] = {
            "keep": _texts(reply.get("keep")),
            "goals": reply.get("goals") if isinstance(reply.get("goals"), dict) else {},
            "because": reply.get("because") if isinstance(reply.get("because"), str) else "",
        }
        return {"action": reply["action"], "params": params} | beside


def _texts(value: Any) -> tuple[str, ...]:
    """Return the texts in `value`, which may be one string or a list. Items that are not strings are dropped."""
    texts = [value] if isinstance(value, str) else value if isinstance(value, list) else []
    return tuple(text for text in texts if isinstance(text, str) and text.strip())


def _replaced(value: Any) -> dict[str, str]:
    """Return new goals by old goal. `value` may be a mapping, a pair, or a list of {"old": …, "new": …}."""
    if isinstance(value, list) and len(value) == 2 and all(isinstance(goal, str) for goal in value):
        return {value[0]: value[1]}
    if isinstance(value, list):
        value = {entry.get("old"): entry.get("new") for entry in value if isinstance(entry, dict)}
    elif isinstance(value, dict) and {"old", "new"} == set(value):
        value = {value["old"]: value["new"]}
    pairs = value.items() if isinstance(value, dict) else ()
    return {old: new for old, new in pairs if isinstance(old, str) and isinstance(new, str)}


class _Decided(BaseModel):
    """A parsed reply of a model."""

    model_config = ConfigDict(frozen=True)

    action: SerializeAsAny[Action]
    because: str = ""
    upkeep: Upkeep | None = None

    def decision(self, note: str = "") -> Decision:
        """Return the decision. `note`, if given, replaces its reason."""
        return Decision.of(self.action, note or self.because, upkeep=self.upkeep)


class LlmMind:
    """A mind that asks a language model to decide and to think. Keeps no state between rounds.

    An invalid reply is sent back with the reason, twice; then the action is asked for in two simple steps; then the
    turn fails. A reply in the wrong language is asked for once more and then accepted.
    """

    def __init__(self, scenario: Scenario, agent: str, chat: Chat, rules: Rules | None = None) -> None:
        rules = rules or Rules()
        self.agent = agent
        self.system = system_prompt(scenario, agent, rules)
        self._rules, self._scenario = rules, scenario
        self._actions = actions_of(rules, scenario)
        self._asking = TurnPrompts(scenario, agent, rules)
        self._language: Language = scenario.world.language
        self._chat = chat

    async def decide(self, view: View) -> Decision:
        """Return the action for this round. Raises `ModelError` if the model gives no valid one."""
        request = self.request(view)
        first = await self._chosen(view, request, 0)
        if isinstance(first, NoAnswer):
            raise ModelUnreachable(first.reason) if first.why == "unreachable" else ModelError(first.reason)
        if not self._rules.one_language or not is_foreign(first.value.action, self._language):
            return first.value.decision()
        prompt = retry_in_language(request.prompt, written(first.value.action), self._language)
        second = await self._chosen(view, request.model_copy(update={"prompt": prompt}), 1)
        last = first.value if isinstance(second, NoAnswer) else second.value
        return last.decision(FOREIGN if is_foreign(last.action, self._language) else "")

    async def think(self, view: View, question: str) -> str:
        """Return the character's thoughts on a question."""
        prompt = self._asking.think(view, question)
        thought = await self._thought(view, prompt, 0)
        if not self._rules.one_language or not is_foreign(thought, self._language):
            return thought
        second_prompt = retry_in_language(prompt, thought, self._language)
        try:
            return await self._thought(view, second_prompt, 1)
        except ModelError:
            return thought

    def request(self, view: View) -> Request:
        """Return the model request for a turn."""
        kind = Chosen if self._rules.upkeep == "free" else Choice
        return Request(
            purpose=DECIDE,
            system=self.system,
            prompt=self._asking.decide(view),
            language=self._language,
            shape=shape_of(kind, self._actions),
            max_tokens=_LONGEST_REPLY,
        )

    async def _chosen(self, view: View, request: Request, ordinal: int) -> "Answer[_Decided] | NoAnswer":
        tape_place = TapePlace(view.round, self.agent, ordinal)
        chosen = await ask_for(self._chat, request, Chosen, self._wrong, tape_place)
        if isinstance(chosen, Answer):
            choice = chosen.value
            return Answer(_Decided(action=_parsed(choice), because=choice.because, upkeep=choice.upkeep), chosen.calls)
        if chosen.why != "unusable":
            return chosen
        plain = request.model_copy(update={"prompt": self._asking.situation(view), "shape": None})
        options = localized_actions(self._actions.values(), self._language, self._rules)
        filled = await choose_then_fill(self._chat, plain, options, tape_place)
        if isinstance(filled, NoAnswer):
            return filled
        assert isinstance(filled.value, Action)
        return Answer(_Decided(action=filled.value), filled.calls + chosen.calls)

    def _wrong(self, choice: Choice) -> str | None:
        action = parse_under_rules(self._rules, self._scenario, choice.action, choice.params)
        if isinstance(action, Refused):
            return action.reason
        blank = blank_in(action)
        return None if blank is None else reason(self._language, "blank", field=blank, blank=BLANK)

    async def _thought(self, view: View, prompt: str, ordinal: int) -> str:
        request = Request(
            purpose=THINK, system=self.system, prompt=prompt, language=self._language, max_tokens=_LONGEST_THOUGHT // 4
        )
        outcome = await self._chat.ask(request, Position(view.round, self.agent, THINK, ordinal))
        if not isinstance(outcome, Reply):
            raise ModelError(outcome.reason)
        thought = outcome.text.rpartition("</think>")[2].strip()[:_LONGEST_THOUGHT]
        if not thought:
            raise ModelError("nothing came to mind: the reply was empty")
        return thought


def model_company(
    scenario: Scenario, chat: Chat, agents: Sequence[str] | None = None, rules: Rules | None = None
) -> dict[str, Mind]:
    """Return a model mind for each of these characters (default: all active ones) under these rules."""
    return {agent: LlmMind(scenario, agent, chat, rules) for agent in (scenario.active if agents is None else agents)}


def _parsed(choice: Choice) -> Action:
    action = parse(choice.action, choice.params)
    assert isinstance(action, Action)
    return action


_LETTER = re.compile(r"[^\W\d_]")


def written(action: Action) -> str:
    """Return the free text of an action (what others hear, or what is remembered), without queries and names."""
    return " ".join(str(getattr(action, field)) for field in action.declared.free_text)


def is_foreign(words: Action | str, world: Language) -> bool:
    """Return whether a text, or the free text of an action, is mostly in another language than `world`.

    A text without letters is never foreign.
    """
    text = words if isinstance(words, str) else written(words)
    return _LETTER.search(text) is not None and language(text) != world
