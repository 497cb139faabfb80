"""One HTML file about one or more runs: story, lanes, who knows what, memory, road, goals, layers, growth.

Every panel is a module of `panels` and a script of the same name. Reads logs and stores only.
"""

from agentsensus.analysis.report.page import report_page, write_report

__all__ = ["report_page", "write_report"]
