"""Pages made of the code (commands, actions, rules, log and store): `python -m agentsensus.cli.reference docs`."""

import re
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any, get_args, get_type_hints

import typer

__all__ = ["PAGES", "actions_page", "commands_page", "rows_page", "rules_page"]

_NOTE = "This page is made of the code by `python -m agentsensus.cli.reference docs`; a test says when it is stale.\n"


def commands_page() -> str:
    """Every command with its arguments, its options and its example."""
    from agentsensus.cli.main import app

    lines = ["# Commands\n", _NOTE, *_command(typer.main.get_command(app), "agentsensus", 2)]
    return "\n".join(lines) + "\n"


def actions_page() -> str:
    """Every action that a character can take, in both languages, with its parameters and what a person types."""
    from agentsensus.actions import ACTIONS
    from agentsensus.text.languages import LANGUAGES, rules_of

    lines = ["# Actions\n", _NOTE]
    for name, kind in ACTIONS.items():
        lines.append(f"## {name}\n")
        for language in LANGUAGES:
            texts = kind.texts(language)
            usage = f"{texts.typed} {texts.usage}".strip()
            lines.append(f"**{rules_of(language).name}.** {_flat(texts.about)} Typed: `{usage}`.\n")
            lines += [f"- `{parameter}`: {_flat(about)}" for parameter, about in texts.params.items()]
            lines += [""] if texts.params else []
    return "\n".join(lines).rstrip() + "\n"


def rules_page() -> str:
    """Every rule of play with its value under both presets, and what it does."""
    from agentsensus.world.rules import Rules

    ours, paper = Rules.presets["ours"], Rules.presets["paper"]
    lines = [
        "# Rules of play\n",
        _NOTE,
        _ABOUT_RULES,
        "| rule | `ours` | `paper` | what it says | what `ours` costs or saves |",
        "|---|---|---|---|---|",
    ]
    for name, field in Rules.model_fields.items():
        values = (_value(getattr(preset, name)) for preset in (ours, paper))
        lines.append(f"| `{name}` | {' | '.join(values)} | {_flat(field.description or '')} | {_COSTS[name]} |")
    return "\n".join(lines) + "\n"


_ABOUT_RULES = """\
`agentsensus run WORLD --preset paper` plays as published; `--set NAME=VALUE` changes one rule, and
`agentsensus compare WORLD --vary NAME=VALUE,VALUE` plays with each value beside the other. Prompts grow with what is
perceived without a turn: words heard whole, looks, things, and up to `minded_tokens` of what comes to mind. Nothing
here calls a model; what a rule saves is turns (reading, keeping, changing goals), each of which is a call.
"""


_COSTS = {
    "message_speed": "fewer rounds until an answer",
    "gesture": "nothing",
    "place_rows": "up to so many rows in the result of `observe`",
    "act_changes_place": "a line of status in the views of those who are there",
    "rows_tell_source": "a few tokens a row that is recalled",
    "notice_rounds": "nothing with `hearing` whole; else the turns in which a notice wakes somebody",
    "cache_size": "prompt tokens, up to so many turns",
    "cache": "nothing",
    "cache_alpha": "nothing",
    "stall_after": "one line in the prompt of whoever repeats itself",
    "goal_cap": "saves prompt tokens",
    "hearing": "what was said, in the prompt; saves a turn for every message",
    "reading": "saves a turn for every further thread with something unread",
    "bystanders": "what others said here, in the prompt of whoever stands by",
    "upkeep": "saves a turn for every memory that is kept and every goal that changes",
    "minded": "one search of one's own memory a turn, no model call",
    "minded_tokens": "at most so many prompt tokens a turn",
    "looks": "a line of the prompt for everybody who is there, comes or goes",
    "observe": "nothing",
    "things": "two more actions in the manual, a line for things at hand",
    "deeds": "one more action in the manual, in worlds that allow deeds",
    "happenings": "conditions checked once a round; what happens is perceived",
    "arcs": "conditions checked once a round",
    "doors": "nothing",
    "event_groups": "links, and what they bring along in a recall",
    "row_floor": "nothing",
}
"""By rule: what it costs or saves to play by the value of `ours` where `paper` has another."""


def rows_page() -> str:
    """Every kind of line of a log and every table of a store, with its fields."""
    from agentsensus.events import event
    from agentsensus.store.rows import ROW_TYPES

    lines = ["# Lines of a log, rows of a store\n", _NOTE, "[Files](formats.md) says which file is which.\n"]
    lines.append("## The log\n\nEvery line of `events.jsonl` has `seq`, `round` and `kind`, and by its kind:\n")
    for kind in get_args(get_args(event.AnyEvent)[0]):
        lines += _typed(kind.model_fields["kind"].default, kind, skip=("seq", "round", "kind"))
    for part in (event.Upkeep, event.Stated, event.RecalledRow):
        lines += _typed(part.__name__, part)
    lines.append("## The store\n\nTables of `memory.db`; `store export` writes the same rows:\n")
    for table, row in ROW_TYPES.items():
        lines += _typed(table, row)
    return "\n".join(lines).rstrip() + "\n"


def _typed(name: str, kind: type, skip: tuple[str, ...] = ()) -> Iterator[str]:
    """A heading, what a line or a row says, and its fields with their types."""
    yield f"### {name}\n\n{_flat(kind.__doc__ or '')}\n"
    hints = {field: hint for field, hint in get_type_hints(kind).items() if field not in (*skip, "model_config")}
    yield " · ".join(f"`{field}` {_type(hint)}" for field, hint in hints.items()) + "\n"


def _type(hint: Any) -> str:
    return re.sub(r"(\w+\.)+", "", hint.__name__ if isinstance(hint, type) and not get_args(hint) else str(hint))


def _value(value: object) -> str:
    return "the world's" if value is None else str(value).lower() if isinstance(value, bool) else str(value)


PAGES = {"commands.md": commands_page, "actions.md": actions_page, "rules.md": rules_page, "rows.md": rows_page}
"""By file: the function that makes the page."""


def _command(command: Any, path: str, depth: int) -> Iterator[str]:
    for name, child in command.commands.items():
        if hasattr(child, "commands"):
            yield f"{'#' * depth} {path} {name}\n\n{_flat(child.help or '')}\n"
            yield from _command(child, f"{path} {name}", depth + 1)
        else:
            yield from _leaf(child, f"{path} {name}", depth)


def _leaf(command: Any, path: str, depth: int) -> Iterator[str]:
    arguments = [each for each in command.params if each.param_type_name == "argument"]
    options = [each for each in command.params if each.param_type_name == "option" and each.name != "help"]
    shown = " ".join([path, *(_metavar(argument) for argument in arguments)])
    yield f"{'#' * depth} {path}\n"
    yield f"    {shown}{' [OPTIONS]' if options else ''}\n"
    yield from (f"{_flat(part)}\n" for part in re.split(r"\n\s*\n", (command.help or "").strip()))
    for each in arguments:
        yield f"- `{_metavar(each)}` {_flat(each.help or '')}"
    for each in options:
        names = ", ".join(f"`{name}`" for name in (*each.opts, *each.secondary_opts))
        yield f"- {names} {_flat(each.help or '')}{_default(each)}"
    yield ""


def _metavar(argument: Any) -> str:
    name = str(argument.metavar or argument.name.upper())
    shown = name if argument.required else f"[{name}]"
    return f"{shown}..." if argument.nargs == -1 else shown


def _default(option: Any) -> str:
    default = option.default
    is_plain = isinstance(default, str | int | float) and not isinstance(default, bool) and default != ""
    return f" Default: {default}." if is_plain else ""


def _flat(text: str) -> str:
    return " ".join(text.split())


def main(folder: Path) -> None:
    """Write the pages into a folder."""
    for name, page in PAGES.items():
        (folder / name).write_text(page(), "utf-8")


if __name__ == "__main__":
    main(Path(sys.argv[1]))
