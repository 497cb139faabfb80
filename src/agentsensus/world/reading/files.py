"""The files of a world as sections: a folder with one file each, or one YAML file that holds them all."""

from pathlib import Path

from agentsensus.errors import InputError, nearest
from agentsensus.files import read_text
from agentsensus.world.reading.problems import Problems, Steps, WorldSection
from agentsensus.world.reading.yaml_lines import read_yaml

__all__ = ["PARTS", "read_world"]

PARTS = ("characters", "places", "carriers", "happenings", "reference", "registry")
_FILES = ("world.yaml", *(f"{part}.yaml" for part in PARTS))


def read_world(where: Path, notes: Problems) -> None:
    """Fill `notes.sections` from a folder, or from one file."""
    whole = where / "world.yaml" if where.is_dir() else where
    world = notes.sections["world"] = _read(whole, "world", notes)
    if world.value is None:
        world.value = {}
    if not isinstance(world.value, dict):
        notes.error("world", (), "must be keys and values, such as `name: hamlet`")
        world.value = {}
    folder = whole.parent if whole.name == "world.yaml" else None
    for part in PARTS:
        notes.sections[part] = _part(part, world, folder, notes)
    notes.sections["scenes"] = _scenes(world, folder, notes)
    if folder:
        _strangers(folder, notes)


def _part(part: str, world: WorldSection, folder: Path | None, notes: Problems) -> WorldSection:
    own = folder / f"{part}.yaml" if folder else None
    if own is None or not own.exists():
        return WorldSection(world.file, part, world.value.pop(part, None), (part,), world.lines)
    if part in world.value:
        notes.error("world", (part,), f"is here and in {part}.yaml; keep one of them")
        del world.value[part]
    return _read(own, part, notes)


def _scenes(world: WorldSection, folder: Path | None, notes: Problems) -> WorldSection:
    own = folder / "scenes.md" if folder else None
    inside = world.value.pop("scenes", None)
    if own is not None and own.exists():
        if inside is not None:
            notes.error("world", ("scenes",), "is here and in scenes.md; keep one of them")
        return WorldSection("scenes.md", "scenes", _text(own, notes) or "", (), {(): 1})
    if inside is not None and not isinstance(inside, str):
        notes.error("world", ("scenes",), "must be a text; begin it with `scenes: |`")
        inside = None
    # A block of text begins on the line after its key.
    lines: dict[Steps, int] = {} if inside is None else {(): world.lines[("scenes",)] + 1}
    return WorldSection(world.file, "scenes", inside, (), lines)


def _read(path: Path, name: str, notes: Problems) -> WorldSection:
    text = _text(path, notes)
    document = read_yaml(text or "")
    for line, problem in document.wrong:
        notes.in_file(path.name, problem, line)
    return WorldSection(path.name, name, document.value, (), document.lines)


def _text(path: Path, notes: Problems) -> str | None:
    try:
        return read_text(path)
    except InputError as error:
        notes.in_file(path.name, str(error).removeprefix(f"{path}: "))
    return None


def _strangers(folder: Path, notes: Problems) -> None:
    for path in sorted(folder.iterdir()):
        if path.suffix in (".yaml", ".yml") and path.name not in _FILES:
            notes.in_file(path.name, f"is not read{nearest(path.name, _FILES)}", warning=True)
