"""Which wording a merged record shows. One file a rule."""

from collections.abc import Callable, Sequence
from typing import TypeAlias

from agentsensus.memory.text_rules.longer import longer
from agentsensus.memory.text_rules.role_preserving import role_preserving
from agentsensus.memory.text_rules.shorter import shorter
from agentsensus.text.reading import Reading

Worded: TypeAlias = tuple[str, Reading]
"""A wording as it was said, and its reading under canonical names."""

TextRule: TypeAlias = Callable[[Sequence[Worded], int], str]

TEXT_RULES: dict[str, TextRule] = {"shorter": shorter, "longer": longer, "role-preserving": role_preserving}

__all__ = ["TEXT_RULES", "TextRule", "Worded"]
