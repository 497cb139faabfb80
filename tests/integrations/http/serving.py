"""A service in a thread of the test, on a free port of this machine."""

import socket
import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager

import uvicorn

from agentsensus.integrations.http import ServiceOptions, service_app


@contextmanager
def served(options: ServiceOptions) -> Iterator[str]:
    """The address of a service that ends with the block."""
    with socket.socket() as listening:
        listening.bind(("127.0.0.1", 0))
        config = uvicorn.Config(
            service_app(options), log_level="critical", ws="none", timeout_graceful_shutdown=1, lifespan="on"
        )
        server = uvicorn.Server(config)
        thread = threading.Thread(target=server.run, args=([listening],), daemon=True)
        thread.start()
        while not server.started:
            time.sleep(0.01)
        try:
            yield f"http://127.0.0.1:{listening.getsockname()[1]}"
        finally:
            server.should_exit = True
            thread.join(10)
