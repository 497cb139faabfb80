"""Small worlds for these tests: the templates, and a folder written from given files."""

import shutil
from collections.abc import Mapping
from pathlib import Path

import agentsensus.worlds.scenario

TEMPLATES = Path(agentsensus.worlds.scenario.__file__).parent / "template"

SMALL = {
    "world.yaml": "name: small\nlanguage: en\nmap: {edges: [[hall, tower, 2]]}\n",
    "places.yaml": "hall: {name: the hall}\ntower: {name: the tower}\n",
    "characters.yaml": "ada: {name: Ada Quill, aliases: [Ada], at: hall}\nben: {name: Ben, at: tower}\n",
    "scenes.md": "## The hall, noon: Ada, Ben\n- Ada Quill rang the bell in the hall.   #bell\n",
}


def written(folder: Path, files: Mapping[str, str] | None = None) -> Path:
    """A world folder with the small world's files, some of them replaced or added; an empty text leaves one out."""
    folder.mkdir(exist_ok=True)
    for name, text in {**SMALL, **(files or {})}.items():
        if text:
            (folder / name).write_text(text, "utf-8")
    return folder


def template(folder: Path, language: str) -> Path:
    """A copy of a template, to be spoilt."""
    return Path(shutil.copytree(TEMPLATES / language, folder))
