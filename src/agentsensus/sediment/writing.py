"""The world folder on the disk: whole or not at all, checked before it takes its place."""

import json
import os
import shutil
from pathlib import Path
from typing import Any

import yaml

from agentsensus.errors import InputError, ScenarioError
from agentsensus.sediment.account import Account
from agentsensus.sediment.building import WorldDraft
from agentsensus.sediment.source import SourceText
from agentsensus.world import WorldCheck, check
from agentsensus.world.reading.scenes import write as write_scenes

__all__ = ["check_target", "write_world"]

_ORDER = ("world", "characters", "places", "carriers", "happenings", "reference", "registry")


def check_target(out: Path) -> None:
    """Refuse to write over a folder that is no world made here."""
    if out.is_file() or (out.is_dir() and any(out.iterdir()) and not (out / "sediment.json").is_file()):
        raise InputError(f"--out {out}: is there already and was not made by `sediment`; take another name")


def write_world(
    out: Path, draft: WorldDraft, account: Account, source: SourceText, reports: dict[str, dict[str, Any]]
) -> WorldCheck:
    """Write the folder beside its place, check it, and move it there; ScenarioError where it cannot be played."""
    unfinished = out.parent / f".{out.name}.unfinished"
    shutil.rmtree(unfinished, ignore_errors=True)
    try:
        unfinished.mkdir(parents=True)
        for name in _ORDER:
            if name in draft.files:
                (unfinished / f"{name}.yaml").write_text(_yaml(draft.files[name]), "utf-8")
        (unfinished / "scenes.md").write_text(write_scenes(draft.events), "utf-8")
        (unfinished / "passages.jsonl").write_text(_passages(draft, account, source), "utf-8")
        checked = check(unfinished)
        if not checked.ok:
            raise ScenarioError(checked.problems)
        for name, report in reports.items():
            (unfinished / name).write_text(_json(report), "utf-8")
        _put(unfinished, out)
    except OSError as error:
        raise InputError(f"--out {out}: cannot be written: {(error.strerror or str(error)).lower()}") from None
    finally:
        shutil.rmtree(unfinished, ignore_errors=True)
    return checked


def _put(unfinished: Path, out: Path) -> None:
    """Move a folder into its place; the one that was there is gone only when the new one is whole."""
    old = out.parent / f".{out.name}.old"
    shutil.rmtree(old, ignore_errors=True)
    if out.exists():
        os.replace(out, old)
    os.replace(unfinished, out)
    shutil.rmtree(old, ignore_errors=True)


class _PlainDumper(yaml.SafeDumper):  # type: ignore[misc]  # yaml has no types
    """Writes short lists on one line, as people do."""

    def represent_sequence(self, tag: str, sequence: Any, flow_style: bool | None = None) -> Any:
        items = list(sequence)
        is_short = all(isinstance(item, str | int) for item in items) and sum(len(str(item)) for item in items) < 70
        return super().represent_sequence(tag, items, flow_style=is_short)


def _yaml(value: dict[str, Any]) -> str:
    return str(yaml.dump(value, Dumper=_PlainDumper, allow_unicode=True, sort_keys=False, width=110))


def _json(value: dict[str, Any]) -> str:
    return json.dumps(value, ensure_ascii=False, indent=1, sort_keys=False) + "\n"


def _passages(draft: WorldDraft, account: Account, source: SourceText) -> str:
    """A line for every event: where in the source it stands, and where it is told again."""
    lines = []
    for event, statement in zip(draft.events, account.statements, strict=True):
        line: dict[str, Any] = {
            "event": event.id,
            "group": event.group,
            "part": statement.part,
            "start": source.offset(statement.start),
            "end": source.offset(statement.end),
            "confidence": statement.confidence,
        }
        if statement.also_at:
            line["again"] = [[source.offset(start), source.offset(end)] for start, end in statement.also_at]
        lines.append(json.dumps(line, ensure_ascii=False))
    return "\n".join(lines) + "\n"
