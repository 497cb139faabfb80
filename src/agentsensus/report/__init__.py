"""A run, or several, as one HTML file that opens anywhere: story, lanes, who knows what, memory, road, goals, layers.

Every panel is one module of `panels` with its script beside it. Reads logs and stores, and changes nothing.
"""

from agentsensus.report.page import report_page
from agentsensus.report.writing import write_report

__all__ = ["report_page", "write_report"]
