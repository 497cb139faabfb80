"""What computes meaning: embedders, token counts, and the one seam to language models.

`chat.py` is the seam. A request (`request.py`) goes through a tape (`tape.py`), limits and retries (`limits.py`) and a
budget (`budget.py`, `prices.py`) to a provider (`providers/`, one entry each in its `table.py`), and its reply is
read as a type (`ask.py`, `repair.py`, `choose.py`).
"""

from agentsensus.models.ask import Answer, NoAnswer, ask_for
from agentsensus.models.budget import Budget, Spent
from agentsensus.models.chat import Chat, Provider, Trouble
from agentsensus.models.choose import choose, choose_then_fill
from agentsensus.models.limits import Limits
from agentsensus.models.prices import Price, Prices
from agentsensus.models.providers.opening import ModelLike, as_chat, open_model
from agentsensus.models.reply import BudgetExhausted, Failed, Outcome, Reply, Usage
from agentsensus.models.request import Position, Request, Shape, TapePlace
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
