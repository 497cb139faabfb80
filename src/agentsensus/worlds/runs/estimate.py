"""Estimate the model calls, tokens and dollars of a run without asking any model."""

from collections import Counter
from collections.abc import Mapping
from decimal import Decimal

from pydantic import BaseModel, ConfigDict

from agentsensus.base.texts import prompt_text
from agentsensus.language.rules import Language
from agentsensus.memory.designs.consensus.settings import Settings as ConsensusSettings
from agentsensus.memory.designs.g_memory import GMemorySettings
from agentsensus.memory.designs.generative_agents import GenerativeAgentsSettings
from agentsensus.memory.designs.registry import as_settings
from agentsensus.models.chat import Usage
from agentsensus.models.prices import Prices
from agentsensus.models.providers.model_id import ModelId
from agentsensus.models.roles import DEFAULT
from agentsensus.models.tokens import tokens
from agentsensus.worlds.minds.model.system_prompt import system_prompt
from agentsensus.worlds.minds.model.turn_prompt import TurnPrompts
from agentsensus.worlds.minds.view import view_of
from agentsensus.worlds.runs.session import Plan
from agentsensus.worlds.scenario.history import history
from agentsensus.worlds.scenario.scenario import Scenario
from agentsensus.worlds.state.world import World

__all__ = ["ASSUMED", "Estimate", "Work", "estimate"]


class Assumed(BaseModel):
    """The assumptions of an estimate: shares of turns, tokens per statement and per reply.

    If upkeep is free, a turn stores `kept` statements, and `asked` candidates per statement remain for the judge after
    the vetoes. Both numbers were measured in a strong model's run of Hamlet.
    """

    model_config = ConfigDict(frozen=True)

    awake: float = 1.0
    remembering: float = 0.25
    thinking: float = 0.05
    statements: int = 2
    statement_tokens: int = 30
    candidates: int = 6
    kept: float = 4.2
    asked: float = 2.3
    pair_tokens: int = 110
    reply_tokens: int = 70
    importance: int = 5


ASSUMED = Assumed()


class Work(BaseModel):
    """The calls of one purpose: count, tokens in and out, and dollars if the price is known."""

    purpose: str
    model: str
    calls: int
    input: int
    output: int
    money: float | None


class Estimate(BaseModel):
    """The expected calls, tokens and dollars of a run, by purpose, with the assumptions behind them."""

    world: str
    rounds: int
    characters: int
    calls: int
    input: int
    output: int
    tokens: int
    money: float | None
    purposes: list[Work]
    assumed: Assumed = ASSUMED


def estimate(scenario: Scenario, plan: Plan, rounds: int, prices: Prices | None = None) -> Estimate:
    """Estimate `rounds` rounds of a world played with the models of `plan`.

    `money` is None if the price of any model is unknown.
    """
    reckoning = _Reckoning(scenario, plan, rounds)
    table = prices or Prices()
    work = [_priced(purpose, table) for purpose in (*reckoning.minds(), *reckoning.memory()) if purpose.calls]
    known = [purpose.money for purpose in work if purpose.money is not None]
    money = round(sum(known), 6) if len(known) == len(work) else None
    calls, input_, output = (sum(getattr(purpose, name) for purpose in work) for name in ("calls", "input", "output"))
    return Estimate(
        world=scenario.world.name,
        rounds=rounds,
        characters=len(scenario.active),
        calls=calls,
        input=input_,
        output=output,
        tokens=input_ + output,
        money=money,
        purposes=work,
    )


class _Reckoning:
    """Counts the calls and tokens for each purpose."""

    def __init__(self, scenario: Scenario, plan: Plan, rounds: int) -> None:
        self._scenario, self._plan, self._rounds = scenario, plan, rounds
        self._language: Language = scenario.world.language
        self._turns = ASSUMED.awake * rounds * len(scenario.active)
        self._keeps_free = plan.rules().upkeep == "free"
        self._remembers = self._turns * (1 if self._keeps_free else ASSUMED.remembering)
        self._statements = self._remembers * (ASSUMED.kept if self._keeps_free else ASSUMED.statements)

    def minds(self) -> list[Work]:
        """Count the calls of minds: the prompts of round 1, plus the action cache that grows later."""
        model = _model(self._plan.models, "minds")
        if model is None:
            return []
        rules = self._plan.rules()
        world = World(self._scenario, rules, [])
        first = 0
        for agent in self._scenario.active:
            prompt = TurnPrompts(self._scenario, agent, rules).decide(view_of(world, agent, 1, ("start",)))
            first += tokens(system_prompt(self._scenario, agent, rules)) + tokens(prompt)
        pairs = sum(min(round_, rules.cache_size) for round_ in range(self._rounds))
        whole = first * self._rounds + pairs * ASSUMED.pair_tokens * len(self._scenario.active)
        per_turn = whole * ASSUMED.awake / max(self._turns, 1)
        return [
            _work("decide", model, self._turns, per_turn, ASSUMED.reply_tokens),
            _work("think", model, self._turns * ASSUMED.thinking, per_turn, 2 * ASSUMED.reply_tokens),
        ]

    def memory(self) -> list[Work]:
        """Count the calls of the memory: cutting texts and, by design, judging, rating, reflecting or distilling."""
        settings = as_settings(self._plan.settings(), self._plan.design)
        is_batch = settings.cut_call == "batch"
        cuts = self._rounds if is_batch else self._remembers
        prompt = "atomize_many" if is_batch else "atomize"
        work = [self._asking("atomize", "atomizer", "agentsensus.memory.write.cut", cuts, self._statements, prompt)]
        if isinstance(settings, ConsensusSettings):
            per_call = {"batch": 2 * self._rounds, "deposit": self._remembers, "statement": self._statements}
            candidates = ASSUMED.candidates if settings.verify == "none" else ASSUMED.asked
            shown = self._statements * (1 + candidates)
            work.append(
                self._asking("judge", "judge", "agentsensus.memory.judge", per_call[settings.judge_call], shown)
            )
        if isinstance(settings, GenerativeAgentsSettings):
            work += self._ratings(settings)
        if isinstance(settings, GMemorySettings):
            batches = sum(rows // settings.batch for rows in self._rows().values())
            work.append(
                self._asking(
                    "distil", "memory", "agentsensus.memory.designs.g_memory", batches, 2 * settings.batch * batches
                )
            )
        return [each for each in work if each is not None]

    def _ratings(self, settings: GenerativeAgentsSettings) -> list[Work | None]:
        texts = {text for event in history(self._scenario, groups=False) for text in event.statements}
        enough = settings.reflection_threshold
        times = sum(rows * ASSUMED.importance // enough for rows in self._rows().values()) if settings.questions else 0
        here = "agentsensus.memory.designs.generative_agents"
        return [
            self._asking("importance", "memory", here, rated := len(texts) + self._statements, rated),
            self._asking("questions", "memory", here, times, settings.focal_rows * times),
            self._asking(
                "insights",
                "memory",
                here,
                times * settings.questions,
                settings.evidence_rows * times * settings.questions,
            ),
        ]

    def _rows(self) -> Counter[str]:
        """Count the rows of each owner at the end of the run: the world's past plus rows remembered in play."""
        rows = Counter(
            owner for event in history(self._scenario, groups=False) for owner in event.owners for _ in event.statements
        )
        each = self._statements / max(len(self._scenario.active), 1)
        rows.update({agent: int(each) for agent in self._scenario.active})
        return rows

    def _asking(
        self, purpose: str, role: str, package: str, calls: float, statements: float, prompt: str = ""
    ) -> Work | None:
        """Return the calls for a purpose, which together show `statements` statements.

        Returns None if there are none.
        """
        model = _model(self._plan.models, role)
        if model is None:
            return None
        text = prompt_text(package, prompt or purpose, self._language)
        shown = tokens(text) + statements * ASSUMED.statement_tokens / max(calls, 1)
        return _work(purpose, model, calls, shown, ASSUMED.reply_tokens)


def _model(models: Mapping[str, str], role: str) -> str | None:
    id_ = models.get(role, models.get(DEFAULT))
    return None if id_ is None else str(ModelId.parse(id_))


def _work(purpose: str, model: str, calls: float, shown: float, replied: float) -> Work:
    count = round(calls)
    return Work(
        purpose=purpose, model=model, calls=count, input=round(count * shown), output=round(count * replied), money=None
    )


def _priced(work: Work, prices: Prices) -> Work:
    price = prices.of(work.model)
    if price is None:
        return work
    cost: Decimal = price.cost(Usage(work.input, work.output))
    return work.model_copy(update={"money": round(float(cost), 6)})
