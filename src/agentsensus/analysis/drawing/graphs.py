"""Communities of a graph."""

from collections.abc import Iterable, Mapping, Sequence

__all__ = ["communities_of"]

_SEED = 7


def communities_of(nodes: Sequence[str], weights: Mapping[tuple[str, str], float]) -> dict[str, int]:
    """The community of each node by the Louvain method; 0 is the largest. A node without ties is alone in its own."""
    import networkx

    graph = networkx.Graph()
    number = {node: place for place, node in enumerate(nodes)}  # sets of integers iterate alike in every process
    graph.add_nodes_from(range(len(nodes)))
    for (node, other), weight in sorted(weights.items()):
        if node in number and other in number and weight:
            graph.add_edge(number[node], number[other], weight=weight)
    parts: Iterable[set[int]] = networkx.community.louvain_communities(graph, weight="weight", seed=_SEED)
    ranked = sorted(parts, key=lambda part: (-len(part), min(part)))
    return {nodes[place]: rank for rank, part in enumerate(ranked) for place in sorted(part)}
