"""What code can see is wrong with a model's cut: a pronoun left, another language, something lost, too long."""

from collections.abc import Callable, Sequence

from agentsensus.memory.atoms.atom import Atom
from agentsensus.models.tokens import tokens
from agentsensus.text.language import language
from agentsensus.text.languages import rules_of
from agentsensus.text.names import Names
from agentsensus.text.pronouns import is_unresolved
from agentsensus.text.quotes import unquoted
from agentsensus.text.reading.persons import people_in

__all__ = ["CheckedOnce", "complaint"]


def complaint(text: str, atoms: Sequence[Atom], names: Names, cap: int) -> str | None:
    """What is wrong with the statements that a text was cut into, for the model to mend; None when nothing is."""
    written_in = language(text)
    for number, atom in enumerate(atoms, 1):
        if language(atom.text) != written_in:
            return f"statement {number} is not in the language of the text"
        if tokens(atom.text) > cap:
            return f"statement {number} has more than {cap} tokens; split it"
        if is_unresolved(atom.text, names):
            return f"statement {number} has a pronoun in it that stands for nobody it names; write the name"
    lost = _lost(text, atoms, names)
    return f"the statements leave out {', '.join(lost)}" if lost else None


def _lost(text: str, atoms: Sequence[Atom], names: Names) -> list[str]:
    """The names and numbers of a text that neither a statement nor its provenance has."""
    ways = [atom.via for atom in atoms if atom.via is not None]
    kept_text = " ".join([*(atom.text for atom in atoms), *(f"{via.telling} {via.detail}" for via in ways)])
    mentioned = {*names.mentioned(kept_text), *(via.source for via in ways), *(via.place for via in ways)}
    lost = [names.display(agent) for agent in names.mentioned(text) if agent not in mentioned]
    lost += [person for person in people_in(unquoted(text), names) if person not in kept_text and person not in lost]
    known = tuple(people_in(kept_text, names))
    numbers = rules_of(language(text)).reader.numbers
    return [*lost, *sorted(numbers(text, tuple(people_in(text, names))) - numbers(kept_text, known))]


class CheckedOnce:
    """A check for a model's reply that sends it back once with the reason; what is wrong then is kept in `failed`."""

    def __init__(self, check: Callable[[Sequence[str]], str | None]) -> None:
        self._check = check
        self._has_complained = False
        self.failed = ""

    def __call__(self, statements: Sequence[str]) -> str | None:
        wrong = self._check(statements)
        if wrong is None or self._has_complained:
            self.failed = wrong or ""
            return None
        self._has_complained = True
        return wrong
