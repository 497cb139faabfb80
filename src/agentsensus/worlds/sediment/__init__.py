"""Turn a text into a world: a play, a novel or a timeline becomes a playable world folder."""

from agentsensus.worlds.sediment.model import SedimentEstimate, SedimentModels
from agentsensus.worlds.sediment.model_pipeline import estimate_with_model, registry_with_model, sediment_with_model
from agentsensus.worlds.sediment.pipeline import Sedimentation, Sedimented, registry_of, sediment
from agentsensus.worlds.sediment.registry import Registry, RegistryEntry, read_registry, write_registry
from agentsensus.worlds.sediment.sources import SourceText, find_source, read_source, source_of

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
