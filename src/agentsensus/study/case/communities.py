"""Communities of a weighted graph, found by the Louvain method with a fixed seed (networkx)."""

from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from agentsensus.errors import InputError

__all__ = ["communities_of", "networks", "ordered_by_blocks"]

_SEED = 7


def networks() -> Any:
    """The networkx package, or one clear line that it is missing."""
    try:
        import networkx
    except ImportError:
        raise InputError("communities need networkx: pip install 'agentsensus[networks]'") from None
    return networkx


def communities_of(things: Sequence[str], weights: Mapping[tuple[str, str], float]) -> dict[str, int]:
    """The community of each thing, the largest 0; whatever is tied to nothing is a community of its own."""
    graph = networks().Graph()
    number = {thing: place for place, thing in enumerate(things)}  # sets of numbers have one order in every process
    graph.add_nodes_from(range(len(things)))
    for (node, other), weight in sorted(weights.items()):
        if node in number and other in number and weight:
            graph.add_edge(number[node], number[other], weight=weight)
    parts: Iterable[set[int]] = networks().community.louvain_communities(graph, weight="weight", seed=_SEED)
    ranked = sorted(parts, key=lambda part: (-len(part), min(part)))
    return {things[place]: rank for rank, part in enumerate(ranked) for place in sorted(part)}


def ordered_by_blocks(community: Mapping[str, int], strength: Mapping[str, float]) -> list[str]:
    """Things in the order of their communities, the strongest first in each."""
    return sorted(community, key=lambda thing: (community[thing], -strength.get(thing, 0.0), thing))
