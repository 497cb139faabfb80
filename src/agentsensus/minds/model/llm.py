"""A character played by a language model: shown the manual, who it is and its view, it replies with one action."""

from collections.abc import Sequence
from typing import Any

from pydantic import model_validator

from agentsensus.actions import ACTIONS, Action, Refused, parse
from agentsensus.actions.refusals import reason
from agentsensus.errors import ModelError, ModelUnreachable
from agentsensus.minds.mind import Decision, Mind
from agentsensus.minds.model.manual import language_again, situation, system_prompt, think_prompt, turn_prompt, worded
from agentsensus.minds.model.wording import is_foreign, written
from agentsensus.minds.view import View
from agentsensus.models.ask import Answer, NoAnswer, ask_for
from agentsensus.models.chat import Chat
from agentsensus.models.choose import Choice, choose_then_fill, shape_of
from agentsensus.models.compact import BLANK, blank_in
from agentsensus.models.reply import Reply
from agentsensus.models.request import Position, Request, TapePlace
from agentsensus.text.language import Language
from agentsensus.world.scenario import Scenario

__all__ = ["DECIDE", "THINK", "LlmMind", "decide_request", "model_company"]

DECIDE, THINK = "decide", "think"
FOREIGN = "not in the language of the world, asked twice"
_LONGEST_REPLY = 1_024
_LONGEST_THOUGHT = 4_000


class Chosen(Choice):
    """A choice as models write it: parameters beside the action's name are taken in, empty ones left out."""

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
        return {"action": reply["action"], "params": params}


class LlmMind:
    """Decides and thinks by asking a model; keeps nothing between rounds.

    A reply that is no action is sent back with the reason, twice; then the action is asked for in two easy steps; then
    the turn has failed. Words in another language than the world's are asked for once more, then taken as they are.
    """

    def __init__(self, scenario: Scenario, agent: str, chat: Chat) -> None:
        self.agent = agent
        self.system = system_prompt(scenario, agent)
        self._language: Language = scenario.world.language
        self._name = scenario.characters[agent].called[0]
        self._chat = chat

    async def decide(self, view: View) -> Decision:
        """The action for this round; a `ModelError` says why there is none."""
        request = self.request(view)
        first = await self._chosen(view, request, 0)
        if isinstance(first, NoAnswer):
            raise ModelUnreachable(first.reason) if first.why == "unreachable" else ModelError(first.reason)
        if not is_foreign(first.value, self._language):
            return Decision.of(first.value)
        prompt = language_again(request.prompt, written(first.value), self._language)
        second = await self._chosen(view, request.model_copy(update={"prompt": prompt}), 1)
        last = first.value if isinstance(second, NoAnswer) else second.value
        return Decision.of(last, FOREIGN if is_foreign(last, self._language) else "")

    async def think(self, view: View, question: str) -> str:
        """What comes to the character's mind on a question."""
        prompt = think_prompt(view, self._name, question, self._language)
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
        return decide_request(self.system, turn_prompt(view, self._name, self._language), self._language)

    async def _chosen(self, view: View, request: Request, ordinal: int) -> Answer[Action] | NoAnswer:
        tape_place = TapePlace(view.round, self.agent, ordinal)
        chosen = await ask_for(self._chat, request, Chosen, self._wrong, tape_place)
        if isinstance(chosen, Answer):
            return Answer(_parsed(chosen.value), chosen.calls)
        if chosen.why != "unusable":
            return chosen
        plain = request.model_copy(update={"prompt": situation(view), "shape": None})
        filled = await choose_then_fill(self._chat, plain, worded(self._language), tape_place)
        if isinstance(filled, NoAnswer):
            return filled
        assert isinstance(filled.value, Action)
        return Answer(filled.value, filled.calls + chosen.calls)

    def _wrong(self, choice: Choice) -> str | None:
        action = parse(choice.action, choice.params, self._language)
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


def decide_request(system: str, prompt: str, language: Language) -> Request:
    """The request of one turn, with the form that its reply must have."""
    return Request(
        purpose=DECIDE,
        system=system,
        prompt=prompt,
        language=language,
        shape=shape_of(Choice, ACTIONS),
        max_tokens=_LONGEST_REPLY,
    )


def model_company(scenario: Scenario, chat: Chat, agents: Sequence[str] | None = None) -> dict[str, Mind]:
    """A model mind for each of these characters, or for everybody who acts."""
    return {agent: LlmMind(scenario, agent, chat) for agent in (scenario.active if agents is None else agents)}


def _parsed(choice: Choice) -> Action:
    action = parse(choice.action, choice.params)
    assert isinstance(action, Action)
    return action
