"""A character played by a language model: shown the manual, who it is and its view, it replies with one action."""

from collections.abc import Sequence
from typing import Any

from pydantic import BaseModel, ConfigDict, Field, SerializeAsAny, model_validator

from agentsensus.actions import ACTIONS, Action, Refused, actions_of, parse, parse_under
from agentsensus.actions.refusals import reason
from agentsensus.errors import ModelError, ModelUnreachable
from agentsensus.events.event import Upkeep
from agentsensus.minds.mind import Decision, Mind
from agentsensus.minds.model.manual import Asking, language_again, system_prompt, worded
from agentsensus.minds.model.wording import is_foreign, written
from agentsensus.minds.view import View
from agentsensus.models.ask import Answer, NoAnswer, ask_for
from agentsensus.models.chat import Chat
from agentsensus.models.choose import Choice, choose_then_fill, shape_of
from agentsensus.models.compact import BLANK, blank_in
from agentsensus.models.reply import Reply
from agentsensus.models.request import Position, Request, TapePlace
from agentsensus.text.language import Language
from agentsensus.world.rules import Rules
from agentsensus.world.scenario import Scenario

__all__ = ["DECIDE", "THINK", "LlmMind", "model_company"]

DECIDE, THINK = "decide", "think"
FOREIGN = "not in the language of the world, asked twice"
_LONGEST_REPLY = 1_024
_LONGEST_THOUGHT = 4_000


class Chosen(Choice):
    """A choice as models write it: parameters beside the action's name are taken in, empty ones left out.

    `keep`, `goals` and `because` go beside the deed; what of them cannot be read is left out, and the deed stands.
    """

    keep: tuple[str, ...] = ()
    goals: dict[str, Any] = Field(default_factory=dict)
    because: str = ""

    @property
    def upkeep(self) -> Upkeep | None:
        """What goes beside the deed; None when nothing does."""
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
    """Texts that a model wrote as one or as a list; anything else is left out."""
    texts = [value] if isinstance(value, str) else value if isinstance(value, list) else []
    return tuple(text for text in texts if isinstance(text, str) and text.strip())


def _replaced(value: Any) -> dict[str, str]:
    """Old goals with new ones, as a mapping or as a pair."""
    if isinstance(value, list) and len(value) == 2 and all(isinstance(goal, str) for goal in value):
        return {value[0]: value[1]}
    pairs = value.items() if isinstance(value, dict) else ()
    return {old: new for old, new in pairs if isinstance(old, str) and isinstance(new, str)}


class _Decided(BaseModel):
    """What a model's reply comes to."""

    model_config = ConfigDict(frozen=True)

    action: SerializeAsAny[Action]
    because: str = ""
    upkeep: Upkeep | None = None

    def decision(self, note: str = "") -> Decision:
        """The decision, with a note in the place of the reason if there is one."""
        return Decision.of(self.action, note or self.because, upkeep=self.upkeep)


class LlmMind:
    """Decides and thinks by asking a model; keeps nothing between rounds.

    A reply that is no action is sent back with the reason, twice; then the action is asked for in two easy steps; then
    the turn has failed. Words in another language than the world's are asked for once more, then taken as they are.
    """

    def __init__(self, scenario: Scenario, agent: str, chat: Chat, rules: Rules | None = None) -> None:
        rules = rules or Rules()
        self.agent = agent
        self.system = system_prompt(scenario, agent, rules)
        self._rules, self._scenario = rules, scenario
        self._actions = actions_of(rules, scenario)
        self._asking = Asking(scenario, agent, rules)
        self._language: Language = scenario.world.language
        self._chat = chat

    async def decide(self, view: View) -> Decision:
        """The action for this round; a `ModelError` says why there is none."""
        request = self.request(view)
        first = await self._chosen(view, request, 0)
        if isinstance(first, NoAnswer):
            raise ModelUnreachable(first.reason) if first.why == "unreachable" else ModelError(first.reason)
        if not is_foreign(first.value.action, self._language):
            return first.value.decision()
        prompt = language_again(request.prompt, written(first.value.action), self._language)
        second = await self._chosen(view, request.model_copy(update={"prompt": prompt}), 1)
        last = first.value if isinstance(second, NoAnswer) else second.value
        return last.decision(FOREIGN if is_foreign(last.action, self._language) else "")

    async def think(self, view: View, question: str) -> str:
        """What comes to the character's mind on a question."""
        prompt = self._asking.think(view, question)
        thought = await self._thought(view, prompt, 0)
        if not is_foreign(thought, self._language):
            return thought
        second_prompt = language_again(prompt, thought, self._language)
        try:
            return await self._thought(view, second_prompt, 1)
        except ModelError:
            return thought

    def request(self, view: View) -> Request:
        """What the model is asked in a turn."""
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
        options = worded(self._actions.values(), self._language, self._rules)
        filled = await choose_then_fill(self._chat, plain, options, tape_place)
        if isinstance(filled, NoAnswer):
            return filled
        assert isinstance(filled.value, Action)
        return Answer(_Decided(action=filled.value), filled.calls + chosen.calls)

    def _wrong(self, choice: Choice) -> str | None:
        action = parse_under(self._rules, self._scenario, choice.action, choice.params)
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
    """A model mind for each of these characters, or for everybody who acts, that plays by these rules."""
    return {agent: LlmMind(scenario, agent, chat, rules) for agent in (scenario.active if agents is None else agents)}


def _parsed(choice: Choice) -> Action:
    action = parse(choice.action, choice.params)
    assert isinstance(action, Action)
    return action
