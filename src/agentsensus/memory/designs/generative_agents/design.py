"""Generative Agents: each agent has a private stream of rows, scored by recency, importance and relevance, and
reflects.
"""

from collections.abc import Sequence
from dataclasses import dataclass, field

from agentsensus.base.arrays import FloatArray
from agentsensus.base.loop import together
from agentsensus.memory.answers import Recall
from agentsensus.memory.core.drafts import DraftDeposit, DraftStatement
from agentsensus.memory.core.engine import Engine
from agentsensus.memory.core.ledger import Ledgers
from agentsensus.memory.core.ranking import Ask, RankedRecord, as_hits, nothing, own_rows, within_tokens
from agentsensus.memory.core.snapshot import Snapshot
from agentsensus.memory.designs.design import Tally
from agentsensus.memory.designs.generative_agents.ratings import (
    ACCESSED,
    ACCUMULATED,
    DEPTH,
    IMPORTANCE,
    MODEL,
    RULE,
    Rated,
    Rater,
    Rating,
    Ratings,
)
from agentsensus.memory.designs.generative_agents.reflection import Reflector, Thought
from agentsensus.memory.designs.generative_agents.scoring import best, scored
from agentsensus.memory.designs.generative_agents.settings import GenerativeAgentsSettings
from agentsensus.memory.designs.generative_agents.stream import Stream, importance_of, last_access
from agentsensus.memory.designs.private_rows import Finish, Page, PrivateRows, by_owner
from agentsensus.memory.timing import stage
from agentsensus.models.chat import Chat

REFLECTION = "reflection"


@dataclass(slots=True)
class _Share:
    """What a batch adds to one agent's stream: the importance since the last reflection, and new thoughts."""

    agent: str
    accumulated: int
    thoughts: list[tuple[Thought, bool]] = field(default_factory=list)
    touched: set[int] = field(default_factory=set)


class GenerativeAgents(PrivateRows[Rated]):
    """Rates every row once, marks recalled rows as accessed, and lets an agent reflect when its rows are important
    enough.
    """

    name = "generative-agents"

    def __init__(self, engine: Engine, settings: GenerativeAgentsSettings, model: Chat | None = None) -> None:
        super().__init__(engine)
        self.settings = settings
        self._model = model
        self._ledgers = Ledgers(engine, lambda: Ratings(engine))
        self._rater = Rater(self._ledgers, model)
        self._reflector = Reflector(engine, settings, self._rater, model)

    async def prepare(self, deposits: Sequence[DraftDeposit]) -> Rated:
        """Rate the statements that have no rating yet."""
        rated = await self._rater.rate([draft for deposit in deposits for draft in deposit.drafts])
        _note(deposits, rated)
        return rated

    async def plan(self, deposits: Sequence[DraftDeposit], prepared: Rated, at: int) -> Finish:
        """Let each agent reflect if its summed importance has reached the threshold. Returns a function that writes the
        rows.
        """
        rated = prepared
        streams = by_owner(deposits)
        shares = await together([self._share(agent, own, rated, at) for agent, own in streams.items()])

        def finish(page: Page) -> None:
            for deposit in deposits:
                for draft in deposit.drafts:
                    page.keep(page.number(draft), IMPORTANCE, str(rated.ratings[draft.key]))
            for share in shares:
                _write(page, share)

        return finish

    async def recall(self, view: Snapshot, ask: Ask, vector: FloatArray) -> Recall:
        """Return the highest-scoring rows of an agent's own stream, and mark them as accessed."""
        engine = self.engine
        agent = engine.agent(ask.agent)
        own = own_rows(engine, view, agent, ask.where)
        if agent is None or not len(own):
            return nothing(ask)
        ratings, now = self._ledgers.at(view), engine.round if view.at is None else view.at
        with stage("search"):
            relevance = engine.matrix.scores_of(own, vector)
            importance, accessed = importance_of(ratings, own), last_access(engine, ratings, own)
            total = scored(relevance, importance, accessed, now, self.settings)
            places = best(total, ask.k).tolist()
        ranked = [RankedRecord(int(own[place]), int(own[place]), float(total[place])) for place in places]
        answer = within_tokens(ask, as_hits(engine, view, agent, ranked))
        if not ask.is_past:
            for row in ranked[: len(answer.hits)]:
                engine.stage(agent, row.atom, ACCESSED, str(now))
        return answer

    def tally(self, view: Snapshot) -> Tally:
        """Return the reflections, and whether a rule, a model or both rated the rows (`importance`)."""
        ratings = self._ledgers.at(view)
        rule, model = ratings.by[RULE], ratings.by[MODEL]
        empty = RULE if self._model is None else MODEL
        importance = "mixed" if rule and model else RULE if rule else MODEL if model else empty
        return Tally(ratings.reflections, importance)

    async def _share(self, agent: str, deposits: Sequence[DraftDeposit], rated: Rated, at: int) -> _Share:
        number, ratings = self.engine.agent(agent), self._ledgers.now
        share = _Share(agent, ratings.accumulated.get(number, 0) if number is not None else 0)
        waiting: list[tuple[DraftStatement, Rating]] = []
        stream: Stream | None = None
        for deposit in deposits:
            waiting += [(draft, rated.ratings[draft.key]) for draft in deposit.drafts]
            share.accumulated += sum(rated.ratings[draft.key].value for draft in deposit.drafts)
            if share.accumulated < self.settings.reflection_threshold or not self.settings.questions:
                continue
            stream = stream or Stream(self.engine, self.settings, self.rows_of(agent, deposits), ratings)
            for draft, rating in waiting:
                stream.add(draft, rating.value)
            waiting = []
            reflected = await self._reflector.reflect(agent, stream, at)
            share.accumulated = 0
            share.thoughts += [(thought, deposit.is_sediment) for thought in reflected.thoughts]
            share.touched |= stream.touched
            deposit.calls += reflected.calls
            deposit.add_notes(reflected.notes)
        return share


def _note(deposits: Sequence[DraftDeposit], rated: Rated) -> None:
    """Add the model calls and notes of each rating to the first deposit that contains the rated text."""
    uncounted = set(rated.calls)
    for deposit in deposits:
        new_keys = [draft.key for draft in deposit.drafts if draft.key in uncounted]
        uncounted -= set(new_keys)
        deposit.calls += sum(rated.calls[key] for key in dict.fromkeys(new_keys))
        deposit.add_notes(rated.notes[key] for key in new_keys)


def _write(page: Page, share: _Share) -> None:
    for thought, sediment in share.thoughts:
        atom = page.byproduct(share.agent, thought.draft, REFLECTION, thought.evidence, sediment=sediment)
        page.keep(atom, IMPORTANCE, str(thought.rating))
        page.keep(atom, DEPTH, str(thought.depth))
    for atom in sorted(share.touched):
        page.keep(atom, ACCESSED, str(page.at))
    page.keep(page.writer.agent(share.agent), ACCUMULATED, str(share.accumulated))
