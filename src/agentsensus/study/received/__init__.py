"""What reached whom, when and how: the ground of every question whether somebody could know a thing."""

from agentsensus.study.received.receipt import Receipt, ReceiptHow
from agentsensus.study.received.walk import Reception, reception_of
from agentsensus.study.received.words import WorldWords

__all__ = ["Receipt", "ReceiptHow", "Reception", "WorldWords", "reception_of"]
