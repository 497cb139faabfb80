"""Edit the files of a world: read them, check them while they are typed, and change one entry at a time.

A form changes only the lines of its entry, so that comments and the rest of a file stay as the author wrote them.
"""

import json
import re
import shutil
import tempfile
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import yaml

from agentsensus.base.files import read_text, replace_text
from agentsensus.errors import InputError
from agentsensus.language.rules import Language
from agentsensus.worlds.scenario.check import check
from agentsensus.worlds.scenario.reading import scenes as scene_files
from agentsensus.worlds.scenario.reading.slugs import is_world_name, world_name_hint
from agentsensus.worlds.scenario.reading.yaml_files import PARTS, read_yaml
from agentsensus.worlds.scenario.template_world import make_world

__all__ = ["FILES", "changed_entry", "changed_scene", "checked_files", "copy_world", "new_world", "read_files", "save"]

FILES = ("world.yaml", *(f"{part}.yaml" for part in PARTS), "scenes.md")
_LAYOUT = "map.json"
_LONGEST = 2_000_000
_EVENT = re.compile(r"\s*[-*]\s")
_NEXT = re.compile(r"\s*(?:[-*]\s|##)")


def read_files(world: Path) -> dict[str, Any]:
    """Return the texts of a world's files, and the positions of its places on the map."""
    texts = {name: read_text(world / name) for name in FILES if (world / name).is_file()}
    return {"files": texts, "layout": _layout(world)}


def save(world: Path, files: Mapping[str, str], layout: Mapping[str, Any] | None) -> None:
    """Write the files of a world. Only its own files can be written."""
    _check_names(files)
    for name, text in files.items():
        if text.strip() or (world / name).exists():
            replace_text(world / name, text if text.endswith("\n") or not text else f"{text}\n")
    if layout is not None:
        placed = {str(id_): [round(float(x), 1), round(float(y), 1)] for id_, (x, y) in layout.items()}
        replace_text(world / _LAYOUT, json.dumps(placed, ensure_ascii=False, indent=1) + "\n")


def checked_files(files: Mapping[str, str]) -> dict[str, Any]:
    """Check the texts of a world as `agentsensus check` does; return problems, counts, and the entries for forms."""
    _check_names(files)
    with tempfile.TemporaryDirectory() as folder:
        world = Path(folder) / "world"
        world.mkdir()
        for name, text in files.items():
            if text.strip():
                (world / name).write_text(text, "utf-8")
        found = check(world) if (world / "world.yaml").exists() else None
    if found is None:
        raise InputError("world.yaml is empty; it needs at least a name")
    problems = [
        {"severity": each.severity, "file": each.file, "path": each.path, "problem": each.problem, "line": each.line}
        for each in found.problems
    ]
    return {"problems": problems, "ok": found.ok, "counts": found.counts(), "forms": _forms(files)}


def _check_names(files: Mapping[str, str]) -> None:
    for name, text in files.items():
        if name not in FILES:
            raise InputError(f"{name[:60]!r} is not a file of a world")
        if len(text) > _LONGEST:
            raise InputError(f"{name} is longer than {_LONGEST:,} characters")


def _forms(files: Mapping[str, str]) -> dict[str, Any]:
    """Return the entries of the YAML files as plain values, and the events of scenes.md, as far as they can be
    parsed."""
    values = {name.removesuffix(".yaml"): read_yaml(text).value for name, text in files.items() if name != "scenes.md"}
    forms: dict[str, Any] = {name: value if isinstance(value, dict) else {} for name, value in values.items()}
    events = scene_files.parse(files.get("scenes.md", "")).events
    forms["scenes"] = [
        {
            "order": event.order,
            "id": event.id,
            "text": event.text,
            "place": event.place,
            "time": event.time,
            "witnesses": [*event.witnesses],
            "secret": event.secret,
            "tellings": [*event.tellings],
        }
        for event in events
    ]
    return forms


def changed_entry(text: str, key: str, value: Any) -> str:
    """Return a YAML file with one top-level entry replaced, added at the end, or removed (if `value` is None)."""
    dumped = "" if value is None else _dumped(key, value)
    lines = text.splitlines(keepends=True)
    try:
        node = yaml.compose(text, Loader=yaml.SafeLoader)
    except yaml.YAMLError as error:
        raise InputError(
            f"the file cannot be read ({' '.join(str(error).split())[:200]}); correct the text first"
        ) from None
    keys = node.value if isinstance(node, yaml.MappingNode) else []
    for place, (key_node, _) in enumerate(keys):
        if key_node.value == key:
            first = key_node.start_mark.line
            last = keys[place + 1][0].start_mark.line if place + 1 < len(keys) else len(lines)
            while last > first + 1 and (not lines[last - 1].strip() or lines[last - 1].startswith("#")):
                last -= 1  # comments above the next entry belong to it
            return "".join([*lines[:first], dumped, *lines[last:]])
    start = text if not text or text.endswith("\n") else f"{text}\n"
    return start + dumped


def _dumped(key: str, value: Any) -> str:
    """Return an entry as YAML: its own line begins with the key, and short mappings inside it stand on one line."""
    flow = None if isinstance(value, dict | list) else False
    dumped: str = yaml.safe_dump({key: value}, allow_unicode=True, sort_keys=False, width=110, default_flow_style=flow)
    return dumped


def changed_scene(text: str, order: int | None, event: Mapping[str, Any] | None) -> str:
    """Return scenes.md with one event replaced, removed (if `event` is None), or added under its own heading (without
    `order`)."""
    lines = text.splitlines()
    if order is None:
        assert event is not None
        heading = (
            f"## {event['place']}{', ' + event['time'] if event.get('time') else ''}: {', '.join(event['witnesses'])}"
        )
        return "\n".join([*lines, "", heading, *_event_lines(event, with_witnesses=False)]) + "\n"
    parsed = scene_files.parse(text)
    if (order,) not in parsed.lines:
        raise InputError(f"there is no event {order} in scenes.md any more")
    old = next(each for each in parsed.events if each.order == order)
    first = parsed.lines[(order,)] - 1
    last = first + 1
    while last < len(lines) and lines[last].strip() and not _NEXT.match(lines[last]):
        last += 1
    new: list[str] = []
    if event is not None:
        kept = [line for line in lines[first + 1 : last] if line.lstrip().startswith("≈")]
        has_brackets = parsed.lines[(order, "witnesses")] == parsed.lines[(order,)]
        with_witnesses = has_brackets or [*event["witnesses"]] != [*old.witnesses]
        secret_above = old.secret and "!secret" not in lines[first]
        new = [
            *_event_lines({**event, "secret": event["secret"] and not secret_above}, with_witnesses=with_witnesses),
            *kept,
        ]
    return "\n".join([*lines[:first], *new, *lines[last:]]) + "\n"


def _event_lines(event: Mapping[str, Any], *, with_witnesses: bool) -> list[str]:
    one_line = " ".join(str(event["text"]).split())
    who = f"({', '.join(event['witnesses'])}) " if with_witnesses else ""
    id_ = str(event.get("id") or "")
    marks = (f" #{id_}" if id_ and not re.fullmatch(r"e\d{4}_*", id_) else "") + (" !secret" if event["secret"] else "")
    tellings = [" ".join(str(telling).split()) for telling in event.get("tellings", ())]
    return [f"- {who}{one_line}{'  ' + marks if marks else ''}", *(f"  ~ {telling}" for telling in tellings if telling)]


def new_world(root: Path, name: str, language: Language) -> str:
    """Create a world from the template and return its name."""
    make_world(name, language, root)
    return name


def copy_world(root: Path, source: Path, name: str) -> str:
    """Copy a world under a new name, so that it can be changed."""
    if not is_world_name(name):
        raise InputError(world_name_hint(name))
    target = root / name
    if target.exists():
        raise InputError(f"{name} already exists; choose another name")
    target.mkdir()
    for file in FILES:
        if (source / file).is_file():
            shutil.copyfile(source / file, target / file)
    text = read_text(target / "world.yaml")
    replace_text(target / "world.yaml", changed_entry(text, "name", name))
    return name


def _layout(world: Path) -> dict[str, Any]:
    try:
        placed = json.loads(read_text(world / _LAYOUT))
    except (InputError, ValueError):
        return {}
    is_layout = isinstance(placed, dict) and all(isinstance(at, list) and len(at) == 2 for at in placed.values())
    return placed if is_layout else {}
