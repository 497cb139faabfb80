"""Check that a model answers, for `agentsensus models check`."""

from dataclasses import dataclass

from pydantic import BaseModel

from agentsensus.base.texts import prompt
from agentsensus.errors import ModelError, ModelUnreachable
from agentsensus.language.languages import LANGUAGES
from agentsensus.models.ask import NoAnswer, ask_for
from agentsensus.models.budget import Budget
from agentsensus.models.chat import Request
from agentsensus.models.limits import Limits
from agentsensus.models.providers.open import open_model

_QUICK = Limits(attempts=2)


class Animal(BaseModel):
    """An animal."""

    animal: str


@dataclass(frozen=True, slots=True)
class ModelCheck:
    """The result of a check: the model's answer in each language, and the cost."""

    model: str
    answers: dict[str, str]
    calls: int
    input: int
    output: int


async def check_model(model: str) -> ModelCheck:
    """Ask a model a short typed question in each language. Raises ModelError with the reason if it cannot answer."""
    budget = Budget(calls=12)
    chat = open_model(model, limits=_QUICK, budget=budget)
    answers: dict[str, str] = {}
    try:
        for language in LANGUAGES:
            text = prompt(__package__, "check", language)
            request = Request(purpose="check", prompt=text, language=language, max_tokens=200, temperature=0.0)
            answer = await ask_for(chat, request, Animal)
            if isinstance(answer, NoAnswer):
                error = ModelUnreachable if answer.why == "unreachable" else ModelError
                raise error(f"{chat.id}: {answer.reason}")
            answers[language] = answer.value.animal
    finally:
        await chat.close()
    spent = budget.spent
    return ModelCheck(chat.id, answers, spent.calls, spent.input, spent.output)
