"""Draw three_witnesses.svg: the terminal output of examples/three_witnesses.py."""

import re
import subprocess
import sys
from pathlib import Path

from rich.console import Console
from rich.text import Text

HERE = Path(__file__).parent


def main() -> None:
    """Run the example and write the picture into this folder."""
    example = HERE.parent.parent / "examples" / "three_witnesses.py"
    shown = subprocess.run([sys.executable, str(example)], capture_output=True, text=True, check=True).stdout  # noqa: S603
    console = Console(record=True, width=118, file=Path("/dev/null").open("w"))  # noqa: SIM115
    text = Text(shown[shown.index("Each is asked") :].rstrip())
    text.highlight_regex(r"(?m)^  (bernardo|marcellus|horatio|francisco|claudius)\b", "bold cyan")
    text.highlight_regex(r"(?m)^(Each|The author|and who|Why).*?:", "bold")
    console.print(text)
    svg = console.export_svg(title="python examples/three_witnesses.py")
    (HERE / "three_witnesses.svg").write_text(re.sub(r"@font-face \{.*?\}\s*", "", svg, flags=re.DOTALL), "utf-8")


if __name__ == "__main__":
    main()
