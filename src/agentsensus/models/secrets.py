"""API keys: read from the environment or a keyring, never stored, and removed from everything written or shown."""

import os
import re
from urllib.parse import urlsplit

from agentsensus.errors import InputError

SERVICE = "agentsensus"
HIDDEN = "***"
OWN_KEY = "AGENTSENSUS_API_KEY"
_LOOKS_SECRET = re.compile(r"\b(?:sk|gsk|key|pk)-[\w-]{8,}|(?<=Bearer )\S+|(?<=://)[^/\s]+(?=@)")
_known: set[str] = set()


def find_key(variables: tuple[str, ...]) -> str | None:
    """Return the key from the first of these variables that is set in the environment or the keyring; else None."""
    for variable in variables:
        key = os.environ.get(variable, "").strip() or _from_keyring(variable)
        if key:
            _known.add(key)
            return key
    return None


def key_for_address(base_url: str) -> str | None:
    """Return the key for an address given by the user: AGENTSENSUS_API_KEY, else None.

    If the address is OpenAI's, or the one in OPENAI_BASE_URL, OpenAI's key may be used too.
    """
    is_theirs = urlsplit(base_url).hostname == "api.openai.com" and urlsplit(base_url).scheme == "https"
    is_named = os.environ.get("OPENAI_BASE_URL", "").strip().rstrip("/") == base_url.rstrip("/")
    return find_key((OWN_KEY, *(("OPENAI_API_KEY",) if is_theirs or is_named else ())))


def need_key(variables: tuple[str, ...], for_what: str) -> str:
    """Return the key from one of these variables. If none is set, raises InputError that names the variable to set."""
    key = find_key(variables)
    if key is None:
        raise InputError(
            f"{for_what} needs a key: set {' or '.join(variables)} in the environment "
            f"(or: keyring set {SERVICE} {variables[0]})"
        )
    return key


def scrub(text: str) -> str:
    """Return an error message without any key that this process used, and without anything that looks like a key."""
    return _LOOKS_SECRET.sub(HIDDEN, without_keys(text, 5))


def noted(text: str) -> str:
    """Return an error message on one line and without keys, safe to store and to show."""
    return " ".join(scrub(text).split())


def without_keys(text: str, shortest: int = 16) -> str:
    """Return the text without keys that this process used. Keys below `shortest` characters, such as "dummy", are no
    secrets.
    """
    for key in sorted(_known, key=len, reverse=True):
        if len(key) >= shortest:
            text = text.replace(key, HIDDEN)
    return text


def _from_keyring(variable: str) -> str | None:
    try:
        import keyring
        from keyring.errors import KeyringError
    except ImportError:
        return None
    try:
        key: str | None = keyring.get_password(SERVICE, variable)
    except KeyringError:
        return None
    return key
