"""What a person may ask for: which files, which model, which language. What cannot be made is refused at once."""

from collections.abc import Sequence
from pathlib import Path

from agentsensus.errors import InputError, nearest
from agentsensus.models.providers.model_id import ModelId
from agentsensus.models.roles import DEFAULT, read_roles
from agentsensus.screenplay.forms import FORMS
from agentsensus.screenplay.grid import PAGE, PICTURES
from agentsensus.screenplay.production import Production
from agentsensus.text.languages import LANGUAGES, Language

__all__ = ["check_targets", "language_of_play", "model_of_play"]


def check_targets(plays: Sequence[Path], grids: Sequence[Path]) -> None:
    """Refuse files that cannot be written, or whose ending says nothing, before anything is made."""
    for where in plays:
        _check_target(where, list(FORMS))
    for where in grids:
        _check_target(where, [*PICTURES, PAGE])


def _check_target(where: Path, endings: Sequence[str]) -> None:
    if where.suffix.lower() not in endings:
        raise InputError(f"{where}: the name must end in {', '.join(endings)}, which says what is written")
    if not where.parent.is_dir():
        raise InputError(f"{where.parent}: there is no such folder to write into")
    if where.is_dir():
        raise InputError(f"{where}: this is a folder; name a file")


def model_of_play(word: str) -> str:
    """A model's id from `ID` or `screenplay=ID`; another role or another form is the user's mistake."""
    role, id_ = next(iter(read_roles([word]).items()))
    if role not in (DEFAULT, "screenplay"):
        raise InputError(f"--model {word}: a screenplay has no work of {role}; write screenplay=ID")
    ModelId.parse(id_)
    return id_


def language_of_play(production: Production, code: str | None, *, has_model: bool) -> Language:
    """The language asked for, or that of the world; without a model a play is in that of its world."""
    language = next((known for known in LANGUAGES if known == code), production.language)
    if code is not None and code not in LANGUAGES:
        raise InputError(f"--language {code!r}: there is no such language here{nearest(code, LANGUAGES)}")
    if language != production.language and not has_model:
        raise InputError(
            f"--language {language}: without a model a play is in the language of its world, {production.language}; "
            "give one with --model screenplay=ID"
        )
    return language
