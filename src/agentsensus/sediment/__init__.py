"""From a text to a world: a play, a novel or a timeline becomes a world folder that can be checked and played."""

from agentsensus.sediment.model import SedimentEstimate, SedimentModels
from agentsensus.sediment.modelled import estimate_with_model, registry_with_model, sediment_with_model
from agentsensus.sediment.pipeline import Sedimentation, Sedimented, registry_of, sediment
from agentsensus.sediment.registry import Registry, RegistryEntry, read_registry, write_registry
from agentsensus.sediment.shelf import find_source
from agentsensus.sediment.source import SourceText, read_source, source_of

__all__ = [
    "Registry",
    "RegistryEntry",
    "SedimentEstimate",
    "SedimentModels",
    "Sedimentation",
    "Sedimented",
    "SourceText",
    "estimate_with_model",
    "find_source",
    "read_registry",
    "read_source",
    "registry_of",
    "registry_with_model",
    "sediment",
    "sediment_with_model",
    "source_of",
    "write_registry",
]
