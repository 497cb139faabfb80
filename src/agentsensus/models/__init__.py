"""Language models.

A `Chat` answers requests. A request passes a tape (`tape.py`), limits and retries (`limits.py`) and a budget
(`budget.py`, `prices.py`) on its way to a provider (`providers/`); its reply is parsed into a type (`ask.py`,
`repair.py`, `choose.py`).
"""

from agentsensus.models.ask import Answer, NoAnswer, ask_for
from agentsensus.models.budget import Budget, Spent
from agentsensus.models.chat import (
    BudgetExhausted,
    Chat,
    Failed,
    Outcome,
    Position,
    Provider,
    Reply,
    Request,
    Shape,
    TapePlace,
    Trouble,
    Usage,
)
from agentsensus.models.choose import choose, choose_then_fill
from agentsensus.models.limits import Limits
from agentsensus.models.prices import Price, Prices
from agentsensus.models.providers.open import ModelLike, as_chat, open_model
from agentsensus.models.roles import Roles
from agentsensus.models.tape import Tape

__all__ = [
    "Answer",
    "Budget",
    "BudgetExhausted",
    "Chat",
    "Failed",
    "Limits",
    "ModelLike",
    "NoAnswer",
    "Outcome",
    "Position",
    "Price",
    "Prices",
    "Provider",
    "Reply",
    "Request",
    "Roles",
    "Shape",
    "Spent",
    "Tape",
    "TapePlace",
    "Trouble",
    "Usage",
    "as_chat",
    "ask_for",
    "choose",
    "choose_then_fill",
    "open_model",
]
