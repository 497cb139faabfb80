"""The server over streamable HTTP on this machine alone: one door a token, and nothing without one."""

import secrets
from collections.abc import Mapping

from mcp.server.auth.middleware.bearer_auth import AuthenticatedUser
from mcp.server.auth.provider import AccessToken
from mcp.server.auth.settings import AuthSettings
from pydantic import AnyHttpUrl
from starlette.applications import Starlette

from agentsensus.doors.mcp.server import RequestContext, memory_server
from agentsensus.doors.tools import AsyncMemoryTools
from agentsensus.errors import InputError

LOOPBACK = "127.0.0.1"
PATH = "/mcp"


class DoorTokens:
    """Which token opens which door."""

    def __init__(self, doors: Mapping[str, AsyncMemoryTools]) -> None:
        if not doors or not all(doors):
            raise InputError("a server needs a token for each door")
        self._doors = dict(doors)
        self._by_name = {_name(tools): tools for tools in doors.values()}
        if len(self._by_name) < len(self._doors):
            raise InputError("two tokens open the same door; give one token a door")

    async def verify_token(self, token: str) -> AccessToken | None:
        """Who comes with a token; None when it opens no door. It takes as long for a wrong token as for a right one."""
        name = None
        for known, tools in self._doors.items():
            if secrets.compare_digest(known.encode(), token.encode("utf-8", "surrogateescape")):
                name = _name(tools)
        return None if name is None else AccessToken(token=token, client_id=name, scopes=[])

    def tools_of(self, context: RequestContext) -> AsyncMemoryTools:
        """The tools of whoever sent a request."""
        user = context.request.user if context.request is not None else None
        assert isinstance(user, AuthenticatedUser), "no request comes here without a token"
        return self._by_name[user.access_token.client_id]


def http_app(doors: Mapping[str, AsyncMemoryTools], port: int) -> Starlette:
    """The application that serves the doors, by token, at `http://127.0.0.1:PORT/mcp`."""
    tokens = DoorTokens(doors)
    server = memory_server(tokens.tools_of, next(iter(doors.values())).instructions)
    auth = AuthSettings(issuer_url=AnyHttpUrl(f"http://{LOOPBACK}:{port}"), resource_server_url=None)
    return server.streamable_http_app(
        streamable_http_path=PATH, host=LOOPBACK, auth=auth, token_verifier=tokens, json_response=True
    )


def _name(tools: AsyncMemoryTools) -> str:
    return f"agent:{tools.door.agent}" if tools.door.agent else "author"
