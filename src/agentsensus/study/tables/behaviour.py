"""The tables of behaviour: the census of actions, languages, goals, repetition."""

from collections.abc import Callable, Sequence

from agentsensus.study.metrics.census import Census
from agentsensus.study.metrics.composition import SCRIPTS
from agentsensus.study.metrics.intervals import seeds_of
from agentsensus.study.sources.groups import Group
from agentsensus.study.sources.measures import RunMeasures
from agentsensus.study.tables.table import Figure, StudyTable, TableCell, by_column

__all__ = ["behaviour_tables", "played_groups"]


def behaviour_tables(groups: Sequence[Group]) -> list[StudyTable]:
    """All tables of this family, of groups that were played; a memory that was fed has no behaviour."""
    played = played_groups(groups)
    if not played:
        return []
    census = [_census(group, final) for group in played for final in (False, True)]
    return [*census, _language(groups), _goals(played), _repetition(played)]


def played_groups(groups: Sequence[Group]) -> list[Group]:
    """The groups whose runs have a log of their own."""
    return [group for group in groups if not group.is_paired]


def _census(group: Group, final: bool) -> StudyTable:
    read: Callable[[RunMeasures], Census | None] = (lambda run: run.final_census) if final else (lambda run: run.census)
    taken = [[each for run in column.runs if (each := read(run))] for column in group.columns]
    actions = sorted({name for column in taken for each in column for name in (*each.actions, *each.beside)})
    rows: list[tuple[TableCell, ...]] = []
    for action in actions:
        rows.append((action, *(seeds_of([each.actions.get(action, 0) for each in column]) for column in taken)))
        if any(action in each.beside for column in taken for each in column):
            beside = (seeds_of([each.beside.get(action, 0) for each in column]) for column in taken)
            rows.append((f"{action}, beside a deed", *beside))
    rows.append(("turns", *(seeds_of([each.turns for each in column]) for column in taken)))
    rows.append(("refused", *(seeds_of([each.refused for each in column]) for column in taken)))
    first = group.columns[0].runs[0].final_from
    stage = f"rounds {first}–{group.rounds}" if final else "whole run"
    slug = f"census-{group.slug}{'-final' if final else ''}"
    return StudyTable(
        slug, f"Actions taken, {group.name}, {stage}", ("action", *(c.name for c in group.columns)), tuple(rows)
    )


def _language(groups: Sequence[Group]) -> StudyTable:
    scripts = [*SCRIPTS, "other"]
    figures = [Figure(f"{script}, %", 1, _share_of(script)) for script in scripts]
    figures.append(Figure("drift at the end, %", 1, lambda run: run.drift[-1] if run.drift else None))
    return by_column("language", "Language of rows, by script", groups, figures)


def _share_of(script: str) -> Callable[[RunMeasures], float | None]:
    return lambda run: run.scripts.get(script, 0.0) if run.scripts else None


def _goals(groups: Sequence[Group]) -> StudyTable:
    figures = [
        Figure("authored", 0, lambda run: run.goals.authored if run.goals else None),
        Figure("authored, held at the end", 0, lambda run: run.goals.authored_held if run.goals else None),
        Figure("self-pushed, held at the end", 0, lambda run: run.goals.own_held if run.goals else None),
        Figure("pushed", 0, lambda run: run.goals.pushed if run.goals else None),
        Figure("popped", 0, lambda run: run.goals.popped if run.goals else None),
        Figure("closed, %", 1, lambda run: run.goals.closed_share if run.goals else None),
        Figure("held by each", 1, lambda run: run.goals.held_each if run.goals else None),
        Figure("goalless turns, %", 1, lambda run: run.goals.goalless_share if run.goals else None),
    ]
    return by_column("goals", "Goals", groups, figures)


def _repetition(groups: Sequence[Group]) -> StudyTable:
    figures = [
        Figure("lines", 0, lambda run: run.repetition.lines if run.repetition else None),
        Figure(
            "said before by the speaker, %", 1, lambda run: run.repetition.repeated_lines if run.repetition else None
        ),
        Figure("turns but waiting", 0, lambda run: run.repetition.turns if run.repetition else None),
        Figure("like the turn before, %", 1, lambda run: run.repetition.repeated_turns if run.repetition else None),
        Figure("in stalls, %", 1, lambda run: run.repetition.stalled_turns if run.repetition else None),
    ]
    return by_column("repetition", "Repetition and stalls", groups, figures)
