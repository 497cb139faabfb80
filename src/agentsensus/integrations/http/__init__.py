"""A memory as an HTTP service: `agentsensus serve http`."""

from agentsensus.integrations.common import needing

with needing("http"):
    from agentsensus.integrations.http.app import ServiceOptions, service_app
    from agentsensus.integrations.http.running import run_service
    from agentsensus.integrations.http.tokens import TokenBook

__all__ = ["ServiceOptions", "TokenBook", "run_service", "service_app"]
