"""What there is to know about somebody who serves models."""

from collections.abc import Callable
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from agentsensus.models.chat import Provider
from agentsensus.models.limits import Limits

if TYPE_CHECKING:
    from agentsensus.models.providers.model_id import ModelId


@dataclass(frozen=True, slots=True)
class Service:
    """Somebody who serves models. One entry in `SERVICES` (table.py) is all that a new one needs.

    `make` opens one of its models, given the seconds that an attempt may take; a missing package or key is an error
    that says what to do. The key is in the first of `keys` that is set. `address_variables` name an address in its own
    one's place, and `default_address` is asked when none of them is set. With `own_key_elsewhere`, an address that the
    user gave gets AGENTSENSUS_API_KEY instead of the service's key.
    """

    name: str
    example: str
    extra: str
    host: str
    make: Callable[["ModelId", float], Provider]
    keys: tuple[str, ...] = ()
    needs_key: bool = True
    takes_address: bool = False
    address_variables: tuple[str, ...] = ()
    default_address: str = ""
    own_key_elsewhere: bool = False
    names_are_files: bool = False
    is_free: bool = False
    limits: Limits = field(default_factory=Limits)
