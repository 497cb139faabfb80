"""Keys: from the environment or a keyring, kept nowhere, and cut out of whatever is written or shown."""

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
    """The key in the first of these variables that is set, in the environment or in the keyring."""
    for variable in variables:
        key = os.environ.get(variable, "").strip() or _from_keyring(variable)
        if key:
            _known.add(key)
            return key
    return None


def key_for_address(base_url: str) -> str | None:
    """The key for an address that the user gave: AGENTSENSUS_API_KEY, or OpenAI's if the address is OpenAI's or the one
    that OPENAI_BASE_URL names.
    """
    is_theirs = urlsplit(base_url).hostname == "api.openai.com" and urlsplit(base_url).scheme == "https"
    is_named = os.environ.get("OPENAI_BASE_URL", "").strip().rstrip("/") == base_url.rstrip("/")
    return find_key((OWN_KEY, *(("OPENAI_API_KEY",) if is_theirs or is_named else ())))


def need_key(variables: tuple[str, ...], for_what: str) -> str:
    """The key, or an error that names the variable to set."""
    key = find_key(variables)
    if key is None:
        raise InputError(
            f"{for_what} needs a key: set {' or '.join(variables)} in the environment "
            f"(or: keyring set {SERVICE} {variables[0]})"
        )
    return key


def scrub(text: str) -> str:
    """An error's text without any key that was used, nor anything that looks like one."""
    return _LOOKS_SECRET.sub(HIDDEN, without_keys(text, 5))


def noted(text: str) -> str:
    """An error's text on one line and without any key, fit to be stored or shown."""
    return " ".join(scrub(text).split())


def without_keys(text: str, shortest: int = 16) -> str:
    """A text without any key that was used, except keys shorter than `shortest`: «none» and «dummy» are no secrets."""
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
