"""A provider of one's own, whole: what answers, and its one entry in the table."""

from agentsensus.models import Limits, Reply, Request
from agentsensus.models.providers.model_id import ModelId
from agentsensus.models.providers.table import Service


class ToyProvider:
    """Answers every request with the model's name, its address and its key."""

    def __init__(self, model: ModelId, timeout: float) -> None:
        self.id = str(model)
        self._answer = f"{model.name} at {model.base_url or model.host} with {model.key()} in {timeout:g} s"

    async def send(self, request: Request) -> Reply:
        return Reply(self._answer)


TOY = Service(
    name="toy",
    example="toy:tiny",
    extra="toy",
    host="toys.example",
    make=ToyProvider,
    keys=("TOY_API_KEY",),
    takes_address=True,
    address_variables=("TOY_BASE_URL",),
    is_free=True,
    limits=Limits(concurrency=3, timeout=7),
)
