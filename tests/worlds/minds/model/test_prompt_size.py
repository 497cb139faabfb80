"""How long the prompts are that a model mind is asked with in a whole run, what comes to mind included."""

from pathlib import Path
from statistics import median

from agentsensus import play
from agentsensus.models import open_model
from agentsensus.models.tokens import tokens
from agentsensus.testing import AttentiveMind, InstantModel
from agentsensus.worlds.minds import Decision
from agentsensus.worlds.minds.model.llm import LlmMind
from agentsensus.worlds.minds.view import View
from agentsensus.worlds.scenario import Scenario, load


class Asked:
    """Decides as an attentive mind does, and keeps how many tokens a model would have been asked with."""

    def __init__(self, scenario: Scenario, agent: str) -> None:
        self._mind = AttentiveMind(1, free=True)
        self._model = LlmMind(scenario, agent, open_model(InstantModel()))
        self.sizes: list[int] = []
        self.minded = 0

    async def decide(self, view: View) -> Decision:
        request = self._model.request(view)
        self.sizes.append(tokens(f"{request.system}\n{request.prompt}"))
        self.minded += bool(view.minded)
        return await self._mind.decide(view)


def test_half_of_the_prompts_of_twelve_rounds_of_hamlet_take_at_most_2300_tokens(tmp_path: Path) -> None:
    scenario = load("hamlet")
    minds = {agent: Asked(scenario, agent) for agent in scenario.active}
    play(scenario, 12, seed=1, embedder="hashing", minds=minds, out=tmp_path / "run").close()
    sizes = [size for mind in minds.values() for size in mind.sizes]
    assert len(sizes) > 150
    assert sum(mind.minded for mind in minds.values()) > 150, "what comes to mind is counted"
    assert median(sizes) <= 2_300
