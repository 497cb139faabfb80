"""The registry: people, places and carriers of a text, with one rightful owner for every alias."""

from agentsensus.sediment.registry.entry import EntryKind, Registry, RegistryEntry
from agentsensus.sediment.registry.files import SuppliedRegistry, read_registry, registry_yaml, write_registry
from agentsensus.sediment.registry.sanitize import sanitized, slug

__all__ = [
    "EntryKind",
    "Registry",
    "RegistryEntry",
    "SuppliedRegistry",
    "read_registry",
    "registry_yaml",
    "sanitized",
    "slug",
    "write_registry",
]
