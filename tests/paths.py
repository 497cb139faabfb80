"""Folders that tests read from."""

import os
from pathlib import Path

__all__ = ["DATA", "ROOT", "SHARED", "SOURCE"]

ROOT = Path(__file__).parent.parent
SOURCE = ROOT / "src" / "agentsensus"
DATA = ROOT / "tests" / "data"
SHARED = Path(os.environ.get("AGENTSENSUS_SHARED") or ROOT.parent / "shared")
"""Source texts, sentence pairs and recorded runs too large for the repository. Tests reach them through `shared`."""
