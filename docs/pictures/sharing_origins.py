"""Count why sharing rises or falls with the rounds, for docs/results/paper.md.

Rows made in play are counted by the ten rounds in which they were made. "Told by several" is how many of them several
characters told, as the players' truth says: the most that any judge could share. Of the pairs that tell the same thing
in other words, the table says how many have a cosine below the floor of the paper, so that no judge is asked.
"""

from collections import defaultdict
from dataclasses import dataclass
from pathlib import Path

from agentsensus.analysis.study.metrics.structure import in_play
from agentsensus.base.loop import wait_for
from agentsensus.embed import by_name
from agentsensus.embed.base import DEFAULT
from agentsensus.memory.core.vector_book import embedded
from agentsensus.worlds.runs.merge_truth import pairings
from agentsensus.worlds.runs.run import open_run

FLOOR = 0.70
SPAN = 10


@dataclass
class Origin:
    """The rows made in ten rounds."""

    rows: int = 0
    shared: int = 0
    told_by_several: int = 0
    at_once: int = 0


def origins(path: Path) -> tuple[dict[int, Origin], int, int, int]:
    """Return the rows by their first round, and of the pairs in other words: all, merged, and below the floor."""
    with open_run(path) as run:
        truth, names = run.played.truth, run.scenario.known_names()
        tellers: dict[str, set[str]] = defaultdict(set)
        made = in_play(run.memory.records())
        facts = {} if truth is None else {id_: fact.claim.event for id_, fact in truth.facts.items()}
        for record in run.memory.records():
            for wording in record.wordings:
                if (event := facts.get(wording.id)) is not None:
                    tellers[event].update(wording.owners or (wording.agent,))
        by_span: dict[int, Origin] = defaultdict(Origin)
        for record in made:
            first = min(wording.at for wording in record.wordings)
            origin = by_span[(first - 1) // SPAN]
            origin.rows += 1
            origin.shared += len(record.owners) > 1
            events = {facts[wording.id] for wording in record.wordings if wording.id in facts}
            origin.told_by_several += any(len(tellers[event]) > 1 for event in events)
            origin.at_once += len({owner for w in record.wordings if w.at == first for owner in w.owners}) > 1
        pairs = [pair for pair in pairings(run.memory.asynchronous, truth, names) if pair.same] if truth else []
        texts = [names.canonical(text) for pair in pairs for text in (pair.statement, pair.other)]
        vectors = wait_for(embedded(by_name(DEFAULT), texts)) if texts else []
        far = sum(float(vectors[n] @ vectors[n + 1]) < FLOOR for n in range(0, len(texts), 2))
        return dict(sorted(by_span.items())), len(pairs), sum(pair.merged for pair in pairs), far


def table(path: Path) -> str:
    """Return the table of one run as Markdown."""
    spans, pairs, merged, far = origins(path)
    head = ("made in rounds", "rows", "several owners at the end", "already when made", "told by several")
    lines = [f"| {' | '.join(head)} |", "|---|---|---|---|---|"]
    for span, origin in spans.items():
        share = f"{origin.shared} ({100 * origin.shared / origin.rows:.0f} %)"
        name = f"{span * SPAN + 1}–{(span + 1) * SPAN}"
        lines.append(f"| {name} | {origin.rows} | {share} | {origin.at_once} | {origin.told_by_several} |")
    lines.append(f"\nPairs in other words: {pairs}; merged {merged}; with a cosine below {FLOOR:.2f}: {far}.")
    return "\n".join(lines)
