"""Models from a GGUF file on this machine (extra `local`). The library xllamacpp serves them on loopback in this
process.
"""

import asyncio
import os
import threading
from pathlib import Path
from typing import Any

from agentsensus.errors import InputError
from agentsensus.models.chat import Reply, Request
from agentsensus.models.live import check_live
from agentsensus.models.providers import clients
from agentsensus.models.providers.model_id import ModelId
from agentsensus.models.providers.pydantic_provider import PydanticProvider
from agentsensus.models.providers.table import SERVICES

_CONTEXT = 16_384


class LocalProvider:
    """A model loaded from a GGUF file at the first request."""

    def __init__(self, model: ModelId, timeout: float) -> None:
        path = Path(model.name).expanduser()
        if not path.is_file():
            raise InputError(f"{model.name}: there is no such file; give the path of a GGUF file after local:")
        with path.open("rb") as file:
            if file.read(4) != b"GGUF":
                raise InputError(f"{model.name}: this is not a GGUF file")
        try:
            import xllamacpp  # noqa: F401
        except ImportError:
            raise InputError("a GGUF file needs xllamacpp: pip install 'agentsensus[local,models]'") from None
        self.id = f"local:{path.name}"
        self._path = path
        self._timeout = timeout
        self._server: Any = None
        self._inner: PydanticProvider | None = None
        self._loading = threading.Lock()

    async def send(self, request: Request) -> Reply:
        check_live("localhost")
        inner = await asyncio.to_thread(self._load) if self._inner is None else self._inner
        return await inner.send(request)

    def _load(self) -> PydanticProvider:
        with self._loading:
            if self._inner is None:
                self._server = _serve(self._path)
                served = ModelId(SERVICES["openai"], self._path.stem, f"{self._server.listening_address}/v1")
                self._inner = PydanticProvider(served, self._timeout, clients.openai)
            return self._inner

    async def close(self) -> None:
        """Close the connections of the running loop. The model stays loaded."""
        if self._inner is not None:
            await self._inner.close()


def _serve(path: Path) -> Any:
    import xllamacpp

    settings = xllamacpp.CommonParams()
    settings.model.path = str(path)
    settings.n_ctx, settings.n_parallel = _CONTEXT, SERVICES["local"].limits.concurrency
    settings.hostnames, settings.port = ["127.0.0.1"], 0
    settings.cpuparams.n_threads = settings.cpuparams_batch.n_threads = os.cpu_count() or 2
    return xllamacpp.Server(settings)
