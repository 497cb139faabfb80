"""The caller's instructions for a memory's models: the subject of the memory, and own prompts."""

import re
from collections.abc import Mapping
from dataclasses import dataclass

from agentsensus.base.texts import filled, prompt_text, texts
from agentsensus.errors import InputError, did_you_mean

__all__ = ["ATOMIZER_BLANKS", "JUDGE_BLANKS", "Instructions", "as_glossary"]

JUDGE_BLANKS = ("questions", "names", "domain")
ATOMIZER_BLANKS = ("text", "speaker", "place", "participants", "names", "cap", "domain")
"""The placeholders of each prompt, `{{questions}}` and so on. The first one is required."""
_BLANKS = {"judge": JUDGE_BLANKS, "atomizer": ATOMIZER_BLANKS}
_BLANK = re.compile(r"\{\{(\w+)\}\}")


@dataclass(frozen=True, slots=True)
class Instructions:
    """The caller's instructions for models.

    `domain` is the subject of the memory («a help desk», «一个故事世界»). `judge` and `atomizer` are the caller's own
    prompts; empty for the built-in ones.
    """

    domain: str = ""
    judge: str = ""
    atomizer: str = ""

    @classmethod
    def checked(cls, domain: object, prompt: object) -> "Instructions":
        """Check the instructions with which a memory is opened, and return them. Raises InputError if they are
        invalid.
        """
        if domain is not None and (not isinstance(domain, str) or not domain.strip()):
            raise InputError(f"domain is {domain!r}: say in a few words what the memory is about, or leave it out")
        if prompt is not None and not isinstance(prompt, Mapping):
            raise InputError(f"prompt is {prompt!r}: give a dict, {{'judge': 'your text with {{{{questions}}}}'}}")
        own = {str(role): checked_prompt(str(role), text) for role, text in (prompt or {}).items()}
        return cls(domain=(domain or "").strip() if isinstance(domain, str) else "", **own)

    def text(self, package: str, name: str, own: str, language: str, /, **values: str) -> str:
        """Return a prompt with its placeholders filled in: the caller's own, or else the built-in one in this
        language.
        """
        domain = self.domain or texts("agentsensus.memory.judge", "instructions", language)["anybody"]
        return filled(own or prompt_text(package, name, language), domain=domain, **values)


def checked_prompt(role: str, text: object) -> str:
    """Return the caller's prompt for a role. Raises InputError if its placeholders are not valid."""
    if role not in _BLANKS:
        raise InputError(f"prompt[{role!r}]: no such prompt{did_you_mean(role, tuple(_BLANKS))}")
    if not isinstance(text, str) or not text.strip():
        raise InputError(f"prompt[{role!r}] is {text!r}: give a text")
    blanks, known = set(_BLANK.findall(text)), _BLANKS[role]
    if unknown := sorted(blanks - set(known)):
        raise InputError(f"prompt[{role!r}]: {{{{{unknown[0]}}}}} is not known{did_you_mean(unknown[0], known)}")
    if known[0] not in blanks:
        raise InputError(
            f"prompt[{role!r}]: {{{{{known[0]}}}}} is missing, so the model would not see what it is asked"
        )
    return text


def as_glossary(glossary: Mapping[str, str]) -> str:
    """Return aliases and canonical names as one line of a prompt: «the prince = Hamlet»."""
    return "; ".join(f"{alias} = {name}" for alias, name in glossary.items()) or "-"
