"""Protect the studio: checks of Host, Origin and token, and the headers of every answer."""

import ipaddress
import secrets
import socket
from http.cookies import SimpleCookie
from urllib.parse import parse_qs, urlencode, urlsplit

from starlette.datastructures import Headers, MutableHeaders
from starlette.responses import PlainTextResponse, RedirectResponse, Response
from starlette.types import ASGIApp, Message, Receive, Scope, Send

__all__ = ["STYLE_NONCE", "Guard", "is_loopback"]

_COOKIE = "agentsensus_studio"
_LOOPBACK = ("localhost", "127.0.0.1", "::1")
_SAFE = ("GET", "HEAD")
STYLE_NONCE = secrets.token_urlsafe(16)
"""Lets the charts' script add its own style element. It allows no script."""
_POLICY = (
    f"default-src 'none'; script-src 'self'; style-src 'self' 'nonce-{STYLE_NONCE}'; img-src 'self' data:; "
    "connect-src 'self'; font-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'"
)
_HEADERS = {
    "content-security-policy": _POLICY,
    "x-content-type-options": "nosniff",
    "referrer-policy": "no-referrer",
    "x-frame-options": "DENY",
    "cross-origin-opener-policy": "same-origin",
    "cross-origin-resource-policy": "same-origin",
}


def is_loopback(host: str) -> bool:
    """Return whether only this machine can reach a host."""
    try:
        return ipaddress.ip_address(host).is_loopback
    except ValueError:
        return host == "localhost"


class Guard:
    """Middleware: refuses foreign hosts, foreign origins and, with a token, callers without it."""

    def __init__(self, app: ASGIApp, host: str, token: str = "") -> None:
        self._app = app
        self._token = token
        self._is_open = not is_loopback(host)
        self._hosts = {*_LOOPBACK, host, *([socket.gethostname()] if self._is_open else [])}

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] != "http":
            await self._app(scope, receive, send)
            return
        refused = self._refusal(scope)
        if refused is not None:
            await refused(scope, receive, _with_headers(send))
            return
        await self._app(scope, receive, _with_headers(send))

    def _refusal(self, scope: Scope) -> Response | None:
        headers = Headers(scope=scope)
        host = headers.get("host", "")
        if not self._is_known(urlsplit(f"//{host}").hostname or ""):
            return PlainTextResponse("unknown host: open the studio by the address it printed", 421)
        origin = headers.get("origin")
        if origin is not None and urlsplit(origin).netloc != host:
            return PlainTextResponse("requests from other pages are refused", 403)
        if scope["method"] not in _SAFE:
            if origin is None and headers.get("sec-fetch-site") != "same-origin":
                return PlainTextResponse("the request names no origin; use the studio's own page", 403)
            if not headers.get("content-type", "").startswith("application/json"):
                return PlainTextResponse("send JSON", 415)
        return self._without_token(scope, headers) if self._token else None

    def _is_known(self, name: str) -> bool:
        """A page under another name could be any site that points its name to this machine; an address cannot."""
        if name in self._hosts:
            return True
        try:
            ipaddress.ip_address(name)
        except ValueError:
            return False
        return self._is_open

    def _without_token(self, scope: Scope, headers: Headers) -> Response | None:
        cookie = SimpleCookie(headers.get("cookie", "")).get(_COOKIE)
        if cookie is not None and self._is_token(cookie.value):
            return None
        query = parse_qs(scope["query_string"].decode("latin-1"))
        if scope["method"] == "GET" and self._is_token(query.pop("token", [""])[0]):
            rest = urlencode(query, doseq=True)
            answer = RedirectResponse(scope["path"] + (f"?{rest}" if rest else ""), 303)
            answer.set_cookie(_COOKIE, self._token, httponly=True, samesite="strict")
            return answer
        return PlainTextResponse("this studio needs the token that it printed: open ADDRESS/?token=TOKEN", 401)

    def _is_token(self, given: str) -> bool:
        return secrets.compare_digest(given.encode(), self._token.encode())


def _with_headers(send: Send) -> Send:
    async def sending(message: Message) -> None:
        if message["type"] == "http.response.start":
            headers = MutableHeaders(scope=message)
            for name, value in _HEADERS.items():
                headers[name] = value
            headers.setdefault("cache-control", "no-store")
        await send(message)

    return sending
